#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: time 120
#: modules modules/damaged.stp
# a module whose rows, globals or words have changed by a byte is refused, as its
# code was made for others
insmod "$1"
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
rmmod "$module"
"$BUILD/testsuite/fuzz/damage" "$1" "$module" 300
dmesg | sed -n "s/.*$module: blob/blob/p" | sort | uniq -c | sort -n | tail -1 |
	sed 's/^ *[0-9]* //'
