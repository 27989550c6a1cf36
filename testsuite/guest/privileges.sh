#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: modules modules/quiet.stp
# started by sudo, all but the loader has the user's rights, and what CMD
# inherits is nothing of the session
# shellcheck source=testsuite/guest/modules/need.sh
. guest/modules/need.sh
chmod 777 /tmp
export SUDO_UID=1234 SUDO_GID=2345
"$STAPRUN" "$1" -c "sh -c 'id -u; id -g; id -G; ls -l /proc/self/fd'" \
	-o /tmp/out >/tmp/cmd
sed -n '1,3p' /tmp/cmd
echo "devices in CMD: $(grep -c /dev/stp_ /tmp/cmd)"
stat -c "output belongs to %u:%g" /tmp/out

"$STAPRUN" "$1" >/tmp/out2 &
loader=$!
wait_for "grep -q begin /tmp/out2"
consumer=$(pgrep -P $loader)
for who in $loader $consumer; do
	grep -E '^(Uid|Gid|CapEff|NoNewPrivs)' /proc/"$who"/status |
		tr '\t\n' '  ' | sed 's/[0-9a-f]*[1-9a-f][0-9a-f]\{9,\}/SOME/'
	find "/proc/$who/fd" -lname '/dev/stp_*' | wc -l
done
kill -INT $loader
wait $loader
echo "status: $?"

# a variable that is no number changes nobody
SUDO_UID=12x "$STAPRUN" "$1" -c "id -u" -o /tmp/out3
SUDO_UID=-1 "$STAPRUN" "$1" -c "id -u" -o /tmp/out3
