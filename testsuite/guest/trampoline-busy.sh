#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: args -t
#: modules modules/holds.stp modules/wants.stp
#: time 60
# Two sessions want to hold the same functions: the second one probes these by
# kretprobes, says so, and has a stub for the rest; both see every call.  When
# the first one has ended a third one has all it wants.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
direct()
{
	grep -c 'direct-->' /sys/kernel/tracing/enabled_functions
}
# What it says, and how each line of its script was attached.
run_second()
{
	"$STAPRUN" --format json "$1" -c "sh -c '
		\"$BUILD/testsuite/guest/calls\" 300 worker
		echo while it runs: \$(wc -l <$kprobes) probes'" >/tmp/said 2>&1
	sed -n 's/.*"text":"\([^"\\]*\).*/\1/p
		s/.*"line":\(.\),.*"by":\(.*\),"skipped.*/line \1: \2/p
		/^while/p' /tmp/said
}
"$STAPRUN" "$1" >/tmp/out 2>/tmp/err &
loader=$!
wait_armed /tmp/out
echo "direct: $(direct)"
run_second "$2"
echo "direct: $(direct), probes: $(wc -l <"$kprobes")"
kill -INT "$loader"
wait "$loader"
grep first: /tmp/out
echo "direct: $(direct)"
run_second "$2"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
