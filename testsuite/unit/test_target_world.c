/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes the image of a kernel with a few hundred symbols of every sort.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/unit/test_target_world.h"
#include "translator/target/kernel/target.h"

static const struct blob_symbol low[] = {
	{ "fixed_percpu_data", 'A', 0 },
	{ "__per_cpu_start", 'A', 0 },
	{ "runqueues", 'A', 0x2c0 },
	{ "__per_cpu_end", 'A', 0x30000 },
	{ "absolute", 'A', 0x40000 },
};

static const struct blob_symbol high[] = {
	{ "_text", 'T', TEXT(0) },
	{ "startup_64", 'T', TEXT(0) },
	{ "__pfx_vfs_read", 't', TEXT(0x10) },
	{ "vfs_read", 'T', TEXT(0x20) },
	{ "vfs_write", 'T', TEXT(0x40) },
	{ "vfs_write", 't', TEXT(0x40) },
	{ "vfs_readv", 't', TEXT(0x60) },
	{ "vfs_statx", 'W', TEXT(0x80) },
	{ "vfs_statx.cold", 't', TEXT(0xa0) },
	{ "__kprobes_text_start", 'T', TEXT(0xc0) },
	{ "twin", 't', TEXT(0xc0) },
	{ "twin", 't', TEXT(0xe0) },
	{ "__kprobes_text_end", 'T', TEXT(0xe0) },
	{ "__cfi_vfs_read", 't', TEXT(0xf0) },
	{ "vfs_table", 'D', TEXT(0x800000) },
	{ "twin", 'd', TEXT(0x800010) },
	{ LONG_NAME, 't', TEXT(0x800020) },
	{ "a", 'T', TEXT(0x800030) },
	{ "jiffies_64", 'D', TEXT(0x800040) },
};

static const struct blob_symbol init[] = {
	{ "__init_begin", 'D', INIT(0) },
	{ "__start_mcount_loc", 'D', INIT(0) },
	{ "__stop_mcount_loc", 'D', INIT(24) },
	{ "__start_kprobe_blacklist", 'D', INIT(24) },
	{ "__stop_kprobe_blacklist", 'D', INIT(40) },
	{ "vfs_init", 't', INIT(0x1000) },
	{ "early_setup", 't', INIT(0x1010) },
};

/* Instead of those in `low`, as kernels have them since 6.15. */
static const struct blob_symbol per_cpu[] = {
	{ "__per_cpu_start", 'D', INIT(0x1800) },
	{ "runqueues", 'D', INIT(0x1840) },
	{ "__per_cpu_end", 'D', INIT(0x1880) },
	{ "setup_table", 'd', INIT(0x1880) },
};

static const struct blob_symbol late[] = {
	{ "__init_end", 'D', INIT(0x2000) },
	{ "vfs_late", 'T', INIT(0x2000) },
};

/*
 * vfs_read is called at once, vfs_write after an ENDBR64; not in order.  The
 * last two are the blacklist of kprobes.
 */
static const uint64_t calls[] = { TEXT(0x44), TEXT(0x20), TEXT(0x60 + 8),
				  TEXT(0x80), TEXT(0x24) };

/* ---- images ------------------------------------------------------------- */

static void add(struct world *w, const struct blob_symbol *s, size_t n)
{
	memcpy(w->symbols + w->plan.n, s, n * sizeof(*s));
	w->plan.n += n;
}

static void add_fillers(struct world *w)
{
	for (size_t i = 0; i < WORLD_FILLERS; i++) {
		/* not in the order of addresses, so that sorting has work */
		snprintf(w->fillers[i], sizeof(w->fillers[i]), "filler_%03zu",
			 i * 7 % WORLD_FILLERS);
		add(w, &(struct blob_symbol){ w->fillers[i], 't',
					      TEXT(0x900000 + 16 * i) }, 1);
	}
}

void world_write_file(const char *path, const char *p, size_t n)
{
	_cleanup_fclose_ FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(p, 1, n, f), n);
}

void world_build(struct world *w, enum blob_order order, bool plain)
{
	w->plan = (struct blob_plan){
		.symbols = w->symbols, .order = order, .plain = plain,
		.calls = calls, .n_calls = N(calls),
		.no_build_id = w->plan.no_build_id, .mixed = w->plan.mixed,
	};
	if (!plain)
		add(w, low, N(low));
	add(w, high, N(high));
	add_fillers(w);
	add(w, init, N(init));
	if (plain)
		add(w, per_cpu, N(per_cpu));
	add(w, late, N(late));
	buf_reset(&w->image);
	blob_build(&w->plan, &w->image, &w->at);
	world_write_file(w->vmlinux, w->image.p, w->image.n);
}

int world_set_up(void **state)
{
	struct world *w = xcalloc(1, sizeof(*w));

	strcpy(w->dir, "/tmp/tapster-test.XXXXXX");
	assert_non_null(mkdtemp(w->dir));
	snprintf(w->vmlinux, sizeof(w->vmlinux), "%s/vmlinux", w->dir);
	snprintf(w->index, sizeof(w->index), "%s/index", w->dir);
	w->image = (struct buf)BUF_INIT;
	world_build(w, BLOB_NEW, false);
	*state = w;
	return 0;
}

int world_tear_down(void **state)
{
	struct world *w = *state;
	char command[64];

	snprintf(command, sizeof(command), "rm -r %s", w->dir);
	assert_int_equal(system(command), 0);
	buf_free(&w->image);
	free(w);
	return 0;
}

struct kernel *world_open_kernel(struct world *w, const char *index)
{
	struct kernel *k;
	struct sys_error *err = kernel_open(w->vmlinux, index, &k);

	if (err)
		fail_msg("%s", err->text);
	return k;
}
