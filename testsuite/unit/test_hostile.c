/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Files of traced programs that were made to harm their reader: none may
 * be opened that is no regular file of that name, and none may cost more than
 * a moment, or be read past its end.
 */
#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "staprun/namer.h"
#include "staprun/usersym.h"
#include "testsuite/unit/test_binary.h"

#define MUTATIONS 3000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char here[512];

static struct stp_ioc_mapped mapped(const char *name, uint64_t offset)
{
	struct stp_ioc_mapped m = { .offset = offset, .tgid = 0x7fffffff };

	m.len = (stp_u32)snprintf(m.path, sizeof(m.path), "%s/%s", here, name);
	return m;
}

/* The symbol that is said to be at @offset of the file; "": none. */
static const char *name_of(const struct stp_ioc_mapped *m)
{
	static char text[STP_WORDS_MAX + 1];
	struct usersym *u = usersym_create();
	stp_u32 len = usersym_words(u, m, text);

	text[len] = 0;
	text[strcspn(text, "+")] = 0;
	usersym_destroy(u);
	return text;
}

static const char *name_at(const char *file, uint64_t offset)
{
	struct stp_ioc_mapped m = mapped(file, offset);

	return name_of(&m);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long megabytes(void)
{
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	return r.ru_maxrss >> 10;
}

/* ---- an ELF file, written by hand --------------------------------------- */

struct image {
	Elf64_Ehdr head;
	Elf64_Phdr code;
	Elf64_Shdr sections[3];	/* [1] symbols, [2] names */
	Elf64_Sym symbols[2];	/* [1] "victim", at 0x1000 */
	char names[16];
};

static struct image image(void)
{
	struct image i = {
		.head = { .e_machine = EM_X86_64, .e_type = ET_DYN,
			  .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1,
			  .e_phoff = offsetof(struct image, code),
			  .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = 3,
			  .e_shoff = offsetof(struct image, sections) },
		.code = { .p_type = PT_LOAD, .p_filesz = 0x2000,
			  .p_memsz = 0x2000 },
		.symbols[1] = { .st_name = 1, .st_info = STT_FUNC,
				.st_shndx = 1, .st_value = 0x1000,
				.st_size = 16 },
		.names = "\0victim",
	};

	memcpy(i.head.e_ident, ELFMAG, SELFMAG);
	i.head.e_ident[EI_CLASS] = ELFCLASS64;
	i.head.e_ident[EI_DATA] = ELFDATA2LSB;
	i.sections[1] = (Elf64_Shdr){
		.sh_type = SHT_SYMTAB, .sh_link = 2,
		.sh_offset = offsetof(struct image, symbols),
		.sh_size = sizeof(i.symbols) };
	i.sections[2] = (Elf64_Shdr){
		.sh_type = SHT_STRTAB,
		.sh_offset = offsetof(struct image, names),
		.sh_size = sizeof(i.names) };
	return i;
}

static void write_image(const char *name, const struct image *i, off_t size)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, i, sizeof(*i)), sizeof(*i));
	assert_int_equal(ftruncate(fd, size), 0);
	close(fd);
}

/* ---- which file --------------------------------------------------------- */

static void test_regular(void **state)
{
	struct image i = image();

	write_image("honest", &i, 0x3000);
	assert_string_equal(name_at("honest", 0x1004), "victim");
	assert_string_equal(name_at("honest", 0x1010), "");
}

static void test_links(void **state)
{
	assert_int_equal(symlink("honest", "link"), 0);
	assert_int_equal(symlink(".", "directory"), 0);
	assert_string_equal(name_at("link", 0x1004), "");
	assert_string_equal(name_at("directory/honest", 0x1004), "");
}

/* Anybody may call a file so; the kernel means one that is gone. */
static void test_deleted(void **state)
{
	binary_run("cp honest 'honest (deleted)'");
	assert_string_equal(name_at("honest (deleted)", 0x1004), "");
}

/* Opening a FIFO for reading lets its writer go on. */
static void test_fifo(void **state)
{
	assert_int_equal(mkfifo("fifo", 0666), 0);
	binary_run("(echo >fifo; touch opened) & echo $! >writer");
	assert_string_equal(name_at("fifo", 0x1004), "");
	assert_string_equal(name_at("/dev/null", 0x1004), "");
	usleep(50000);
	assert_int_not_equal(access("opened", F_OK), 0);
	binary_run("kill $(cat writer)");
}

