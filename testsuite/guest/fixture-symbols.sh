#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture fixture
#: modules fixture/symbols.stp
#: args {fixture}/btf/fixture.ko
# a module says what its variables are, a script without debug information
# finds them by their symbols
sh "$(dirname "$0")/fixture/same.sh" variables "$1"
