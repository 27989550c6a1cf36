#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/armed.stp
#: says ERROR: the session ended early: its reader was killed by signal 9
# kill -9 of the consumer under load: the loader removes the module
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
start "$1"
kill -9 "$consumer"
wait "$loader"
echo "staprun: $?"
cat /tmp/err >&2
show_rest
