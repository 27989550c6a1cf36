#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture storm
#: modules modules/storm.stp
#: args -DMAXSKIPPED=1000000000 {fixture}/storm.ko
#: cpus 4
#: long
#: time 1800
# ten times what exact does, on four CPUs
sh "$(dirname "$0")/storm/storm.sh" "$1" 20000000 2000000 2000000 200000
