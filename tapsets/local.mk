# SPDX-License-Identifier: LGPL-2.1-or-later
tapsetsdir = $(pkgdatadir)/tapsets
dist_tapsets_DATA = \
	tapsets/choose_defined.stpm tapsets/ansi.stp tapsets/byteorder.stp tapsets/context.stp \
	tapsets/ctime.stp tapsets/dev.stp tapsets/events.stp tapsets/indent.stp tapsets/input.stp \
	tapsets/logging.stp tapsets/memory.stp tapsets/netfilter.stp tapsets/perf.stp tapsets/procfs.stp \
	tapsets/random.stp tapsets/regex.stp tapsets/speculate.stp tapsets/stacks.stp tapsets/stopwatch.stp \
	tapsets/string.stp tapsets/symbols.stp tapsets/timestamps.stp tapsets/tokenize.stp tapsets/units.stp
