#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/throwing-late.stp
#: args {build}/testsuite/guest/throwing
# exceptions that are thrown after the end of the session, inside of functions
# whose return was probed, find their handlers
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
rm -f /tmp/throw
"$STAPRUN" "$1" >/tmp/out &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
"$BUILD/testsuite/guest/throwing" /tmp/throw &
program=$!
wait "$loader"
cat /tmp/out
lsmod | grep -c stp_
touch /tmp/throw
wait "$program"
echo "status $?"
