#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: args -g -t
#: kernel 6.1 6.12 rt
#: modules modules/unplugged-return.stp modules/one-return.stp
# Trampolines that the kernel takes and does not call are taken back, and whoever
# asked for them is told: returns are kretprobes then.  If another tracer is
# at the functions as well, both are called.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
tracefs=/sys/kernel/tracing
# How many functions have a direct call, how many kprobes there are.
now()
{
	echo "$1: $(grep -c 'direct-->' $tracefs/enabled_functions) direct," \
		"$(wc -l <"$kprobes") kprobes"
}
run()
{
	"$STAPRUN" "$1" --format json STP_UNPLUG="$2" >/tmp/out 2>&1 &
	session=$!
	wait_armed /tmp/out
	now "unplugged $2"
	"$BUILD/testsuite/guest/calls" 1000 counted
	kill -INT $session
	wait $session
	sed -n 's/.*"text":"\([^"\\]*\).*/\1/p
		s/.*"line":\([0-9]*\),.*"by":\(.*\),"skipped.*/line \1: \2/p' \
		/tmp/out
	now left
}
run "$1" 0
run "$1" 4
run "$2" 0
run "$2" 4
echo "another tracer"
for f in vfs_read ksys_read; do
	echo $f >>$tracefs/set_ftrace_filter
done
echo function >$tracefs/current_tracer
run "$1" 0
run "$1" 4
echo nop >$tracefs/current_tracer
echo "complaints: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
