#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/perf-threads.stp
#: args {build}/testsuite/guest/program
# threads begin others and end all the time, also between when perf.*.process has
# looked who is there and when it has given them events: all have one
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
"$BUILD/testsuite/guest/program" swarm /tmp/go &
swarm=$!
"$STAPRUN" "$1" -c "sh -c 'sleep 0.5; touch /tmp/go; while kill -0 $swarm; do sleep 0.1; done 2>/dev/null'"
wait
