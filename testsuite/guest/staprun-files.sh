#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/switches.stp
#: says ERROR: cannot write 'gone/x.3': No such file or directory
#: says ERROR: cannot write output: Bad file descriptor
# staprun alone begins the next file of -o where the script says so, where one
# gets too large, or both; no more are kept than -S says, nothing but what those
# had is missing, and a file that cannot be made ends it
cd "$(mktemp -d)" || exit
show()
{
	for f in "$@"; do
		echo "$f: $(tr '\n' '/' <"$f")"
	done
}
"$STAPRUN" "$1" -o x -c true
echo "$?"
show x*
rm ./*
"$STAPRUN" "$1" -S 1 -o "%%y" -c true
show %y*
rm ./*
"$STAPRUN" "$1" -S 1,2 -o x -c true
show x*
rm ./*
# 2 MB of lines, and what stands around; a file ends with a record of some 34 kB
"$STAPRUN" "$1" -o x -S 1 big=1 -c true
for f in x.*; do
	size=$(wc -c <"$f")
	echo "$f: $((size / 40000)) times 40 kB, $(tail -n 1 "$f" | cut -c 1-6)"
done
cat x.2 x.3 x.4 | sed 1d | awk '$1 != NR || NF != 2'
rm ./*
"$STAPRUN" "$1" -o x -S 1,2 big=1 -c true
ls
rm ./*
mkdir gone
"$STAPRUN" "$1" -o gone/x -c "rm -r gone"
echo "$?, $(ls)"
# what is opened next does not take the place of an output that is closed
"$STAPRUN" "$1" -c true >&-
echo "closed: $?, modules: $(lsmod | grep -c '^stp_')"
