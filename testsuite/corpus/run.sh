#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# run.sh SECONDS LOAD COMMAND AFTER STAPRUN-ARGUMENTS: trace COMMAND; or, if
# that is empty, run LOAD while the session runs, SECONDS later AFTER, and end
# it as ^C does.  $TERMINAL: the command that gives staprun a terminal, or "".
seconds=$1 load=$2 command=$3 after=$4
shift 4
ip link set lo up 2>/dev/null
modprobe -q null_blk memory_backed=1 gb=1 2>/dev/null
if test -n "$command"; then
	exec "$STAPRUN" "$@" -c "$command"
fi
# shellcheck disable=SC2086 # words
$TERMINAL "$STAPRUN" "$@" &
session=$!
while ! grep -qx running /sys/module/stp_*/parameters/state 2>/dev/null; do
	kill -0 $session 2>/dev/null || break
	grep -q '^State:.Z' /proc/$session/status 2>/dev/null && break
	sleep 0.05
done
if test -d /sys/module/stp_*; then
	sh -c "$load" 2>/dev/null
	sleep "$seconds"
	sh -c "$after"
fi
kill -INT $session 2>/dev/null
wait $session
