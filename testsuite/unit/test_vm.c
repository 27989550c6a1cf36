/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The parts of vm/ that need no guest: names of kernels, unpacking images,
 * the order of modules, a file system, the names of guests.
 */
#include <elf.h>
#include <fcntl.h>
#include <lzma.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/build.h"
#include "base/tags/target.h"
#include "vm/ext4.h"
#include "vm/file.h"
#include "vm/image.h"
#include "vm/kernel.h"
#include "vm/modules.h"
#include "vm/vm.h"

/* ---- names -------------------------------------------------------------- */

static void test_kernel_matches(void **state)
{
	static const struct {
		const char *release, *wanted;
		bool yes;
	} t[] = {
		{ "6.1.0-56-amd64", "6.1", true },
		{ "6.1.0-56-amd64", NULL, true },
		{ "6.1.0-56-amd64", "6.1.0-56-amd64", true },
		{ "6.1.0-56-amd64", "6.1.0-5-amd64", false },
		{ "6.12.9+deb12-amd64", "6.1", false },
		{ "6.12.9+deb12-amd64", "6.12", true },
		{ "6.12.9+deb12-rt-amd64", "6.12", false },
		{ "6.12.9+deb12-rt-amd64", "6.12-rt", true },
		{ "6.12.9+deb12-cloud-amd64", "6.12-rt", false },
		{ "6.1.0-56-cloud-amd64", NULL, false },
		{ "6.1.192-debug-amd64", NULL, false },
		{ "6.1.0-56-amd64-dbg", "6.1", false },
		{ "amd64", NULL, false },
		{ "", NULL, false },
		{ "../../etc-amd64", "../../etc-amd64", false },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++)
		if (kernel_matches(t[i].release, t[i].wanted) != t[i].yes)
			fail_msg("%s as %s", t[i].release,
				 t[i].wanted ? t[i].wanted : "any");
}

/* The newest counts, and numbers are compared as numbers. */
static void test_find_kernel(void **state)
{
	static const char *const releases[] = {
		"0.1.0-9-amd64", "0.1.0-10-amd64", "0.1.0-11-rt-amd64",
		"0.12.1-amd64",
	};
	char cache[] = "/tmp/test-vm-XXXXXX";
	_cleanup_free_ char *found = NULL;
	struct sys_error *err;

	assert_non_null(mkdtemp(cache));
	for (size_t i = 0; i < 4; i++) {
		_cleanup_free_ char *dir =
			vm_file_path("%s/kernels/%s", cache, releases[i]);
		_cleanup_free_ char *image = vm_file_path("%s/vmlinuz", dir);

		assert_null(vm_file_make_dirs(dir));
		assert_null(vm_file_write(image, "x", 1, NULL));
	}
	assert_null(vm_find_kernel(cache, "0.1", &found));
	assert_string_equal(found, "0.1.0-10-amd64");
	free(found);
	found = NULL;
	err = vm_find_kernel(cache, "0.2", &found);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_NO_KERNEL_IMAGE);
	assert_string_equal(err->hint, "tapster --fetch-kernel=0.2");
	sys_error_free(err);
	/* a kernel that somebody built is in no archive */
	err = vm_find_kernel(cache, "0.1.0-my-own", &found);
	assert_non_null(err);
	assert_null(strstr(err->hint, "--fetch-kernel"));
	assert_non_null(strstr(err->hint, "tapster --vm"));
	sys_error_free(err);
	vm_file_remove_tree(cache);
}

/* ---- images ------------------------------------------------------------- */

static const char elf_file[] = "\177ELF and what else a kernel has in it";

static void put32(unsigned char *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (unsigned char)(v >> 8 * i);
}

/* A bzImage with one sector of real-mode code and @n bytes of payload. */
static size_t make_image(unsigned char *image, const void *payload, size_t n)
{
	memset(image, 0, 1024);
	image[0x1f1] = 1;
	memcpy(image + 0x202, "HdrS", 4);
	put32(image + 0x248, 16);
	put32(image + 0x24c, (uint32_t)n + 4);
	memset(image + 1024, 0xcc, 16);
	memcpy(image + 1040, payload, n);
	put32(image + 1040 + n, sizeof(elf_file));
	return 1044 + n;
}

