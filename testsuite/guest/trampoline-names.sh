#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/names.stp
# Several functions have one name, and no type tells which is which: m_start()
# begins the list of modules, one of mounts, one of mappings.  All of them have
# stubs, as their code takes nothing from the stack: none is a kretprobe's, and
# each call returns what it returned.
cat >/tmp/load.sh <<'END'
echo "kprobes: $(wc -l </sys/kernel/debug/kprobes/list)"
cd /proc
cat modules self/mounts self/maps cpuinfo version self/status >/tmp/text
grep -c 'proc /proc \|^Linux version\|^processor\|\[stack\]\|^Tgid:\|^stp_.* Live' /tmp/text
END
"$STAPRUN" "$1" -c "sh /tmp/load.sh"
echo "modules: $(lsmod | grep -c '^stp_')"
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
