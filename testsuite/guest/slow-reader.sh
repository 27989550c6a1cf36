#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/flood.stp
#: kernel any
# a reader that does not read: the first signal stops the probes and waits for
# it, the second does not; a time limit holds, too
wait_for()
{
	for _ in $(seq 600); do
		sh -c "$1" && return 0
		sleep 0.05
	done
	echo "never: $1"
}

state="cat /sys/module/stp_*/parameters/state"
mkfifo /tmp/pipe
exec 5<>/tmp/pipe	# a reader
for how in signals limit; do
	# shellcheck disable=SC2046,SC2153 # two words or none; it is given
	"$STAPRUN" "$1" $(test $how = limit && echo -T 1) >/tmp/pipe &
	staprun=$!
	sleep 2
	test $how = limit || kill -INT $staprun
	wait_for "test \"\$($state)\" = stopped"
	test -d /proc/$staprun && echo "it waits"
	while kill -INT $staprun; do sleep 0.5; done
	wait $staprun
	echo "$how: $?"
	echo "modules: $(lsmod | grep -c '^stp_')"
done 2>/dev/null
exec 5>&-
