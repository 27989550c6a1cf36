#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/target-set.stp
# a process that the target has started belongs to it when all between them have
# ended; the report has each one, sorted by the parent's number
"$STAPRUN" "$1" -c "sh -c '(sh -c \"(sleep 1; echo >/tmp/target-set.daemon) &\") ; true; sleep 3; true'" >/tmp/out
grep -v '^pid\|begat' /tmp/out
awk '/^pid/ { daemon = $2 }
	/begat/ && n++ && !($1 in known) { print "nobody began " $1 }
	/begat/ && n == 1 { target = $3 }
	/begat/ && $1 + 0 < last { print "not by parents" }
	/begat/ { last = $1 + 0 }
	/begat/ { known[$3] = 1; children[$1]++ }
	END {
		print "daemon " (daemon in known), "target " (children[target] >= 2)
		print (n >= 5 ? "births" : "only " n)
	}' /tmp/out
