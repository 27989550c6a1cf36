#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: long
#: needs programs
#: time 240
#: modules modules/servers.stp
#: args -d{programs}/usr/bin/redis-check-rdb {programs}/usr/bin/redis-check-rdb
# a server under load from twenty clients, while its commands and their returns are
# probed: no request fails, and it counts as many of them as were seen; beside them
# the five calls that wait for it, ask how it is set up, how many, and end it
cat >/tmp/load.sh <<'END'
bin=$PROGRAMS/usr/bin
export LD_LIBRARY_PATH=$PROGRAMS/usr/lib/x86_64-linux-gnu
"$bin/redis-server" --port 0 --unixsocket /tmp/redis --save '' >/dev/null 2>&1 &
until "$bin/redis-cli" -s /tmp/redis ping 2>/dev/null | grep -q PONG; do
	sleep 0.2
done
"$bin/redis-benchmark" -s /tmp/redis -t set,get,lpush -n 1500 -c 20 -q >/dev/null
"$bin/redis-cli" -s /tmp/redis info commandstats | tr ,= '  ' |
	awk '/stat_(set|get|lpush):/ { print $2, "failed", $NF }'
"$bin/redis-cli" -s /tmp/redis shutdown nosave
wait
END
export PROGRAMS
"$STAPRUN" "$1" -c "sh /tmp/load.sh"
