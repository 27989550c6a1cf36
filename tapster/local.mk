# SPDX-License-Identifier: LGPL-2.1-or-later
bin_PROGRAMS += bin/tapster
bin_tapster_SOURCES = \
	tapster/command.h tapster/table.h tapster/options.def \
	tapster/doctor.c \
	tapster/main.c \
	tapster/options.c \
	tapster/show.c
bin_tapster_LDADD = libtapster/libtapster_conv.la
bin_tapster_LDFLAGS = -no-install
