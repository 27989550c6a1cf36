#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture fixture
#: modules fixture/inside.stp fixture/deep.stp
#: args {fixture}/fixture.ko
# labels, callees and copies, calls in calls: the module knows when it comes to
# them, and that the same functions, called by others, are not meant
sh "$(dirname "$0")/fixture/same.sh" inside "$1" deep "$2"
