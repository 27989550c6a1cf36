/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: files of users whom nobody has a reason to trust.  They replace a
 * file by something that blocks, put links where a name is looked up, cut a
 * file that is being read, and write tables that cost more than the file.
 */
#include <elf.h>
#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/error.h"
#include "testsuite/unit/test_binary.h"
#include "translator/target/elf/binary.h"
#include "translator/target/elf/elf_file.h"
#include "translator/target/elf/elf_symbols.h"
#include "translator/target/elf/foreign_root.h"
#include "translator/target/elf/libraries.h"

enum { PATIENCE = 20 };		/* seconds; a test that blocks is ended */

/* @path, which is relative, as it is called in our own root by number. */
static const char *in_root(struct arena *a, const char *path)
{
	char here[4096];

	assert_non_null(getcwd(here, sizeof(here)));
	return arena_printf(a, "/proc/%d/root%s/%s", (int)getpid(), here,
			    path);
}

static int errno_of_open(const char *path)
{
	struct stat st;
	int fd = inside_open(path, &st);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static void test_open(void **state)
{
	struct arena *a = arena_create();

	binary_write("plain", "text");
	binary_run("rm -rf fifo link dir && mkfifo fifo && ln -s plain link && "
		   "ln -s . dir");
	assert_int_equal(errno_of_open("plain"), 0);
	assert_int_equal(errno_of_open("link"), 0);
	assert_int_equal(errno_of_open("fifo"), ENOEXEC);
	assert_int_equal(errno_of_open("/dev/null"), ENOEXEC);
	assert_int_equal(errno_of_open("."), ENOEXEC);
	assert_int_equal(errno_of_open("absent"), ENOENT);
	/* the lookup before has followed the links that are allowed */
	assert_int_equal(errno_of_open(in_root(a, "plain")), 0);
	assert_int_equal(errno_of_open(in_root(a, "link")), ENOEXEC);
	assert_int_equal(errno_of_open(in_root(a, "dir/plain")), ELOOP);
	assert_int_equal(errno_of_open(in_root(a, "fifo")), ENOEXEC);
	arena_destroy(a);
}

static void test_mapped_names(void **state)
{
	struct arena *a = arena_create();
	const char *plain = strstr(in_root(a, "plain"), "/root/") + 5;
	const char *link = strstr(in_root(a, "link"), "/root/") + 5;

	binary_write("plain", "text");
	binary_write("plain (deleted)", "text");
	binary_run("rm -f link && ln -s plain link");
	assert_true(binary_is_mapped_name(plain));
	assert_false(binary_is_mapped_name(
		arena_printf(a, "%s (deleted)", plain)));
	assert_false(binary_is_mapped_name(link));
	assert_false(binary_is_mapped_name(arena_printf(a, "%s.no", plain)));
	assert_false(binary_is_mapped_name("/dev/null"));
	arena_destroy(a);
}

/* A process whose root is @dir. */
static pid_t process_in(const char *dir)
{
	int ready[2];
	pid_t pid;
	char c = 0;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (geteuid() && unshare(CLONE_NEWUSER))
			_exit(1);
		if (chroot(dir) || write(ready[1], "", 1) != 1)
			_exit(1);
		pause();
		_exit(0);
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
	return pid;
}

/* A container's loader cache that is a FIFO, and a script that is one. */
static void test_fifos(void **state)
{
	struct arena *a = arena_create();
	library_vec all = { 0 };
	const char *root, *found;
	pid_t pid;

	binary_write("small.c", "int main(void) { return 0; }\n");
	binary_run("rm -rf box && mkdir -p box/etc && gcc -o box/small small.c "
		   "&& mkfifo box/etc/ld.so.cache && mkfifo -m 755 box/script");
	pid = process_in("box");
	root = arena_printf(a, "/proc/%d/root", (int)pid);
	alarm(PATIENCE);
	libraries_of(a, arena_printf(a, "%s/small", root), &all);
	assert_int_equal(all.n, 0);
	sys_error_free(binary_find_in(a, root, "/script", &found));
	alarm(0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	arena_destroy(a);
}

/* Who may write to a file cuts it off after it was opened. */
static void test_cut(void **state)
{
	struct elf_file *e;
	size_t n;

	binary_write("cut.c", "int main(void) { return 0; }\n");
	binary_run("gcc -o cut cut.c && chmod 666 cut");
	assert_null(elf_file_open("cut", &e));
	assert_int_equal(truncate("cut", 0), 0);
	elf_symbols(e, &n);
	assert_true(n > 5);
	elf_file_close(e);
}

/* ---- tables that cost more than the file -------------------------------- */

enum { SECTIONS = 60000, SHARED = 24 * 350000 };

/* Many sections of @type over the same bytes. */
static void write_sections(const char *path, uint32_t type, uint64_t entry)
{
	Elf64_Ehdr head = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			     ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_DYN, .e_machine = EM_X86_64,
		.e_version = EV_CURRENT, .e_ehsize = sizeof(head),
		.e_shentsize = sizeof(Elf64_Shdr), .e_shnum = SECTIONS,
		.e_shoff = sizeof(head) + SHARED,
	};
	Elf64_Shdr s = { 0 };
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fwrite(&head, sizeof(head), 1, f);
	assert_int_equal(fseek(f, (long)head.e_shoff, SEEK_SET), 0);
	fwrite(&s, sizeof(s), 1, f);
	s = (Elf64_Shdr){ .sh_type = type, .sh_offset = sizeof(head),
			  .sh_size = SHARED, .sh_entsize = entry, .sh_link = 1,
			  .sh_addralign = 4 };
	for (size_t i = 1; i < SECTIONS; i++)
		fwrite(&s, sizeof(s), 1, f);
	assert_int_equal(fclose(f), 0);
}

static void read_sections(uint32_t type, uint64_t entry)
{
	struct elf_file *e = NULL;
	size_t n;

	write_sections("sections", type, entry);
	alarm(PATIENCE);
	assert_null(elf_file_open("sections", &e));
	elf_symbols(e, &n);
	alarm(0);
	elf_file_close(e);
}

static void test_notes(void **state)
{
	read_sections(SHT_NOTE, 0);
}

static void test_symbol_tables(void **state)
{
	read_sections(SHT_SYMTAB, sizeof(Elf64_Sym));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_open),
		cmocka_unit_test(test_mapped_names),
		cmocka_unit_test(test_fifos),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_notes),
		cmocka_unit_test(test_symbol_tables),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
