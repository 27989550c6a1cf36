#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: long
#: time 1800
#: modules modules/damaged-all.stp
#: args -DMAXACTION=5000 {build}/testsuite/guest/program
# bytes of the header and of each section of a blob that has all are changed, one after the other, then
# one or two anywhere: all are refused, and nothing oopses
insmod "$1"
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
rmmod "$module"
"$BUILD/testsuite/fuzz/damage" "$1" "$module" every
