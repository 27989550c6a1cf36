#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/armed.stp modules/quiet.stp
# kill -9 of both at once: the module is inert, and rmmod or the next staprun
# removes it
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
for how in rmmod staprun; do
	start "$1"
	kill -9 "$loader" "$consumer"
	wait_for "! test -d /proc/$consumer"
	show_rest
	echo "state: $(cat "/sys/module/$module/parameters/state")"
	case $how in
	rmmod) rmmod "$module" ;;
	staprun) "$STAPRUN" "$2" -c true ;;
	esac
	show_rest
done
