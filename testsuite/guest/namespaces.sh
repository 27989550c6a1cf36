#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: process unshare --user --map-root-user --mount sh guest/modules/inside.sh {build}/testsuite/guest/program
#: ready /mnt/ready
#: modules modules/namespaces.stp
#: args --target-namespaces={pid}
# a program by its path inside of a container; its processes as it has them itself,
# while others have no number there
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
program="$BUILD/testsuite/guest/program"
echo 4194304 >/proc/sys/kernel/pid_max

# the process that was asked for when this was compiled
for _ in $(seq 100); do
	echo $((PID - 1)) >/proc/sys/kernel/ns_last_pid
	unshare --mount sh guest/modules/inside.sh "$program" &
	own=$!
	test "$own" = "$PID" && break
	kill "$own"
	wait "$own"
done
until test -e "/proc/$PID/root/mnt/ready"; do sleep 0.1; done

# processes that have numbers of their own there
nsenter --target "$PID" --mount --root unshare --pid --fork sh -c \
	'until test -e /mnt/go; do sleep 0.1; done; /mnt/app/x 1; sleep 1000' &
until inner=$(pgrep -f '^sh -c until test'); do sleep 0.1; done

"$STAPRUN" "$1" target_namespaces="$inner" >/tmp/out &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
touch "/proc/$PID/root/mnt/go"
until test "$(grep -c machine /tmp/out)" = 1; do sleep 0.1; done
nsenter --target "$PID" --mount --root /mnt/app/x 1
wait "$loader"
cat /tmp/out

"$STAPRUN" "$1" target_namespaces=4194303 2>&1 | grep -io "no such process"
kill "$PID" "$inner"
