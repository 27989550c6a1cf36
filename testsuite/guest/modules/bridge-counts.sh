#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Two machines talk over a bridge, and two other bridges find out who is the root;
# then what devices and bridges say of it, a line each.
# nobody says anything before all is up
quiet='echo 1 | tee /proc/sys/net/ipv6/conf/*/disable_ipv6 >/dev/null'
sh -c "$quiet"
ip link add hub type bridge mcast_snooping 0
for side in left right; do
	ip netns add $side
	ip netns exec $side sh -c "$quiet"
	ip link add $side type veth peer name eth0 netns $side
	ip link set $side master hub
done
ip -n left address add 10.9.0.1/24 dev eth0
ip -n right address add 10.9.0.2/24 dev eth0
# the bridge last, when nothing that it sends is dropped
for side in left right; do
	ip -n $side link set eth0 up
	ip link set $side up
	until grep -q up /sys/class/net/$side/operstate; do sleep 0.05; done
done
ip link set hub up

# hello 1 s, others in hundredths of a second; the one with the lower priority is root
ip link add one type bridge stp_state 1 hello_time 100 priority 4096
ip link add two type bridge stp_state 1 hello_time 100 priority 8192
ip link add from_one type veth peer name from_two
ip link set from_one master one
ip link set from_two master two
ip link set one up
ip link set two up
ip link set from_two up
ip link set from_one up

for i in 1 2 3 4 5 6 7 8; do
	ip netns exec left bash -c \
		"head -c $((i * 100)) /dev/zero >/dev/udp/10.9.0.2/9"
done
# until the other has heard of the root
for _ in $(seq 100); do
	root=$(cat /sys/class/net/two/bridge/root_id)
	test "$root" = "$(cat /sys/class/net/one/bridge/root_id)" && break
	sleep 0.1
done
ip link set from_one down
ip -n left link set eth0 down
ip -n right link set eth0 down
cd /sys/class/net || exit
for way in rx:left tx:right rx:right tx:left; do
	device=${way#*:}
	way=${way%:*}
	echo "counted $way $device=$(cat "$device/statistics/${way}_packets")" \
		"$(cat "$device/statistics/${way}_bytes")"
done
echo "counted root=$root"
echo "counted bridge=$(cat one/bridge/bridge_id)"
echo "counted port=$(sed 's/^0x//' from_one/brport/port_id)"
echo "counted hello=$(cat one/bridge/hello_time)" \
	"$(cat one/bridge/max_age) $(cat one/bridge/forward_delay)"
for device in hub one two left right from_one; do ip link delete $device; done
ip netns delete left
ip netns delete right
