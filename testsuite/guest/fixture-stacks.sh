#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture fixture
#: modules fixture/stacks.stp
#: args {fixture}/fixture.ko
# who called whom: a module says it of its own functions, return probes on some
# of them do not hide it
sh "$(dirname "$0")/fixture/same.sh" stacks "$1"
