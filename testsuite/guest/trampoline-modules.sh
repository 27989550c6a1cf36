#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/comes-back.stp modules/comes-alone.stp
#: time 240
# Returns through stubs from functions of a module, which is there when the
# first session begins, and comes and goes then.  The second session begins
# without it; it has a kretprobe at a function that the first one holds, and
# says so once.  The first one ends while the module is loaded; the other has
# its function when the module comes again.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
# shellcheck source=testsuite/guest/modules/binfmt.sh
. guest/modules/binfmt.sh
traced=/sys/kernel/tracing/enabled_functions
tell()
{
	echo "$1: direct $(grep -c 'binfmt_misc\].* D' $traced || :)," \
		"kretprobes $(grep -c binfmt_misc "$kprobes" || :)"
}
load
"$STAPRUN" "$1" >/tmp/first 2>&1 &
first=$!
wait_armed /tmp/first
tell "there at the start"
unload
tell gone
"$STAPRUN" "$2" >/tmp/second 2>&1 &
second=$!
wait_armed /tmp/second
for _ in 1 2; do
	load
	tell loaded
	unload
	tell gone
done
load
kill -INT $first
wait $first
tell "the first has ended"
unload
load
tell "the second alone"
unload
load
kill -INT $second
wait $second
tell "no session"
unload
cat /tmp/first /tmp/second
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
