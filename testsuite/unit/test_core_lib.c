/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/host/host.h"
#include "testsuite/unit/test_core_lib.h"

#define BLOB_SIZE 65536

void (*core_body[CORE_HANDLERS])(struct stp_ctx *c);
stp_s64 (*core_cond)(struct stp_ctx *c);
struct stp_global core_globals[CORE_GLOBALS];
struct stp_lock core_locks[64];

static unsigned char blob[BLOB_SIZE] __attribute__((aligned(8)));
static char *records, text[1 << 22];

#define BODY(i)                                                                \
	static void body##i(struct stp_ctx *c)                                 \
	{                                                                      \
		core_body[i](c);                                               \
	}
BODY(0) BODY(1) BODY(2) BODY(3)

struct stp_handler core_handlers[CORE_HANDLERS] = {
	{ .fn = body0 }, { .fn = body1 }, { .fn = body2 }, { .fn = body3 },
};

static stp_s64 cond(struct stp_ctx *c)
{
	return core_cond(c);
}

struct stp_cond core_conds[1] = { { .fn = cond } };

extern const struct stp_kind stp_kind_begin, stp_kind_end, stp_kind_error;
extern const struct stp_kind stp_kind_timer;
static const struct stp_kind *const kinds[] = {
	&stp_kind_begin, &stp_kind_end, &stp_kind_error, &stp_kind_timer,
};

const struct stp_script stp_script = {
	.abi = STP_ABI_VERSION,
	.n_handlers = CORE_HANDLERS,
	.handlers = core_handlers,
	.n_conds = 1,
	.conds = core_conds,
	.n_kinds = 4,
	.kinds = kinds,
	.n_globals = CORE_GLOBALS,
	.globals = core_globals,
	.locks = core_locks,
	.blob = blob,
	.blob_end = blob + BLOB_SIZE,
};

struct stp_row *core_timer(struct blob_make *m, stp_u32 handler)
{
	stp_u32 probe = blob_probe(m, "timer.s(1)", "t.stp", handler + 1, 1);
	struct stp_row *r = blob_row(m, STP_KIND_TIMER, handler, probe);

	r->timer.interval_ns = 1000000000;
	return r;
}

static void open_records(void)
{
	int fd = memfd_create("records", 0);

	assert(fd >= 0);
	if (fd == STP_HOST_FD)
		return;
	assert(dup2(fd, STP_HOST_FD) == STP_HOST_FD);
	close(fd);
}

static void load(struct blob_make *m)
{
	size_t size;
	void *p;

	while (m->sec[STP_SEC_GLOBALS].n < CORE_GLOBALS)
		blob_global(m, "", "", STP_G_NUM, STP_C_CONST, 63);
	p = blob_finish(m, BLOB_SIZE, &size);
	memcpy(blob, p, size);
	free(p);
}

static void init(void)
{
	const char *bad;

	memset(&stp_run, 0, sizeof(stp_run));
	memset(core_globals, 0, sizeof(core_globals));
	bad = stp_run_init();
	assert(!bad);
}

void core_prepare(struct blob_make *m)
{
	load(m);
	init();
	open_records();
}

struct stp_ctx *core_start(void)
{
	assert(!stp_run_setup());
	stp_set_state(STP_RUNNING);
	return &stp_run.workspaces[0]->pub;
}

struct stp_ctx *core_begin(struct blob_make *m)
{
	core_prepare(m);
	return core_start();
}

static stp_u64 try_setup(stp_u64 bytes)
{
	stp_u64 used = 0, before;

	init();
	before = (stp_run.limits[STP_LIM_MEMORY_MB] << 20) - bytes;
	stp_run.memory = before;
	if (!stp_run_setup())
		used = stp_run.memory - before;
	stp_run_free();
	assert(stp_run.memory == before);
	return used;
}

stp_u32 core_too_little(struct blob_make *m, stp_u32 steps)
{
	stp_u64 all;
	stp_u32 n = 0;

	load(m);
	all = try_setup(1 << 26);
	assert(all);
	for (stp_u32 i = 0; i < steps; i++)
		n += !try_setup(all * i / steps);
	assert(try_setup(all) == all);
	return n;
}

void core_end(void)
{
	stp_run_free();
	assert(!stp_run.memory);
	free(records);
	records = NULL;
	core_conds[0] = (struct stp_cond){ .fn = cond };
	for (int i = 0; i < CORE_HANDLERS; i++) {
		core_handlers[i].counts = core_handlers[i].freezes = 0;
		core_handlers[i].locks = 0;
		core_body[i] = NULL;
	}
}

void core_run(stp_u32 row)
{
	stp_run_serial(&stp_run.sites[row]);
}

const void *core_records(size_t *ret_n)
{
	off_t n = lseek(STP_HOST_FD, 0, SEEK_END);

	free(records);
	records = malloc((size_t)n + 1);
	assert(records);
	assert(pread(STP_HOST_FD, records, (size_t)n, 0) == n);
	*ret_n = (size_t)n;
	return records;
}

const char *core_text(void)
{
	struct stp_fmt_opts opts = stp_blob_fmt_opts(stp_run.blob);
	struct stp_sink s = { text, 0, sizeof(text) - 1, false, NULL, NULL };
	struct stp_rec_error err;
	size_t n;
	const char *p = core_records(&n);

	for (size_t at = 0; at < n;) {
		const struct stp_rec *r = (const void *)(p + at);
		const char *bad = stp_rec_check(stp_run.blob, NULL, r, n - at);

		if (bad) {
			fprintf(stderr, "byte %zu: %s\n", at, bad);
			abort();
		}
		stp_render_out(&s, stp_run.blob, NULL, r, &opts);
		if (stp_rec_error(stp_run.blob, r, &err))
			stp_render_error(&s, stp_run.blob, r, &err);
		at += r->len;
	}
	assert(!s.cut);
	text[s.len] = 0;
	return text;
}
