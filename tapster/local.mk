# SPDX-License-Identifier: LGPL-2.1-or-later
bin_PROGRAMS += bin/tapster
bin_tapster_SOURCES = \
	tapster/command.h tapster/table.h tapster/options.def \
	tapster/options.h \
	tapster/catalogue.c \
	tapster/colours.c \
	tapster/command_line.c \
	tapster/derive.c \
	tapster/doctor.c \
	tapster/environment.c \
	tapster/examples.c \
	tapster/flame.c \
	tapster/explain.c \
	tapster/fmt.c \
	tapster/exporter.c \
	tapster/help.c \
	tapster/interactive.c \
	tapster/keep.c \
	tapster/main.c \
	tapster/monitor.c \
	tapster/options.c \
	tapster/output.c \
	tapster/remote.c \
	tapster/report.c \
	tapster/show.c tapster/terminal.c tapster/timeline.c \
	tapster/sudo.c tapster/test.c
nodist_bin_tapster_SOURCES = tapster/revision.c
bin_tapster_LDADD = export/libexport.la monitor/libmonitor.la lsp/liblsp.la prompt/libprompt.la scripttest/libscripttest.la remote/libremote.la libtapster/libtapster_conv.la
bin_tapster_LDFLAGS = -no-install

noinst_PROGRAMS += tapster/gen-doc
tapster_gen_doc_SOURCES = tapster/gen_doc.c tapster/table.h \
	tapster/options.def tapster/values.def

completiondir = $(datadir)/bash-completion/completions
nodist_completion_DATA = tapster/completion/tapster tapster/completion/staprun
fishdir = $(datadir)/fish/vendor_completions.d
nodist_fish_DATA = tapster/completion/tapster.fish
dist_fish_DATA = tapster/staprun.fish
zshdir = $(datadir)/zsh/site-functions
nodist_zsh_DATA = tapster/completion/_tapster tapster/completion/_staprun
COMPLETION = $(AM_V_GEN)$(MKDIR_P) tapster/completion && \
	tapster/gen-doc$(EXEEXT) completion
CLEANFILES += tapster/completion/tapster tapster/completion/tapster.fish \
	tapster/completion/_tapster tapster/completion/staprun \
	tapster/completion/_staprun
# Their names are those that the shells look for.
tapster/completion/staprun: tapster/staprun.bash
	$(AM_V_GEN)$(MKDIR_P) tapster/completion && cp $(srcdir)/tapster/staprun.bash $@
tapster/completion/_staprun: tapster/staprun.zsh
	$(AM_V_GEN)$(MKDIR_P) tapster/completion && cp $(srcdir)/tapster/staprun.zsh $@
tapster/completion/tapster: tapster/gen-doc$(EXEEXT) tapster/completion.bash
	$(COMPLETION) bash < $(srcdir)/tapster/completion.bash > $@
tapster/completion/tapster.fish: tapster/gen-doc$(EXEEXT) tapster/completion.fish
	$(COMPLETION) fish < $(srcdir)/tapster/completion.fish > $@
tapster/completion/_tapster: tapster/gen-doc$(EXEEXT) tapster/completion.zsh
	$(COMPLETION) zsh < $(srcdir)/tapster/completion.zsh > $@

# What --version says of the source: git's name of the commit, with -dirty if
# files differ from it; in a tarball the file .revision has what `make dist` saw.
# Looked at by each make, written when it changes.
REVISION = if test -e "$(srcdir)/.git"; then \
		git -C "$(srcdir)" describe --always --dirty --abbrev=12 \
			--exclude='*'; \
	else cat "$(srcdir)/.revision"; fi 2>/dev/null || :
BUILT_SOURCES += tapster/revision.c
CLEANFILES += tapster/revision.c
.PHONY: look-at-revision
tapster/revision.c: look-at-revision
	@$(MKDIR_P) tapster && r=`$(REVISION)` && \
		printf '#include "tapster/command.h"\n\nconst char revision[] = "%s";\n' \
			"$$r" > $@.new && \
		if cmp -s $@.new $@; then rm -f $@.new; else mv -f $@.new $@; fi
EXTRA_DIST += tapster/completion.bash tapster/completion.fish \
	tapster/completion.zsh tapster/staprun.bash tapster/staprun.zsh
