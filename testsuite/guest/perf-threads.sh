#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/perf-threads.stp
#: args {build}/testsuite/guest/program
# threads begin others and end all the time, also between when perf.*.process has
# looked who is there and when it has given them events: all have one, or are
# counted
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
"$BUILD/testsuite/guest/program" swarm /tmp/go &
swarm=$!
"$STAPRUN" "$1" -c "sh -c 'sleep 2; touch /tmp/go; while kill -0 $swarm; do sleep 0.1; done 2>/dev/null'" >/tmp/out 2>/tmp/err
wait
cat /tmp/err >&2
# on a machine that is slow enough every look comes too late: no loss is silent
with=$(sed -n 's/with: \([0-9]*\),.*/\1/p' /tmp/out)
without=$(sed -n 's/.*without: //p' /tmp/out)
skipped=$(sed -n 's/.*WARNING: \([0-9]*\): skipped by the kernel.*/\1/p' /tmp/err)
if [ "${without:-1}" -gt "${skipped:-0}" ]; then
	cat /tmp/out
else
	echo "$((with + without)) of 64"
fi