/* Without a build id only the file that was mapped will do. */
static void test_other_file(void **state)
{
	struct stp_ioc_mapped m = mapped("honest", 0x1004);
	struct stat st;

	assert_int_equal(stat("honest", &st), 0);
	m.inode = st.st_ino;
	m.dev_major = major(st.st_dev);
	m.dev_minor = minor(st.st_dev);
	assert_string_equal(name_of(&m), "victim");
	m.inode++;
	assert_string_equal(name_of(&m), "");
}

/* Two containers have files of one name and one build id. */
static void test_not_shared(void **state)
{
	struct usersym *u = usersym_create();
	struct stp_ioc_mapped m = mapped("honest", 0x1004);
	char text[STP_WORDS_MAX];

	m.inode = 1;
	usersym_words(u, &m, text);
	assert_int_equal(text[0], '+');
	m.inode = 0;
	usersym_words(u, &m, text);
	assert_int_equal(text[0], 'v');
	usersym_destroy(u);
}

/* ---- what it costs ------------------------------------------------------ */

static void check_cheap(const char *file, double before)
{
	double took;

	assert_string_equal(name_at(file, 0x1004), "");
	took = seconds() - before;
	if (took > 2)
		fail_msg("%s took %.1f seconds", file, took);
}

/* 65 535 segments of notes of 512 MB each, in a file of no bytes. */
static void test_notes(void **state)
{
	enum { N = 0xffff };
	Elf64_Phdr *all = calloc(N, sizeof(*all));
	struct image i = image();
	struct stp_ioc_mapped m = mapped("notes", 0x1004);
	double before = seconds();
	long memory = megabytes();
	int fd;

	i.head.e_phnum = N;
	i.head.e_phoff = 0x10000;
	write_image("notes", &i, 1ll << 33);
	for (unsigned k = 0; k < N; k++)
		all[k] = (Elf64_Phdr){ .p_type = PT_NOTE, .p_offset = 1 << 24,
				       .p_filesz = 512u << 20 };
	fd = open("notes", O_WRONLY);
	assert_int_equal(pwrite(fd, all, N * sizeof(*all), 0x10000),
			 N * sizeof(*all));
	close(fd);
	free(all);
	strcpy(m.build_id, "0123456789abcdef");
	assert_string_equal(name_of(&m), "");
	assert_true(seconds() - before < 2);
	assert_true(megabytes() - memory < 64);
}

/* Tables as long as a sparse file, and longer than it. */
static void test_lengths(void **state)
{
	static const uint64_t lengths[] = {
		UINT64_MAX, UINT64_MAX - 0x100, 1ull << 40, 1ull << 32,
		200u << 20,
	};
	long memory = megabytes();

	for (size_t k = 0; k < sizeof(lengths) / sizeof(*lengths); k++) {
		struct image i = image();
		double before = seconds();

		i.sections[1].sh_size = lengths[k];
		write_image("long", &i, 1ll << 41);
		check_cheap("long", before);
		i = image();
		i.sections[2].sh_size = lengths[k];
		write_image("long", &i, 1ll << 41);
		check_cheap("long", before);
	}
	assert_true(megabytes() - memory < 256);
}

/* A million symbols at one address: a look-up does not go through them. */
static void test_one_address(void **state)
{
	enum { N = 1000000, LOOKS = 20000 };
	struct image i = image();
	Elf64_Sym *all = calloc(N, sizeof(*all));
	struct stp_ioc_mapped m = mapped("crowd", 0x1004);
	struct usersym *u = usersym_create();
	char text[STP_WORDS_MAX];
	double before;
	int fd;

	for (unsigned k = 0; k < N; k++)
		all[k] = i.symbols[1];
	i.sections[1].sh_offset = 0x10000;
	i.sections[1].sh_size = N * sizeof(*all);
	write_image("crowd", &i, 0x10000);
	fd = open("crowd", O_WRONLY | O_APPEND);
	assert_int_equal(write(fd, all, N * sizeof(*all)), N * sizeof(*all));
	close(fd);
	free(all);
	usersym_words(u, &m, text);
	before = seconds();
	for (unsigned k = 0; k < LOOKS; k++)
		usersym_words(u, &m, text);
	assert_int_equal(text[0], 'v');
	assert_true(seconds() - before < 2);
	usersym_destroy(u);
}

