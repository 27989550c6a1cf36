#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/real.stp
#: args -DMAXBACKTRACE=60 -d/usr/lib/python3.11/lib-dynload/_sqlite3.cpython-311-x86_64-linux-gnu.so
# bash and python3 as the distribution has them, without debug information, several
# at a time: how often what happens they know themselves; stacks are walked to
# their end.  SQLite reads its own schema by a query that has a row.
cat >/tmp/load.sh <<'END'
for i in 1 2; do
	/usr/bin/python3 -S -E guest/modules/real.py &
	/usr/bin/bash -c 'f() { for i in {1..20}; do echo $i; done; }; f; (f)' >/dev/null &
done
wait
END
"$STAPRUN" "$1" -c "sh /tmp/load.sh" >/tmp/out
grep -E '^(python|bash):' /tmp/out
stacks=$(grep -c -e ' : sqlite3_step+0x0/' -e ' : echo_builtin+0x0/' /tmp/out)
begun=$(grep -c -e ' : _start+' /tmp/out)
echo "$stacks stacks, $((stacks - begun)) without a beginning"
grep 'the stack continues' /tmp/out | sort | uniq -c
