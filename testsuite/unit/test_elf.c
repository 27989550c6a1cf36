/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * target: ELF files and where their debug information is, against nm and
 * readelf, on programs that are compiled here and on one that is installed.
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/mman.h>
#include <fcntl.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "testsuite/unit/test_binary.h"
#include "testsuite/unit/test_elf_open.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/packages.h"
#include "translator/target/elf/elf_symbols.h"
#include "translator/target/elf/unpack.h"

static const char program[] =
	"int table[4] = { 1, 2, 3, 4 };\n"
	"static int hidden;\n"
	"__thread int per_thread;\n"
	"__attribute__((noinline)) static int twice(int x)\n"
	"{ hidden++; return 2 * x; }\n"
	"int thrice(int x) { return 3 * x + per_thread; }\n"
	"int main(int argc, char **argv)\n"
	"{ return twice(argc) + thrice(table[argc & 3]) + hidden; }\n";

static void compile(const char *flags, const char *out)
{
	binary_write("program.c", program);
	binary_run("gcc %s -o %s program.c", flags, out);
}

/* ---- symbols ------------------------------------------------------------ */

static bool has_symbol(struct elf_file *e, const char *name, uint64_t addr)
{
	size_t n, first, end, total;
	const struct elf_symbol *s = elf_symbols(e, &total);

	end = elf_symbols_named(e, name, &first);
	for (n = first; n < end; n++)
		if (s[n].addr == addr)
			return true;
	return false;
}

/* Each that nm prints is found; returns how many there were. */
static size_t compare_with_nm(struct elf_file *e, const char *options,
			      const char *path)
{
	_cleanup_buf_ struct buf out = binary_output(
		"nm %s --defined-only --without-symbol-versions %s 2>/dev/null",
		options, path);
	char *at = out.p, *line;
	size_t n = 0;

	while ((line = binary_line(&at))) {
		unsigned long long addr;
		char type, name[4096];

		if (sscanf(line, "%llx %c %4095s", &addr, &type, name) != 3)
			continue;
		/* 'a' : names of source files among others */
		if (type == 'a' || has_symbol(e, name, addr)) {
			n++;
			continue;
		}
		fail_msg("%s: no '%s' at %#llx", path, name, addr);
	}
	return n;
}

static void test_symbols(void **state)
{
	struct elf_file *e;

	compile("-g -O2", "plain");
	e = open_file("plain");
	assert_true(compare_with_nm(e, "", "plain") > 10);
	elf_file_close(e);
}

/* nm knows .dynsym of the C library only by its own option. */
static void test_library_symbols(void **state)
{
	_cleanup_buf_ struct buf path = binary_output(
		"ldd /bin/sh | sed -n 's/.*=> \\([^ ]*libc.so[^ ]*\\).*/\\1/p'");
	struct elf_file *e;
	char *at = path.p, *line = binary_line(&at);

	e = open_file(line);
	assert_true(compare_with_nm(e, "-D", line) > 1000);
	assert_string_equal(elf_file_soname(e), "libc.so.6");
	elf_file_close(e);
}

static void test_symbol_at(void **state)
{
	struct elf_file *e;
	const struct elf_symbol *s;
	size_t first, n;

	compile("-g -O2", "plain");
	e = open_file("plain");
	assert_true(elf_symbols_named(e, "thrice", &first));
	s = elf_symbols(e, &n) + first;
	assert_true(elf_symbol_is_function(e, s));
	assert_true(s->size > 2);
	assert_ptr_equal(elf_symbol_at(e, s->addr), s);
	assert_ptr_equal(elf_symbol_at(e, s->addr + s->size - 1), s);
	assert_ptr_not_equal(elf_symbol_at(e, s->addr + s->size), s);
	assert_null(elf_symbol_at(e, 1));
	assert_true(elf_symbols_named(e, "per_thread", &first));
	assert_int_equal(elf_symbols(e, &n)[first].type, STT_TLS);
	assert_int_equal(elf_symbols_named(e, "thric", &first), 0);
	elf_file_close(e);
}