/* A name does not say what other words mean: which file, where in it. */
static void test_names(void **state)
{
	struct image i = image();
	struct stp_ioc_mapped m = mapped("named", 0x1004);
	struct usersym *u = usersym_create();
	char text[STP_WORDS_MAX + 1];

	memcpy(i.names + 1, "a+0x1/0x2 [/z]", 15);
	write_image("named", &i, 0x3000);
	text[usersym_words(u, &m, text)] = 0;
	assert_memory_equal(text, "a+0x4/0x10 [/", 13);
	assert_null(strstr(text, "/z"));
	usersym_destroy(u);
}

/* ---- damage ------------------------------------------------------------- */

static uint64_t state_of_random = 1;

static uint64_t next(void)
{
	uint64_t z = state_of_random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* One to four numbers of it are others, of the kinds that overflow. */
static void damage(unsigned char *p, size_t n)
{
	static const uint64_t bad[] = {
		0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0xffffffff,
		INT64_MAX, UINT64_MAX, UINT64_MAX - 7, 0x1000,
	};
	unsigned times = 1 + next() % 4;

	while (times--) {
		uint64_t v = next() % 2 ? next()
				: bad[next() % (sizeof(bad) / sizeof(*bad))];
		size_t width = (size_t)1 << next() % 4;

		memcpy(p + next() % (n - width), &v, width);
	}
}

static void test_mutations(void **state)
{
	struct image i = image();
	unsigned char bytes[0x3000];

	for (unsigned k = 0; k < MUTATIONS; k++) {
		memset(bytes, 0, sizeof(bytes));
		memcpy(bytes, &i, sizeof(i));
		damage(bytes, sizeof(i));
		LLVMFuzzerTestOneInput(bytes, k % 3 ? sizeof(bytes)
						    : next() % sizeof(i));
	}
}

/* ---- the child that reads ----------------------------------------------- */

static const struct name_answer *wait_for(struct namer *n, stp_u64 addr)
{
	struct pollfd p = { .fd = namer_fd(n), .events = POLLIN };
	const struct name_answer *a;

	for (unsigned tries = 0; tries < 200; tries++) {
		namer_listen(n);
		a = namer_answer(n, addr);
		if (a)
			return a;
		p.fd = namer_fd(n);
		poll(&p, 1, 50);
	}
	fail_msg("there is no answer");
	return NULL;
}

static void kill_children(void)
{
	char path[64];
	FILE *f;
	int pid;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children",
		 (int)getpid());
	f = fopen(path, "re");
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%d", &pid), 1);
	fclose(f);
	kill(pid, SIGKILL);
}

static void test_child(void **state)
{
	struct namer *n = namer_create();
	struct stp_ioc_mapped m = mapped("honest", 0x1004);

	for (stp_u64 k = 1; k <= 100; k++)
		assert_true(namer_ask(n, k, &m));
	assert_memory_equal(wait_for(n, 100)->text, "victim+0x4/", 11);
	assert_false(namer_answer(n, 1)->late);
	namer_forget(n, 99);
	assert_null(namer_answer(n, 99));
	assert_non_null(namer_answer(n, 100));
	/* it dies: what it was asked is answered, and the next by another */
	m = mapped("honest", 0x1000);
	m.inode = 77;
	strcpy(m.build_id, "00");
	assert_true(namer_ask(n, 200, &m));
	kill_children();
	wait_for(n, 200);
	m = mapped("honest", 0x1000);
	assert_true(namer_ask(n, 201, &m));
	assert_memory_equal(wait_for(n, 201)->text, "victim+0x0/", 11);
	namer_destroy(n);
}

static int set_up(void **state)
{
	return binary_setup(state) || !getcwd(here, sizeof(here));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_regular),
		cmocka_unit_test(test_links),
		cmocka_unit_test(test_deleted),
		cmocka_unit_test(test_fifo),
		cmocka_unit_test(test_other_file),
		cmocka_unit_test(test_not_shared),
		cmocka_unit_test(test_notes),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_one_address),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_mutations),
		cmocka_unit_test(test_child),
	};

	return cmocka_run_group_tests(tests, set_up, binary_teardown);
}
