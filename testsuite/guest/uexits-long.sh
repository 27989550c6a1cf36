#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/uexits.stp
#: args {build}/testsuite/guest/exits
#: long
#: time 3600
# 20 000 processes, more than there is room for what they have mapped: what those that
# have ended had is forgotten when it was asked about, and every stack has all
# its names.  The reader takes no more memory for them than for 2 000
run()	# run N: the most memory that the reader had, in kB, is in /tmp/most
{
	"$STAPRUN" "$module" --strict -c "$BUILD/testsuite/guest/exits $1" >/tmp/out &
	while grep VmHWM "/proc/$!/status" >/tmp/now 2>/dev/null; do
		test ! -s /tmp/now || sed 's/[^0-9]//g' /tmp/now >/tmp/most
		sleep 0.2
	done
	wait "$!"
}
module=$1
run 2000
first=$(cat /tmp/most)
run 20000
echo "status $?, $(grep -c ' : leaf+0x' /tmp/out) of leaf," \
	"$(grep -c ' : main+0x' /tmp/out) of main," \
	"$(grep -c ' : _start+0x' /tmp/out) of _start," \
	"$(grep '^ 0x' /tmp/out | grep -cv ' : [a-zA-Z_]*+0x') without a name"
most=$(cat /tmp/most)
test "$first" -gt 500 && test "$most" -lt $((first * 5 / 4)) &&
	echo "memory is bounded" || echo "memory: $first kB, then $most kB"
