#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: args -t
#: modules modules/sleepers.stp
#: time 150
# Tasks sleep in probed functions when the session ends: the module goes at
# once, and they go on, or die, as if nothing had been there; the table of
# probes says how many they were, also of what has never returned.  Function
# tracing cannot be switched off while they are attached.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
stubs="grep -c stp_stub /proc/\$reader/stack"
"$STAPRUN" "$1" >/tmp/out 2>/tmp/err &
loader=$!
wait_armed /tmp/out
echo "direct: $(grep -c 'direct-->' /sys/kernel/tracing/enabled_functions)"
echo 0 2>/dev/null >/proc/sys/kernel/ftrace_enabled || echo "not switched off"
for i in 1 2 3 4; do
	mkfifo "/tmp/pipe$i"
done
exec 3<>/tmp/pipe1 4<>/tmp/pipe2 5<>/tmp/pipe3 6<>/tmp/pipe4
for i in 1 2 3 4; do
	head -n 1 "/tmp/pipe$i" >"/tmp/read$i" &
	readers="$readers $!"
done
sleep 1000 &
sleeper=$!
for reader in $readers; do
	wait_for "grep -q pipe_read /proc/$reader/stack"
	eval "$stubs"
done
wait_for "grep -q nanosleep /proc/$sleeper/stack"
kill -INT "$loader"
wait "$loader"
echo "status $?, $(grep ended /tmp/out), modules: $(lsmod | grep -c '^stp_')"
sed '/ hits /,$d' /tmp/err
unreturned()
{
	n=$(grep -A 2 "\"\(anon_\)*$1[\"@].*return" /tmp/err |
		sed -n 's/ *\([0-9]*\)  more calls had not returned.*/\1/p')
	echo "$1: $((${n:-0} >= $2))"
}
unreturned pipe_read 4
unreturned schedule 5
unreturned do_nanosleep 1
for reader in $readers; do
	eval "$stubs"
	last=$reader
done
echo one >&3
echo two >&4
echo three >&5
kill -9 "$last" "$sleeper"
for reader in $readers; do
	wait "$reader" 2>/dev/null
	echo "reader: $?"
done
wait "$sleeper" 2>/dev/null
echo "sleeper: $?"
cat /tmp/read1 /tmp/read2 /tmp/read3 /tmp/read4
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
rm -f /tmp/pipe? /tmp/read?
