#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: long
#: needs programs
#: time 240
#: modules modules/web.stp
#: args {programs}/usr/sbin/nginx {programs}/usr/bin/sqlite3 {programs}/usr/lib/x86_64-linux-gnu/libsqlite3.so.0
# nginx under load over the loopback, and the program of sqlite, while what they do
# is probed: no request fails, and each is seen once.  One in ten is for a page that
# is not there.  100 rows go in by 100 statements and come out by one, and their sum
# by another; for itself SQLite reads its schema twice, with a row.
cat >/tmp/load.sh <<'END'
export LD_LIBRARY_PATH=$PROGRAMS/usr/lib/x86_64-linux-gnu
mkdir -p /tmp/web/logs
head -c 1000 /dev/zero | tr '\0' x >/tmp/web/page
cat >/tmp/web/conf <<'CONF'
worker_processes 2;
daemon off;
pid /tmp/web/pid;
error_log /tmp/web/errors;
events { }
http {
	access_log /tmp/web/access;
	client_body_temp_path /tmp/web/t1;
	proxy_temp_path /tmp/web/t2;
	fastcgi_temp_path /tmp/web/t3;
	uwsgi_temp_path /tmp/web/t4;
	scgi_temp_path /tmp/web/t5;
	sendfile on;
	keepalive_requests 1000;
	server { listen 127.0.0.1:8080; root /tmp/web; }
}
CONF
ip link set lo up
"$PROGRAMS/usr/sbin/nginx" -e /tmp/web/errors -c /tmp/web/conf &
until test -s /tmp/web/pid; do sleep 0.2; done
sleep 1
LD_LIBRARY_PATH='' python3 guest/modules/web.py "$(cat /tmp/web/pid)"
wait
wc -l </tmp/web/access
{
	echo 'create table t(n);'
	for i in $(seq 100); do echo "insert into t values($i);"; done
	echo 'select sum(n) from t; select n from t;'
} | "$PROGRAMS/usr/bin/sqlite3" /tmp/web/data.db | awk '{ n += $1 } END { print n }'
END
export PROGRAMS
"$STAPRUN" "$1" -c "sh /tmp/load.sh"
