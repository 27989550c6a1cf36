#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: cpus 1
#: modules modules/events.events
# --events: what the kernel's own events say of the same definitions, hit by
# the same calls, line by line
tracing=/sys/kernel/tracing
test -e $tracing/kprobe_events || mount -t tracefs none $tracing
echo >$tracing/trace
grep -v '^#' guest/modules/events.events | while read -r line; do
	case $line in
	-:*) printf '%s\n' "$line" >>$tracing/kprobe_events; continue ;;
	esac
	printf '%s\n' "${line%% if *}" >>$tracing/kprobe_events ||
		tail -n 3 $tracing/error_log
	name=${line%% *}
	printf '%s\n' "${line##* if }" >"$tracing/events/kprobes/${name#*:}/filter" ||
		echo "no filter: $name"
done
echo 1 >$tracing/events/kprobes/enable
"$STAPRUN" "$1" -c "$BUILD/testsuite/guest/vars /tmp/events-file" >/tmp/said 2>/tmp/err
echo "status $?"
echo 0 >$tracing/events/kprobes/enable
cat /tmp/err
# NAME ARGUMENTS, without who, when and where; events of one place in any order
plain()
{
	sed -n 's/.*\] .*[0-9]\.[0-9]*: \([a-z]*\): (.*) \([a-z0-9]*=.*\)/\1 \2/p' "$1" |
		sort -s -k 1,1
}
plain $tracing/trace >/tmp/kernel
plain /tmp/said >/tmp/ours
diff /tmp/kernel /tmp/ours >/tmp/differ && echo "no line differs"
head -n 20 /tmp/differ
cut -d' ' -f1 /tmp/ours | uniq -c | sed 's/^ *//' | grep -E 'opath|pread|large|got'
grep -c 'vars-.*: read: ' /tmp/said | sed 's/^[1-9][0-9]*$/some read/'
# hits count what filters leave out, too; misses as the kernel has them; what
# was never called has none, even if it stands where the table's own probe does
sed -n 's/^  \([a-z]*\)  *\([0-9]*\)  *\([0-9]*\)$/\1 \3/p' /tmp/said | tr '\n' ' '
echo
grep '^  never ' /tmp/said | tr -s ' '
echo >$tracing/kprobe_events
rm /tmp/said /tmp/err /tmp/kernel /tmp/ours /tmp/differ
