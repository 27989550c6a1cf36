# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += export/libexport.la
export_libexport_la_SOURCES = \
	export/export.h export/stacks.h \
	export/dashboard.c \
	export/flame.c \
	export/folded.c \
	export/formats.c \
	export/metric.c \
	export/metrics.c export/metrics.h \
	export/metrics_text.c \
	export/pprof.c \
	export/report.c export/report_draw.c export/report_page.c export/report.h \
	export/ctf.c export/ctf_metadata.c export/ctf.h \
	export/server.c \
	export/speedscope.c \
	export/stacks.c \
	export/timeline.c export/timeline.h \
	export/trace_event.c
export_libexport_la_CPPFLAGS = $(AM_CPPFLAGS) $(ZLIB_CFLAGS) $(MHD_CFLAGS) \
	-DFLAME_JS='"$(abs_top_srcdir)/export/flame.js"' \
	-DREPORT_JS='"$(abs_top_srcdir)/export/report.js"' \
	-DREPORT_CSS='"$(abs_top_srcdir)/export/report.css"'
export_libexport_la_LIBADD = $(ZLIB_LIBS) $(MHD_LIBS)

# Known stacks in each format; testsuite/users/run-look reads them with others' tools.
noinst_PROGRAMS += testsuite/users/export_sample
testsuite_users_export_sample_SOURCES = testsuite/users/export_sample.c
testsuite_users_export_sample_LDADD = export/libexport.la

EXTRA_DIST += export/README.md export/flame.js export/report.css export/report.js
# put in by the assembler, which make does not see
$(export_libexport_la_OBJECTS): $(srcdir)/export/flame.js $(srcdir)/export/report.js \
	$(srcdir)/export/report.css
