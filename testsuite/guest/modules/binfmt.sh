# SPDX-License-Identifier: LGPL-2.1-or-later
# The module binfmt_misc with its file system mounted, and without:
# . guest/modules/binfmt.sh
set -e
# shellcheck source=testsuite/guest/modules/ko.sh
. guest/modules/ko.sh

load()
{
	mkdir -p /tmp/mounts
	unpack_module fs/binfmt_misc /tmp/mounts.ko
	insmod /tmp/mounts.ko
	mount -t binfmt_misc none /tmp/mounts
}

unload()
{
	umount /tmp/mounts
	rmmod binfmt_misc
	rm -r /tmp/mounts /tmp/mounts.ko
}
