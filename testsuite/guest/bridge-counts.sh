#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: time 120
#: modules modules/bridge-counts.stp
# netfilter.bridge.*: packets and bytes are those that the ports have in their own
# statistics, and the root, its port and its times are those of sysfs
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
need modprobe -a bridge veth
"$STAPRUN" "$1" -c "sh guest/modules/bridge-counts.sh" >/tmp/out 2>&1
sed -n 's/^counted //p' /tmp/out | LC_ALL=C sort >/tmp/counted
sed -n 's/^probed //p' /tmp/out | LC_ALL=C sort >/tmp/probed
diff /tmp/counted /tmp/probed
grep -v "=0" /tmp/counted | sed 's/=.*//'
grep -v "^counted \|^probed " /tmp/out
modprobe -r bridge veth llc
exit 0
