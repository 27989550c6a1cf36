#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/armed.stp
# kill -9 of the loader under load: the consumer stops the probes, drains and
# leaves an inert module, which --clean removes
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
start "$1"
kill -9 "$loader"
wait_for "! test -d /proc/$consumer"
tail -n 1 /tmp/out
show_rest
echo "state: $(cat "/sys/module/$module/parameters/state")"
"$STAPRUN" --clean
show_rest