static size_t make_xz(unsigned char *image)
{
	unsigned char packed[512];
	size_t n = 0;

	assert_int_equal(lzma_easy_buffer_encode(
				 0, LZMA_CHECK_CRC32, NULL,
				 (const uint8_t *)elf_file, sizeof(elf_file),
				 packed, &n, sizeof(packed)),
			 LZMA_OK);
	return make_image(image, packed, n);
}

static size_t make_zstd(unsigned char *image)
{
	unsigned char packed[512];
	size_t n = ZSTD_compress(packed, sizeof(packed), elf_file,
				 sizeof(elf_file), 1);

	assert_false(ZSTD_isError(n));
	return make_image(image, packed, n);
}

/* gzip says last how much it holds. */
static size_t make_gzip(unsigned char *image)
{
	unsigned char packed[512];
	z_stream s = { .next_in = (unsigned char *)elf_file,
		       .avail_in = sizeof(elf_file), .next_out = packed,
		       .avail_out = sizeof(packed) };

	assert_int_equal(deflateInit2(&s, 9, Z_DEFLATED, 15 + 16, 8,
				      Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
	deflateEnd(&s);
	return make_image(image, packed, s.total_out - 4);
}

/* @blocks, which hold @unpacked bytes. */
static size_t make_lz4(unsigned char *image, const unsigned char *blocks,
		       size_t n, uint32_t unpacked)
{
	static const unsigned char magic[] = { 0x02, 0x21, 0x4c, 0x18 };
	unsigned char packed[512];

	memcpy(packed, magic, 4);
	memcpy(packed + 4, blocks, n);
	n = make_image(image, packed, n + 4);
	put32(image + n - 4, unpacked);
	return n;
}

static void check_unpacks(const unsigned char *image, size_t n)
{
	_cleanup_free_ char *elf = NULL;
	size_t size;

	assert_null(image_unpack("image", image, n, &elf, &size));
	assert_int_equal(size, sizeof(elf_file));
	assert_memory_equal(elf, elf_file, size);
}

static void test_unpack(void **state)
{
	unsigned char image[2048];

	check_unpacks(image, make_xz(image));
	check_unpacks(image, make_zstd(image));
	check_unpacks(image, make_gzip(image));
}

static const unsigned char lz4_blocks[] = {
	/* 4 bytes as they are */
	5, 0, 0, 0, 0x40, 0177, 'E', 'L', 'F',
	/* "ab"; from 2 bytes before 4 + 15 + 3 more; 16 as they are */
	24, 0, 0, 0, 0x2f, 'a', 'b', 2, 0, 3,
	0xf0, 1, '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b',
	'c', 'd', 'e', 'f',
};

#define LZ4_SAYS "\177ELFabababababababababababab" "0123456789abcdef"

static void test_lz4(void **state)
{
	unsigned char image[2048];
	size_t size, n = make_lz4(image, lz4_blocks, sizeof(lz4_blocks),
				  strlen(LZ4_SAYS));
	_cleanup_free_ char *elf = NULL;

	assert_null(image_unpack("image", image, n, &elf, &size));
	assert_int_equal(size, strlen(LZ4_SAYS));
	assert_memory_equal(elf, LZ4_SAYS, size);
}

/* @n bytes at the end of memory, so that ASan sees a read past them. */
static void check_refused(const unsigned char *image, size_t n)
{
	_cleanup_free_ unsigned char *copy = malloc(n ? n : 1);
	_cleanup_free_ char *elf = NULL;
	struct sys_error *err;
	size_t size;

	memcpy(copy, image, n);
	err = image_unpack("image", copy, n, &elf, &size);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_BAD_IMAGE);
	assert_non_null(strstr(err->text, "'image'"));
	sys_error_free(err);
}

/* Each byte of the blocks is damaged in turn; what unpacks is as large as it
 * should be, and a block that begins in front of its own bytes is refused. */
static void test_broken_lz4(void **state)
{
	unsigned char image[2048], blocks[sizeof(lz4_blocks)];
	const size_t n = sizeof(blocks);

	for (size_t i = 0; i < n * 3; i++) {
		static const unsigned char with[] = { 0, 0xff, 0x80 };
		_cleanup_free_ char *elf = NULL;
		size_t size = 0;

		memcpy(blocks, lz4_blocks, n);
		blocks[i / 3] = with[i % 3];
		size = make_lz4(image, blocks, n, strlen(LZ4_SAYS));
		sys_error_free(image_unpack("image", image, size, &elf, &size));
		if (elf)
			assert_int_equal(size, strlen(LZ4_SAYS));
	}
	memcpy(blocks, lz4_blocks, n);
	blocks[16] = 3;
	check_refused(image, make_lz4(image, blocks, n, strlen(LZ4_SAYS)));
	for (size_t i = 0; i < n; i++)
		check_refused(image, make_lz4(image, lz4_blocks, i,
					      strlen(LZ4_SAYS)));
}

static void test_broken_images(void **state)
{
	unsigned char image[2048];
	size_t n = make_xz(image);

	for (size_t cut = 0; cut < n; cut++)
		check_refused(image, cut);
	put32(image + 0x248, UINT32_MAX);
	check_refused(image, n);
	n = make_xz(image);
	put32(image + 0x24c, UINT32_MAX);
	check_refused(image, n);
	put32(image + 0x24c, 3);
	check_refused(image, n);
	n = make_xz(image);
	put32(image + n - 4, UINT32_MAX);
	check_refused(image, n);
	put32(image + n - 4, 4);	/* less than there is */
	check_refused(image, n);
	n = make_zstd(image);
	image[1060] ^= 0xff;
	put32(image + n - 4, 1u << 20);
	check_refused(image, n);
	image[1040] = 'x';		/* no compression we know */
	check_refused(image, n);
}

/* ---- modules ------------------------------------------------------------ */

/* The least ELF file with a .modinfo: header, strings, two sections. */
static void write_module(const char *dir, const char *name,
			 const char *modinfo, size_t n)
{
	struct {
		Elf64_Ehdr eh;
		Elf64_Shdr sh[3];
		char strings[32];
		char info[64];
	} f = { 0 };
	_cleanup_free_ char *path = vm_file_path("%s/kernel/%s.ko", dir, name);

	memcpy(f.eh.e_ident, ELFMAG, SELFMAG);
	f.eh.e_shoff = sizeof(f.eh);
	f.eh.e_shnum = 3;
	f.eh.e_shstrndx = 1;
	memcpy(f.strings, "\0.modinfo", 10);
	f.sh[1].sh_offset = (size_t)((char *)f.strings - (char *)&f);
	f.sh[1].sh_size = sizeof(f.strings);
	f.sh[2].sh_name = 1;
	f.sh[2].sh_offset = (size_t)((char *)f.info - (char *)&f);
	f.sh[2].sh_size = n;
	memcpy(f.info, modinfo, n);
	assert_null(vm_file_write(path, &f, sizeof(f), NULL));
}

static void test_module_order(void **state)
{
	static const char *const wanted[] = { "top", "built_in", "odd_name",
					      NULL };
	static const char order[] = "kernel/top.ko\nkernel/mid.ko\n"
				    "kernel/low.ko\nkernel/odd-name.ko\n";
	char dir[] = "/tmp/test-vm-XXXXXX";
	struct guest_modules m = { 0 };

	assert_non_null(mkdtemp(dir));
	_cleanup_free_ char *kernel = vm_file_path("%s/kernel", dir);
	_cleanup_free_ char *list = vm_file_path("%s/modules.order", dir);

	assert_null(vm_file_make_dirs(kernel));
	assert_null(vm_file_write(list, order, strlen(order), NULL));
	write_module(dir, "top", "license=GPL\0depends=mid,low", 28);
	write_module(dir, "mid", "depends=low\0x=y", 16);
	write_module(dir, "low", "depends=", 9);
	write_module(dir, "odd-name", "depends", 7);
	assert_null(modules_load(dir, wanted, &m));
	assert_int_equal(m.list.n, 4);
	assert_string_equal(m.list.at[0].name, "low");
	assert_string_equal(m.list.at[1].name, "mid");
	assert_string_equal(m.list.at[2].name, "top");
	assert_string_equal(m.list.at[3].name, "odd_name");
	modules_free(&m);
	vm_file_remove_tree(dir);
}

/* A circle ends with an error, not with a full stack. */
static void test_module_circle(void **state)
{
	static const char *const wanted[] = { "a", NULL };
	char dir[] = "/tmp/test-vm-XXXXXX";
	struct guest_modules m = { 0 };
	struct sys_error *err;

	assert_non_null(mkdtemp(dir));
	_cleanup_free_ char *kernel = vm_file_path("%s/kernel", dir);
	_cleanup_free_ char *list = vm_file_path("%s/modules.order", dir);

	assert_null(vm_file_make_dirs(kernel));
	assert_null(vm_file_write(list, "kernel/a.ko\nkernel/b.ko\n", 24, NULL));
	write_module(dir, "a", "depends=b", 10);
	write_module(dir, "b", "depends=a", 10);
	err = modules_load(dir, wanted, &m);
	assert_non_null(err);
	sys_error_free(err);
	modules_free(&m);
	vm_file_remove_tree(dir);
}

/* Their groups end differently: one, a last one that is too small, several. */
static void test_ext4(void **state)
{
	static const unsigned sizes[] = { 16, 129, 200, 1024 };
	char path[] = "/tmp/test-vm-XXXXXX";
	const char *argv[] = { "/sbin/e2fsck", "-fn", path, NULL };
	int fd = mkstemp(path), status;

	assert_true(fd >= 0);
	if (access(argv[0], X_OK))
		skip();
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		_cleanup_buf_ struct buf out = BUF_INIT;
		struct spawn s = SPAWN_INIT;

		s.argv = argv;
		assert_int_equal(ftruncate(fd, 0), 0);
		assert_null(ext4_make(fd, sizes[i]));
		assert_null(spawn_run(&s, &out, &status));
		if (status)
			print_message("%u MB: %s", sizes[i], out.p);
		assert_int_equal(status, 0);
	}
	close(fd);
	unlink(path);
}

