#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: process {build}/testsuite/guest/program wait /nonexistent
#: modules modules/of-process.stp
#: args {pid} {build}/testsuite/guest/program
# process(PID) is that process: not others of its program, not its children
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
program="$BUILD/testsuite/guest/program"
most=$(cat /proc/sys/kernel/pid_max)
echo 4194304 >/proc/sys/kernel/pid_max

# it runs before the probes are there
"$program" wait /tmp/go &
other=$!
become "$program" wait /tmp/go
"$STAPRUN" "$1" -c "sh -c 'touch /tmp/go; while kill -0 $own || kill -0 $other; do sleep 0.1; done 2>/dev/null'"
wait "$own" "$other"

# it begins when they are
"$STAPRUN" "$1" >/tmp/out &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
become "$program" 3 1
wait "$own"
"$program" 2
kill -INT "$loader"
wait "$loader"
cat /tmp/out
echo "$most" >/proc/sys/kernel/pid_max
