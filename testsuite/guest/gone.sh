#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: fixture fixture
#: modules modules/gone.stp
#: args -g
#: says gone.stp:10:21 [bad-read]
#: says gone.stp:11:13 [bad-write]
# An address in the data of a module that was just unloaded; our own module would
# take its place.  Its code can still be read on 7.x, which keeps such memory mapped.
insmod "$FIXTURE/fixture.ko"
at=$(sed -n 's/^\([0-9a-f]*\) [bBdD] fixture_count\t.*/0x\1/p' /proc/kallsyms)
"$STAPRUN" "$1" at="$at" MAXERRORS=9 -c "rmmod fixture"
