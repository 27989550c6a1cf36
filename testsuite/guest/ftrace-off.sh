#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/one-return.stp modules/one-kretprobe.stp
# While a session has nothing but a trampoline, or nothing but a kretprobe at an
# entry, function tracing cannot be switched off; after it, it can where it could
# before: 7.x does not have the switch any more, only its file.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
traced=/sys/kernel/tracing/enabled_functions
switch=/proc/sys/kernel/ftrace_enabled
can_switch()
{
	echo 0 2>/dev/null >$switch
	cat $switch
	echo 1 2>/dev/null >$switch
}
case $(uname -r) in
[1-6].*) before=0 ;;
*) before=1 ;;
esac
for module in "$1" "$2"; do
	"$STAPRUN" "$module" >/tmp/out 2>&1 &
	session=$!
	wait_armed /tmp/out
	echo "trampolines: $(grep -c 'vfs_read.* D' $traced)," \
		"kretprobes: $(grep -c 'getppid.*\[FTRACE\]' "$kprobes")"
	echo 0 2>/dev/null >$switch || echo "not switched off"
	"$BUILD/testsuite/guest/calls" 100 >/dev/null 2>&1
	kill -INT $session
	wait $session
	cat /tmp/out
	echo "traced: $(wc -l <$traced)"
	test "$(can_switch)" = "$before" && echo "switched off as before"
done
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
