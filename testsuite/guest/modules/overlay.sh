#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# As a container engine does it, in a mount namespace of its own: the root is an
# overlay, whose image has the program $1 as /app/image; /app/written was written
# in the container.  It becomes the former, which waits for /go.
mount -t tmpfs none /mnt
mkdir /mnt/image /mnt/image/app /mnt/upper /mnt/work /mnt/root
cp "$1" /mnt/image/app/image
mount -t overlay none -o lowerdir=/mnt/image,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
cp "$1" /mnt/root/app/written
touch /mnt/root/ready
exec chroot /mnt/root /app/image wait /go