static void test_guest_names(void **state)
{
	static const char long_name[] = "a23456789012345678901234567890123";

	assert_true(vm_is_guest_name("lab"));
	assert_true(vm_is_guest_name("L-1_x"));
	assert_true(vm_is_guest_name(long_name + 1) == false);
	assert_true(vm_is_guest_name("a2345678901234567890123456789012"));
	assert_false(vm_is_guest_name(long_name));
	assert_false(vm_is_guest_name(""));
	assert_false(vm_is_guest_name("6.1"));
	assert_false(vm_is_guest_name("a/b"));
	assert_false(vm_is_guest_name("a.port"));
}

/* A directory that others can enter, or that is another one, is not used. */
static void test_guests_of_others(void **state)
{
	char cache[] = "/tmp/test-vm-XXXXXX";
	struct sys_error *err;
	char *release;

	assert_non_null(mkdtemp(cache));
	_cleanup_free_ char *guests = vm_file_path("%s/guests", cache);
	_cleanup_free_ char *other = vm_file_path("%s/other", cache);

	assert_null(vm_find_guest(cache, "lab", &release));
	assert_null(release);
	assert_int_equal(mkdir(guests, 0700), 0);
	assert_null(vm_find_guest(cache, "lab", &release));
	assert_int_equal(chmod(guests, 0710), 0);
	err = vm_find_guest(cache, "lab", &release);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_CACHE_UNSAFE);
	sys_error_free(err);
	assert_int_equal(chmod(guests, 0700), 0);
	assert_int_equal(rename(guests, other), 0);
	assert_int_equal(symlink(other, guests), 0);
	err = vm_find_guest(cache, "lab", &release);
	assert_non_null(err);
	sys_error_free(err);
	vm_file_remove_tree(cache);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kernel_matches),
		cmocka_unit_test(test_find_kernel),
		cmocka_unit_test(test_unpack),
		cmocka_unit_test(test_lz4),
		cmocka_unit_test(test_broken_lz4),
		cmocka_unit_test(test_broken_images),
		cmocka_unit_test(test_module_order),
		cmocka_unit_test(test_module_circle),
		cmocka_unit_test(test_ext4),
		cmocka_unit_test(test_guest_names),
		cmocka_unit_test(test_guests_of_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
