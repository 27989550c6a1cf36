#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/ends-early.stp
#: says ERROR: the session ended early: its reader was killed by signal 9
#: time 240
# kill -9 of the reader, the loader or both while hundreds of kprobes are
# attached: no more than the batch under way, of 32, and the next one follow.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
armed()
{
	wc -l <"$kprobes"
}
# Until none is left: most is how many there were at once.
watch()
{
	most=0
	for _ in $(seq 2400); do
		now=$(armed)
		[ "$now" -gt "$most" ] && most=$now
		[ "$now" = 0 ] && return
		sleep 0.05
	done
	echo "never: none"
}
for who in reader loader both; do
	"$STAPRUN" "$1" 2>/tmp/err >/tmp/out &
	loader=$!
	wait_for "grep -q . $kprobes"
	consumer=$(pgrep -P "$loader")
	module=$(sed -n 's/^\(stp_[^ ]*\) .*/\1/p' /proc/modules)
	some=$(armed)
	case $who in
	reader) kill -9 "$consumer" ;;
	loader) kill -9 "$loader" ;;
	both) kill -9 "$loader" "$consumer" ;;
	esac
	watch
	[ "$most" -le $((some + 64)) ] && few=yes || few="no, $most of $some"
	echo "$who: few more probes: $few"
	wait_for "! test -d /proc/$consumer"
	[ "$who" != reader ] || wait "$loader" || cat /tmp/err >&2
	[ "$who" = reader ] || "$STAPRUN" --clean
	show_rest
done
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