/* A stripped program whose function names are compressed in a section. */
static void test_mini_symbols(void **state)
{
	struct elf_file *e;
	size_t first;

	compile("-O2", "mini");
	binary_run("objcopy -S --keep-symbol=twice mini mini.syms && "
		   "objcopy --only-keep-debug mini.syms && xz -k mini.syms && "
		   "strip mini && "
		   "objcopy --add-section .gnu_debugdata=mini.syms.xz mini");
	e = open_file("mini");
	assert_true(elf_symbols_named(e, "twice", &first));
	assert_false(elf_symbols_named(e, "hidden", &first));
	elf_file_close(e);
}

/* ---- addresses ---------------------------------------------------------- */

static void test_offsets(void **state)
{
	struct elf_file *e;
	const struct elf_section *text;
	uint64_t offset, back;

	compile("-O2 -Wl,--build-id", "plain");
	e = open_file("plain");
	text = elf_file_section(e, ".text");
	assert_non_null(text);
	assert_true(elf_file_offset(e, text->addr + 5, &offset));
	assert_int_equal(offset, text->offset + 5);
	assert_true(elf_file_address(e, offset, &back));
	assert_int_equal(back, text->addr + 5);
	assert_true(elf_file_is_code(e, text->addr));
	assert_ptr_equal(elf_file_section_at(e, text->addr + 5, &offset), text);
	assert_int_equal(offset, 5);
	text = elf_file_section(e, ".data");
	assert_false(elf_file_is_code(e, text->addr));
	assert_false(elf_file_offset(e, UINT64_MAX, &offset));
	/* memory that no byte of the file stands for */
	text = elf_file_section(e, ".bss");
	assert_false(elf_file_offset(e, text->addr, &offset));
	assert_string_equal(elf_file_interp(e), "/lib64/ld-linux-x86-64.so.2");
	assert_null(elf_file_soname(e));
	elf_file_close(e);
}

static void test_build_id(void **state)
{
	struct elf_file *e;

	compile("-Wl,--build-id=0x0123456789abcdef", "plain");
	e = open_file("plain");
	assert_string_equal(e->build_id, "0123456789abcdef");
	elf_file_close(e);
	compile("-Wl,--build-id=none", "plain");
	e = open_file("plain");
	assert_string_equal(e->build_id, "");
	elf_file_close(e);
}

/* Sections of a module do not overlap, and symbols lie where they should. */
static void test_module(void **state)
{
	static const char *const packed[] = {
		"xz -kf unit.o && mv unit.o.xz unit.ko",
		"gzip -kf unit.o && mv unit.o.gz unit.ko",
		"cp unit.o unit.ko",
	};

	compile("-g -O2 -c -ffunction-sections", "unit.o");
	for (size_t i = 0; i < sizeof(packed) / sizeof(packed[0]); i++) {
		struct elf_file *e;
		const struct elf_section *s;
		size_t first, n;
		uint64_t offset;

		binary_run("%s", packed[i]);
		e = open_file("unit.ko");
		assert_true(e->is_module);
		assert_true(elf_symbols_named(e, "thrice", &first));
		s = elf_file_section_at(e, elf_symbols(e, &n)[first].addr, &offset);
		assert_non_null(s);
		assert_string_equal(s->name, ".text.thrice");
		assert_int_equal(offset, 0);
		assert_ptr_equal(elf_symbol_at(e, s->addr),
				 elf_symbols(e, &n) + first);
		elf_file_close(e);
	}
}

