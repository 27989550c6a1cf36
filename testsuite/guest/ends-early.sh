#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/ends-early.stp modules/ends-at-once.stp
#: time 240
# While kprobes are attached, which takes seconds, one of them calls exit(),
# or the user interrupts: the others are left alone, and he is told.  Where
# begin calls exit() none is attached.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
show()
{
	echo "$1: status $2"
	sed 's,: [0-9]* of [3-9][0-9][0-9] are,: some of many are,' /tmp/out
	echo "probes: $(wc -l <"$kprobes")"
}
"$STAPRUN" "$1" ends=1 >/tmp/out 2>&1 &
session=$!
while kill -0 $session 2>/dev/null; do
	cat /proc/stat >/dev/null
done
wait $session
show "exit()" $?
"$STAPRUN" "$1" >/tmp/out 2>&1 &
session=$!
wait_for "grep -q . $kprobes"
kill -INT $session
wait $session
show interrupted $?
"$STAPRUN" "$2" >/tmp/out 2>&1
show "at once" $?
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
