#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/deep.stp
#: args {build}/testsuite/guest/returning
# a stack of 100 calls is whole without any setting: it is longer than a string
"$STAPRUN" "$1" -c "$BUILD/testsuite/guest/returning" >/tmp/out
echo "$(grep -c ' : down+0x' /tmp/out) of down, $(grep -c ' : main+0x' /tmp/out) of main"
grep -c 'continues' /tmp/out
rm -f /tmp/out
