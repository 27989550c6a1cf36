#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: cpus 1
#: modules modules/programs.events
# --events in programs: what the kernel's own events say of the same definitions, hit by
# the same calls, line by line
tracing=/sys/kernel/tracing
test -e $tracing/uprobe_events || mount -t tracefs none $tracing
echo >$tracing/trace
grep -v '^#' "$EVENTS" | while read -r line; do
	printf '%s\n' "$line" >>$tracing/uprobe_events ||
		tail -n 3 $tracing/error_log
done
echo 1 >$tracing/events/uprobes/enable
"$STAPRUN" "$1" -c "$BUILD/testsuite/guest/program 20 1" >/tmp/said 2>/tmp/err
echo "status $?"
echo 0 >$tracing/events/uprobes/enable
cat /tmp/err
# NAME (PLACE) ARGUMENTS, without who and when; events of one place in any order
plain()
{
	sed -n 's/.*\] .*[0-9]\.[0-9]*: \([a-z]*\): \((.*) [a-z0-9]*=.*\)/\1 \2/p' "$1" |
		sort -s -k 1,1
}
plain $tracing/trace >/tmp/kernel
plain /tmp/said >/tmp/ours
diff /tmp/kernel /tmp/ours >/tmp/differ && echo "no line differs"
head -n 20 /tmp/differ
cut -d' ' -f1 /tmp/ours | uniq -c | sed 's/^ *//'
echo >$tracing/uprobe_events
rm /tmp/said /tmp/err /tmp/kernel /tmp/ours /tmp/differ
