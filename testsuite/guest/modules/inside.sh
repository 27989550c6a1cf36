#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# In a mount namespace of its own: the program $1 is /mnt/app/x there, by an
# absolute link; /mnt/go is a pipe.  Then waits to be killed.
mount -t tmpfs none /mnt
mkdir /mnt/app /mnt/real
cp "$1" /mnt/real/program
cp "$(dirname "$1")/libprogram.so" /mnt/real
mkfifo /mnt/go
ln -s /mnt/real/program /mnt/app/x
touch /mnt/ready
exec sleep 1000
