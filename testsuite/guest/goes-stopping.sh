#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/leaves.stp modules/leaves-slowly.stp
#: time 300
# A module goes while the session that probes it takes its probes away.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
# shellcheck source=testsuite/guest/modules/binfmt.sh
. guest/modules/binfmt.sh
traced=/sys/kernel/tracing/enabled_functions
state='cat /sys/module/stp_*/parameters/state'
# how many lines of $2 are like $1
some()
{
	case $(grep -c "$1" "$2" || :) in
	0) echo none ;;
	9|1?) echo "all" ;;
	*) echo few ;;
	esac
}
probed()
{
	echo "$1: trampolines $(some 'bm_.*\[binfmt_misc\].* D' $traced)," \
		"kretprobes $(some 'bm_.*binfmt_misc' "$kprobes")"
}
# session MODULE LIST: it stops while binfmt_misc goes, whose probes are the
# last ones in the list
session()
{
	load
	umount /tmp/mounts
	"$STAPRUN" "$1" >/tmp/out 2>/tmp/err &
	session=$!
	wait_for "grep -q 'bm_.*binfmt_misc' $2"
	probed armed
	wait_for "$state | grep -qx running"
	kill -INT $session
	wait_for "! $state | grep -qx running"
	rmmod binfmt_misc
	wait $session || :
	cat /tmp/out
	probed gone
	rm -r /tmp/mounts /tmp/mounts.ko
}
for _ in 1 2 3; do
	session "$1" $traced
done
session "$2" "$kprobes"
echo "probes: $(wc -l <"$kprobes"), modules: $(grep -c '^binfmt' /proc/modules || :)"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops' || :)"
