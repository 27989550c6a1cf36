#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/quiet.stp
#: time 60
# every way to end a session, each with its status
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
said()
{
	echo "$1: $2"
}

"$STAPRUN" "$1" -T 1; said "-T" $?
"$STAPRUN" "$1" n=7 -c "echo in between"; said "-c" $?
"$STAPRUN" "$1" -c "sh -c 'exit 5'" 2>/tmp/err; said "-c fails" $?
cat /tmp/err
"$STAPRUN" "$1" -c "sh -c 'exit 5'" --status; said "--status" $?
"$STAPRUN" "$1" -c "echo a | tr a b >&2" 2>&1; said "a shell" $?
"$STAPRUN" "$1" -c "/does/not/exist" 2>/tmp/err; said "nothing to run" $?
cat /tmp/err

sleep 1 &
"$STAPRUN" "$1" -x $!; said "-x" $?
"$STAPRUN" "$1" -x 4000000 2>&1; said "-x nobody" $?

for signal in INT TERM HUP QUIT; do
	"$STAPRUN" "$1" >/tmp/out &
	wait_for "grep -q begin /tmp/out"
	kill -$signal $!
	wait $!
	said "$signal" $?
	cat /tmp/out
done

nohup "$STAPRUN" "$1" >/tmp/out 2>/tmp/err </dev/null &
wait_for "grep -q begin /tmp/out"
kill -HUP $!
sleep 1
kill -0 $! && said "HUP after nohup" "goes on"
kill -TERM $!
wait $!
said "TERM after nohup" $?

mkfifo /tmp/pipe
"$STAPRUN" "$1" >/tmp/pipe &
head -n 1 /tmp/pipe
wait $!
said "closed pipe" $?

"$STAPRUN" "$1" -c true >/dev/full 2>/tmp/err; said "full disk" $?
cat /tmp/err
echo "modules: $(lsmod | grep -c '^stp_')"
