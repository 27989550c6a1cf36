#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# storm.sh MODULE TASK HARDIRQ INT3 WATCHED: that many hits, in ten rounds, and
# more until the module's timer has run a thousand times; do its sums agree
# with what the fixture knows?
module=$1
shift
: >/tmp/out

load()
{
	round="$(($1 / 10)) $(($2 / 10)) $(($3 / 10)) $(($4 / 10))"
	n=0
	while test $n -lt 10 || test "$(grep -c ^printed /tmp/out)" -lt 1000
	do
		echo "$round" >/proc/storm
		n=$((n + 1))
	done
}

# A breakpoint stays one, and does not become a jump.
echo 0 >/proc/sys/debug/kprobes-optimization
insmod "$FIXTURE/storm.ko"
"$STAPRUN" "$module" >/tmp/out 2>/tmp/err &
loader=$!
until grep -qs running /sys/module/stp_*/parameters/state; do
	sleep 0.05
done
load "$@"
kill -INT "$loader"
wait "$loader"
known=$(cat /proc/storm)
rmmod storm
echo 1 >/proc/sys/debug/kprobes-optimization

# "WARNING: N: skipped by the kernel before our gate", a line for each cause.
# Those of a hit: not handled at all.
causes="skipped by the kernel\\|lock busy\\|counters being read"
skipped=$(sed -n "s/^WARNING: \\([0-9]*\\): \\($causes\\).*/\\1/p" /tmp/err |
	awk '{ n += $1 } END { print n + 0 }')
kernel=$(sed -n "s/^WARNING: \\([0-9]*\\): skipped by the kernel.*/\\1/p" /tmp/err)
others=$(grep -v "^WARNING: Number of errors: 0\\|$causes" /tmp/err)
awk -v known="$known" -v wanted="$*" -v skipped="$skipped" \
	-v kernel="${kernel:-0}" -v others="$others" '
	function all(a) { return a[1] + a[2] + a[3] + a[4] }
	/^printed/ { sum += $2 }
	/^handled/ { for (i = 1; i <= 4; i++) h[i] = $(i + 1) }
	/^sums/ { n = $2; a = $3; s = $4 }
	/^intervals/ { intervals = $2 }
	END {
		split(known, k, " ")
		split(wanted, w, " ")
		for (i = 1; i <= 4; i++) {
			few += k[i] < w[i]
			wrong += h[i] > k[i] || !h[i]
		}
		print "rounds that were not run: " few
		print "handled none, or more than there were: " wrong
		print "handled and skipped are all: " (all(h) + skipped == all(k))
		# the kernel skips hits of kprobes only
		print "entries that the kernel skipped: " \
			(k[1] + k[2] - h[1] - h[2] > skipped - kernel)
		print "the sums are what was handled: " (sum == all(h)) " " \
			(n == all(h)) " " (a == all(h)) " " (s == all(h))
		print "intervals: " (intervals >= 1000)
		if (others != "")
			print "said: " others
		if (all(h) + skipped != all(k) || n != all(h))
			print known, "handled", h[1], h[2], h[3], h[4],
				"skipped", skipped, "sums", n, a, s, sum
	}' /tmp/out
cat /tmp/err >&2
