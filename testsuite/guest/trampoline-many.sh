#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/many.stp modules/holds.stp
#: time 240
# Ten thousand functions have stubs, more than 6.1 has room for direct calls
# of: it would lose 33 KB with each more.  The last ones see every call, alone,
# with the function tracer, and alone again; another session gets none of them;
# a task that sleeps below one goes on when all are gone.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
cd /sys/kernel/tracing || exit
calls()
{
	"$BUILD/testsuite/guest/calls" 300 worker
}
# Kilobytes that the kernel cannot give back.
taken()
{
	sed -n 's/SUnreclaim: *\(.*\) kB/\1/p' /proc/meminfo
}
before=$(taken)
"$STAPRUN" "$1" >/tmp/out 2>/tmp/err &
loader=$!
wait_armed /tmp/out
calls
echo vfs_read ksys_read >set_ftrace_filter
echo function >current_tracer
calls
grep -q "worker.*ksys_read" trace && echo "traced, too"
echo nop >current_tracer
echo >set_ftrace_filter
calls
"$STAPRUN" "$2" -c "$BUILD/testsuite/guest/calls 300 worker" 2>/tmp/said |
	grep first:
grep -o "[0-9]* of [0-9]* functions have .*" /tmp/said
mkfifo /tmp/pipe
exec 3<>/tmp/pipe
head -n 1 /tmp/pipe >/tmp/read &
reader=$!
wait_for "grep -q pipe_read /proc/$reader/stack"
grep -q stp_stub /proc/$reader/stack && echo "below a stub"
kill -INT "$loader"
wait "$loader"
grep many: /tmp/out
grep -o "[0-9]* of [0-9]* functions have .*" /tmp/err
grep -c stp_stub /proc/$reader/stack
echo went on >&3
wait "$reader"
cat /tmp/read
echo "modules: $(lsmod | grep -c '^stp_')"
after=$(taken)
[ $((after - before)) -lt 10000 ] || echo "lost: $((after - before)) KB"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
rm -f /tmp/pipe /tmp/read