/* What is relocated is a copy: the caller's bytes may not be ours to write. */
static void test_module_in_memory(void **state)
{
	struct elf_file *e;
	struct stat st;
	struct dwarf *d;
	struct dwarf_funcs all = { 0 };
	int fd;
	void *p;

	compile("-g -O2 -c", "unit.o");
	fd = open("unit.o", O_RDONLY);
	assert_int_equal(fstat(fd, &st), 0);
	p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	assert_null(elf_file_open_bytes("unit.o", (struct range){
			p, (size_t)st.st_size }, &e));
	assert_null(dwarf_open_elf(e, NULL, &d));
	assert_null(dwarf_funcs_find(d, "thrice", NULL, 0, &all));
	assert_int_equal(all.n, 1);
	assert_true(has_symbol(e, "thrice", dwarf_func_code(d, &all.at[0],
							    0).entry));
	vec_free(&all);
	dwarf_close(d);
	munmap(p, (size_t)st.st_size);
	close(fd);
}

/* More sections than a symbol has numbers for. */
static void test_many_sections(void **state)
{
	const struct elf_section *s;
	struct elf_file *e;
	struct range bytes;
	size_t first, n;

	binary_run("(for i in $(seq 66000); do echo "
		   "\".section .text.f$i,\\\"ax\\\"; f$i: ret\"; done; "
		   "echo '.section .debug_x; .quad f7; .quad f65999') > many.s"
		   " && gcc -c -o many.o many.s");
	e = open_file("many.o");
	assert_true(e->sections.n > 66000);
	assert_true(elf_symbols_named(e, "f65999", &first));
	s = &e->sections.at[elf_symbols(e, &n)[first].section];
	assert_string_equal(s->name, ".text.f65999");
	assert_int_equal(elf_symbols(e, &n)[first].addr, s->addr);
	assert_ptr_equal(elf_symbol_at(e, s->addr), elf_symbols(e, &n) + first);
	/* and what is relocated against it */
	assert_true(elf_file_bytes(e, ".debug_x", &bytes));
	assert_int_equal(get_u64(bytes.p + 8), s->addr);
	s = elf_file_section(e, ".text.f7");
	assert_int_equal(get_u64(bytes.p), s->addr);
	elf_file_close(e);
}

/* ---- debug files -------------------------------------------------------- */

static struct sys_error *try_dwarf(const char *path)
{
	struct dwarf_options opt = { .debug_dir = "debug" };
	struct dwarf *d;
	struct sys_error *err = dwarf_open(path, &opt, &d);

	if (!err)
		dwarf_close(d);
	return err;
}

static void assert_dwarf(const char *path)
{
	struct sys_error *err = try_dwarf(path);

	if (err)
		fail_msg("%s: %s", path, err->text);
}

static void assert_no_dwarf(const char *path, unsigned tag)
{
	_cleanup_error_ struct sys_error *err = try_dwarf(path);

	assert_non_null(err);
	if (err->tag != tag)
		fail_msg("%s", err->text);
	assert_non_null(err->hint);
}

static void test_own_dwarf(void **state)
{
	static const char *const flags[] = {
		"-g", "-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5",
		"-g -gz=zlib", "-g -gz=zlib-gnu", "-g -m64 -static",
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		compile(flags[i], "plain");
		assert_dwarf("plain");
	}
	compile("", "plain");
	assert_no_dwarf("plain", DIAG_NO_DEBUGINFO);
}

static void test_debuglink(void **state)
{
	compile("-g -Wl,--build-id=none", "linked");
	binary_run("objcopy --only-keep-debug linked linked.debug && "
		   "strip linked && "
		   "objcopy --add-gnu-debuglink=linked.debug linked");
	assert_dwarf("linked");
	binary_run("mkdir -p .debug && mv linked.debug .debug/");
	assert_dwarf("linked");
	binary_run("mkdir -p debug$PWD && mv .debug/linked.debug debug$PWD/");
	assert_dwarf("linked");
	/* another file of that name */
	binary_run("gcc -g -DMORE -O2 -Wl,--build-id=none -o other program.c "
		   "&& cp other debug$PWD/linked.debug");
	assert_no_dwarf("linked", DIAG_WRONG_BUILD_ID);
	binary_run("rm debug$PWD/linked.debug");
	assert_no_dwarf("linked", DIAG_NO_DEBUGINFO);
}

