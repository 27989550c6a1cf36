#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# mounts.sh N: load the module binfmt_misc, mount its file system once, unload
# it; N times.
# shellcheck source=testsuite/guest/modules/binfmt.sh
. "$(dirname "$0")/binfmt.sh"
for _ in $(seq "$1"); do
	load
	unload
done
