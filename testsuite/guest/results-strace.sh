#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: cpus 1
#: time 120
#: modules modules/results.stp
# argstr and retstr of calls that have returned are what strace shows of the same
# run: what read, stat, wait4, recvmsg and others filled in, what select, poll
# and fcntl found, for callers of 64 bits and of 32.  A line that differs is shown
# as both have it.  Not compared: names of calls, offsets that calls have changed
# as they were before, the numbers and words of errors, and comments with dates.
# Older straces know a command of membarrier as a number; newer ones show small
# data of epoll as one.
ip link set lo up
"$STAPRUN" "$1" -c "strace -o /tmp/shown $BUILD/testsuite/guest/results" >/tmp/said
between() {
	sed -n '/^umask(000*)/,/^umask(000*)/ { /^umask(000*)/!p }' "$1"
}
between /tmp/shown | sed '/^---/d; s/)  *= \([-0-9?]\)/) = \1/; s/^[^(]*//
	s, /\* [0-9]*-[0-9]*-[0-9]*T[^*]* \*/,,g; s/\[[0-9]*\] => //g
	s/ ([0-9]*-[0-9]*-[0-9]*T[^)]*)$//
	s/) = [-1?]* \(E[A-Z0-9_]*\) ([^)]*)$/) = \1/
	s/_RSEQ|0x200)/_RSEQ|MEMBARRIER_CMD_GET_REGISTRATIONS)/
	s/data=0x\([0-9]\)}/data={u32=\1, u64=\1}}/' >/tmp/theirs
between /tmp/said | sed 's/^[^(]*//
	s/) = -[0-9]* (\(E[A-Z0-9_]*\))$/) = \1/' >/tmp/ours
test "$(wc -l </tmp/theirs)" -ge 282 && echo "282 calls, or more of a newer libc"
diff /tmp/theirs /tmp/ours | grep '^[<>]' || :
sed -n '/^pread:$/,$p' /tmp/said
