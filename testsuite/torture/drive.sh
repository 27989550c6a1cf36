#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# drive.sh DIR SECONDS SEED: in the guest, run the plans of DIR for so long while
# the guest is kept busy.  DIR holds N.ko, quiet.ko, device.ko, fixture.ko, and a plan for
# each lane, see lane.sh.  Prints what every session came to, and the memory
# in use before and after.
dir=$1
seconds=$2
seed=$3
here=$(dirname "$0")
cpus=$(nproc)
noise=

# Memory that probes take, when all that is cached was given back.
memory()
{
	sync
	sleep 1
	for _ in 1 2 3; do
		echo 3 >/proc/sys/vm/drop_caches
		sleep 0.5
	done
	awk -v when="$1" '
		/^(VmallocUsed|Percpu|SUnreclaim|KernelStack|MemFree):/ {
			sub(":", "", $1)
			print "memory", when, $1, $2
		}' /proc/meminfo
	awk -v when="$1" 'NR > 2 { print "slab", when, $1, $3 * $4 / 1024 }' \
		/proc/slabinfo
}

# A noise goes on until its file is removed; it ends at a whole round.
begin_noise()
{
	touch /tmp/noise
	sh "$here/noise.sh" work "$BUILD/testsuite/torture/mill" &
	noise=$!
	sh "$here/noise.sh" modules "$dir/fixture.ko" &
	noise="$noise $!"
	sh "$here/noise.sh" processors "$cpus" &
	noise="$noise $!"
}

end_noise()
{
	rm -f /tmp/noise
	# shellcheck disable=SC2086 # a list of numbers
	wait $noise
}

# What its device is asked while it comes and goes: see fuzz/device.c.
ask_device()
{
	"$BUILD/testsuite/fuzz/device" "$dir/device.ko" tordevice "$1" "$seed" \
		>/tmp/device 2>&1 || echo "bad: fuzz/device ended with $?"
	sed 's/^/device: /' /tmp/device
}

run_lanes()
{
	ask_device "$1" &
	lanes=$!
	for plan in "$dir"/plan.*; do
		sh "$here/lane.sh" "$plan" "$dir" "$1" "$2" &
		lanes="$lanes $!"
	done
	# shellcheck disable=SC2086 # a list of numbers
	wait $lanes
}

# A module whose processes were all killed is removed by the next session.
sweep()
{
	"$STAPRUN" "$dir/quiet.ko" -c true >/dev/null 2>&1
	for _ in $(seq 100); do
		grep -q '^tor' /proc/modules || return 0
		sleep 0.1
	done
	echo "bad: modules are left: $(grep '^tor' /proc/modules)"
	cat /sys/module/tor*/parameters/state
}

# What nothing leads to any more, where the kernel looks for that: an object
# has to be older than five seconds.
unreferenced()
{
	leaks=/sys/kernel/debug/kmemleak
	test -e $leaks || return 0
	sleep 6
	echo scan >$leaks
	echo scan >$leaks
	sed 's/^unreferenced/bad: &/' $leaks
	echo clear >$leaks
}

# No program dies of what it did itself, but for mill, which means to: the
# kernel says which, and where.
victims()
{
	dmesg | grep 'segfault at\|\] traps: ' | grep -v ' mill\[' |
		sed 's/^/bad: /'
}

# What is allocated once, at the first use, is no leak.
begin_noise
run_lanes 5 once
end_noise
sweep
unreferenced >/dev/null
memory before

begin_noise
run_lanes "$seconds" again
end_noise
sweep
memory after
unreferenced
victims
echo "processors: $(nproc) of $cpus"
echo "probes left: $(wc -l </sys/kernel/debug/kprobes/list)" \
	"$(wc -l </sys/kernel/tracing/enabled_functions)"
