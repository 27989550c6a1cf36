#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: args -g __x64_sys_fsync 5
#: time 300
#: modules ../../examples/faults/errno.stp
# faults on purpose: exactly as many as was said, of the processes that were
# said, until there were enough of them or it took long enough; and none in a
# dry run.  Each sync FILE is one call of fsync(2), which says EIO.
: >/tmp/tapster-faults
cat >/tmp/load <<'EOF'
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	sync /tmp/tapster-faults 2>/tmp/said && continue
	grep -q 'Input/output error' /tmp/said && n=$((n + 1))
done
echo "$1${n:-0} failed"
EOF
echo "every third"
"$STAPRUN" "$1" fault_every=3 -c "sh /tmp/load"
echo "all but the first ten"
"$STAPRUN" "$1" fault_skip=10 -c "sh /tmp/load"
echo "dry"
"$STAPRUN" "$1" fault_every=3 fault_dry=1 -c "sh /tmp/load"
echo "a program of this name"
"$STAPRUN" "$1" fault_comm=none -c "sh /tmp/load"

echo "others, while the target is there"
rm -f /tmp/go /tmp/done
(
	until [ -e /tmp/go ]; do sleep 0.5; done
	sh /tmp/load "others: "
	: >/tmp/done
) &
"$STAPRUN" "$1" -c "sh -c ': >/tmp/go; until [ -e /tmp/done ]; do sleep 0.5; done; sh /tmp/load'"
wait

echo "until there were two"
"$STAPRUN" "$1" fault_comm=sync fault_most=2 &
n=0
while kill -0 $! 2>/dev/null; do
	sync /tmp/tapster-faults 2>/dev/null || n=$((n + 1))
	sleep 0.3
done
wait $!
echo "status $?, $n failed"

echo "for a second"
"$STAPRUN" "$1" fault_comm=none fault_seconds=1
echo "status $?"
echo "nobody"
"$STAPRUN" "$1" 2>&1 | grep -o 'faults for whom?'
sh /tmp/load "at the end "
rm -f /tmp/load /tmp/said /tmp/go /tmp/done /tmp/tapster-faults
