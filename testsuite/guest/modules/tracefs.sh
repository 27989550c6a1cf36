# SPDX-License-Identifier: LGPL-2.1-or-later
# For tests that compare with the kernel's own events: . guest/modules/tracefs.sh

tracing=/sys/kernel/tracing
test -e $tracing/trace || mount -t tracefs none $tracing
echo >$tracing/trace

# How a trace line shows NAME (PLACE) ARGUMENTS, after who and when.
event='.*\] .*[0-9]\.[0-9]*: \([a-z]*\)'

# Run the module $1 with the load $2, while the events of $3 (kprobes, uprobes) are on.
both()
{
	echo 1 >$tracing/events/"$3"/enable
	"$STAPRUN" "$1" -c "$2" >/tmp/said 2>/tmp/err
	echo "status $?"
	echo 0 >$tracing/events/"$3"/enable
	cat /tmp/err
}

# The lines of both, changed by the sed command $1; those of one place are in any
# order.  What is ours stays in /tmp/ours.
same_lines()
{
	sed -n "$1" $tracing/trace | sort -s -k 1,1 >/tmp/kernel
	sed -n "$1" /tmp/said | sort -s -k 1,1 >/tmp/ours
	diff /tmp/kernel /tmp/ours >/tmp/differ && echo "no line differs"
	head -n 20 /tmp/differ
}
