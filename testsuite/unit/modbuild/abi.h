/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file What a script of the test's runtime may know. */
#ifndef STP_ABI_H
#define STP_ABI_H
struct stp_script {
	int (*begin)(const char *name);
	const unsigned char *blob, *blob_end;
};
extern const struct stp_script stp_script;
int stp_greet(const char *name);
int stp_lacking(const char *name);
int stp_second(const char *name);
int stp_late(const char *name);
int stp_late_part(const char *name);
int stp_later(const char *name);
int stp_latest(const char *name);
#endif
