#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/large.stp
#: args -DSTP_MAXMEMORY=300 -DMAXACTION=100000000
#: time 120
# an array of more than 64 MB is not read while the script runs, and is not
# cleared, and both are said; other globals are read
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
"$STAPRUN" "$1" --records 3 --snapshot 3>/tmp/records 2>/tmp/err &
loader=$!
trap 'kill -9 $loader 2>/dev/null' EXIT
wait_for 'grep -qs running /sys/module/stp_*/parameters/state'
/usr/bin/kill -q $((2 << 28 | 1)) -s 40 $loader
wait_for "grep -q cleared /tmp/err"
kill -USR2 $loader
sleep 1
kill -USR2 $loader
sleep 1
kill -INT $loader
wait $loader
cat /tmp/err
python3 guest/modules/asked.py /tmp/records small
rm -f /tmp/records
