# SPDX-License-Identifier: LGPL-2.1-or-later

noinst_LTLIBRARIES += events/libevents.la
events_libevents_la_SOURCES = \
	events/events.h events/events_private.h events/registers.def \
	events/events.c events/piece.c events/point.c events/fetch.c \
	events/types.c events/value.c events/filter.c events/body.c \
	events/profile.c events/build.c
