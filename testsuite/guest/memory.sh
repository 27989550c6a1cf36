#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/memory.stp
# %m and %M copy the kernel's memory, with # the process's, and never one for
# the other
banner=$(sed -n 's/^\([0-9a-f]*\) . linux_banner$/\1/p' /proc/kallsyms)
"$STAPRUN" "$1" "banner=0x$banner" \
	-c "$BUILD/testsuite/guest/calls 1 memory"
