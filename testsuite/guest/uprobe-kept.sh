#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/kept.stp
#: args {build}/testsuite/guest/program
# A program that is probed cannot be overwritten in place, which would crash it:
# the kernel keeps a copy of the instruction under a breakpoint. It can be
# replaced, and it can be written again when the session has ended.
program="$BUILD/testsuite/guest/program"
cp "$program" /tmp/copy
mount --bind /tmp/copy "$program"
cat >/tmp/session <<EOF
$program 2
cp /bin/true $program || echo "cp: \$?"
(: >>$program) || echo "append: \$?"
$program 1
cp $program /tmp/new && mv /tmp/new /tmp/copy && echo replaced
EOF
"$STAPRUN" "$1" -c "sh /tmp/session" 2>&1 | sed "s|$BUILD|BUILD|; s|/tmp/session: .*: cannot|cannot|"
cp /bin/true "$program" && "$program" && echo "written again"
umount "$program"
echo "modules: $(lsmod | grep -c '^stp_')"
