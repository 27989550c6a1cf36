#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: args --no-trampoline
#: modules modules/kretprobes.stp
#: time 120
# Kretprobes hang on one hook of the function tracer, hundreds of them as one:
# the kernel arms none of them itself, but for the second one of a function.
# Each call counts, at its entry and its return; one has a condition that ends
# and begins again; somebody else's kretprobe at the same function sees all calls,
# too.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
events=/sys/kernel/tracing/kprobe_events
cat >/tmp/load.sh <<'END'
"$BUILD/testsuite/guest/calls" 3000 worker
echo "hundreds: $(($(grep -c FTRACE /sys/kernel/debug/kprobes/list) > 300))," \
	"not disabled: $(grep FTRACE /sys/kernel/debug/kprobes/list |
		grep -vc DISABLED)"
END
export BUILD
echo alone
"$STAPRUN" "$1" -c "sh /tmp/load.sh"
echo "left: $(wc -l <"$kprobes")"
echo 'r:theirs/back ksys_read' >$events
echo 'comm == "worker"' >/sys/kernel/tracing/events/theirs/back/filter
echo 1 >/sys/kernel/tracing/events/theirs/back/enable
echo "with another"
"$STAPRUN" "$1" -c "$BUILD/testsuite/guest/calls 3000 worker"
echo "theirs: $(grep -c 'worker.*back:' /sys/kernel/tracing/trace)"
echo 0 >/sys/kernel/tracing/events/theirs/back/enable
echo >$events
echo "left: $(wc -l <"$kprobes")"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
