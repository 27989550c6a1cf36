#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: long
#: needs programs
#: time 240
#: modules modules/database.stp
#: args {programs}/usr/lib/postgresql/15/bin/postgres
# PostgreSQL with a probe at each of its marks, many of which it only passes if
# somebody looks: what its client has sent it, and what that got back.  232 statements
# are parsed, 221 of them planned; those that change something are executed in a
# statement that is; 227 transactions are the clients', and one for each of both
# begins its connection
bin=$PROGRAMS/usr/lib/postgresql/15/bin
LD_LIBRARY_PATH=$PROGRAMS/usr/lib/x86_64-linux-gnu
PGDATA=/tmp/database/data
LC_ALL=C
export PROGRAMS PGDATA LC_ALL bin
mkdir -m 777 /tmp/database
as_user()
{
	setpriv --reuid 65534 --regid 65534 --clear-groups \
		env "LD_LIBRARY_PATH=$LD_LIBRARY_PATH" "$@"
}
as_user "$bin/initdb" -U user -A trust -N >/tmp/database/log 2>&1 ||
	cat /tmp/database/log
cat >>"$PGDATA/postgresql.conf" <<'END'
listen_addresses = ''
unix_socket_directories = '/tmp/database'
autovacuum = off
max_logical_replication_workers = 0
fsync = off
jit = off
END
{
	echo 'create table t(n int);'
	for i in $(seq 200); do echo "insert into t values($i);"; done
	for i in $(seq 20); do echo "select n from t order by -n limit $i;"; done
	for i in $(seq 5); do printf 'begin;\nrollback;\n'; done
} >/tmp/database/sql
cat >/tmp/database/load.sh <<'END'
"$bin/postgres" >/tmp/database/says 2>&1 &
for _ in $(seq 100); do
	"$bin/psql" -h /tmp/database -U user postgres -c 'select 1' \
		>/dev/null 2>&1 && break
	sleep 0.5
done
"$bin/psql" -h /tmp/database -U user postgres -q -A -t -f /tmp/database/sql |
	awk '{ n++; sum += $1 } END { print n, "rows,", sum }'
kill -INT $!
wait
END
"$STAPRUN" "$1" -c "setpriv --reuid 65534 --regid 65534 --clear-groups env LD_LIBRARY_PATH=$LD_LIBRARY_PATH sh /tmp/database/load.sh"
