#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# nfs-counts.sh VERSION: read, write, rename and remove files of a server on this
# machine; then print what client and server have counted, a line each.
mkdir -p /tmp/served /tmp/mounted
mount -t tmpfs served /tmp/served
dd if=/dev/urandom of=/tmp/served/one bs=1000 count=300 status=none
cat /proc/net/rpc/nfs /proc/net/rpc/nfsd >/tmp/before 2>/dev/null
python3 -E corpus/nfs.py /tmp/served /tmp/mounted "$1"

cat /tmp/mounted/one >/dev/null
dd if=/tmp/mounted/one of=/dev/null bs=4096 count=3 iflag=direct status=none
dd if=/dev/zero of=/tmp/mounted/two bs=5000 count=100 conv=fsync status=none
mv /tmp/mounted/one /tmp/mounted/three
rm /tmp/mounted/two

cp /proc/self/mountstats /tmp/mountstats
umount /tmp/mounted
cat /proc/net/rpc/nfs /proc/net/rpc/nfsd >/tmp/after
echo 0 >/proc/fs/nfsd/threads
umount /tmp/served

awk '
function say(name, n) { print "counted", name "=" n }
/ mounted on / { ours = / on \/tmp\/mounted / }
!ours { next }
$1 == "bytes:" {
	say("bytes of files read", $2 + $4)
	say("bytes of files written", $3 + $5)
	say("bytes read", $6)
	say("bytes written", $7)
}
$1 == "READ:" { say("reads sent", $2); say("reads answered", $2) }
$1 == "WRITE:" { say("writes sent", $2); say("writes answered", $2) }
$1 == "COMMIT:" { say("commits answered", $2) }
$1 == "LOOKUP:" { say("lookups", $2) }
$1 == "REMOVE:" { say("removes", $2) }
$1 == "RENAME:" { say("renames", $2) }
' /tmp/mountstats

# the client says rpc once, then the server does; operations of version 4 have
# their numbers
awk '
function more(name, n) { sum[name] += sign * n }
FNR == 1 { sign = FILENAME ~ /before/ ? -1 : 1; rpc = 0 }
$1 == "rpc" && rpc++ == 0 { more("calls", $2) }
$1 == "rpc" && rpc == 2 { more("calls served", $2); more("calls processed", $2) }
$1 == "io" { more("bytes served to write", $3) }
$1 == "proc3" && rpc == 2 {
	more("lookups served", $6); more("reads served", $9)
	more("writes served", $10); more("removes served", $15)
	more("renames served", $17); more("commits served", $24)
}
$1 == "proc4ops" {
	more("lookups served", $18); more("reads served", $28)
	more("writes served", $41); more("removes served", $31)
	more("renames served", $32); more("commits served", $8)
}
END { for (name in sum) print "counted", name "=" sum[name] }
' /tmp/before /tmp/after
