#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: process unshare --user --map-root-user --mount sh guest/modules/overlay.sh {build}/testsuite/guest/places
#: ready /ready
#: modules modules/overlay.stp
#: args --target-namespaces={pid}
# programs of a container whose root is an overlay, by their paths in there: one of
# the image, which runs before and after, and one that the container wrote; the
# same file of the machine is another
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
echo 4194304 >/proc/sys/kernel/pid_max
need modprobe overlay
become unshare --mount sh guest/modules/overlay.sh "$BUILD/testsuite/guest/places"
root=/proc/$PID/root
wait_for "test -e $root/ready"
"$STAPRUN" "$1" target_namespaces="$PID" -c "sh -c '
	$BUILD/testsuite/guest/places
	chroot $root /app/written
	touch $root/go
	while kill -0 $own; do sleep 0.1; done 2>/dev/null'" >/tmp/out &
loader=$!
wait "$own" "$loader"
cat /tmp/out
