/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The parts of staprun that need no kernel: the order of records, rings made
 * in memory (honest and hostile), .ko files, the command line.
 */
#include <elf.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "staprun/staprun.h"

/* ---- a blob, and records ------------------------------------------------ */

static struct {
	struct stp_blob b;
	char strings[8];
} blob;

static const struct stp_blob *make_blob(void)
{
	memset(&blob, 0, sizeof(blob));
	blob.b.magic = STP_BLOB_MAGIC;
	blob.b.version = STP_BLOB_VERSION;
	blob.b.hdr_size = sizeof(blob.b);
	blob.b.size = sizeof(blob);
	for (int i = 0; i < STP_N_SECTIONS; i++)
		blob.b.sec[i].off = sizeof(blob.b);
	blob.b.sec[STP_SEC_STRINGS].n = sizeof(blob.strings);
	assert_null(stp_blob_check(&blob, sizeof(blob)));
	return &blob.b;
}

struct text_rec {
	struct stp_rec rec;
	struct stp_item item;
	char text[8];
};

static struct text_rec make_rec(uint64_t seq, unsigned flags)
{
	return (struct text_rec){
		.rec = { .len = sizeof(struct text_rec), .type = STP_REC_OUT,
			 .flags = (stp_u8)flags, .probe = ~0u, .n_items = 1,
			 .seq = seq },
		.item = { .id = STP_ITEM_TEXT, .len = 8 },
	};
}

/* ---- order -------------------------------------------------------------- */

static char seen[256];

static void note(void *arg, const struct stp_rec *rec)
{
	size_t n = strlen(seen);

	snprintf(seen + n, sizeof(seen) - n, "%llu%s ", rec->seq,
		 rec->flags & STP_REC_PART ? "p" : "");
}

/*
 * @in: numbers, "p" after those with more parts to come; @now: what was
 * emitted before the end, @then: after it.
 */
static void check_merge(const char *in, const char *now, const char *then,
			uint64_t holes)
{
	struct merge m;
	char *end;

	seen[0] = '\0';
	merge_init(&m, note, NULL);
	for (; *in; in = end + strspn(end, "p ")) {
		uint64_t seq = strtoull(in, &end, 10);
		struct text_rec r =
			make_rec(seq, *end == 'p' ? STP_REC_PART : 0);

		merge_put(&m, &r.rec);
	}
	assert_string_equal(seen, now);
	merge_finish(&m);
	assert_string_equal(seen, then);
	assert_int_equal(m.holes, holes);
	merge_deinit(&m);
}

static void test_merge(void **state)
{
	check_merge("1 2 3", "1 2 3 ", "1 2 3 ", 0);
	/* contexts nested four deep end inside out */
	check_merge("4 3 2 1 5", "1 2 3 4 5 ", "1 2 3 4 5 ", 0);
	/* one ring is read before the other */
	check_merge("2 4 6 8 1 3 5 7", "1 2 3 4 5 6 7 8 ",
		    "1 2 3 4 5 6 7 8 ", 0);
	/* the second waits, however long */
	check_merge("1 3 4 5 6", "1 ", "1 3 4 5 6 ", 1);
	check_merge("3 7", "", "3 7 ", 5);
}

static void test_merge_parts(void **state)
{
	check_merge("1p 1p 1 2", "1p 1p 1 2 ", "1p 1p 1 2 ", 0);
	/* an interrupt's record between two parts */
	check_merge("1p 2 1p 3 1", "1p 1p 1 2 3 ", "1p 1p 1 2 3 ", 0);
	/* parts that come early keep their order */
	check_merge("2p 2p 2 1 3", "1 2p 2p 2 3 ", "1 2p 2p 2 3 ", 0);
	/* the last part is lost */
	check_merge("1p 2 3", "1p ", "1p 2 3 ", 1);
}

