#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: compare regex
#: modules modules/ftrace.stp modules/hooks.stp
# the kernel's tracer calls us where a condition is true, and nowhere else; it
# cannot be switched off meanwhile, and where it is there is no session; the
# kernel would take probes on its hooks, and complain when they go
CALLS=$BUILD/testsuite/guest/calls
TRACED=/sys/kernel/debug/tracing/enabled_functions
"$STAPRUN" "$1" --linger 0
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
traced()
{
	grep -c "$1" "$TRACED"
}
# until it is so; the look may take its 100 ms, and more
wait_for()
{
	for _ in $(seq 300); do
		test "$(traced getppid)" = "$1" && return
		sleep 0.1
	done
	echo "not $1"
}
show()
{
	"$CALLS" 100 counted
	echo "$1: getppid $(traced getppid), sync $(traced sys_sync)"
}
wait_for 0
show "at the start"
sync
wait_for 1
show "switched on"
sync
wait_for 0
show "switched off"
sync
wait_for 1
show "again"
echo 0 2>/dev/null >/proc/sys/kernel/ftrace_enabled || echo "not switched off"
"$STAPRUN" --attach "$module" -T 1
echo "left: $(wc -l <"$TRACED")"
# 7.x does not have the switch any more, only its file: sessions start
case $(uname -r) in
[1-6].*) series=old ;;
*) series=new ;;
esac
start()
{
	"$STAPRUN" "$1" -T 1 2>&1 | sed "s/ at .*//"
}
switch=/proc/sys/kernel/ftrace_enabled
echo 0 2>/dev/null >$switch
echo "$series $(cat $switch): $(start "$1") $(start "$2")" | tr '\n' ' '
echo 1 2>/dev/null >$switch
