#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture fixture
#: modules fixture/variables.stp fixture/late.stp
#: args -g {fixture}/fixture.ko
# a module says what its variables are, a script reads the same by DWARF, and
# knows whether the module is there
sh "$(dirname "$0")/fixture/same.sh" variables "$1"
again="insmod $FIXTURE/fixture.ko; echo variables >/proc/fixture; rmmod fixture"
"$STAPRUN" "$2" -c "sh -c '$again; $again'"
