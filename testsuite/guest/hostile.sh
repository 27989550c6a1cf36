#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/hostile.stp
#: args {build}/testsuite/guest/hostile
# A process puts a FIFO and a link where files were that it has mapped, also with the name
# of a deleted file, and maps a file with 65 533 tables of notes of half a
# gigabyte each.  Nobody opens the FIFO or follows the link, the session goes
# on printing, and SIGINT ends it.
dir=$(mktemp -d)
"$STAPRUN" "$1" -c "$BUILD/testsuite/guest/hostile $dir" >"$dir/out" &
loader=$!
# the process' own calls, long after the others
waited=0
until test "$(grep -c '^4 at$' "$dir/out")" -ge 3 || test $waited -ge 60; do
	sleep 1
	waited=$((waited + 1))
done
sed 's/ 0x.*/ has no name/; s/ .*+0x.*/ has no name/' "$dir/out" | sort -u
start=$(date +%s)
kill -INT $loader
wait $loader
echo "status $?, $(test $(($(date +%s) - start)) -lt 10 && echo soon)"
test ! -e "$dir/opened" || echo "the FIFO was opened"
kill "$(cat "$dir/pid")"
rm -r "$dir"
