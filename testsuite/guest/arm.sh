#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/arm.stp
#: time 240
# a probe whose condition is false is not armed: the kernel says so, --list
# says so, and there are no hits; it is armed when the condition becomes true
CALLS=$BUILD/testsuite/guest/calls
"$STAPRUN" "$1" --linger 0
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
probes()
{
	grep getppid /sys/kernel/debug/kprobes/list
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
	if probes | grep -q DISABLED; then echo "$1: disarmed"; fi
	if probes | grep -qv DISABLED; then echo "$1: armed"; fi
	echo "--list: $(grep -c 'getppid.*disarmed' /tmp/list) disarmed"
	if test "$after" -gt "$before"; then echo "hits"; fi
}
# until the kernel's list says so; the look may take its 100 ms
switch()
{
	sync
	for _ in $(seq 300); do
		test "$(probes | grep -c DISABLED)" = "$1" && return
		sleep 0.1
	done
}
show "at the start"
switch 0
show "switched on"
switch 4
show "switched off"
"$STAPRUN" --attach "$module" -T 1
