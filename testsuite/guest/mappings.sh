#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: time 240
#: modules modules/mappings.stp
#: args {build}/testsuite/guest/mappings
# a process with 20 000 mappings of code, and one more at each hit: every hit is
# handled, the session is not overloaded, and --strict knows of what was lost, as
# not all of the mappings are known
"$STAPRUN" "$1" --strict -c "$BUILD/testsuite/guest/mappings 20000" >/tmp/out 2>/tmp/err
echo "status $?"
tail -1 /tmp/out
named=$(grep -c 'mapped+0x' /tmp/out)
lost=$(sed -n 's/^WARNING: \([0-9]*\): processes whose mappings did not fit.*/\1/p' \
	/tmp/err)
test "$named" -gt 100 && echo "most stacks have names"
# a stack whose process could not be looked at, as its lock was held, says so
said=$(grep -c 'could not be read' /tmp/out)
test $((200 - named)) -le $((lost + said)) && echo "what has none is told"
grep -i "overload" /tmp/err
grep "hint: -D MAXLAYOUTS" /tmp/err
