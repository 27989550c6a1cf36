#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: time 120
#: modules modules/blocks.stp
# ioblock.*: two reads and a write of 64 KiB in the second partition, as the
# kernel's own tracepoint has them: sectors of the partition where they are asked
# for, of the disk where they are queued.  Commands that ask a disk what it is have
# no block device; on 7.x most have the disk
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
need modprobe scsi_debug dev_size_mb=16 num_parts=2
need modprobe sd_mod
wait_for "test -b /dev/sda2"
start=$(cat /sys/block/sda/sda2/start)
tracing=/sys/kernel/tracing
test -d $tracing/events || need mount -t tracefs tracefs $tracing
echo 1 >$tracing/events/block/block_bio_queue/enable
cat >/tmp/load <<'END'
dd if=/dev/sda2 of=/dev/null bs=64k skip=1 count=2 iflag=direct status=none
dd if=/dev/zero of=/dev/sda2 bs=64k seek=3 count=1 oflag=direct status=none
# it answers by its name
cat /sys/block/sda/device/rescan 2>/dev/null
echo 1 >/sys/block/sda/device/rescan
END
"$STAPRUN" "$1" -c "sh /tmp/load" >/tmp/out
echo 0 >$tracing/events/block/block_bio_queue/enable
sed -e "s/at $start,/at its start,/" /tmp/out >/tmp/seen
sed -n 's/^queued \([0-9]*+[0-9]*\) .*/\1/p' /tmp/out >/tmp/queued
sed -n 's/.*block_bio_queue: 8,[0-9]* [RW]S* \([0-9]*\) + \([0-9]*\) \[dd\]$/\1+\2/p' \
	$tracing/trace >/tmp/traced
cmp /tmp/queued /tmp/traced && echo "$(wc -l </tmp/traced) as traced"
while read -r word what; do
	case $word in
	queued) echo "$word at $((${what%%+*} - start))+${what#*+}" ;;
	done) rest=${what#at }
		echo "$word at $((${rest%%,*} - start)),${rest#*,}" ;;
	*) echo "$word $what" ;;
	esac
done </tmp/seen
for module in scsi_debug sd_mod t10_pi crct10dif_pclmul crct10dif_generic \
	crc_t10dif crct10dif_common crc64_rocksoft crc64_rocksoft_generic crc64 \
	scsi_mod scsi_common; do
	modprobe -rq "$module" 2>/dev/null
done
exit 0