static void test_build_id_file(void **state)
{
	_cleanup_error_ struct sys_error *err = NULL;

	compile("-g -Wl,--build-id=0xabcdef0102", "named");
	binary_run("mkdir -p debug/.build-id/ab && objcopy --only-keep-debug "
		   "named debug/.build-id/ab/cdef0102.debug && strip named");
	assert_dwarf("named");
	compile("-g -O2 -Wl,--build-id=0xabcdef0103", "other");
	binary_run("cp other debug/.build-id/ab/cdef0102.debug");
	assert_no_dwarf("named", DIAG_WRONG_BUILD_ID);
	binary_run("printf junk > debug/.build-id/ab/cdef0102.debug");
	err = try_dwarf("named");
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_BAD_IMAGE);
}

/* A module of an image that was unpacked somewhere. */
static void test_module_elsewhere(void **state)
{
	struct dwarf_options opt = { .debug_dir = "debug",
				     .kernel_release = "9.9-test" };
	static const char *const places[] = {
		"image/modules/kernel/fs/far.ko",
		"image/modules/9.9-test/kernel/fs/far.ko",
	};
	struct sys_error *err;
	struct dwarf *d;

	compile("-g -c -Wl,--build-id", "far.o");
	binary_run("mkdir -p debug/lib/modules/9.9-test/kernel/fs "
		   "image/modules/9.9-test/kernel/fs image/modules/kernel/fs && "
		   "ld -r --build-id -o far.ko far.o && "
		   "cp far.ko debug/lib/modules/9.9-test/kernel/fs && "
		   "strip --strip-debug far.ko && "
		   "cp far.ko image/modules/9.9-test/kernel/fs && "
		   "mv far.ko image/modules/kernel/fs");
	for (size_t i = 0; i < 2; i++) {
		err = dwarf_open(places[i], &opt, &d);
		if (err)
			fail_msg("%s", err->text);
		dwarf_close(d);
	}
}

/* Several directories, in their order; empty ones are none. */
static void test_dirs(void **state)
{
	static const char *const dirs[] = { "none:later", ":none::later:" };
	struct dwarf_options opt = { 0 };
	struct sys_error *err;
	struct dwarf *d;

	compile("-g -Wl,--build-id=0x99887766554433221100", "dirs");
	binary_run("mkdir -p later/.build-id/99 && "
		   "cp dirs later/.build-id/99/887766554433221100.debug && "
		   "strip dirs");
	for (size_t i = 0; i < 2; i++) {
		opt.debug_dir = dirs[i];
		err = dwarf_open("dirs", &opt, &d);
		if (err)
			fail_msg("%s: %s", dirs[i], err->text);
		dwarf_close(d);
	}
	opt.debug_dir = "none:nor-here";
	err = dwarf_open("dirs", &opt, &d);
	assert_non_null(err);
	assert_non_null(strstr(err->text, "none:nor-here"));
	sys_error_free(err);
}

/* Where packages put those of modules and of kernels. */
static void test_paths(void **state)
{
	struct dwarf_options opt = { .debug_dir = "debug",
				     .kernel_release = "9.9-test" };
	_cleanup_error_ struct sys_error *err = NULL;
	struct dwarf *d;

	compile("-g -c -Wl,--build-id", "unit.o");
	binary_run("ld -r --build-id -o unit.ko unit.o && "
		   "mkdir -p debug$PWD && cp unit.ko debug$PWD/unit.ko && "
		   "strip --strip-debug unit.ko && rm -f unit.ko.xz && "
		   "xz -k unit.ko");
	assert_dwarf("unit.ko");
	assert_dwarf("unit.ko.xz");
	compile("-g -Wl,--build-id", "vmlinux");
	binary_run("mkdir -p debug/boot && cp vmlinux "
		   "debug/boot/vmlinux-9.9-test && strip vmlinux");
	assert_no_dwarf("vmlinux", DIAG_NO_DEBUGINFO);
	err = dwarf_open("vmlinux", &opt, &d);
	if (err)
		fail_msg("%s", err->text);
	assert_string_equal(d->debug->path, "debug/boot/vmlinux-9.9-test");
	dwarf_close(d);
	binary_run("rm debug/boot/vmlinux-9.9-test");
	err = dwarf_open("vmlinux", &opt, &d);
	assert_non_null(err);
	assert_non_null(strstr(err->hint, "9.9-test"));
}

