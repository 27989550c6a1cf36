#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/counted.stp
#: says ERROR: 'nobody' is not a session of tapster
# a session that somebody reads is listed, as text and as JSON; while it is
# disabled its hits pass, and are not even counted; then it goes on
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
calls="$BUILD/testsuite/guest/calls"
"$STAPRUN" "$1" >/tmp/out &
loader=$!
wait_for "grep -q running /sys/module/stp_*/parameters/state"
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
list()
{
	"$STAPRUN" --list >/tmp/list
	sed -n "1s/$module/NAME/p" /tmp/list
	hits=$(sed -n 's/.*getppid.* \([0-9]*\) hits.*/\1/p' /tmp/list)
}
"$calls" 100 counted
list
echo "all: $((hits >= 100))"
"$STAPRUN" --disable "$module"
"$calls" 50 counted
"$STAPRUN" --list --format json >/tmp/json
then=$(sed 's/.*"hits":\([0-9]*\),"missed":0},{"probe":"end".*/\1/' /tmp/json)
echo "disabled: $((then < hits + 50))"
"$STAPRUN" --enable "$module"
"$calls" 7 counted
sed "s/$module/NAME/; s/\"hits\":[0-9]*/\"hits\":N/g; s/\"memory\":[0-9]*/M/
	s/\"0x[0-9a-f]*\"/ADDR/; s/+0x4\"/+0\"/; s,\"script\":\"[^\"]*\",SCRIPT," /tmp/json
"$STAPRUN" --disable nobody
echo "nobody: $?"
kill -INT "$loader"
wait "$loader"
echo "ended: $?, $(cat /tmp/out)"
echo "modules: $(lsmod | grep -c '^stp_')"
