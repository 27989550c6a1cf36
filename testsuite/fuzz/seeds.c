/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * seeds BTF PROGRAM: good files for mutate to damage, in the directory at
 * hand: kernel-0, -1, -2, images in the orders of tables that there are, with
 * these types; the table of symbols and the index that are kept of an image
 * and of the program, in kept/.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "testsuite/unit/test_target_blob.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/kernel/target.h"

#define N(a) (sizeof(a) / sizeof((a)[0]))
#define TEXT(n) (BLOB_BASE + (n))
#define INIT(n) (BLOB_INIT + (n))

/* More than the names that one marker covers. */
#define FILLERS 300

static const struct blob_symbol named[] = {
	{ "_text", 'T', TEXT(0) },
	{ "startup_64", 'T', TEXT(0) },
	{ "vfs_read", 'T', TEXT(0x20) },
	{ "__kprobes_text_start", 'T', TEXT(0xc0) },
	{ "twin", 't', TEXT(0xc0) },
	{ "__kprobes_text_end", 'T', TEXT(0xe0) },
	{ "walk", 'T', TEXT(0x800030) },
	{ "__tracepoint_beat", 'D', TEXT(0x800040) },
	{ "__traceiter_beat", 'T', TEXT(0x800050) },
};

static const struct blob_symbol init[] = {
	{ "__init_begin", 'D', INIT(0) },
	{ "__start_mcount_loc", 'D', INIT(0) },
	{ "__stop_mcount_loc", 'D', INIT(8) },
	{ "__start_kprobe_blacklist", 'D', INIT(8) },
	{ "__stop_kprobe_blacklist", 'D', INIT(16) },
	{ "event_beat", 'D', INIT(16) },
	{ "__init_end", 'D', INIT(0x2000) },
	{ "jiffies_64", 'D', INIT(0x2000) },
};

/* A call, a blacklisted place; an event, its class, the name of its group. */
static const uint64_t data[] = {
	TEXT(0x20), TEXT(0xc4), INIT(24), INIT(32), UINT64_C(0x6472616568),
};

static void write_file(const char *path, const struct buf *b)
{
	_cleanup_fclose_ FILE *f = fopen(path, "w");

	if (!f || fwrite(b->p, 1, b->n, f) != b->n)
		abort();
}

static void read_file(const char *path, struct buf *b)
{
	_cleanup_fclose_ FILE *f = fopen(path, "r");
	char piece[4096];
	size_t n;

	if (!f)
		abort();
	while ((n = fread(piece, 1, sizeof(piece), f)))
		buf_add(b, piece, n);
}

static size_t make_symbols(struct blob_symbol *ret)
{
	static char fillers[FILLERS][16];
	size_t n = N(named);

	memcpy(ret, named, sizeof(named));
	for (size_t i = 0; i < FILLERS; i++) {
		snprintf(fillers[i], sizeof(fillers[i]), "filler_%03zu", i);
		ret[n++] = (struct blob_symbol){ fillers[i], 't',
						 TEXT(0x900000 + 16 * i) };
	}
	memcpy(ret + n, init, sizeof(init));
	return n + N(init);
}

static void make_images(const struct buf *btf)
{
	struct blob_symbol symbols[N(named) + FILLERS + N(init)];
	struct blob_plan plan = {
		.symbols = symbols, .n = make_symbols(symbols),
		.calls = data, .n_calls = N(data),
		.btf = btf->p, .n_btf = btf->n,
	};
	char name[16];

	for (unsigned i = 0; i < 3; i++) {
		_cleanup_buf_ struct buf out = BUF_INIT;

		plan.order = (enum blob_order)i;
		blob_build(&plan, &out, NULL);
		snprintf(name, sizeof(name), "kernel-%u", i);
		write_file(name, &out);
	}
}

/* That something is found shows that the seeds are good. */
static void check_kernel(struct kernel *k)
{
	const struct kernel_tracepoint *tp;
	size_t n;

	if (kernel_tracepoints(k, &tp, &n) || n != 1 ||
	    strcmp(tp->group, "heard") || !tp->proto)
		abort();
}

int main(int argc, char **argv)
{
	struct dwarf_options opt = { .index_dir = "kept" };
	_cleanup_buf_ struct buf btf = BUF_INIT;
	const struct dwarf_index *ix;
	struct kernel *k;
	struct dwarf *d;

	if (argc != 3)
		return 2;
	read_file(argv[1], &btf);
	make_images(&btf);
	if (kernel_open("kernel-0", "kept", &k) ||
	    dwarf_open(argv[2], &opt, &d) || dwarf_index_get(d, &ix))
		return 1;
	check_kernel(k);
	kernel_close(k);
	dwarf_close(d);
	return 0;
}
