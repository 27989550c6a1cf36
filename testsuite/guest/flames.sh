#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: args -DMAXSTRINGLEN=2048
#: modules ../../examples/kernel-flames.stp
# folded stacks: a program's name, functions outermost first, and a number; what
# reads for seconds is seen in its system call
"$STAPRUN" "$1" -c "sh -c 'timeout 4 cat /dev/zero >/dev/null'" \
	>/tmp/folded
grep -cvE '^[^;]+(;[^; ]+)+ [1-9][0-9]*$' /tmp/folded
grep -qE '^cat;[^ ]*do_syscall_64;([^ ]*;)?vfs_read(;[^ ]*)? ' /tmp/folded &&
	echo "reads"
rm /tmp/folded
