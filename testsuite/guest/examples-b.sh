#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.12
#: time 400
#: modules ../../examples/memory/leaks.stp ../../examples/scheduler/latency.stp ../../examples/scheduler/switches.stp ../../examples/profiling/off-cpu.stp ../../examples/scheduler/migrations.stp ../../examples/scheduler/cpu-time.stp ../../examples/locks/kernel-locks.stp ../../examples/locks/mutex-hold.stp ../../examples/locks/futexes.stp ../../examples/interrupts/irqs.stp ../../examples/interrupts/softirqs.stp ../../examples/interrupts/timers.stp ../../examples/profiling/cpu.stp ../../examples/profiling/wakers.stp ../../examples/locks/mutex-held.stp ../../examples/network/tcp-retransmits.stp ../../examples/profiling/system-calls.stp ../../examples/process/strace.stp ../../examples/security/become-root.stp ../../examples/security/modules.stp ../../examples/security/ptrace.stp ../../examples/security/listening.stp ../../examples/applications/malloc.stp ../../examples/block/latency.stp ../../examples/block/sizes.stp ../../examples/block/who.stp
# as examples-a: the other half of the scripts, on the other kernel
# shellcheck source=testsuite/guest/modules/try.sh
. guest/modules/try.sh
many="sh -c 'for i in 1 2 3 4 5; do cat /dev/null; done'"
python="/usr/bin/python3 -S -E -c"
try "$1" leaks "$many" '^ +[0-9]+ +[1-9][0-9]* [a-z_0-9.]+$'; shift
try "$1" run-queue "$many" '^(sh|cat) +[1-9][0-9]* +[0-9]+ +[0-9]+$'; shift
try "$1" switches "$many" '^sh +[1-9][0-9]* +[0-9]+$'; shift
try "$1" off-cpu "sh -c 'sleep 0.2; exit 0'" '^sleep [1-9][0-9]{5,} us$'; shift
try "$1" migrations "taskset 1 taskset 2 taskset 1 taskset 2 true" '^[^ ]+ +[01] +[01] +[1-9]'; shift
try "$1" cpu-time "$many" '^(sh|cat|init) +[0-9]+ +[0-9]+%$'; shift
try "$1" kernel-locks "$many" '^PROGRAM +TIMES'; shift
try "$1" mutex-hold "sh -c 'cat /proc/self/maps | cat >/dev/null'" '^ +[1-9][0-9]* +[0-9]+ +[0-9]+ [a-z_0-9.]+$'; shift
try "$1" futexes "$python 'import _thread as t, time; l = t.allocate_lock(); l.acquire(); l.acquire(timeout=0.2)'" '^python3 +[0-9]+ +0x[0-9a-f]+ +[1-9]'; shift
try "$1" irqs "cat /etc/passwd" '^ +[0-9]+ [^ ]+ +[1-9]'; shift
try "$1" softirqs "sleep 0.3" '^(timers|RCU|scheduler) +[1-9]'; shift
try "$1" timers "sleep 0.3" '^ +[1-9][0-9]* [a-z_0-9]+'; shift
try "$1" cpu "sh -c 'i=0; while test \$i -lt 30000; do i=\$((i + 1)); done'" '^ +[1-9][0-9]* +[0-9]+% sh +'; shift
try "$1" wakers "sh -c 'echo | cat; exit 0'" '^(sh|cat) woken by [^:]+: [1-9][0-9]* us in [1-9][0-9]* waits$'; shift
try "$1" mutex-held "sh -c 'cat /proc/self/maps | cat >/dev/null'" '^ +[1-9][0-9]* +[0-9]+ +[0-9]+ [a-z_0-9.]+$'; shift
try "$1" tcp-retransmits "sh guest/modules/lossy.sh" '^ +[1-9][0-9]* TCP_[A-Z0-9_]+ +127.0.0.1:8124 +127.0.0.1:[0-9]+$'; shift
try "$1" system-calls "cat /nothing/there" '^openat +[1-9][0-9]* +[1-9][0-9]* '; shift
try "$1" strace "cat /nothing/there" '^cat [0-9]+ openat.AT_FDCWD, "/nothing/there", O_RDONLY. = -2 .ENOENT. <[0-9]+>$'; shift
try "$1" become-root "$BUILD/testsuite/guest/vars /tmp/examples-vars" 'vars +[0-9]+ \(of .*\): uid 0 becomes 1234$'; shift
try "$1" modules "sh -c 'modprobe null_blk gb=1'" ' null_blk loaded by modprobe '; shift
try "$1" ptrace "cat /proc/1/environ" '^cat +[0-9]+ -> [^ ]+ +1$'; shift
try "$1" listening "$python 'import _socket as s; a = s.socket(); a.bind((\"127.0.0.1\", 8123)); a.listen(1)'" '^python3 +[0-9]+ uid 0 listens at 127.0.0.1:8123$'; shift
try "$1" malloc "ls /" '^ls: [1-9][0-9]* calls, [1-9]'; shift
direct="dd if=/dev/zero of=/dev/nullb0 bs=4096 count=8 oflag=direct status=none"
try "$1" disk-latency "$direct" '^nullb0: [1-9][0-9]* requests'; shift
try "$1" disk-sizes "$direct" '^dd writes, KB$'; shift
try "$1" disk-users "$direct" '^dd +nullb0 +write +8 +32$'; shift
modprobe -r null_blk
rm -f /tmp/shown /tmp/said /tmp/examples-vars
