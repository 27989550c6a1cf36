#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/lives.stp
# the beginnings of processes are found by a kprobe at an entry, which is never
# hit while function tracing is switched off: the probes are refused then
switch=/proc/sys/kernel/ftrace_enabled
echo 0 >$switch
"$STAPRUN" "$1" -T 1 2>&1 | sed -n 's/ (error.*//p'
echo 1 >$switch
"$STAPRUN" "$1" -T 1 >/dev/null 2>&1
echo "status $?"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
