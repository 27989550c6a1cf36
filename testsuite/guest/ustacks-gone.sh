#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/ugone.stp
#: args {build}/testsuite/guest/ustacks {build}/testsuite/guest/program
# what an address was: of a process that runs and has never been asked, of one that
# has ended, and of a library that it had unmapped before
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
dir="$BUILD/testsuite/guest"
"$STAPRUN" "$1" -c "sh -c '$dir/ustacks $dir/ustacks_plug.so; $dir/program wait /tmp/go'" >/tmp/out &
loader=$!
wait_for "grep -q living /tmp/out"
touch /tmp/go
wait "$loader"
cat /tmp/out
