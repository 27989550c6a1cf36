#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: fixture storm
#: modules modules/comes.stp
#: args -g {fixture}/storm.ko
# the kernel's tracer calls us from functions of a module each time that it is
# loaded, in interrupts as well, and misses none; it forgets them with the
# module; until then --list says what they wait for
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
TRACED=/sys/kernel/debug/tracing/enabled_functions
"$STAPRUN" "$1" >/tmp/out 2>/tmp/err &
loader=$!
wait_for "grep -qs running /sys/module/stp_*/parameters/state"
echo "waiting: $("$STAPRUN" --list | grep -c 'waits for its module')"
task=0
hardirq=0
for _ in 1 2 3 4; do
	insmod "$FIXTURE/storm.ko"
	echo 20000 4000 4000 0 >/proc/storm
	read -r a b _ </proc/storm
	task=$((task + a)) hardirq=$((hardirq + b))
	echo "loaded: $(grep -c 'storm_task\|storm_hardirq' "$TRACED")"
	rmmod storm
	echo "gone: $(grep -c storm "$TRACED")"
done
kill -INT "$loader"
wait "$loader"
echo "left: $(wc -l <"$TRACED")"
echo "hits $task $task $hardirq 4 4" | cmp - /tmp/out && echo exact
cat /tmp/out /tmp/err >&2
