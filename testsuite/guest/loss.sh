#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/numbered.stp
#: says ERROR: the session ended early: its reader was killed by signal 9
# 4000 calls print a line each, and two probes more: what comes and what is
# counted as lost are all of them, with a reader that stands still, one that
# keeps up, and buffers that overwrite themselves; --strict ends with 1 if
# anything was lost.  Who reads what staprun prints may die, which ends the run
# as a signal does, and so may the half of it that reads the buffers, which is a
# failure: nothing is left
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
calls="$BUILD/testsuite/guest/calls"
begin()
{
	"$STAPRUN" "$@" >/tmp/out 2>/tmp/err &
	loader=$!
	wait_for "grep -q running /sys/module/stp_*/parameters/state"
	consumer=$(pgrep -P "$loader")
}
finish()
{
	kill -INT "$loader"
	wait "$loader"
	status=$?
	lost=$(sed -n 's/^WARNING: \([0-9]*\): .*/\1/p' /tmp/err |
		awk '{ n += $1 } END { print n + 0 }')
	echo "$1: $(($(wc -l </tmp/out) + lost)), some lost: $((lost > 0))," \
		"status $status"
}
for strict in "" --strict; do
	# shellcheck disable=SC2086 # a word or none
	begin "$1" $strict STP_BUFFER_KB=32
	kill -STOP "$consumer"
	"$calls" 4000 counted
	kill -CONT "$consumer"
	finish "stands still $strict"
done
begin "$1" --strict
"$calls" 4000 counted
finish "keeps up"
begin "$1" -F --strict STP_BUFFER_KB=32
"$calls" 4000 counted
finish "overwrites"
mkfifo /tmp/pipe
cat </tmp/pipe >/dev/null &
reader=$!
"$STAPRUN" "$1" >/tmp/pipe 2>/tmp/err &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
kill -9 "$reader"
"$calls" 4000 counted
wait "$loader"
echo "reader killed: $(($? != 0)), modules: $(lsmod | grep -c '^stp_')"
begin "$1"
kill -9 "$consumer"
wait "$loader"
echo "consumer killed: $?, modules: $(lsmod | grep -c '^stp_')"
cat /tmp/err >&2
