#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: fixture fixture
#: modules fixture/texts.stp
#: args {fixture}/fixture.ko
# $$parms of many places is a text that each row carries: what is in it is what
# the variables are
sh "$(dirname "$0")/fixture/same.sh" texts "$1"
