#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: args -g
#: kernel 6.1 6.12 rt
#: modules modules/strays-entry.stp modules/strays-return.stp modules/strays-kretprobe.stp
# Hits of functions that are not found at the address they come with are not
# silence: they are counted, and told with what was lost; --strict ends with 1.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
for module in "$1" "$2" "$3"; do
	for unplug in 0 1; do
		"$STAPRUN" "$module" --strict STP_UNPLUG=$unplug >/tmp/out \
			2>/tmp/err &
		session=$!
		wait_armed /tmp/out
		"$BUILD/testsuite/guest/calls" 1000
		kill -INT $session
		wait $session
		status=$?
		n=$(sed -n 's/^WARNING: \([0-9]*\): hits at addresses .*/\1/p' \
			/tmp/err)
		echo "unplugged $unplug: $(tail -n 1 /tmp/out)," \
			"strays $((${n:-0} >= 2000)), status $status"
	done
done
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
