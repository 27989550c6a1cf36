#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: args -g
#: kernel 6.1 6.12 rt
#: modules modules/unplugged-entry.stp modules/ftrace.stp
# Entries whose hits ftrace does not bring are kprobes instead, and whoever
# probes them is told; conditions switch these on and off; nothing is left
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
for unplug in 0 2; do
	"$STAPRUN" "$1" --strict STP_UNPLUG=$unplug >/tmp/out 2>/tmp/err &
	session=$!
	wait_armed /tmp/out
	echo "unplugged $unplug: $(wc -l <"$kprobes") kprobes"
	"$BUILD/testsuite/guest/calls" 1000 counted
	kill -INT $session
	wait $session
	echo "status $?: $(tail -n 1 /tmp/out)"
	cat /tmp/err
	echo "left: $(wc -l </sys/kernel/tracing/enabled_functions)," \
		"$(wc -l <"$kprobes") kprobes"
done
"$STAPRUN" "$2" STP_UNPLUG=2 --linger 0 2>/dev/null
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
for _ in 1 2; do
	sync
	wait_for "! grep -q 'getppid.*DISABLED' $kprobes"
	"$BUILD/testsuite/guest/calls" 100 counted
	sync
	wait_for "grep -q 'getppid.*DISABLED' $kprobes"
	"$BUILD/testsuite/guest/calls" 100 counted
done
"$STAPRUN" --attach "$module" -T 1 2>&1
echo "left: $(wc -l <"$kprobes") kprobes"
echo "complaints: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
