# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += monitor/libmonitor.la
monitor_libmonitor_la_SOURCES = \
	monitor/monitor.h \
	monitor/draw.c monitor/draw.h \
	monitor/lines.c monitor/lines.h \
	monitor/monitor.c \
	monitor/screen.c monitor/state.h \
	monitor/table.c monitor/table.h
monitor_libmonitor_la_CPPFLAGS = $(AM_CPPFLAGS) $(NCURSES_CFLAGS)
monitor_libmonitor_la_LIBADD = $(NCURSES_LIBS)

EXTRA_DIST += monitor/README.md
