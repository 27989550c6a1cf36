#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: args --trampoline
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
run_second()
{
	"$STAPRUN" "$1" -c "sh -c '\"$BUILD/testsuite/guest/calls\" 300 worker
		echo while it runs: \$(wc -l <$kprobes) probes'" 2>&1 |
		sed 's/probe at .*/probe/'
}
"$STAPRUN" "$1" >/tmp/out &
loader=$!
wait_for "grep -q armed /tmp/out"
echo "direct: $(direct)"
run_second "$2"
echo "direct: $(direct), probes: $(wc -l <"$kprobes")"
kill -INT "$loader"
wait "$loader"
tail -n 1 /tmp/out
echo "direct: $(direct)"
run_second "$2"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
