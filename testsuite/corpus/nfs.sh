#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# nfs.sh VERSION: files come and go in a directory that this machine serves to
# itself.
mkdir -p /tmp/served /tmp/mounted
mount -t tmpfs served /tmp/served
echo some words >/tmp/served/one
python3 -E "$(dirname "$0")/nfs.py" /tmp/served /tmp/mounted "$1"
stat /tmp/mounted/one >/dev/null
cat /tmp/mounted/one
mv /tmp/mounted/one /tmp/mounted/two
echo more >/tmp/mounted/three
ls /tmp/mounted
rm /tmp/mounted/two /tmp/mounted/three
umount /tmp/mounted
echo 0 >/proc/fs/nfsd/threads
umount /tmp/served
