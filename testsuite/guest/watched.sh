#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/watched.stp modules/watched-reads.stp modules/watched-address.stp
#: args {build}/testsuite/guest/watched
# watchpoints of a program: of one that runs already and of two that begin, with
# their threads and children, also where the kernel writes; each is loaded at
# an address of its own.  One at a time: an emulated processor that exits at the
# first watchpoint that fits leaves the others as they were.
program="$BUILD/testsuite/guest/watched"
cat >/tmp/load.sh <<END
touch /tmp/go
$program
$program &
wait
END
for module in "$1" "$2" "$3"; do
	rm -f /tmp/go
	"$program" wait /tmp/go &
	"$STAPRUN" "$module" -c "sh /tmp/load.sh"
	wait
done
