# SPDX-License-Identifier: LGPL-2.1-or-later
# For tests of example scripts: . guest/modules/try.sh

# try MODULE NAME COMMAND PATTERN: with the script's module, while the command
# runs, a line like the pattern is printed; what was there if it is not
try()
{
	"$STAPRUN" "$1" -c "$3" >/tmp/shown 2>/tmp/said
	if grep -qE "$4" /tmp/shown; then
		echo "$2"
	else
		echo "$2: no line like $4"
		head -n 20 /tmp/shown /tmp/said
	fi
}
