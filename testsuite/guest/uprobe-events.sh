#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12
#: cpus 1
#: modules modules/programs.events
# --events in programs: what the kernel's own events say of the same definitions, hit by
# the same calls, line by line
# shellcheck source=testsuite/guest/modules/tracefs.sh
. guest/modules/tracefs.sh
grep -v '^#' "$EVENTS" | while read -r line; do
	printf '%s\n' "$line" >>$tracing/uprobe_events ||
		tail -n 3 $tracing/error_log
done
both "$1" "$BUILD/testsuite/guest/program 20 1" uprobes
same_lines "s/$event: \\((.*) [a-z0-9]*=.*\\)/\\1 \\2/p"
cut -d' ' -f1 /tmp/ours | uniq -c | sed 's/^ *//'
echo >$tracing/uprobe_events
rm /tmp/said /tmp/err /tmp/kernel /tmp/ours /tmp/differ
