#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: fixture storm
#: modules modules/storm.stp
#: args -DMAXSKIPPED=1000000000 {fixture}/storm.ko
#: time 240
# two million calls of tasks, and interrupts, breakpoints and writes to what is
# watched meanwhile, on all CPUs: handled and skipped are all there were, a
# timer that reads and resets a thousand times loses and adds nothing
sh "$(dirname "$0")/storm/storm.sh" "$1" 2000000 200000 200000 20000
