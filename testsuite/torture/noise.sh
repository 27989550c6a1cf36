#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# noise.sh KIND ARGUMENT: what goes on in the guest besides the sessions, until
# /tmp/noise is gone.

goes_on()
{
	test -e /tmp/noise
}

# ARGUMENT is the program mill; killed and started anew from time to time.
work()
{
	n=0
	while goes_on; do
		n=$((n + 1))
		"$1" $n 3 150 >/dev/null 2>&1 &
		for _ in 1 2 3 4 5 6 7 8; do
			goes_on && sleep 1
		done
		kill -9 $! 2>/dev/null
		wait $! 2>/dev/null
	done
}

# ARGUMENT is a module that is loaded, used and unloaded.
modules()
{
	while goes_on; do
		insmod "$1"
		for group in calls returns data places inside; do
			echo $group >/proc/fixture
			cat /proc/fixture >/dev/null
		done
		sleep 0.1
		rmmod fixture || echo "bad: rmmod failed at" \
			"$(cut -d' ' -f1 </proc/uptime)"
	done
}

# ARGUMENT processors: all but the first go away and come back.
processors()
{
	while goes_on; do
		for cpu in $(seq $(($1 - 1))); do
			echo 0 >"/sys/devices/system/cpu/cpu$cpu/online"
			sleep 0.7
		done
		for cpu in $(seq $(($1 - 1))); do
			echo 1 >"/sys/devices/system/cpu/cpu$cpu/online"
			sleep 1.5
		done
	done
}

kind=$1
shift
"$kind" "$@"
