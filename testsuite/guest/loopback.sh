#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: alone
# programs of a guest reach themselves: nobody has to bring lo up
cat /sys/class/net/lo/flags
