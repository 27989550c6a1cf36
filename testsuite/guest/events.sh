#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: cpus 1
#: modules modules/events.events
# --events: what the kernel's own events say of the same definitions, hit by
# the same calls, line by line
# shellcheck source=testsuite/guest/modules/tracefs.sh
. guest/modules/tracefs.sh
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
both "$1" "$BUILD/testsuite/guest/vars /tmp/events-file" kprobes
# without where
same_lines "s/$event: (.*) \\([a-z0-9]*=.*\\)/\\1 \\2/p"
cut -d' ' -f1 /tmp/ours | uniq -c | sed 's/^ *//' | grep -E 'opath|pread|large|got'
grep -c 'vars-.*: read: ' /tmp/said | sed 's/^[1-9][0-9]*$/some read/'
# hits count what filters leave out, too; misses as the kernel has them; what
# was never called has none, even if it stands where the table's own probe does
sed -n 's/^  \([a-z]*\)  *\([0-9]*\)  *\([0-9]*\)$/\1 \3/p' /tmp/said | tr '\n' ' '
echo
grep '^  never ' /tmp/said | tr -s ' '
echo >$tracing/kprobe_events
rm /tmp/said /tmp/err /tmp/kernel /tmp/ours /tmp/differ
