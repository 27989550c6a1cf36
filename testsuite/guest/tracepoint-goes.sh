#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/goes.stp
#: time 120
# A module whose tracepoint is probed goes when the session has begun to stop:
# taking away the trampolines comes first, and waits for all tasks.  What is
# left of the probe then must not be looked for in the module.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
# shellcheck source=testsuite/guest/modules/ko.sh
. guest/modules/ko.sh
unpack_module fs/jbd2/jbd2 /tmp/jbd2.ko
insmod /tmp/jbd2.ko
"$STAPRUN" "$1" >/tmp/out 2>/tmp/err &
probed=$!
wait_for "grep -q armed /tmp/out"
state=$(echo /sys/module/stp_*/parameters/state)
kill -INT "$probed"
read -r now <"$state"
while test "$now" = running; do
	read -r now <"$state" || now=removed
done
rmmod jbd2
wait "$probed"
echo "status $?, $(grep ended /tmp/out)"
cat /tmp/err
echo "modules $(lsmod | grep -c '^stp_\|^jbd2')," \
	"warnings $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
