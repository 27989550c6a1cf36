# SPDX-License-Identifier: LGPL-2.1-or-later
# For tests that kill: . guest/modules/kill.sh
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh

kprobes=/sys/kernel/debug/kprobes/list

# Run $1 with a load, until its probes are armed: $loader, $consumer, $module.
start()
{
	module=$(basename "$1" .ko)
	"$STAPRUN" "$1" >/tmp/out 2>/tmp/err &
	loader=$!
	wait_for "grep -q armed /tmp/out"
	"$BUILD/testsuite/guest/calls" 1000000 >/dev/null 2>&1 &
	load=$!
	wait_for "grep -q tick /tmp/out"
	consumer=$(pgrep -P "$loader")
	module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
	echo "armed: $(wc -l <"$kprobes") probes," \
		"$(ls /dev | grep -c "^$module-") device"
}

# Until all sessions run, the last of which has $1 as its output: begin says
# "armed" before the probes are attached.
wait_armed()
{
	wait_for "grep -q armed $1"
	wait_for "! cat /sys/module/stp_*/parameters/state | grep -qvx running"
}

# What a dead session may not leave.
show_rest()
{
	kill -9 "$load" 2>/dev/null
	wait_for "! grep -q . $kprobes"
	wait_for "! ls /dev | grep -q '^$module-'"
	echo "probes: $(wc -l <"$kprobes")," \
		"devices: $(ls /dev | grep -c "^$module-")," \
		"in /proc: $(ls /proc | grep -c "$module")," \
		"modules: $(lsmod | grep -c "^$module ")"
}

# $@ as the process whose number is $PID, until that is what it is: $own.  The kernel
# has to allow the number, see pid_max.
become()
{
	for _ in $(seq 100); do
		echo $((PID - 1)) >/proc/sys/kernel/ns_last_pid
		"$@" &
		own=$!
		test "$own" = "$PID" && return
		kill "$own"
		wait "$own"
	done
	echo "process $PID is not to be had: $own"
}
