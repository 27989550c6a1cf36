#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/uexits.stp
#: args -DMAXLAYOUTS=64 {build}/testsuite/guest/exits
# more processes than there is room for what they have mapped: what those that
# have ended had is forgotten when it was asked about, and every stack has all
# its names; of Debian 13's C library one is known to a debug file alone
named=' : [a-zA-Z_]*+0x'
grep -q ^12 /etc/debian_version || named="$named\\|libc\\.so"
"$STAPRUN" "$1" --strict -c "$BUILD/testsuite/guest/exits 300" >/tmp/out
echo "status $?, $(grep -c ' : leaf+0x' /tmp/out) of leaf," \
	"$(grep -c ' : main+0x' /tmp/out) of main," \
	"$(grep -c ' : _start+0x' /tmp/out) of _start," \
	"$(grep '^ 0x' /tmp/out | grep -cv "$named") without a name"
