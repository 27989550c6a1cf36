#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: args -g
#: time 300
#: modules ../../examples/faults/io-errors.stp=victim ../../examples/faults/kill.stp ../../examples/faults/memory.stp ../../examples/faults/packet-loss.stp=7011 ../../examples/faults/slow-io.stp ../../examples/faults/slow-locks.stp
# each of the examples of faults in a dry run counts and changes nothing, and
# leaves alone who is not the target and who is not called so

# expect WHAT FILE PATTERN: a line like it is there
expect()
{
	grep -qE "$3" "$2" && return
	echo "$1: no line like $3"
	head -n 20 "$2"
}

# none MODULE NAME LINE PROGRAM [ARG]...: what the program prints if all is well
none()
{
	module=$1 name=$2 line=$3
	shift 3
	"$STAPRUN" "$module" fault_dry=1 -c "$*" >/tmp/shown 2>&1
	expect "$name, dry" /tmp/shown "$line"
	expect "$name, dry" /tmp/shown \
		'^fault .*: [1-9][0-9]* of [1-9][0-9]* calls, none made: dry run$'
	"$STAPRUN" "$module" fault_comm=nobody -c "$*" >/tmp/shown 2>&1
	expect "$name, another name" /tmp/shown "$line"
	grep '^fault ' /tmp/shown
	# the target sleeps, and others work
	sleep 1000 &
	target=$!
	"$STAPRUN" "$module" -x $target >/tmp/shown 2>&1 &
	session=$!
	wait_for "grep -qx running /sys/module/stp_*/parameters/state"
	"$@" >/tmp/theirs 2>&1
	kill $target
	wait $session
	expect "$name, others" /tmp/theirs "$line"
	echo "$name"
}

# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
echo text >/tmp/victim
cat >/tmp/load <<'EOF'
echo one
head -c 4 /tmp/victim && echo " is read"
sleep 0.1
echo alive >/tmp/written
cat /tmp/written
EOF
none "$1" io-errors '^text is read$' sh /tmp/load; shift
none "$1" kill '^alive$' sh /tmp/load; shift
none "$1" memory '^alive$' sh /tmp/load; shift
none "$1" packet-loss '^5$|^5 ' "$BUILD/testsuite/guest/packets" 5 7011; shift
none "$1" slow-io '^alive$' sh /tmp/load; shift
none "$1" slow-locks '^alive$' sh /tmp/load; shift
rm -f /tmp/victim /tmp/load /tmp/shown /tmp/theirs /tmp/written
