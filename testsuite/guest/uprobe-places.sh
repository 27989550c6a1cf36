#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: process {build}/testsuite/guest/places wait /nonexistent
#: modules modules/places.stp
#: args {pid} {build}/testsuite/guest/places
# copies of an inlined function, a label, code by its address in the file, and in
# the memory of one process of two
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
places="$BUILD/testsuite/guest/places"
echo 4194304 >/proc/sys/kernel/pid_max
become "$places" wait /tmp/go
"$STAPRUN" "$1" -c "sh -c 'touch /tmp/go; while kill -0 $own; do sleep 0.1; done 2>/dev/null; $places'" | sort
wait "$own"
