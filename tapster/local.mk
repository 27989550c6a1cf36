# SPDX-License-Identifier: LGPL-2.1-or-later
bin_PROGRAMS += bin/tapster
bin_tapster_SOURCES = \
	tapster/command.h tapster/table.h tapster/options.def \
	tapster/options.h \
	tapster/catalogue.c \
	tapster/colours.c \
	tapster/command_line.c \
	tapster/doctor.c \
	tapster/environment.c \
	tapster/examples.c \
	tapster/flame.c \
	tapster/explain.c \
	tapster/help.c \
	tapster/keep.c \
	tapster/main.c \
	tapster/options.c \
	tapster/output.c \
	tapster/show.c \
	tapster/sudo.c
bin_tapster_LDADD = export/libexport.la libtapster/libtapster_conv.la
bin_tapster_LDFLAGS = -no-install

noinst_PROGRAMS += tapster/gen-doc
tapster_gen_doc_SOURCES = tapster/gen_doc.c tapster/table.h \
	tapster/options.def

completiondir = $(datadir)/bash-completion/completions
nodist_completion_DATA = tapster/completion/tapster
CLEANFILES += tapster/completion/tapster
tapster/completion/tapster: tapster/gen-doc$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) tapster/completion && \
		tapster/gen-doc$(EXEEXT) completion > $@