/* ---- packages ----------------------------------------------------------- */

static void assert_kernel_hint(const char *os_release, const char *want)
{
	struct arena *a = arena_create();

	binary_run("mkdir -p root/etc");
	binary_write("root/etc/os-release", os_release);
	assert_string_equal(packages_of_kernel(a, "root", "9.9-test", "abcd"),
			    want);
	arena_destroy(a);
}

static void test_packages_of_kernels(void **state)
{
	binary_run("rm -rf root");
	assert_kernel_hint("ID=debian\n",
			   "apt install linux-image-9.9-test-dbg");
	assert_kernel_hint("ID=ubuntu\nID_LIKE=debian\n",
			   "apt install linux-image-9.9-test-dbgsym");
	assert_kernel_hint("ID=mint\nID_LIKE=\"ubuntu debian\"\n",
			   "apt install linux-image-9.9-test-dbgsym");
	assert_kernel_hint("NAME=debian\nID=\"rhel\"\n",
			   "dnf debuginfo-install kernel-9.9-test");
	assert_kernel_hint("ID=arch\n",
			   "install the debuginfo of kernel 9.9-test");
	binary_run("mkdir -p root/usr/lib && touch "
		   "root/usr/lib/libdebuginfod.so.1");
	assert_kernel_hint("ID=debian\n",
			   "apt install linux-image-9.9-test-dbg; or, with "
			   "DEBUGINFOD_URLS set, `debuginfod-find debuginfo "
			   "abcd`");
}

static void assert_program_hint(const char *path, const char *want)
{
	struct arena *a = arena_create();

	assert_string_equal(packages_of_program(a, "root", path, ""), want);
	arena_destroy(a);
}

static void test_packages_of_programs(void **state)
{
	static const char none[] =
		"compile it with -g, or install its debug information";

	binary_run("rm -rf root && mkdir -p root/etc root/var/lib/dpkg/info "
		   "&& echo ID=debian > root/etc/os-release && "
		   "echo /usr/bin/grep > root/var/lib/dpkg/info/grep.list && "
		   "printf '/lib\\n/lib/libx.so.1\\n' > "
		   "root/var/lib/dpkg/info/libx1:amd64.list && "
		   "echo /lib/libc.so.6 > "
		   "root/var/lib/dpkg/info/libc6:amd64.list");
	assert_program_hint("/usr/bin/grep", "apt install grep-dbgsym");
	assert_program_hint("/usr/lib/libx.so.1", "apt install libx1-dbgsym");
	assert_program_hint("/usr/lib/libc.so.6", "apt install libc6-dbg");
	assert_program_hint("/usr/bin/gre", none);
	binary_write("root/etc/os-release", "ID=arch\n");
	assert_program_hint("/usr/bin/grep", none);
}

