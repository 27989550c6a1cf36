#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.12
#: cpus 1
#: modules modules/files.events
# names of files and entries of fprobe, which newer kernels know: what the kernel's own
# events say of the same definitions, line by line; /tmp is on another
# file system, so that a file is removed twice
tracing=/sys/kernel/tracing
test -e $tracing/kprobe_events || mount -t tracefs none $tracing
echo >$tracing/trace
# newer kernels keep no number of calls for an exit, and refuse one
one=$(sed -n 's/ if .*//; s/^f20:exit/f20:number/p' guest/modules/files.events)
echo "$one" >>$tracing/dynamic_events 2>/dev/null || without='s/^f20:/f:/'
echo >$tracing/dynamic_events
sed "/^#/d; ${without:-}" guest/modules/files.events | while read -r line; do
	printf '%s\n' "${line%% if *}" >>$tracing/dynamic_events ||
		tail -n 3 $tracing/error_log
	name=${line%% *} group=kprobes
	case $line in f*) group=fprobes ;; esac
	printf '%s\n' "${line##* if }" >"$tracing/events/$group/${name#*:}/filter"
done
both()
{
	echo "$1" >$tracing/events/kprobes/enable
	echo "$1" >$tracing/events/fprobes/enable
}
both 1
echo text >/tmp/named
"$STAPRUN" "$1" -c "sh -c 'cat /tmp/named >/dev/null; rm /tmp/named'" >/tmp/said
both 0
# NAME ARGUMENTS, without who, when and where; events of one place in any order
plain()
{
	sed -n 's/.*\] .*[0-9]\.[0-9]*: \([a-z]*\): (.*) \([a-z0-9]*=.*\)/\1 \2/p' "$1" |
		sort -s -k 1,1
}
plain $tracing/trace >/tmp/kernel
plain /tmp/said >/tmp/ours
diff /tmp/kernel /tmp/ours && echo "no line differs"
grep -vE '^(file|steps) ' /tmp/ours
echo >$tracing/dynamic_events
rm /tmp/said /tmp/kernel /tmp/ours
