#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/ustacks.stp
#: args -DMAXBACKTRACE=30 -d/lib/x86_64-linux-gnu/libc.so.6 -d{build}/testsuite/guest/ustacks_lib.so -d{build}/testsuite/guest/ustacks_plug.so {build}/testsuite/guest/ustacks {build}/testsuite/guest/ustacks-static
# stacks of a program whose calls are known, with libraries and static: what it
# says itself of each leaf(N), see ustacks.c.  What the C library has between
# its functions is left out: that differs between libraries.
program="$BUILD/testsuite/guest/ustacks"

# From lines " ADDRESS : NAME+0x.. [FILE]" the names that are ours, a stack a line.
names()
{
	awk '
	BEGIN {
		n = split("leaf second plain sized aligned both compare " \
			  "sort on_signal signalled thread on_fault at_once " \
			  "hit deep lib_call plug_call inside linked loaded " \
			  "main _start", all, " ")
		for (i = 1; i <= n; i++)
			ours[all[i]] = 1
	}
	/^ 0x/ {
		split($3, name, "+")
		if (name[1] in ours)
			line = line " " name[1]
		next
	}
	/^$/ { if (line) print line; line = ""; next }
	{ print }'
}

"$STAPRUN" "$1" -c "$program ${program}_plug.so" |
	names | sed '/^at the end/,$d'
echo "again:"
"$STAPRUN" "$1" -c "$program ${program}_plug.so" |
	names | sed '1,/^at the end/d' | sort
echo "static:"
"$STAPRUN" "$1" -c "$program-static" | names | sed '/^at the end/,$d'