static void test_merge_limit(void **state)
{
	struct text_rec r;
	struct merge m;

	seen[0] = '\0';
	merge_init(&m, note, NULL);
	m.limit = 3 * sizeof(r);
	for (uint64_t seq = 2; seq < 6; seq++) {
		r = make_rec(seq, 0);
		merge_put(&m, &r.rec);
		/* the fourth is one too many to wait for number 1 */
		assert_string_equal(seen, seq < 5 ? "" : "2 3 4 5 ");
	}
	r = make_rec(1, 0);
	merge_put(&m, &r.rec);
	assert_string_equal(seen, "2 3 4 5 1 ");
	assert_int_equal(m.holes, 1);
	merge_deinit(&m);
}

/* Any order of many records ends in theirs. */
static void test_merge_shuffled(void **state)
{
	enum { N = 60 };
	char want[256] = "";
	uint64_t at[N];
	struct merge m;

	srand(1);
	for (int i = 0; i < N; i++) {
		int k = rand() % (i + 1);

		at[i] = at[k];
		at[k] = (uint64_t)i + 1;
		snprintf(want + strlen(want), sizeof(want) - strlen(want),
			 "%d ", i + 1);
	}
	seen[0] = '\0';
	merge_init(&m, note, NULL);
	for (int i = 0; i < N; i++) {
		struct text_rec r = make_rec(at[i], 0);

		merge_put(&m, &r.rec);
	}
	assert_string_equal(seen, want);
	assert_int_equal(m.n, 0);
	merge_deinit(&m);
}

/* ---- rings -------------------------------------------------------------- */

enum { RING = 256 };

struct fake {
	struct stp_ring_consumer consumer;
	struct stp_ring_producer producer;
	_Alignas(8) char data[2 * RING];
	struct ring ring;
};

static void fake_init(struct fake *f)
{
	memset(f, 0, sizeof(*f));
	f->ring = (struct ring){ .consumer = &f->consumer,
				 .producer = &f->producer,
				 .data = f->data, .size = RING };
}

/* The kernel's side: the second half of data mirrors the first. */
static void publish(struct fake *f, const void *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t at = (f->producer.head + i) % RING;

		f->data[at] = f->data[at + RING] = ((const char *)p)[i];
	}
	f->producer.head += n;
}

static void test_ring(void **state)
{
	const struct stp_blob *b = make_blob();
	struct fake f;
	const char *bad;

	fake_init(&f);
	assert_null(ring_next(&f.ring, b, NULL, &bad));
	assert_null(bad);
	/* three times around, with padding in between */
	for (uint64_t seq = 1; seq < 12; seq++) {
		struct text_rec r = make_rec(seq, 0);
		const struct stp_rec *rec;

		publish(&f, &r, sizeof(r));
		if (seq % 3 == 0) {
			r.rec.type = STP_REC_PAD;
			publish(&f, &r, sizeof(r));
		}
		rec = ring_next(&f.ring, b, NULL, &bad);
		assert_non_null(rec);
		assert_int_equal(rec->seq, seq);
		ring_release(&f.ring, rec);
		assert_null(ring_next(&f.ring, b, NULL, &bad));
		assert_null(bad);
		assert_int_equal(f.consumer.tail, f.producer.head);
		assert_true(ring_is_empty(&f.ring));
	}
}

/* Whatever is wrong, everything published is skipped and said to be bad. */
static void check_bad_ring(struct fake *f)
{
	const char *bad;

	assert_null(ring_next(&f->ring, make_blob(), NULL, &bad));
	assert_non_null(bad);
	assert_int_equal(f->consumer.tail, f->producer.head);
	assert_null(ring_next(&f->ring, make_blob(), NULL, &bad));
	assert_null(bad);
}

