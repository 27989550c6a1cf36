#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/netdev.stp
# netdev.*: what ip(8) does to a pair of devices, which asks by netlink and does not
# use ioctl(): 0x1003 is up, broadcast and multicast, 0x100 promiscuous
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
need modprobe veth
cat >/tmp/load <<'END'
ip link add va address 02:00:00:00:00:01 type veth peer name vb
ip link set va mtu 1400
ip link set va address 02:00:00:00:00:05
ip link set va up
ip link set va promisc on
ip link set va promisc off
ip link set va down
ip link del va
END
"$STAPRUN" "$1" -c "sh /tmp/load" | grep -w va
modprobe -r veth
