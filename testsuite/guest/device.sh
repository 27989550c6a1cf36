#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: cpus 2
#: time 120
#: modules modules/all-kinds.stp modules/talks.stp
# the device of a session is asked everything by several threads at once, of its
# holder and of others, from before SETUP until after its release; a holder that
# only pretends to read holds nobody up, and can be killed
device="$BUILD/testsuite/fuzz/device"
for file; do
	insmod "$file"
	module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
	rmmod "$module"
	case $# in
	2) "$device" "$file" "$module" 15 >/tmp/out || cat /tmp/out ;;
	1) "$device" "$file" "$module" stall ;;
	esac
	shift
done
echo "modules: $(grep -c '^stp_' /proc/modules)"
