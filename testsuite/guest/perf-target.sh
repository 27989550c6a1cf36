#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: modules modules/perf-target.stp
#: args -c{build}/testsuite/guest/calls
# events of perf of the target, which -c starts, while another process of the same
# program does the same
calls="$BUILD/testsuite/guest/calls"
(while ! test -e /tmp/end; do "$calls" -p 20 50 other; done) &
"$STAPRUN" "$1" -c "$calls -p 40 50 counted"
touch /tmp/end
wait
