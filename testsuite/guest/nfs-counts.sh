#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: time 240
#: long
#: modules modules/nfs-counts.stp
# nfs.*, nfsd.* and sunrpc.*: calls and bytes are those that client and server
# have in their own statistics, of versions 3 and 4
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
need ip link set lo up
need modprobe nfsd
need modprobe nfsv3
need modprobe nfsv4
for version in 3 4; do
	"$STAPRUN" "$1" -c "sh guest/modules/nfs-counts.sh $version" >/tmp/out 2>&1
	echo "== version $version"
	sed -n 's/^counted //p' /tmp/out | sort >/tmp/counted
	sed -n 's/^probed //p' /tmp/out | sort >/tmp/probed
	diff /tmp/counted /tmp/probed
	grep -v "=0" /tmp/counted | sed 's/=.*//' | LC_ALL=C sort
	grep -v "^counted \|^probed " /tmp/out
done
umount /proc/fs/nfsd
modprobe -r rpcsec_gss_krb5
modprobe -r nfsv4 nfsv3 nfs nfsd grace sunrpc
