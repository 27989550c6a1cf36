#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/uprobe-switch.stp
#: args {build}/testsuite/guest/program
# the entry and the return of a function share a probe of the kernel, and each is
# switched on and off without the other
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
"$STAPRUN" "$1" --records 3 3>/dev/null &
loader=$!
wait_for 'grep -qs running /sys/module/stp_*/parameters/state'
switch()	# WHAT (0 off, 1 on) ROW, HOW MANY are off then
{
	/usr/bin/kill -q $(($1 << 28 | $2)) -s 40 $loader
	wait_for "test \$(\"$STAPRUN\" --list | grep -c '  disabled') = $3"
}
run()		# HOW OFTEN
{
	for _ in $(seq "$1"); do
		"$BUILD/testsuite/guest/program" 7 2 >/dev/null
	done
	# shellcheck disable=SC2046
	echo "$1:" $("$STAPRUN" --list |
		sed -n 's/.*"own@[^)]*)\([^ ]*\) .* \([0-9]* hits\).*/own\1 \2/p')
}
run 1
switch 0 0 1
run 2
switch 0 1 2
run 3
switch 1 1 1
run 4
switch 1 0 0
run 5
switch 0 1 1
run 6
kill -INT $loader
wait $loader
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
