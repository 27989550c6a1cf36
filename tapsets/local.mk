# SPDX-License-Identifier: LGPL-2.1-or-later
tapsetsdir = $(pkgdatadir)/tapsets
dist_tapsets_DATA = \
	tapsets/choose_defined.stpm \
	tapsets/context.stp tapsets/events.stp tapsets/logging.stp tapsets/memory.stp tapsets/stacks.stp tapsets/string.stp tapsets/symbols.stp \
	tapsets/input.stp tapsets/netfilter.stp tapsets/perf.stp tapsets/procfs.stp tapsets/regex.stp tapsets/timestamps.stp
