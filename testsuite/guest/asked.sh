#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/asked.stp
#: args -DMAXTRYLOCK=1000000
# globals are reset while two processes count in them, and nothing is lost (a
# handler waits long for a lock: the guest's CPUs share one of the host);
# a probe that is switched off counts nothing, and the kernel's tracer has
# nothing to call then; the others of its function go on
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
CALLS=$BUILD/testsuite/guest/calls
TRACED=/sys/kernel/debug/tracing/enabled_functions
"$STAPRUN" "$1" --records 3 --snapshot 3>/tmp/records &
loader=$!
wait_for 'grep -qs running /sys/module/stp_*/parameters/state'
ask()		# WHAT (0 off, 1 on, 2 reset) INDEX
{
	/usr/bin/kill -q $(($1 << 28 | $2)) -s 40 $loader
}
say()
{
	echo "$1: $("$STAPRUN" --list | grep -c '  disabled') switched off," \
		"traced by $(grep -c getppid "$TRACED")"
}
"$CALLS" 100000 counted &
one=$!
"$CALLS" 100000 counted &
for _ in 1 2 3 4 5 6 7 8; do
	for global in 0 1 2 3 4; do
		ask 2 $global
	done
	sleep 0.05
done
wait $one $!
say "at first"
ask 0 0
ask 0 1
wait_for "test \$(\"$STAPRUN\" --list | grep -c '  disabled') = 2"
"$CALLS" 7 counted
say "two"
ask 0 2
ask 0 3
wait_for "test \$(\"$STAPRUN\" --list | grep -c '  disabled') = 4"
"$CALLS" 11 counted
say "all"
for row in 0 1 2 3; do
	ask 1 $row
done
wait_for "! \"$STAPRUN\" --list | grep -q '  disabled'"
"$CALLS" 1000 counted
kill -INT $loader
wait $loader
python3 guest/modules/asked.py /tmp/records n by sizes last returns traps same
