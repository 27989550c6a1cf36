#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture fixture
#: modules fixture/places.stp fixture/twin.stp fixture/writes.stp
#: args -g {fixture}/fixture.ko
# places inside of a module's functions, what is in scope there, and what a
# script writes there: the module knows the same
sh "$(dirname "$0")/fixture/same.sh" places "$1" twin "$2" writes "$3"
