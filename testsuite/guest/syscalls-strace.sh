#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: long
#: time 600
#: modules modules/many-calls.stp
# argstr of 330 calls is what strace shows of them; a line that differs is shown
# as both have it.  Not compared: names of calls (pread, pread64) and the dates
# that strace puts behind times as comments.
calls="$BUILD/testsuite/guest/many_calls"
strace -o /tmp/shown "$calls"
"$STAPRUN" "$1" -c "$calls" >/tmp/said
# what is between the two calls of umask(0), which the loader makes none of
between() {
	sed -n '/^umask(000*)/,/^umask(000*)/ { /^umask(000*)/!p }' "$1"
}
# behind the arguments strace has the result, and blanks before it
between /tmp/shown | sed 's/) *= [^=]*$/)/; s/^[^(]*//
	s, /\* [0-9]*-[0-9]*-[0-9]*T[^*]* \*/,,g' >/tmp/theirs
between /tmp/said | sed 's/^[^(]*//' >/tmp/ours
echo "calls: $(wc -l </tmp/theirs) $(wc -l </tmp/ours)"
diff /tmp/theirs /tmp/ours | grep '^[<>]' || :
