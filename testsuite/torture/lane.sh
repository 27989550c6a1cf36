#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# lane.sh PLAN DIR SECONDS once|again: one session after the other, as the
# lines of PLAN say, until the time is over; again: from the start of PLAN.
# A line is
#
#	NUMBER HOW FROM DELAY
#
# the module DIR/NUMBER.ko, and how its session ends after DELAY seconds, since
# its start or since it is running, as FROM says: int, term, loader, consumer,
# both (killed, -9).  By themselves end: end, DELAY seconds after all is
# attached; time, a second after the start, whatever is attached then.

plan=$1
dir=$2
until=$(($(date +%s) + $3))

# shellcheck disable=SC2086 # there may be no consumer
end_session()
{
	consumer=$(pgrep -P "$loader")
	case $1 in
	int) kill -INT "$loader" ;;
	term) kill -TERM "$loader" ;;
	loader) kill -9 "$loader" ;;
	consumer) test -z "$consumer" || kill -9 $consumer ;;
	both) kill -9 "$loader" $consumer ;;
	esac 2>/dev/null
}

# Until all probes of module $1 are attached, or its loader has ended: some
# shells have waited for it already then, for others it is a zombie.
wait_running()
{
	while grep -q '^State:.[^Z]' "/proc/$loader/status"; do
		case $(cat "/sys/module/tor$1/parameters/state") in
		running) return 0 ;;
		esac
		sleep 0.1
	done 2>/dev/null
}

session()
{
	out=/tmp/lane.$$
	read -r began _ </proc/uptime
	case $2 in
	end) "$STAPRUN" "$dir/$1.ko" -c "sleep $4" >"$out" 2>&1 & ;;
	time) "$STAPRUN" "$dir/$1.ko" -T 1 >"$out" 2>&1 & ;;
	*) "$STAPRUN" "$dir/$1.ko" >"$out" 2>&1 & ;;
	esac
	loader=$!
	test "$3" = start || wait_running "$1"
	sleep "$4"
	end_session "$2"
	wait "$loader" 2>/dev/null
	status=$?
	read -r ended _ </proc/uptime
	echo "session $1 $2 $status: $(grep '^hits ' "$out")" \
		"$(grep -m 1 ERROR "$out") ($began to $ended)"
	# an orphan drains, and ends
	for _ in $(seq 300); do
		test -d "/proc/${consumer:-none}" || return 0
		sleep 0.1
	done
	echo "bad: the consumer $consumer of $1 goes on"
}

while test "$(date +%s)" -lt "$until"; do
	while read -r number how from delay; do
		test "$(date +%s)" -lt "$until" || break
		session "$number" "$how" "$from" "$delay"
	done <"$plan"
	test "$4" = again || break
done
