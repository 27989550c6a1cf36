#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# In a mount namespace of its own: $1 is /mnt/app/x there, by an absolute link.
# Then waits for a line to read, or to be killed.
mount -t tmpfs none /mnt
mkdir /mnt/app /mnt/real
cp "$1" /mnt/real/program
ln -s /mnt/real/program /mnt/app/x
touch /mnt/ready
exec sleep 1000
