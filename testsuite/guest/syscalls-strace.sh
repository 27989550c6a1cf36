#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: long
#: time 600
#: modules modules/many-calls.stp
# argstr of 330 calls is what strace shows of them, and retstr what it says that
# they answered; a line that differs is shown as both have it.  Not compared: names
# of calls (pread, pread64), the numbers and words of errors, and the dates that
# strace puts after times as comments.
"$STAPRUN" "$1" -c "strace -o /tmp/shown $BUILD/testsuite/guest/many_calls" >/tmp/said
# what is between the two calls of umask(0), which the loader makes none of
between() {
	sed -n '/^umask(000*)/,/^umask(000*)/ { /^umask(000*)/!p }' "$1"
}
# blanks stand before strace's results; one of bpf is an error of 32 bits
between /tmp/shown | sed 's/)  *= \([-0-9?]\)/) = \1/; s/^[^(]*//
	s, /\* [0-9]*-[0-9]*-[0-9]*T[^*]* \*/,,g; s/ ([0-9]*-[0-9]*-[0-9]*T[^)]*)$//
	s/_RSEQ|0x200)/_RSEQ|MEMBARRIER_CMD_GET_REGISTRATIONS)/
	s/= 4294967258 ENOSYS.*/= 4294967258/
	s/) = [-1?]* \(E[A-Z0-9_]*\) ([^)]*)$/) = \1/' >/tmp/theirs
between /tmp/said | sed 's/^[^(]*//
	s/) = -[0-9]* (\(E[A-Z0-9_]*\))$/) = \1/' >/tmp/ours
echo "calls: $(wc -l </tmp/theirs) $(wc -l </tmp/ours)"
diff /tmp/theirs /tmp/ours | grep '^[<>]' || :
