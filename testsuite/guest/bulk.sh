#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/numbered.stp
#: cpus 2
#: time 150
# of 6000 calls on two processors every one is a line, or is counted as lost or
# skipped: in files of -b, which --merge puts into the order of the numbers; in
# such files whose reader stood still, with small buffers, a failure with
# --strict; in one stream; in one whose reader sleeps, with small buffers
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
calls="$BUILD/testsuite/guest/calls"
work()
{
	wait_for "grep -q running /sys/module/stp_*/parameters/state"
	taskset -c 0 "$calls" 3000 counted &
	one=$!
	taskset -c 1 "$calls" 3000 counted
	wait "$one"
	kill -INT "$loader"
}
count()
{
	lost=$(sed -n 's/^WARNING: \([0-9]*\): .*/\1/p' /tmp/err |
		awk '{ n += $1 } END { print n + 0 }')
	grep '^[0-9]' /tmp/out >/tmp/lines
	echo "$1: $(($(wc -l </tmp/lines) + lost)), $(head -n 1 /tmp/out)," \
		"$(tail -n 1 /tmp/out)"
	sort -n -c /tmp/lines && echo "in order"
}
cd /tmp || exit
"$STAPRUN" "$1" -b -o bulk MAXSKIPPED=1000000 2>/tmp/err >/tmp/nothing &
loader=$!
work
wait "$loader"
echo "status $?, $(echo bulk_*), in text: $(wc -c </tmp/nothing)"
"$STAPRUN" --merge bulk_* >/tmp/out
echo "merged: $?"
count bulk
"$STAPRUN" "$1" -b -o lossy --strict MAXSKIPPED=1000000 STP_BUFFER_KB=32 \
	2>/tmp/err >/tmp/nothing &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
consumer=$(pgrep -P "$loader")
kill -STOP "$consumer"
work
kill -CONT "$consumer"
wait "$loader"
echo "status $?"
"$STAPRUN" --merge lossy_* >/tmp/out
echo "merged: $?"
count lossy
echo "some lost: $((lost > 0))"
"$STAPRUN" --merge bulk_0 bulk_1 >/tmp/part 2>/tmp/holes
echo "without bulk_s: $?, $(grep -c 'missing from the files' /tmp/holes)"
# no record ends at an odd byte
head -c 5001 bulk_0 >short_0
"$STAPRUN" --merge short_0 bulk_1 bulk_s >/dev/null 2>/tmp/holes
echo "cut off: $?, $(grep -c 'damaged after byte' /tmp/holes)"
"$STAPRUN" "$1" MAXSKIPPED=1000000 2>/tmp/err >/tmp/out &
loader=$!
work
wait "$loader"
count stream
mkfifo pipe
{ sleep 3; cat >/tmp/out; } <pipe &
reader=$!
"$STAPRUN" "$1" MAXSKIPPED=1000000 STP_BUFFER_KB=32 2>/tmp/err >pipe &
loader=$!
work
wait "$loader" "$reader"
count slow
echo "some lost: $((lost > 0))"