/* A server is a directory here: the library fetches from file:// as well. */
static void test_debuginfod(void **state)
{
	struct dwarf_options opt = { .debug_dir = "nowhere",
				     .reach = DEBUG_SERVERS };
	void *lib = dlopen("libdebuginfod.so.1", RTLD_NOW);
	_cleanup_buf_ struct buf here = binary_output("pwd | tr -d '\\n'");
	_cleanup_buf_ struct buf text = BUF_INIT;
	_cleanup_error_ struct sys_error *err = NULL;
	struct dwarf *d;

	if (!lib) {
		print_message("no libdebuginfod here\n");
		skip();
	}
	buf_printf(&text, "file://%s/server", here.p);
	setenv("DEBUGINFOD_URLS", text.p, 1);
	buf_reset(&text);
	buf_printf(&text, "%s/fetched", here.p);
	setenv("DEBUGINFOD_CACHE_PATH", text.p, 1);
	compile("-g -Wl,--build-id=0x11223344556677881122334455667788", "far");
	binary_run("mkdir -p server/buildid/11223344556677881122334455667788 "
		   "&& objcopy --only-keep-debug far server/buildid/"
		   "11223344556677881122334455667788/debuginfo && strip far");
	assert_no_dwarf("far", DIAG_NO_DEBUGINFO);
	err = dwarf_open("far", &opt, &d);
	if (err)
		fail_msg("%s", err->text);
	assert_ptr_not_equal(d->debug, d->elf);
	dwarf_close(d);
	assert_dwarf("far");
	dlclose(lib);
}

/* ---- bad files ---------------------------------------------------------- */

static void assert_bad(const char *path)
{
	struct elf_file *e;
	_cleanup_error_ struct sys_error *err = elf_file_open(path, &e);

	assert_non_null(err);
	assert_null(e);
	assert_int_equal(err->tag, DIAG_BAD_IMAGE);
	assert_non_null(strstr(err->text, path));
}

static void test_bad_files(void **state)
{
	assert_bad("absent");
	assert_bad(".");
	binary_write("empty", "");
	assert_bad("empty");
	binary_write("text", "this is no binary");
	assert_bad("text");
	compile("", "plain");
	/* the section table is at the end */
	binary_run("head -c 5000 plain > cut");
	assert_bad("cut");
	binary_run("xz -k plain && head -c 2000 plain.xz > cut.xz");
	assert_bad("cut.xz");
	/* a machine that this is not */
	binary_run("cp plain arm && printf '\\267\\0' | "
		   "dd of=arm bs=1 seek=18 conv=notrunc 2>/dev/null");
	assert_bad("arm");
}

static void test_unpack_limit(void **state)
{
	struct range in, out;
	_cleanup_buf_ struct buf b = binary_output(
		"head -c 100000 /dev/zero | gzip -c");
	struct sys_error *err;

	in = (struct range){ (unsigned char *)b.p, b.n };
	err = unpack("zeros", in, 99999, &out);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_BAD_IMAGE);
	sys_error_free(err);
	assert_null(unpack("zeros", in, 100000, &out));
	assert_int_equal(out.n, 100000);
	free((void *)out.p);
	in.n -= 9;
	err = unpack("zeros", in, 1 << 20, &out);
	assert_non_null(err);
	sys_error_free(err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_symbols),
		cmocka_unit_test(test_library_symbols),
		cmocka_unit_test(test_symbol_at),
		cmocka_unit_test(test_mini_symbols),
		cmocka_unit_test(test_offsets),
		cmocka_unit_test(test_build_id),
		cmocka_unit_test(test_module),
		cmocka_unit_test(test_module_in_memory),
		cmocka_unit_test(test_many_sections),
		cmocka_unit_test(test_own_dwarf),
		cmocka_unit_test(test_debuglink),
		cmocka_unit_test(test_build_id_file),
		cmocka_unit_test(test_dirs),
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_module_elsewhere),
		cmocka_unit_test(test_packages_of_kernels),
		cmocka_unit_test(test_packages_of_programs),
		cmocka_unit_test(test_debuginfod),
		cmocka_unit_test(test_bad_files),
		cmocka_unit_test(test_unpack_limit),
	};

	return cmocka_run_group_tests(tests, binary_setup, binary_teardown);
}
