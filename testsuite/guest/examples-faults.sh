#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1
#: args -g
#: time 300
#: modules ../../examples/faults/io-errors.stp=victim ../../examples/faults/kill.stp ../../examples/faults/memory.stp ../../examples/faults/packet-loss.stp=7011 ../../examples/faults/slow-io.stp=50 ../../examples/faults/slow-locks.stp
# each of the examples of faults (errno.stp is faults.sh's): how many calls
# failed, as the session counts them and as the program sees it

# run MODULE NAME BOUNDS COMMAND PATTERN...: a line like each of them is there
run()
{
	module=$1 name=$2 bounds=$3 load=$4
	shift 4
	# shellcheck disable=SC2086
	"$STAPRUN" "$module" $bounds -c "$load" >/tmp/shown 2>&1
	for pattern; do
		grep -qE "$pattern" /tmp/shown && continue
		echo "$name: no line like $pattern"
		head -n 20 /tmp/shown
	done
	echo "$name"
}

echo text >/tmp/victim
cat >/tmp/load <<'EOF'
n=0
for i in 1 2 3 4 5 6 7; do
	head -c 1 /tmp/victim >/dev/null 2>&1 || n=$((n + 1))
done
echo "$n failed"
EOF
run "$1" io-errors fault_every=3 "sh /tmp/load" '^3 failed$' '^fault read: 3 of 7 calls$'
shift
run "$1" kill "fault_skip=2 fault_most=1" "sh -c 'for i in 1 2 3 4 5; do echo line \$i; done; echo alive'" '^line 2$' '^fault kill: 1 of 3 calls$'
grep -x alive /tmp/shown
shift
run "$1" memory "fault_comm=cat" "sh -c 'cat /dev/null || echo no memory'" '^no memory$' '^fault memory: ([1-9][0-9]*) of \1 calls$'
shift
run "$1" packet-loss fault_every=5 "$BUILD/testsuite/guest/packets 5 7011" '^4$|^4 ' '^fault packet: 1 of 5 calls$'
shift
run "$1" slow-io fault_most=2 "dd if=/dev/zero of=/tmp/slow bs=1 count=4" '^4 bytes copied, ([1-9]|0\.[1-9])' '^fault slow write: 2 of [2-9] calls$'
shift
run "$1" slow-locks "" "sh -c 'for i in 1 2 3; do cat /proc/self/maps | cat >/dev/null; done'" '^fault slow lock: ([1-9][0-9]*) of \1 calls$'
cat /tmp/victim
rm -f /tmp/victim /tmp/load /tmp/shown /tmp/slow
