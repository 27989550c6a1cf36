#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/of-target.stp modules/one-function.stp
#: args -c{build}/testsuite/guest/program {build}/testsuite/guest/program
#: says ERROR: cannot attach
#: says the file is another build than the script was compiled for
#: says the file does not exist
# `process` alone means the target and what descends from it, process("PATH")
# everybody; the file of another build is refused, as is one that is gone
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
program="$BUILD/testsuite/guest/program"

# one that is not of the target's tree, and calls while that is probed
"$program" wait /tmp/go &
other=$!
"$STAPRUN" "$1" -c "sh -c '$program 10 2; touch /tmp/go; while kill -0 $other; do sleep 0.1; done 2>/dev/null'"
echo "status $?"
wait $other

# one that runs already; its children were not there yet
rm -f /tmp/go
"$program" wait /tmp/go &
other=$!
"$STAPRUN" "$1" -x "$other" >/tmp/out &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
"$program" 3
touch /tmp/go
wait $loader
cat /tmp/out

mount --bind /bin/true "$program"
"$STAPRUN" "$2" -T 5
echo "status $?"
umount "$program"
mount -t tmpfs none "$BUILD/testsuite/guest"
"$STAPRUN" "$2" -T 5
echo "status $?"
umount "$BUILD/testsuite/guest"
echo "modules: $(lsmod | grep -c '^stp_')"