static void test_hostile_rings(void **state)
{
	static const stp_u32 lengths[] = {
		0, 1, 8, 39, 41, 64, 4096, 0x7ffffff8, 0xfffffff8, 0xffffffff,
	};
	struct text_rec r;
	struct fake f;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		fake_init(&f);
		r = make_rec(1, 0);
		r.rec.len = lengths[i];
		publish(&f, &r, sizeof(r));
		check_bad_ring(&f);
		fake_init(&f);
		r = make_rec(1, 0);
		/* 1 to 8 would be fine */
		r.item.len = lengths[i] - 1 < 8 ? 9 : lengths[i];
		publish(&f, &r, sizeof(r));
		check_bad_ring(&f);
	}
	fake_init(&f);
	r = make_rec(1, 0);
	publish(&f, &r, sizeof(r));
	f.producer.head = 3 * RING;	/* more than there is room for */
	check_bad_ring(&f);
	f.producer.head -= 2 * RING;	/* backwards */
	check_bad_ring(&f);
	fake_init(&f);
	publish(&f, &r, sizeof(r));
	f.producer.head -= 4;		/* in the middle of a word */
	check_bad_ring(&f);
	fake_init(&f);
	r.rec.type = STP_REC_PAD;
	r.rec.len = 0;			/* would be skipped for ever */
	publish(&f, &r, sizeof(r));
	check_bad_ring(&f);
}

/* ---- the flight recorder ------------------------------------------------ */

/* A record, for which the oldest make room if there is none. */
static void overwrite(struct fake *f, uint64_t seq)
{
	struct text_rec r = make_rec(seq, 0);

	while (f->producer.head + sizeof(r) - f->consumer.tail > RING)
		f->consumer.tail += sizeof(r);
	publish(f, &r, sizeof(r));
}

static uint64_t next_seq(struct fake *f)
{
	const char *bad;
	const struct stp_rec *rec;
	uint64_t seq;

	f->ring.flight = true;
	rec = ring_next(&f->ring, make_blob(), NULL, &bad);
	assert_null(bad);
	if (!rec)
		return 0;
	seq = rec->seq;
	ring_release(&f->ring, rec);
	return seq;
}

/* What is left is read once, whether it is overwritten then or not. */
static void test_flight(void **state)
{
	const unsigned fits = RING / sizeof(struct text_rec);
	struct fake f;

	fake_init(&f);
	assert_int_equal(next_seq(&f), 0);
	for (uint64_t seq = 1; seq <= 20; seq++)
		overwrite(&f, seq);
	for (uint64_t seq = 21 - fits; seq <= 20; seq++)
		assert_int_equal(next_seq(&f), seq);
	assert_int_equal(next_seq(&f), 0);
	overwrite(&f, 21);
	assert_int_equal(next_seq(&f), 21);
	assert_int_equal(next_seq(&f), 0);
	for (uint64_t seq = 22; seq <= 40; seq++)
		overwrite(&f, seq);
	assert_int_equal(next_seq(&f), 41 - fits);
	overwrite(&f, 41);	/* of those not read yet one is dropped */
	overwrite(&f, 42);
	assert_int_equal(next_seq(&f), 43 - fits);
	free(f.ring.copy);
}

static void test_hostile_flight(void **state)
{
	static const stp_u32 lengths[] = {
		0, 1, 8, 39, 41, 64, 4096, 0x7ffffff8, 0xfffffff8, 0xffffffff,
	};
	struct text_rec r;
	struct fake f;
	const char *bad;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths) + 2; i++) {
		fake_init(&f);
		r = make_rec(1, 0);
		r.rec.len = i < 10 ? lengths[i] : r.rec.len;
		publish(&f, &r, sizeof(r));
		if (i >= 10)
			f.producer.head = i == 10 ? 3 * RING : 12;
		f.ring.flight = true;
		assert_null(ring_next(&f.ring, make_blob(), NULL, &bad));
		assert_non_null(bad);
		assert_int_equal(next_seq(&f), 0);
		free(f.ring.copy);
	}
}

/* ---- .ko files ---------------------------------------------------------- */

struct fake_ko {
	Elf64_Ehdr eh;
	Elf64_Shdr sh[3];
	char strings[16];
	char info[80];
};

static struct fake_ko make_ko(const char *info, size_t n)
{
	struct fake_ko f = { 0 };

