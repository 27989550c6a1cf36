#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: args -g {build}/testsuite/guest/program-static
#: modules modules/unplugged-kretprobe.stp modules/unplugged-timer.stp modules/unplugged-tracepoint.stp modules/unplugged-life.stp modules/unplugged-perf.stp modules/unplugged-watch.stp modules/unplugged-uprobe.stp modules/unplugged-kprobe.stp
# What the kernel takes and does not bring is no silence.  Kretprobes whose common
# hook is not called are armed by the kernel; a tracepoint, a timer, an event of perf, a
# watchpoint, a breakpoint of a program is an error; so is a kprobe while kprobes
# are switched off.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
# What a module prints, without the paths of this tree.
run()
{
	"$STAPRUN" "$@" >/tmp/out 2>&1
	status=$?
	sed 's|at /[^ ]*/modules/|at |
		s/process(.*).function("main@[^)]*)/process("main")/' /tmp/out
	echo "status $status"
}
kretprobes=$1
kprobe=$8
for unplug in 0 8; do
	"$STAPRUN" "$kretprobes" --strict STP_UNPLUG=$unplug >/tmp/out 2>&1 &
	session=$!
	wait_armed /tmp/out
	echo "unplugged $unplug: $(wc -l <"$kprobes") kprobes," \
		"$(grep -c DISABLED "$kprobes") of them on the hook"
	"$BUILD/testsuite/guest/calls" 1000 counted
	kill -INT $session
	wait $session
	echo "status $?"
	cat /tmp/out
done
shift
for module; do
	test "$module" = "$kprobe" && continue
	run "$module" STP_UNPLUG=16
done
echo 0 >/sys/kernel/debug/kprobes/enabled
run "$kprobe"
run "$kretprobes" -c "$BUILD/testsuite/guest/calls 10 counted"
echo 1 >/sys/kernel/debug/kprobes/enabled
run "$kprobe" -c "$BUILD/testsuite/guest/calls 10"
echo "left: $(wc -l <"$kprobes") kprobes," \
	"$(wc -l </sys/kernel/tracing/enabled_functions) traced"
echo "complaints: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
