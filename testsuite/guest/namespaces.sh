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
wait_for "test -e /proc/$PID/root/mnt/ready"

# processes that have numbers of their own there, and a user who is root
nsenter --target "$PID" --mount setpriv --reuid=1000 --regid=1001 \
	--clear-groups unshare --user --map-root-user --pid --fork sh -c \
	'read go </mnt/go; /mnt/app/x 1; sleep 1000' &
wait_for "pgrep -f '^sh -c read' >/dev/null"
inner=$(pgrep -f '^sh -c read')

"$STAPRUN" "$1" target_namespaces="$inner" >/tmp/out &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
echo >"/proc/$PID/root/mnt/go"
wait_for "grep -q machine /tmp/out"
nsenter --target "$PID" --mount --root --wd /mnt/app/x 1
wait "$loader"
cat /tmp/out

"$STAPRUN" "$1" target_namespaces=4194303 2>&1 | grep -io "no such process"
# the first process of a namespace is deaf to what can be caught
kill -9 "$PID" "$inner"
wait
