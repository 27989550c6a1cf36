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
ip link set lo up
"$STAPRUN" "$1" -c "strace -o /tmp/shown $BUILD/testsuite/guest/results" >/tmp/said
between() {
	sed -n '/^umask(000*)/,/^umask(000*)/ { /^umask(000*)/!p }' "$1"
}
between /tmp/shown | sed '/^---/d; s/)  *= \([-0-9?]\)/) = \1/; s/^[^(]*//
	s, /\* [0-9]*-[0-9]*-[0-9]*T[^*]* \*/,,g; s/\[[0-9]*\] => //g
	s/ ([0-9]*-[0-9]*-[0-9]*T[^)]*)$//
	s/) = [-1?]* \(E[A-Z0-9_]*\) ([^)]*)$/) = \1/' >/tmp/theirs
between /tmp/said | sed 's/^[^(]*//
	s/) = -[0-9]* (\(E[A-Z0-9_]*\))$/) = \1/' >/tmp/ours
echo "calls: $(wc -l </tmp/theirs) $(wc -l </tmp/ours)"
diff /tmp/theirs /tmp/ours | grep '^[<>]' || :
sed -n '/^pread:$/,$p' /tmp/said
