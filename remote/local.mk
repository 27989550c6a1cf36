# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += remote/libremote.la
remote_libremote_la_SOURCES = \
	remote/builds.c \
	remote/hosts.c remote/hosts.h \
	remote/merge.c remote/merge.h \
	remote/remote.c remote/remote.h remote/remote_private.h \
	remote/probes.c remote/say.c remote/talk.c remote/target.c \
	remote/wide.c remote/wide.h

# Known globals of hosts; testsuite/users/run-merge adds them up, too.
noinst_PROGRAMS += testsuite/users/merge_sample
testsuite_users_merge_sample_SOURCES = testsuite/users/merge_sample.c
testsuite_users_merge_sample_LDADD = remote/libremote.la libtapster/libtapster_conv.la

# Hosts that are none, for testsuite/users/run-remote.
noinst_PROGRAMS += testsuite/users/ssh_standin
testsuite_users_ssh_standin_SOURCES = testsuite/users/ssh_standin.c

EXTRA_DIST += remote/README.md
