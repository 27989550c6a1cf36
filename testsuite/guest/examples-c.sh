#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.12
#: time 400
#: modules ../../examples/hello.stp ../../examples/forks.stp ../../examples/vfs-reads.stp ../../examples/vfs-top.stp ../../examples/files/fsync.stp ../../examples/files/top-files.stp ../../examples/files/watch-file.stp=passwd ../../examples/memory/mappings.stp ../../examples/network/tcp-states.stp ../../examples/process/execs.stp ../../examples/process/exits.stp ../../examples/process/short-lived.stp=100000 ../../examples/profiling/functions.stp=vfs_* ../../examples/profiling/time.stp=vfs_read ../../examples/applications/calls.stp={build}/testsuite/guest/program,add ../../examples/applications/life.stp={build}/testsuite/guest/program ../../examples/applications/time.stp={build}/testsuite/guest/program,depth ../../examples/process/metrics.stp
# as examples-a: those that have arguments, and the rest
# shellcheck source=testsuite/guest/modules/try.sh
. guest/modules/try.sh
program="$BUILD/testsuite/guest/program"
try "$1" hello "true" '^hello, world$'; shift
try "$1" forks "sh -c 'cat /dev/null; exit 0'" '^ *[0-9]+ cat +\(parent [0-9]+\)$'; shift
try "$1" vfs-reads "cat /etc/passwd" '^cat +[1-9][0-9]* +[1-9]'; shift
try "$1" vfs-top "sh -c 'cat /etc/passwd; sleep 3.5'" '^cat +[0-9]+ vfs_read +[1-9][0-9]*$'; shift
try "$1" fsync "sh -c ': >/tmp/one; sync /tmp/one'" '^sync +[12] +[0-9]+ +[0-9]+ /tmp/one$'; shift
try "$1" top-files "cat /etc/passwd" '^ +[1-9][0-9]* +0 /etc/passwd$'; shift
try "$1" watch-file "cat /etc/passwd" ' cat +[0-9]+ uid 0 reads /etc/passwd$'; shift
try "$1" mappings "cat /dev/null" '^cat +[0-9]+ +[0-9]{4,} KB /.*/libc[^/]*$'; shift
"$BUILD/testsuite/guest/packets" 1 7012 >/dev/null	# lo is up
refused="bash -c 'echo 2>/dev/null >/dev/tcp/127.0.0.1/9'"
try "$1" tcp-states "$refused" '^127.0.0.1:[0-9]+ 127.0.0.1:9 TCP_SYN_SENT -> TCP_CLOSE$'; shift
try "$1" execs "sh -c 'cat /dev/null; exit 0'" '^ *[0-9]+ +[0-9]+ sh +\["cat", "/dev/null"\]$'; shift
try "$1" exits "sh -c 'sleep 9 & kill -TERM \$!; wait; exit 0'" '^ *[0-9]+ (sleep|sh) +[0-9]+ signal SIGTERM$'; shift
try "$1" short-lived "sh -c 'for i in 1 2 3; do cat /dev/null; done'" '^cat +3 +[0-9]+$'; shift
try "$1" functions "cat /etc/passwd" '^ +[1-9][0-9]* vfs_read$'; shift
try "$1" time-of-function "cat /etc/passwd" '^cat +[1-9][0-9]* +[1-9][0-9]* +[1-9][0-9]*$'; shift
try "$1" calls "$program 5" '^ +5 add$'; shift
try "$1" life "$program threads 2" '^[0-9]+ has a new thread [0-9]+$'; shift
try "$1" time "$program 5" '^4 calls, [1-9][0-9]* ns each$'; shift
try "$1" metrics "sh -c 'cat /etc/passwd >/dev/null; cat /proc/tapster_*/__prometheus'" '^calls.program="cat". [1-9][0-9]*$'
rm -f /tmp/shown /tmp/said /tmp/one
