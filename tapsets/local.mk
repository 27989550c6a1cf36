# SPDX-License-Identifier: LGPL-2.1-or-later
tapsetsdir = $(pkgdatadir)/tapsets
dist_tapsets_DATA = \
	tapsets/choose_defined.stpm tapsets/json.stpm tapsets/prometheus.stpm tapsets/this.stpm \
	tapsets/print_stats.stpm tapsets/types.stpm \
	tapsets/ansi.stp tapsets/argv.stp tapsets/bridge.stp tapsets/byteorder.stp tapsets/clocks.stp tapsets/cmdline.stp \
	tapsets/context.stp tapsets/ctime.stp tapsets/dentry.stp tapsets/dev.stp tapsets/errno.stp \
	tapsets/events.stp tapsets/fault.stp tapsets/floatingpoint.stp tapsets/generic_file.stp \
	tapsets/guru.stp \
	tapsets/indent.stp tapsets/inet.stp tapsets/input.stp tapsets/ioblock.stp tapsets/ipmib.stp \
	tapsets/ipmib_filter.stp tapsets/irq.stp tapsets/json.stp tapsets/kprocess.stp \
	tapsets/linuxmib.stp tapsets/linuxmib_filter.stp tapsets/livepatch.stp tapsets/loadavg.stp tapsets/logging.stp \
	tapsets/memory.stp tapsets/memory_write.stp tapsets/netfilter.stp tapsets/nfs.stp tapsets/nfs_proc.stp tapsets/networking.stp \
	tapsets/names.stp tapsets/nfsd.stp \
	tapsets/oneshot.stp tapsets/page_cache.stp tapsets/perf.stp tapsets/plumbing.stp tapsets/proc_mem.stp tapsets/procfs.stp \
	tapsets/prometheus.stp tapsets/queue_stats.stp tapsets/random.stp tapsets/regex.stp \
	tapsets/registers.stp tapsets/rlimit.stp tapsets/rpc.stp tapsets/runner.stp tapsets/scheduler.stp tapsets/scsi.stp \
	tapsets/signal.stp tapsets/socket.stp tapsets/speculate.stp tapsets/stacks.stp \
	tapsets/stopwatch.stp tapsets/string.stp tapsets/symbols.stp tapsets/syscall_answers.stp tapsets/syscall_any.stp \
	tapsets/namespaces.stp tapsets/syscall_decode.stp \
	tapsets/syscall_fields.stp tapsets/syscall_ipc.stp tapsets/syscall_results.stp tapsets/syscall_structs.stp tapsets/syscalls.tbl tapsets/task.stp \
	tapsets/task_time.stp tapsets/tcp.stp tapsets/tcpmib.stp tapsets/tcpmib_filter.stp \
	tapsets/this.stp tapsets/timeline.stp tapsets/timestamps.stp tapsets/tokenize.stp tapsets/tty.stp tapsets/tzinfo.stp \
	tapsets/udp.stp tapsets/units.stp tapsets/ustacks.stp tapsets/vfs.stp tapsets/vm.stp

# Its manual: tapsets/tapsets.html, and a man page for each name and each file.
noinst_PROGRAMS += tapsets/gen
tapsets_gen_SOURCES = tapsets/gen.c tapsets/gen.h \
	tapsets/gen_blocks.c tapsets/gen_calls.c tapsets/gen_html.c \
	tapsets/gen_man.c
tapsets_gen_CPPFLAGS = $(AM_CPPFLAGS) \
	-DREFERENCE_CSS='"$(abs_top_srcdir)/tapsets/reference.css"' \
	-DREFERENCE_JS='"$(abs_top_srcdir)/tapsets/reference.js"'
tapsets_gen_LDADD = base/libbase.la
EXTRA_DIST += tapsets/reference.css tapsets/reference.js
# included by the assembler, which make does not see
$(tapsets_gen_OBJECTS): $(srcdir)/tapsets/reference.css $(srcdir)/tapsets/reference.js

nodist_html_DATA = tapsets/tapsets.html
CLEANFILES += tapsets/tapsets.html
tapsets/tapsets.html: tapsets/gen$(EXEEXT) $(dist_tapsets_DATA)
	$(AM_V_GEN)cd $(srcdir) && $(abs_builddir)/tapsets/gen$(EXEEXT) html \
		tapsets/*.stp* tapsets/*.tbl > $(abs_builddir)/$@

all-local: tapsets/man/stamp
tapsets/man/stamp: tapsets/gen$(EXEEXT) $(dist_tapsets_DATA)
	$(AM_V_GEN)rm -rf tapsets/man && $(MKDIR_P) tapsets/man && \
		tapsets/gen$(EXEEXT) man tapsets/man $(srcdir)/tapsets/*.stp* \
		$(srcdir)/tapsets/*.tbl && touch $@

# automake names this directory only for pages that it installs itself
man3dir = $(mandir)/man3
.PHONY: install-tapset-pages uninstall-tapset-pages clean-tapset-pages
clean-local: clean-tapset-pages
clean-tapset-pages:
	rm -rf tapsets/man
install-data-local: install-tapset-pages
install-tapset-pages: tapsets/man/stamp
	$(MKDIR_P) "$(DESTDIR)$(man3dir)"
	$(INSTALL_DATA) tapsets/man/*.3stap "$(DESTDIR)$(man3dir)"
uninstall-local: uninstall-tapset-pages
uninstall-tapset-pages:
	cd tapsets/man && for f in *.3stap; do \
		rm -f "$(DESTDIR)$(man3dir)/$$f"; \
	done
