#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1
#: time 300
#: modules ../../examples/process/signals.stp ../../examples/process/fork-tree.stp ../../examples/files/opens.stp ../../examples/files/slow-reads.stp ../../examples/files/removed.stp ../../examples/network/connects.stp ../../examples/network/udp-traffic.stp ../../examples/network/packets.stp ../../examples/network/drops.stp ../../examples/network/tcp-counters.stp ../../examples/memory/faults.stp ../../examples/memory/kmalloc.stp ../../examples/try/reads.stp
# each of these example scripts shows what its workload does: a line that must be there
# shellcheck source=testsuite/guest/modules/try.sh
. guest/modules/try.sh
packets="$BUILD/testsuite/guest/packets 5 7004"
refused="bash -c 'echo 2>/dev/null >/dev/tcp/127.0.0.1/9'"
try "$1" signals "sh -c 'trap : USR2; kill -USR2 \$\$'" '^sh +[0-9]+ -> sh +[0-9]+ SIGUSR2$'; shift
try "$1" fork-tree "sh -c 'cat /dev/null; exit 0'" '^  "/[a-z/]*cat" \([0-9]+\)$'; shift
grep -c '^"/' /tmp/shown	# not what was looked for in vain
try "$1" opens "sh -c 'cat /nothing/there 2>/dev/null; exit 0'" '^cat +[0-9]+ /nothing/there: ENOENT$'; shift
try "$1" slow-reads "cat /etc/passwd" '^reads, microseconds$'; shift
try "$1" removed "sh -c ': >/tmp/one; mv /tmp/one /tmp/two; rm /tmp/two'" '^rm +[0-9]+ removes /tmp/two$'; shift
grep -c two /tmp/shown		# renamed and removed, each once
$packets >/dev/null
try "$1" connects "$refused" '^bash +[0-9]+ 127.0.0.1:9$'; shift
try "$1" udp-traffic "$packets" '^packets +sent +5 +500$'; shift
try "$1" packets "$packets" '^lo sent 5 packets of 142 bytes$'; shift
try "$1" drops "$refused" '^ +[0-9]+ (tcp_v4_rcv|sk_skb_reason_drop|tcp_rcv_state_process|tcp_v4_do_rcv|tcp_data_queue|ip_protocol_deliver_rcu|kfree_skb_list_reason)'; shift
try "$1" tcp-counters "$refused" '^ +1 connections that failed$'; shift
try "$1" page-faults "cat /dev/null" '^cat +[1-9][0-9]* +[1-9][0-9]* '; shift
try "$1" kmalloc "cat /proc/self/maps" '^ +[1-9][0-9]* +[1-9][0-9]* [a-z_0-9.]+$'; shift
try "$1" reads "head -c 8 /etc/passwd /etc/group" '^head +[1-9][0-9]*$'; shift
rm -f /tmp/shown /tmp/said
