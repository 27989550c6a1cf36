# SPDX-License-Identifier: LGPL-2.1-or-later
# The module binfmt_misc with its file system mounted, and without:
# . guest/modules/binfmt.sh
set -e
release=$(uname -r)
for f in "/lib/modules/$release" "/var/cache/tapster/kernels/$release/modules" \
	 "$HOME/.cache/tapster/kernels/$release/modules"; do
	for ko in "$f"/kernel/fs/binfmt_misc.ko*; do
		test ! -e "$ko" || binfmt=$ko
	done
done

load()
{
	mkdir -p /tmp/mounts
	case $binfmt in
	*.xz) xz -dc "$binfmt" >/tmp/mounts.ko ;;
	*) cp "$binfmt" /tmp/mounts.ko ;;
	esac
	insmod /tmp/mounts.ko
	mount -t binfmt_misc none /tmp/mounts
}

unload()
{
	umount /tmp/mounts
	rmmod binfmt_misc
	rm -r /tmp/mounts /tmp/mounts.ko
}
