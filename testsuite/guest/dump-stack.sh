#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: args -g
#: modules modules/dumps.stp
#: time 60
# dump_stack(): the stack at the hit is in the kernel's log, once, and on no
# other way; the probed function and the system call are in it.
lines=$(dmesg | wc -l)
"$STAPRUN" "$1" -c "cat /etc/hostname >/dev/null"
dmesg | tail -n "+$((lines + 1))" >/tmp/log
for words in 'Call Trace:' '  ksys_read+0x' '  do_syscall_64+0x'; do
	echo "$words $(grep -c "$words" /tmp/log)"
done