	memcpy(f.eh.e_ident, ELFMAG, SELFMAG);
	f.eh.e_ident[EI_CLASS] = ELFCLASS64;
	f.eh.e_type = ET_REL;
	f.eh.e_shoff = offsetof(struct fake_ko, sh);
	f.eh.e_shnum = 3;
	f.eh.e_shstrndx = 1;
	memcpy(f.strings, "\0.modinfo", 10);
	f.sh[1].sh_offset = offsetof(struct fake_ko, strings);
	f.sh[1].sh_size = sizeof(f.strings);
	f.sh[2].sh_name = 1;
	f.sh[2].sh_offset = offsetof(struct fake_ko, info);
	f.sh[2].sh_size = n;
	memcpy(f.info, info, n);
	return f;
}

/* On the heap and exactly @n bytes and a NUL, as modfile_read() leaves it. */
static const char *parse(const void *p, size_t n, struct modfile *m)
{
	const char *bad;

	memset(m, 0, sizeof(*m));
	m->p = malloc(n + 1);
	memcpy(m->p, p, n);
	m->p[n] = '\0';
	m->n = n;
	bad = modfile_parse(m);
	modfile_free(m);
	return bad;
}

static const char good_info[] =
	"license=GPL\0name=stp_hello\0vermagic=6.1.0-9-amd64 SMP mod_unload ";

static void test_modfile(void **state)
{
	struct fake_ko f = make_ko(good_info, sizeof(good_info));
	char with_end[sizeof(f) + 28];
	struct modfile m;

	assert_null(parse(&f, sizeof(f), &m));
	assert_string_equal(m.name, "stp_hello");
	assert_string_equal(m.release, "6.1.0-9-amd64");
	assert_false(m.is_signed);
	memcpy(with_end, &f, sizeof(f));
	memcpy(with_end + sizeof(f), "~Module signature appended~\n", 28);
	assert_null(parse(with_end, sizeof(with_end), &m));
	assert_true(m.is_signed);
}

/* Anywhere in the file; one that is cut, or of another form, is none. */
static void test_blob_of_modfile(void **state)
{
	size_t size = sizeof(blob), at = 4096 + 24;
	struct modfile m = { .n = at + size };
	struct stp_blob *b;

	make_blob();
	m.p = calloc(1, m.n + 1);
	assert_null(modfile_blob(&m));
	b = memcpy(m.p + at, &blob, size);
	((struct stp_blob *)m.p)->magic = STP_BLOB_MAGIC;
	assert_ptr_equal(modfile_blob(&m), b);
	for (m.n = 0; m.n < at + size; m.n++)
		assert_null(modfile_blob(&m));
	b->size = UINT32_MAX;
	assert_null(modfile_blob(&m));
	b->size = (stp_u32)size;
	b->version++;
	assert_null(modfile_blob(&m));
	modfile_free(&m);
}

static void test_bad_modfiles(void **state)
{
	static const char infos[][24] = {
		"name=a/b\0vermagic=6.1 ", "name=\0vermagic=6.1 x",
		"name=..\0vermagic=6.1 x", "name=stp\0vermag=6.1 xx",
		"name=a-b\0vermagic=6.1 ",
	};
	struct fake_ko f = make_ko(good_info, sizeof(good_info));
	struct modfile m;

	for (size_t cut = 0; cut < offsetof(struct fake_ko, info) + 60; cut++)
		assert_non_null(parse(&f, cut, &m));
	for (size_t i = 0; i < sizeof(infos) / sizeof(*infos); i++) {
		f = make_ko(infos[i], sizeof(infos[i]));
		assert_non_null(parse(&f, sizeof(f), &m));
	}
	f = make_ko(good_info, sizeof(good_info));
	f.sh[2].sh_size = UINT64_MAX;
	assert_non_null(parse(&f, sizeof(f), &m));
	f = make_ko(good_info, sizeof(good_info));
	f.sh[1].sh_offset = UINT64_MAX - 1;
	assert_non_null(parse(&f, sizeof(f), &m));
	f.eh.e_shoff = UINT64_MAX - 7;
	assert_non_null(parse(&f, sizeof(f), &m));
	/* a name longer than a module's can be */
	f = make_ko(good_info, sizeof(good_info));
	memset(f.info + 17, 'x', 63);
	f.sh[2].sh_size = 80;
	assert_non_null(parse(&f, sizeof(f), &m));
}

