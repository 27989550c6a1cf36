#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/all-kinds.stp
# the device of a session is asked everything at every moment: it answers or
# refuses, and nothing is left behind
insmod "$1"
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
"$BUILD/testsuite/guest/ioctls" /dev/stp_*
cat "/sys/module/$module/parameters/state"
rmmod "$module"
