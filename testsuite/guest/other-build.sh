#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/armed.stp
#: says ERROR: the script is compiled for another build of this kernel
#: kernel any
# the same release, another build: refused before anything is armed
id=$(od -An -v -tx1 /sys/kernel/notes | tr -d ' \n' |
	sed 's/.*040000001400000003000000474e5500\(.\{40\}\).*/\1/')
# no sed on the module could miss it: its first digit becomes another
other=$(echo "$id" | tr '0123456789abcdef' '123456789abcdef0')
sed "s/$id/$other/g" "$1" >/tmp/other.ko
cmp -s "$1" /tmp/other.ko && echo "the module does not name the build"
"$STAPRUN" /tmp/other.ko
echo "status: $?"
echo "modules: $(lsmod | grep -c '^stp_')"