/* ---- build ids ---------------------------------------------------------- */

static void test_build_id(void **state)
{
	static const struct {
		Elf64_Nhdr other;
		char other_name[8], other_desc[4];
		Elf64_Nhdr gnu;
		char name[4], desc[8];
	} notes = {
		{ 6, 3, NT_GNU_BUILD_ID }, "Linux", "\1\2\3",
		{ 4, 5, NT_GNU_BUILD_ID }, "GNU", "\x01\xab\xff\x00\x10",
	};
	char hex[BUILDID_HEX] = "";

	assert_true(buildid_parse((const char *)&notes, sizeof(notes), hex));
	assert_string_equal(hex, "01abff0010");
	for (size_t cut = 0; cut < sizeof(notes); cut++) {
		char *copy = malloc(cut + 1);

		memcpy(copy, &notes, cut);
		assert_false(buildid_parse(copy, cut, hex));
		free(copy);
	}
}

static void test_hostile_notes(void **state)
{
	struct {
		Elf64_Nhdr h;
		char rest[200];
	} note = { { 4, 100, NT_GNU_BUILD_ID }, "GNU" };
	char hex[BUILDID_HEX];

	/* longer than any digest */
	assert_false(buildid_parse((char *)&note, sizeof(note), hex));
	note.h.n_descsz = UINT32_MAX;
	assert_false(buildid_parse((char *)&note, sizeof(note), hex));
	note.h.n_namesz = UINT32_MAX - 1;
	note.h.n_descsz = 20;
	assert_false(buildid_parse((char *)&note, sizeof(note), hex));
	note.h.n_namesz = 4;
	note.h.n_descsz = 0;
	assert_false(buildid_parse((char *)&note, sizeof(note), hex));
}

/* ---- the command line --------------------------------------------------- */

static int run_options(const char *line, struct options *o, int *status)
{
	static char text[256];
	static char *argv[20];
	char *rest = text;
	int argc = 0;

	snprintf(text, sizeof(text), "staprun %s", line);
	while (rest && argc < 19) {
		char *word = strsep(&rest, " ");

		if (*word)
			argv[argc++] = word;
	}
	argv[argc] = NULL;
	return options_parse(argc, argv, o, status);
}

static void test_options(void **state)
{
	struct options o;
	int status;

	assert_int_equal(run_options("x.ko", &o, &status), 0);
	assert_string_equal(o.module, "x.ko");
	assert_int_equal(o.linger, -1);
	assert_int_equal(o.format, FORMAT_TEXT);
	assert_null(o.settings[0]);
	assert_int_equal(run_options("x.ko n=5 s=a=b -T 3 -o f -S 4,2 -c ls "
				     "--status", &o, &status), 0);
	assert_string_equal(o.settings[0], "n=5");
	assert_string_equal(o.settings[1], "s=a=b");
	assert_null(o.settings[2]);
	assert_int_equal(o.seconds, 3);
	assert_int_equal(o.rotate_bytes, 4u << 20);
	assert_int_equal(o.rotate_keep, 2);
	assert_true(o.pass_status);
	assert_int_equal(run_options("--records 3 dir/a=b.ko", &o, &status),
			 0);
	assert_string_equal(o.module, "dir/a=b.ko");
	assert_int_equal(o.format, FORMAT_RECORDS);
	assert_int_equal(o.records_fd, 3);
	assert_int_equal(run_options("--attach s --format json", &o, &status),
			 0);
	assert_string_equal(o.attach, "s");
	assert_int_equal(run_options("--list", &o, &status), 0);
}

