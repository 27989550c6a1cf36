#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/armed.stp
#: says ERROR: 'nobody' is not a session of tapster
# a session that is left keeps counting; --list shows it without ending it,
# --attach takes it up and ends it (a kernel with ENDBR moves a probe by 4, and
# says the name of its choice where a function has several)
"$STAPRUN" "$1" --linger 0 >/tmp/out
echo "left: $?"
grep -v tick /tmp/out
module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
list()
{
	"$STAPRUN" --list >/tmp/list
	sed -n "1s/$module/NAME/p; /kprobe.function/{
		s/[0-9][0-9]* hits/N hits/; s/0x[0-9a-f]* /ADDR /
		s/ __[a-z0-9]*_sys_getppid+/ __x64_sys_getppid+/; s/+0x4 /+0 /; p; }" \
		/tmp/list
	cat "/sys/module/$module/parameters/state"
	hits=$(sed -n 's/.*vfs_read.* \([0-9]*\) hits.*/\1/p' /tmp/list)
}
list
before=$hits
list
test "$hits" -gt "$before" && echo "it went on counting"
"$STAPRUN" --attach nobody
echo "nobody: $?"
"$STAPRUN" --attach "$module" -T 1 >/tmp/out
echo "attached: $?"
grep -v tick /tmp/out
echo "modules: $(lsmod | grep -c '^stp_')"
