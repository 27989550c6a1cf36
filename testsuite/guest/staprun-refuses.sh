#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/quiet.stp
#: alone
# what cannot be loaded is refused with the cause and the way on
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
{
	echo "-- a link"
	ln -s "$1" /tmp/link.ko
	"$STAPRUN" /tmp/link.ko
	echo "-- no module"
	"$STAPRUN" /bin/true
	"$STAPRUN" /tmp
	"$STAPRUN" /tmp/none.ko
	echo "-- another kernel"
	sed "s/vermagic=[0-9]/vermagic=4/" "$1" >/tmp/other.ko
	"$STAPRUN" /tmp/other.ko
	echo "-- no such global"
	"$STAPRUN" "$1" m=1
	echo "-- no number"
	"$STAPRUN" "$1" n=many
	echo "-- twice"
	"$STAPRUN" "$1" >/tmp/out &
	wait_for "grep -q begin /tmp/out"
	"$STAPRUN" "$1"
	kill -INT $!
	wait $!
	echo "-- no right"
	setpriv --bounding-set -sys_module "$STAPRUN" "$1"
	echo "-- signatures wanted"
	echo 1 >/sys/module/module/parameters/sig_enforce
	"$STAPRUN" "$1"
	echo "-- locked down"
	mountpoint -q /sys/kernel/security ||
		mount -t securityfs none /sys/kernel/security
	echo integrity >/sys/kernel/security/lockdown
	"$STAPRUN" "$1"
	echo "-- modules disabled"
	sysctl -q kernel.modules_disabled=1
	"$STAPRUN" "$1"
} 2>&1 | sed "s/stp_[0-9a-z_]*/NAME/; s/$(uname -r)/HERE/
	s/kernel 4[^ ]*,/kernel OTHER,/"