static void test_bad_options(void **state)
{
	static const char *const lines[] = {
		"", "x.ko y.ko", "x.ko =5", "x.ko -T 0", "x.ko -T 5s",
		"x.ko -x -4", "x.ko -x 99999999999", "x.ko -S 1", "x.ko -o f "
		"-S 1,", "x.ko -o f -S 0", "x.ko --format xml",
		"x.ko -c a -x 5", "x.ko --list", "x.ko --attach y",
		"--attach y n=5", "x.ko --records 3 -o f", "--bogus x.ko",
		"x.ko --linger -1", "--list --clean",
	};
	struct options o;
	int status, saved = dup(2), null = open("/dev/null", O_WRONLY);

	dup2(null, 2);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		if (!run_options(lines[i], &o, &status)) {
			dup2(saved, 2);
			fail_msg("accepted: %s", lines[i]);
		}
		assert_int_equal(status, 2);
	}
	dup2(saved, 2);
	close(saved);
	close(null);
}

/* ---- command lines ------------------------------------------------------ */

static void test_split(void **state)
{
	static const struct {
		const char *cmd;
		const char *argv[4];	/* [0] NULL: wants a shell */
	} t[] = {
		{ "ls", { "ls" } },
		{ "  ls  -l\t/tmp ", { "ls", "-l", "/tmp" } },
		{ "echo 'a b' \"c d\"", { "echo", "a b", "c d" } },
		{ "echo a'$b'c\"\\\"\" x\\ y", { "echo", "a$bc\"", "x y" } },
		{ "echo ''", { "echo", "" } },
		{ "a | b", { NULL } }, { "a $b", { NULL } },
		{ "a \"$b\"", { NULL } }, { "a > b", { NULL } },
		{ "a *", { NULL } }, { "a 'b", { NULL } }, { "", { NULL } },
		{ "X=1 a", { NULL } }, { "a \\", { NULL } },
		{ "a;b", { NULL } }, { "a &", { NULL } },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		char **argv = child_split(t[i].cmd);

		if (!argv != !t[i].argv[0])
			fail_msg("%s", t[i].cmd);
		for (size_t k = 0; argv && k < 4; k++) {
			if (!t[i].argv[k]) {
				assert_null(argv[k]);
				break;
			}
			assert_string_equal(argv[k], t[i].argv[k]);
		}
		free(argv);
	}
}

/* ---- files -------------------------------------------------------------- */

/* Removes it, and says whether it was there. */
static bool was_there(const char *dir, const char *name)
{
	char path[200];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return !unlink(path);
}

/* A new file for each record, and the zone is another: two are kept. */
static void test_rotation(void **state)
{
	/* the zone is the part of a date that we can turn */
	static const char *const zones[] = { "AAA0", "BBB0", "CCC0", "DDD0" };
	char dir[] = "/tmp/staprun-XXXXXX", name[100], left[8] = "";
	struct options o = { .format = FORMAT_TEXT, .rotate_bytes = 1,
			     .rotate_keep = 2, .output = name };
	struct text_rec r = make_rec(1, 0);
	struct output out;

	assert_non_null(mkdtemp(dir));
	snprintf(name, sizeof(name), "%s/%%Z", dir);
	memcpy(r.text, "a line.\n", 8);
	for (int i = 0; i < 4; i++) {
		setenv("TZ", zones[i], 1);
		tzset();
		if (!i)
			assert_true(output_init(&out, &o, -1, make_blob(),
						sizeof(blob), NULL, NULL,
						NULL));
		output_record(&out, &r.rec);
	}
	output_end(&out, 0, -1);
	output_deinit(&out);
	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "%c%c%c.%d", 'A' + i, 'A' + i,
			 'A' + i, i);
		left[i] = was_there(dir, name) ? '1' : '0';
	}
	rmdir(dir);
	assert_string_equal(left, "0011");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_merge_parts),
		cmocka_unit_test(test_merge_limit),
		cmocka_unit_test(test_merge_shuffled),
		cmocka_unit_test(test_ring),
		cmocka_unit_test(test_hostile_rings),
		cmocka_unit_test(test_flight),
		cmocka_unit_test(test_hostile_flight),
		cmocka_unit_test(test_modfile),
		cmocka_unit_test(test_bad_modfiles),
		cmocka_unit_test(test_blob_of_modfile),
		cmocka_unit_test(test_build_id),
		cmocka_unit_test(test_hostile_notes),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_bad_options),
		cmocka_unit_test(test_rotation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
