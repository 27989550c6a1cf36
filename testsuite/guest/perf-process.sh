#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/perf-process.stp
#: args {build}/testsuite/guest/calls {build}/testsuite/guest/program
# events of perf that belong to programs: of a process that was there before, of
# processes that begin, two at a time, of threads; between two of its calls a
# process touches 50 pages for the first time, and whatever others do does not count
dir="$BUILD/testsuite/guest"
"$dir/program" wait /tmp/go &
early=$!
cat >/tmp/load.sh <<END
touch /tmp/go
$dir/calls -p 40 50 counted &
$dir/calls -p 40 50 counted
while kill -0 $early; do sleep 0.1; done 2>/dev/null
$dir/program threads 3
wait
END
"$STAPRUN" "$1" -c "sh /tmp/load.sh"
wait
