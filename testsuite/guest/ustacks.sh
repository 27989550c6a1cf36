#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/ustacks.stp modules/ulines.stp
#: args -DMAXBACKTRACE=30 -d{build}/testsuite/guest/ustacks_plug.so {build}/testsuite/guest/ustacks {build}/testsuite/guest/ustacks-static
# stacks of a program whose calls are known, with libraries and static: what it
# says itself of each leaf(N), see ustacks.c.  What the C library has between
# its functions is left out: that differs between libraries.  The plug is not known
# before it is loaded, so it is named.  Lines are shown as what they say; leaf() has
# nothing before its statement, so it begins there.
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

# The text of a place "FILE:LINE" of ours, instead of it.
texts()
{
	awk -v dir="$(dirname "$0")" -v leaf="$(nm "$1" | sed -n "s/^0*\(.*\) t leaf$/\1/p")" \
		-v id="$(readelf -n "$1" | sed -n 's/.*Build ID: //p')" '
	function text(place,    p, n, s) {
		n = split(place, p, ":")
		if (n != 2)
			return place
		sub(/.*\//, "", p[1])
		while (p[2]-- && (getline s < (dir "/" p[1])) > 0)
			;
		close(dir "/" p[1])
		sub(/^[ \t]+/, "", s)
		return s
	}
	/^ 0x/ {
		if ($4 != "at")
			next	# of others, without debug information
		split($3, name, "+")
		print " " name[1] ": " text($5)
		next
	}
	/^file / { sub(/[^ ]*\//, ""); print; next }
	/^at / {
		sub(" " leaf " of " id ";", " leaf() of this build;")
		print
		next
	}
	/^(both|caller) / { print $1 ": " text($2); next }
	{ print }'
}

lines()
{
	dir=$(mktemp -d)
	"$STAPRUN" "$1" --records 3 -c "$2" 3>"$dir/records"
	TAPSTER_CACHE_DIR="$dir" TAPSTER_DEBUG_DIR="$dir" \
		"$BUILD/testsuite/guest/show_lines" \
		<"$dir/records" 2>"$dir/err" | texts "${2%% *}"
	# told of the C library
	grep -v "source lines are unknown" "$dir/err"
	rm -r "$dir"
}

echo "lines:"
lines "$2" "$program ${program}_plug.so"
echo "lines, static:"
lines "$2" "$program-static"
