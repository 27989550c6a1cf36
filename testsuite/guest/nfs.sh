#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: time 240
#: args -DMAXMAPENTRIES=4000
#: modules modules/nfs.stp
# nfs.*, nfsd.* and sunrpc.* are hit where a machine serves files to itself, and
# name the file, the procedure and the address; version 3, which has a
# procedure for each of its calls, then version 4.  Not all kernels look for the
# file that is made.
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
need ip link set lo up
need modprobe nfsd
need modprobe nfsv3
need modprobe nfsv4
for version in 3 4; do
	"$STAPRUN" "$1" -c "sh corpus/nfs.sh $version" >/tmp/out 2>&1
	echo "== version $version"
	grep -v "lookup.* three" /tmp/out | sort
done
umount /proc/fs/nfsd
modprobe -r rpcsec_gss_krb5
modprobe -r nfsv4 nfsv3 nfs nfsd grace sunrpc
