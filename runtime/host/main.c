/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The host program: takes settings from the command line, does one run, and writes
 * its records to file descriptor 3.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime/core/handler.h"
#include "runtime/host/host.h"

static void on_signal(int sig)
{
	stp_host_interrupted = 1;
}

static void on_usr2(int sig)
{
	stp_host_snapshot_wanted = 1;
}

static bool wants_last_snapshot;

static int fail(const char *what, const char *arg)
{
	fprintf(stderr, "ERROR: %s%s%s\n", what, arg ? ": " : "",
		arg ? arg : "");
	return 2;
}

/* ---- settings ----------------------------------------------------------- */

static int find_limit(const char *name, size_t n)
{
	int i;

	for (i = 0; i < STP_N_LIMITS; i++)
		if (strlen(stp_limit_infos[i].name) == n &&
		    !memcmp(stp_limit_infos[i].name, name, n))
			return i;
	return -1;
}

static int find_global(const char *name, size_t n)
{
	const struct stp_blob *b = stp_run.blob;
	const char *s;
	stp_u32 i;

	for (i = 0; i < stp_blob_n(b, STP_SEC_GLOBALS); i++) {
		s = stp_blob_str(b, stp_blob_global(b, i)->name);
		if (strlen(s) == n && !memcmp(s, name, n))
			return (int)i;
	}
	return -1;
}

static bool set_global(int i, const char *value)
{
	char *end;
	stp_s64 v;

	if (stp_blob_global(stp_run.blob, i)->type == STP_G_STR)
		return !stp_run_set_str(i, value, strlen(value));
	v = (stp_s64)strtoull(value, &end, 0);
	return *value && !*end && !stp_run_set_num(i, v);
}

static bool set_limit(int i, const char *value)
{
	char *end;
	stp_s64 v = strtoll(value, &end, 0);

	return *value && !*end && !stp_run_set_limit(i, v);
}

static bool set(const char *arg)
{
	const char *eq = strchr(arg, '=');
	size_t n = eq ? (size_t)(eq - arg) : 0;
	int i;

	if (!eq)
		return false;
	i = find_limit(arg, n);
	if (i >= 0)
		return set_limit(i, eq + 1);
	i = find_global(arg, n);
	return i >= 0 && set_global(i, eq + 1);
}

/* Sets the globals of the tapset for the time zone and the PID of this process, if the
 * script has them. */
static void set_facts(void)
{
	time_t now = time(NULL);
	char text[3][64];
	struct tm tm;
	int i;

	localtime_r(&now, &tm);
	snprintf(text[0], sizeof(text[0]), "__tz_west=%ld", -tm.tm_gmtoff);
	snprintf(text[1], sizeof(text[1]), "__tz_zone=%s", tm.tm_zone);
	snprintf(text[2], sizeof(text[2]), "__runner_pid=%d", getpid());
	for (i = 0; i < 3; i++)
		set(text[i]);
}

/* The nanoseconds of a -T value, which is in seconds; 0 if it is not valid. */
static stp_u64 parse_seconds(const char *s)
{
	char *end;
	double v = strtod(s, &end);

	return *s && !*end && v > 0 && v < 1e9 ? (stp_u64)(v * 1e9) : 0;
}

static int parse(int argc, char **argv, stp_u64 *ret_run)
{
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-T") && i + 1 < argc) {
			*ret_run = parse_seconds(argv[++i]);
			if (!*ret_run)
				return fail("bad number of seconds", argv[i]);
		} else if (!strcmp(argv[i], "-r") && i + 1 < argc) {
			const char *bad = stp_host_tape_open(argv[++i]);

			if (bad)
				return fail(bad, argv[i]);
		} else if (!strcmp(argv[i], "-c")) {
			stp_host_own_command();
		} else if (!strcmp(argv[i], "-s")) {
			wants_last_snapshot = true;
		} else if (!set(argv[i])) {
			return fail("unknown or bad setting", argv[i]);
		}
	}
	return 0;
}

/* ---- the stream --------------------------------------------------------- */

static void put_record(enum stp_rec_type type, stp_u32 id, const void *p,
		       stp_u32 n)
{
	static const char zeros[8];
	struct stp_item item = { id, n };
	struct timespec wall = { 0 };
	struct stp_rec r = {
		.len = sizeof(r) + sizeof(item) + STP_ALIGN8(n),
		.type = type,
		.probe = ~0u,
		.n_items = 1,
		.time_ns = stp_host_time(),
	};

	if (type == STP_REC_BLOB && !clock_gettime(CLOCK_REALTIME, &wall))
		r.seq = (stp_u64)wall.tv_sec * 1000000000 +
			(stp_u64)wall.tv_nsec;
	if (stp_host_has_tape() && r.seq)
		r.seq = r.time_ns;
	stp_host_write(&r, sizeof(r));
	stp_host_write(&item, sizeof(item));
	stp_host_write(p, n);
	stp_host_write(zeros, STP_ALIGN8(n) - n);
}

static void put_loss(const struct stp_ioc_stats *stats, stp_u32 cause)
{
	stp_u64 v[2];
	stp_u32 n = stp_loss_item(stats, cause, v);

	put_record(STP_REC_LOSS, cause, v, n);
}

static void put_losses(void)
{
	struct stp_ioc_stats stats;
	stp_u32 i;

	stp_run_stats(&stats);
	for (i = 0; i < STP_N_CAUSES; i++)
		if (stats.causes[i])
			put_loss(&stats, i);
}

static void put_times(void)
{
	struct stp_ioc_times t = { 0 };

	for (; !stp_run_times(&t); t.row++)
		if (t.times.hits)
			put_record(STP_REC_TIMES, t.row, &t.times,
				   sizeof(t.times));
}

static void put_memory(void)
{
	struct stp_ioc_stats stats;
	stp_u32 i;

	stp_run_stats(&stats);
	for (i = 0; i < STP_N_PARTS; i++)
		if (stats.parts[i])
			put_record(STP_REC_MEMORY, i, &stats.parts[i], 8);
}

static void catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sa.sa_handler = on_usr2;
	sigaction(SIGUSR2, &sa, NULL);
	stp_host_listen();
	signal(SIGPIPE, SIG_IGN);
}

/* ---- running ------------------------------------------------------------ */

static int run(stp_u64 ns)
{
	stp_u64 status;
	int err;

	put_record(STP_REC_BLOB, 0, stp_script.blob,
		   stp_script.blob_end - stp_script.blob);
	err = stp_run_start();
	if (!err && stp_host_has_tape())
		stp_host_tape_run();
	else if (!err)
		stp_host_run(ns ? stp_os_now() + ns : 0);
	stp_run_stop(true);
	if (stp_host_is_abandoned())
		stp_host_end_command();
	if (wants_last_snapshot)
		stp_host_snapshot();
	put_times();
	if (stp_run.limits[STP_LIM_TIMING])
		put_memory();
	put_losses();
	status = stp_run.failed;
	put_record(STP_REC_END, 0, &status, 8);
	stp_run_free();
	return (int)status;
}

int main(int argc, char **argv)
{
	const char *bad = stp_run_init();
	stp_u64 ns = 0;
	int err;

	if (bad)
		return fail("this program is damaged", bad);
	set_facts();
	err = parse(argc, argv, &ns);
	if (err)
		return err;
	if (stp_run_setup())
		return fail("not enough memory for the script's variables, "
			    "see STP_MAXMEMORY",
			    NULL);
	catch_signals();
	return run(ns);
}
