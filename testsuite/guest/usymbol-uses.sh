#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/usymbol-uses.stp
#: args {build}/testsuite/guest/exits
# A function of the C library has the same name however a script uses it.  Its name is
# often known to a debug file alone, and differs between libraries: so the
# uses are compared with what is printed.
"$STAPRUN" "$1" -c "$BUILD/testsuite/guest/exits" | awk '
	$1 == "compared" { print; next }
	$1 == "data" { data = $2 " " $3; next }
	$1 == "data-joined" { print "as data:", data == $2 " " $3 ? "yes" : "no: " $0; next }
	$1 == "printed" { name = $2; print "printed:", name == "" ? "nothing" : "a name"; next }
	{ print $1 ":", $2 == name ? "the same" : $2 " instead of " name }'
