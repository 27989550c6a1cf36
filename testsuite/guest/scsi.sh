#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: time 120
#: modules modules/scsi.stp
# scsi.*: eight reads of 64 KiB are dispatched to the disk, done and completed,
# with the address that the disk has and the bytes that were read; in all as many
# as it has counted itself
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
need modprobe scsi_debug dev_size_mb=8
need modprobe sd_mod
wait_for "test -b /dev/sda"
cat >/tmp/load <<'END'
cd /sys/block/sda/device
sent=$(cat iorequest_cnt) done=$(cat iodone_cnt)
dd if=/dev/sda of=/dev/null bs=64k count=8 iflag=direct status=none
echo "$(($(cat iorequest_cnt) - sent)) $(($(cat iodone_cnt) - done))" >/tmp/counted
END
"$STAPRUN" "$1" -c "sh /tmp/load" >/tmp/out
grep -v "^in all" /tmp/out
if grep -qx "in all $(cat /tmp/counted)" /tmp/out; then
	echo "as the disk has counted"
else
	cat /tmp/out /tmp/counted
fi
# and what these brought, on one kernel more than on the other
for module in scsi_debug sd_mod t10_pi crct10dif_pclmul crct10dif_generic \
	crc_t10dif crct10dif_common crc64_rocksoft crc64_rocksoft_generic crc64 \
	scsi_mod scsi_common; do
	modprobe -rq "$module" 2>/dev/null
done
