#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/arm.stp
#: time 240
# a probe whose condition is false is not armed: the function tracer, by which
# all of these are hit, says so, --list says so, and there are no hits; it is
# armed when the condition becomes true
CALLS=$BUILD/testsuite/guest/calls
"$STAPRUN" "$1" --linger 0
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
traced()
{
	grep -q getppid /sys/kernel/tracing/enabled_functions
}
hits()
{
	"$STAPRUN" --list >/tmp/list
	awk '/getppid/ { sub(/ hits.*/, ""); n += $NF } END { print n }' \
		/tmp/list
}
show()
{
	before=$(hits)
	"$CALLS" 100 counted
	after=$(hits)
	if traced; then echo "$1: armed"; else echo "$1: disarmed"; fi
	echo "--list: $(grep -c 'getppid.*disarmed' /tmp/list) disarmed"
	if test "$after" -gt "$before"; then echo "hits"; fi
}
# until so many are disarmed and the tracer says so; the look may take its 100 ms
switch()
{
	sync
	for _ in $(seq 300); do
		hits >/dev/null
		test "$(grep -c 'getppid.*disarmed' /tmp/list)" = "$1" &&
			if traced; then test "$1" = 0; else test "$1" != 0; fi &&
			return
		sleep 0.1
	done
}
show "at the start"
switch 0
show "switched on"
switch 4
show "switched off"
"$STAPRUN" --attach "$module" -T 1
