#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/flown.stp
# -F: nothing is shown until SIGUSR1 asks, and then what fits into the buffers;
# what was shown is not shown again; exit() and system() are heard at once;
# shown and overwritten together are all
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
calls="$BUILD/testsuite/guest/calls"
"$STAPRUN" -F "$1" STP_BUFFER_KB=32 >/tmp/out 2>/tmp/err &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
"$calls" 5000 flown
echo "before: $(wc -l </tmp/out)"
kill -USR1 "$loader"
wait_for "grep -q 'call 4999 ' /tmp/out"
first=$(sed -n 2p /tmp/out | cut -d' ' -f2)
last=$(tail -n 1 /tmp/out | cut -d' ' -f2)
lines=$(grep -c call /tmp/out)
echo "shown: $(head -n 1 /tmp/out), up to $last, gaps: $((last - first + 1 - lines))"
echo "many overwritten: $((first > 1000)), some kept: $((lines > 100))"
"$calls" 10 flown
echo "since then: $(($(grep -c call /tmp/out) - lines))"
"$calls" 1 leave
wait "$loader"
echo "status $?, $(tail -n 1 /tmp/out), at the end: $(($(grep -c call /tmp/out) - lines))"
lost=$(sed -n 's/^WARNING: \([0-9]*\): records overwritten.*/\1/p' /tmp/err)
echo "all: $((lost + $(grep -c call /tmp/out)))"
