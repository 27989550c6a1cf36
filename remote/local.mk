# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += remote/libremote.la
remote_libremote_la_SOURCES = \
	remote/merge.c remote/merge.h \
	remote/wide.c remote/wide.h

# Known globals of hosts; testsuite/users/run-merge adds them up, too.
noinst_PROGRAMS += testsuite/users/merge_sample
testsuite_users_merge_sample_SOURCES = testsuite/users/merge_sample.c
testsuite_users_merge_sample_LDADD = remote/libremote.la base/libbase.la

EXTRA_DIST += remote/README.md
