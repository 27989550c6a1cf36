#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: args -g
#: modules modules/works.stp modules/waits-inside.stp
#: time 150
# A task is below a probed function when the session ends, and its stack cannot
# be unwound up to there, so it cannot be made to return past the stub: the
# module stays, as the runner and the kernel's log say, until the task has
# gone on.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
show()
{
	echo "$1: modules $(lsmod | grep -c '^stp_')," \
		"said $(dmesg | grep -c '1 tasks are inside probed functions')"
}
"$STAPRUN" "$1" >/tmp/probed 2>/tmp/err &
probed=$!
wait_armed /tmp/probed
"$STAPRUN" "$2" >/tmp/work 2>&1 &
work=$!
wait_for "grep -q waits /tmp/work"
kill -INT "$probed"
wait "$probed"
echo "status $?, $(grep ended /tmp/probed)"
sed "s/stp_[^ ']*/MODULE/" /tmp/err
show "the probes are gone"
kill -INT "$work"
wait "$work"
echo "status $?, $(grep through /tmp/work)"
wait_for "'$STAPRUN' --clean >/dev/null; ! grep -q ^stp_ /proc/modules"
show "the task has gone on"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
