#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture fixture
#: modules fixture/calls.stp fixture/returns.stp fixture/data.stp
#: args {fixture}/fixture.ko @calls.c @main.c
# a module says what its functions were called with, a script reads the same
# by DWARF: arguments of all classes, results, what pointers lead to
sh "$(dirname "$0")/fixture/same.sh" calls "$1" returns "$2" data "$3"
