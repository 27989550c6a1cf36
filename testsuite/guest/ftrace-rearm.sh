#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/rearmed.stp
# while no probe is armed, function tracing can be switched off; a probe that is
# switched on again then has no hits, and the user is told
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
switch=/proc/sys/kernel/ftrace_enabled
"$STAPRUN" "$1" --records 3 3>/tmp/records &
loader=$!
wait_for 'grep -qs running /sys/module/stp_*/parameters/state'
ask()		# WHAT (0 off, 1 on) ROW
{
	/usr/bin/kill -q $(($1 << 28 | $2)) -s 40 $loader
}
ask 0 0
wait_for "! grep -q getppid /sys/kernel/tracing/enabled_functions"
need sh -c "echo 0 >$switch"
ask 1 0
wait_for "! \"$STAPRUN\" --list | grep -q '  disabled'"
"$BUILD/testsuite/guest/calls" 10 counted
echo 1 >$switch
"$STAPRUN" --list | grep -o '\<disarmed\>'
kill -INT $loader
wait $loader
grep -ao 'some probes could not be enabled again' /tmp/records
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
