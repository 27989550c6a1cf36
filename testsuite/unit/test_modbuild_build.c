/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Real modules, of the tiny runtime in testsuite/unit/modbuild, for every
 * kernel whose headers are installed: primed, built the short way and
 * through kbuild, cached, refused.  Nothing is loaded here.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/tags/build.h"
#include "translator/modbuild/args.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/embed.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/modbuild.h"
#include "translator/modbuild/recipe.h"

#define HEADERS "/usr/src/linux-headers-"

static const char hello[] =
	"#include \"abi.h\"\n"
	"asm(\".section .rodata\\n.globl blob\\nblob:\\n\"\n"
	"    \".incbin \\\"\" STP_BLOB_PATH \"\\\"\\n\"\n"
	"    \".globl blob_end\\nblob_end:\\n.previous\");\n"
	"extern const unsigned char blob[], blob_end[];\n"
	"static int begin(const char *name) { return stp_greet(name); }\n"
	"const struct stp_script stp_script = { begin, blob, blob_end };\n";

static const char calls_other_unit[] =
	"#include \"abi.h\"\n"
	"int other(const char *name);\n"
	"const struct stp_script stp_script = { other, 0, 0 };\n";
static const char other_unit[] =
	"#include \"abi.h\"\n"
	"int other(const char *name);\n"
	"int other(const char *name) { return stp_greet(name); }\n";

/* Embedded C: with headers, and a symbol that the runtime does not need. */
static const char calls_embedded[] =
	"#include \"abi.h\"\n"
	"int stp_ec_f(const char *name);\n"
	"static int begin(const char *name) { return stp_ec_f(name); }\n"
	"const struct stp_script stp_script = { begin, 0, 0 };\n";
#define EMBEDDED(text)                                                         \
	"#include \"runtime/linux/embed.h\"\n"                                  \
	"int stp_ec_f(const char *name);\n"                                    \
	"#line 7 \"a script.stp\"\n"                                           \
	"int stp_ec_f(const char *name) { " text " }\n"

static const char blob[] = "the rows of the script";

static glob_t kernels;		/* directories of headers */
static char *runtime;
static char *cache;
static int primings;

static void count_primings(void *data, const char *what, double seconds)
{
	primings += seconds < 0;
}

static struct modbuild_config config(size_t kernel)
{
	return (struct modbuild_config){
		.release = kernels.gl_pathv[kernel] + strlen(HEADERS),
		.runtime_dir = runtime,
		.cache_dir = cache,
		.progress = count_primings,
	};
}

static struct recipe *get_recipe(const struct modbuild_config *cfg)
{
	struct recipe *r = NULL;
	struct sys_error *err = modbuild_prime(cfg, &r);

	if (err)
		print_error("%s\n", err->text);
	assert_null(err);
	return r;
}

static struct sys_error *build(const struct modbuild_config *cfg,
			       const struct recipe *r, const char *unit,
			       struct modbuild_result *ret)
{
	return modbuild_module(cfg, r, &unit, 1, blob, sizeof(blob), ret);
}

static void expect_error(struct sys_error *err, unsigned tag,
			 const char *part)
{
	assert_non_null(err);
	assert_string_equal(diag_tag_name(err->tag), diag_tag_name(tag));
	assert_non_null(strstr(err->text, part));
	sys_error_free(err);
}

static bool file_has(const char *path, const void *p, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	assert_null(file_read(path, &b));
	return memmem(b.p, b.n, p, n);
}

static void find_name(void *data, const char *name)
{
	const char **wanted = data;

	if (*wanted && !strcmp(name, *wanted))
		*wanted = NULL;
}

static bool has_version(const char *path, const char *name)
{
	struct ko ko;

	assert_null(ko_open(path, &ko));
	ko_versions(&ko, find_name, &name);
	ko_close(&ko);
	return !name;
}

#define NAMESPACE "import_ns=FIRMWARE_LOADER_PRIVATE"

/* ---- */

static void primed_once_built_once(void **state)
{
	for (size_t i = 0; i < kernels.gl_pathc; i++) {
		struct modbuild_config cfg = config(i);
		struct modbuild_result a, b;
		struct recipe *r;

		primings = 0;
		r = get_recipe(&cfg);
		assert_int_equal(primings, 1);
		assert_null(r->bad);
		assert_null(build(&cfg, r, hello, &a));
		assert_false(a.hit);
		assert_null(a.warning);
		modbuild_recipe_destroy(r);

		r = get_recipe(&cfg);
		assert_int_equal(primings, 1);
		assert_null(build(&cfg, r, hello, &b));
		assert_true(b.hit);
		assert_string_equal(a.path, b.path);
		assert_string_equal(a.build_id, b.build_id);
		modbuild_result_deinit(&a);
		modbuild_result_deinit(&b);
		modbuild_recipe_destroy(r);
	}
}

static void what_is_in_the_module(void **state)
{
	for (size_t i = 0; i < kernels.gl_pathc; i++) {
		struct modbuild_config cfg = config(i);
		struct recipe *r = get_recipe(&cfg);
		struct modbuild_result res;
		struct ko ko;
		char id[41];

		cfg.module_name = "any_name";
		assert_null(build(&cfg, r, hello, &res));
		assert_non_null(strstr(res.path, "/any_name.ko"));
		assert_null(ko_open(res.path, &ko));
		assert_string_equal(ko_modinfo(&ko, "name"), "any_name");
		assert_memory_equal(ko_modinfo(&ko, "vermagic"), cfg.release,
				    strlen(cfg.release));
		assert_true(ko_build_id(&ko, id));
		assert_string_equal(id, res.build_id);
		ko_close(&ko);
		assert_true(file_has(res.path, blob, sizeof(blob)));
		assert_false(file_has(res.path, KO_PLACEHOLDER,
				      strlen(KO_PLACEHOLDER)));
		/* The script needs it; the next one does not. */
		assert_true(file_has(res.path, "words of the greeting", 21));
		modbuild_result_deinit(&res);

		assert_null(build(&cfg, r,
				  "#include \"abi.h\"\n"
				  "const struct stp_script stp_script;\n",
				  &res));
		assert_false(file_has(res.path, "words of the greeting", 21));
		modbuild_result_deinit(&res);
		modbuild_recipe_destroy(r);
	}
}

static void kbuild_makes_the_same(void **state)
{
	for (size_t i = 0; i < kernels.gl_pathc; i++) {
		struct modbuild_config cfg = config(i);
		struct modbuild_result res;
		struct recipe *r;
		struct ko ko;

		cfg.use_kbuild = true;
		cfg.module_name = "through_kbuild";
		primings = 0;
		r = get_recipe(&cfg);
		assert_int_equal(primings, 0);
		assert_null(build(&cfg, r, hello, &res));
		assert_null(ko_open(res.path, &ko));
		assert_string_equal(ko_modinfo(&ko, "name"), "through_kbuild");
		ko_close(&ko);
		assert_true(file_has(res.path, blob, sizeof(blob)));
		assert_true(file_has(res.path, "words of the greeting", 21));
		modbuild_result_deinit(&res);
		expect_error(build(&cfg, r,
				   "#include \"abi.h\"\n"
				   "const struct stp_script stp_script = "
				   "{ stp_second, 0, 0 };\n", &res),
			     DIAG_NOT_ON_KERNEL,
			     "'stp_test_no_kernel_exports_this'");
		modbuild_recipe_destroy(r);
	}
}

#define LATE(function)                                                         \
	"#include \"abi.h\"\nconst struct stp_script stp_script = "            \
	"{ stp_" function ", 0, 0 };\n"

static void no_import(const struct modbuild_config *cfg, const char *symbol)
{
	struct recipe *r = get_recipe(cfg);

	assert_false(recipe_imports(r, symbol));
	modbuild_recipe_destroy(r);
}

/* late and later are made by the first script that asks, then they are there */
static void late_facilities(void **state)
{
	for (size_t i = 0; i < kernels.gl_pathc; i++) {
		struct modbuild_config cfg = config(i);
		struct recipe *r = get_recipe(&cfg);

		no_import(&cfg, "jiffies_to_msecs");
		primings = 0;
		for (size_t k = 0; k < 3; k++) {
			struct modbuild_result res;

			cfg.use_kbuild = k == 2;
			cfg.module_name = k ? "again" : "first";
			assert_null(build(&cfg, r, LATE("later"), &res));
			assert_false(res.hit);
			assert_null(res.warning);
			assert_true(has_version(res.path,
						"jiffies_to_msecs"));
			assert_true(file_has(res.path, "stp_later", 9));
			assert_int_equal(primings, 2);
			modbuild_result_deinit(&res);
		}
		modbuild_recipe_destroy(r);
	}
}

static void late_without_a_cache(void **state)
{
	struct modbuild_config cfg = config(0);
	struct modbuild_result res;
	struct recipe *r;

	cfg.no_cache = true;
	r = get_recipe(&cfg);
	assert_null(build(&cfg, r, LATE("late"), &res));
	assert_true(has_version(res.path, "jiffies_to_msecs"));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);
}

static void a_bad_recipe_goes_through_kbuild(void **state)
{
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	struct modbuild_result res;

	cfg.module_name = "with_bad_recipe";
	r->bad = "it was found wanting";
	assert_null(build(&cfg, r, hello, &res));
	assert_string_equal(res.warning, "it was found wanting");
	assert_true(file_has(res.path, "words of the greeting", 21));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);
}

static void damaged_objects_are_made_again(void **state)
{
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	_cleanup_free_ char *object = file_path(r->dir, "mod.o");
	struct modbuild_result res;

	assert_null(file_write(object, "x", 1));
	modbuild_recipe_destroy(r);
	r = get_recipe(&cfg);
	cfg.module_name = "of_damaged_objects";
	assert_null(build(&cfg, r, hello, &res));
	assert_non_null(strstr(res.warning, "damaged"));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);

	primings = 0;
	r = get_recipe(&cfg);
	assert_int_equal(primings, 1);
	cfg.module_name = "of_new_objects";
	assert_null(build(&cfg, r, hello, &res));
	assert_null(res.warning);
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);
}

static void scripts_that_cannot_be(void **state)
{
	static const struct {
		const char *unit;
		unsigned tag;
		const char *part;
	} t[] = {
		{ "#include \"abi.h\"\nconst struct stp_script stp_script = "
		  "{ stp_lacking, 0, 0 };\n", DIAG_NOT_ON_KERNEL,
		  "'stp_test_no_kernel_exports_this', which facility lacking" },
		{ "#include \"abi.h\"\nconst struct stp_script stp_script = "
		  "{ stp_second, 0, 0 };\n", DIAG_NOT_ON_KERNEL,
		  "'stp_test_no_kernel_exports_this', which facility second" },
		{ LATE("latest"), DIAG_NOT_ON_KERNEL,
		  "'test_no_kernel_has_this', which facility latest" },
		{ "#include \"abi.h\"\nint nowhere(const char *);\n"
		  "const struct stp_script stp_script = { nowhere, 0, 0 };\n",
		  DIAG_UNDEFINED_SYMBOL, "'nowhere'" },
		/* Exported, but the runtime knows no checksum for it. */
		{ "#include \"abi.h\"\nint schedule(const char *);\n"
		  "const struct stp_script stp_script = { schedule, 0, 0 };\n",
		  DIAG_UNDEFINED_SYMBOL, "'schedule'" },
		{ "int x = ;\n", DIAG_INTERNAL, "script0.c:1:9" },
		{ "#include <linux/module.h>\n", DIAG_INTERNAL,
		  "linux/module.h" },
	};
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		struct modbuild_result res;

		expect_error(build(&cfg, r, t[i].unit, &res), t[i].tag,
			     t[i].part);
	}
	assert_string_equal(recipe_absent(r, "stp_second")->missing,
			    "stp_test_no_kernel_exports_this");
	assert_null(recipe_absent(r, "stp_greet"));
	modbuild_recipe_destroy(r);
}

static void embedded_c(void **state)
{
	static const char *const good[] = {
		EMBEDDED("return stp_greet(name) + task_pid_nr(current) + "
			 "jiffies_to_msecs(HZ);"),
		EMBEDDED("return 0;"),
		EMBEDDED("extern int fw_fallback_config; "
			 "return &fw_fallback_config == (void *)name;"),
	};

	for (size_t i = 0; i < kernels.gl_pathc; i++) {
		struct modbuild_config cfg = config(i);
		struct recipe *r = get_recipe(&cfg);

		primings = 0;
		/* kbuild wants MODULE_IMPORT_NS written in the C: not the last */
		for (size_t k = 0; k < 5; k++) {
			struct modbuild_result res;

			cfg.embed = good[k / 2];
			cfg.use_kbuild = k % 2;
			assert_null(build(&cfg, r, calls_embedded, &res));
			assert_false(res.hit);
			assert_null(res.warning);
			if (k / 2 == 0)
				assert_true(has_version(res.path,
							"jiffies_to_msecs"));
			if (k / 2 == 2)
				assert_true(file_has(res.path, NAMESPACE,
						     sizeof(NAMESPACE)));
			modbuild_result_deinit(&res);
		}
		/* the headers were compiled, once */
		assert_int_equal(primings, 1);
		modbuild_recipe_destroy(r);
	}
}

static void embedded_c_that_is_refused(void **state)
{
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	struct modbuild_result res;

	for (int kbuild = 0; kbuild < 2; kbuild++) {
		cfg.use_kbuild = kbuild;
		cfg.embed = EMBEDDED("return nope;");
		expect_error(build(&cfg, r, calls_embedded, &res),
			     DIAG_EMBEDDED_C,
			     "a script.stp:7:41: error: 'nope' undeclared");
		cfg.embed = EMBEDDED("return not_declared(name);");
		expect_error(build(&cfg, r, calls_embedded, &res),
			     DIAG_EMBEDDED_C, "a script.stp:7:41: error: ");
		cfg.embed = EMBEDDED("extern int not_there(void); "
				     "return not_there();");
		expect_error(build(&cfg, r, calls_embedded, &res),
			     DIAG_NOT_EXPORTED, "not_there\n");
	}
	modbuild_recipe_destroy(r);
}

/* A compiled prefix that was damaged is made again when it is noticed. */
static void damaged_prefix(void **state)
{
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	_cleanup_free_ char *path = NULL;
	struct modbuild_result res;
	char key[65];

	cfg.embed = EMBEDDED("return 1;");
	embed_prefix_key(r, key);
	path = file_path(cache, "%s/" EMBED_PREFIX ".gch", key);
	assert_true(file_exists(path));
	assert_null(file_write(path, "gpch", 4));
	assert_null(build(&cfg, r, calls_embedded, &res));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);
}

static void units_side_by_side(void **state)
{
	static const char *const units[] = { calls_other_unit, other_unit };
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	struct modbuild_result res;

	cfg.opt_level = 1;
	assert_null(modbuild_module(&cfg, r, units, 2, blob, 1, &res));
	assert_true(file_has(res.path, "words of the greeting", 21));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);
}

static void whatever_goes_in_makes_another_module(void **state)
{
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	const char *unit = hello, *other = calls_other_unit;
	const char *two[] = { calls_other_unit, other_unit };
	struct modbuild_result res[5];

	assert_null(modbuild_module(&cfg, r, &unit, 1, blob, 4, &res[0]));
	assert_null(modbuild_module(&cfg, r, &unit, 1, blob, 5, &res[1]));
	cfg.opt_level = 3;
	assert_null(modbuild_module(&cfg, r, &unit, 1, blob, 5, &res[2]));
	cfg.module_name = "named";
	assert_null(modbuild_module(&cfg, r, &unit, 1, blob, 5, &res[3]));
	assert_null(modbuild_module(&cfg, r, two, 2, blob, 5, &res[4]));
	for (int i = 0; i < 5; i++) {
		assert_false(res[i].hit);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(res[i].path, res[k].path);
	}
	for (int i = 0; i < 5; i++)
		modbuild_result_deinit(&res[i]);
	expect_error(modbuild_module(&cfg, r, &other, 1, blob, 5, &res[0]),
		     DIAG_UNDEFINED_SYMBOL, "'other'");
	modbuild_recipe_destroy(r);
}

static void names_and_copies(void **state)
{
	static const char *const bad[] = {
		"", "a-b", "1a", "../a", "a b",
		KO_PLACEHOLDER "x",
	};
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	_cleanup_free_ char *copy = file_path(cache, KO_PLACEHOLDER ".ko");
	struct modbuild_result res;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		cfg.module_name = bad[i];
		expect_error(build(&cfg, r, hello, &res),
			     DIAG_BAD_MODULE_NAME, bad[i]);
	}
	cfg.module_name = KO_PLACEHOLDER;
	cfg.output_dir = cache;
	assert_null(build(&cfg, r, hello, &res));
	assert_true(file_exists(copy));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);
}

static void headers_that_do_not_fit(void **state)
{
	struct modbuild_config cfg = config(0);
	struct recipe *r;
	struct sys_error *err;

	cfg.release = "6.0.0-none-amd64";
	err = modbuild_prime(&cfg, &r);
	assert_non_null(err);
	assert_string_equal(err->hint, "sudo apt-get install "
				       "linux-headers-6.0.0-none-amd64; or, "
				       "without root, tapster "
				       "--fetch-kernel=6.0.0-none-amd64");
	expect_error(err, DIAG_NO_HEADERS, "6.0.0-none-amd64");
	cfg.headers_dir = kernels.gl_pathv[0];
	expect_error(modbuild_prime(&cfg, &r), DIAG_NO_HEADERS,
		     "another kernel's headers are in");
	cfg.headers_dir = cache;
	expect_error(modbuild_prime(&cfg, &r), DIAG_NO_HEADERS,
		     "there is no ");
	cfg.release = "../../tmp";
	expect_error(modbuild_prime(&cfg, &r), DIAG_BAD_RELEASE, "../../tmp");
}

static void no_compiler_at_all(void **state)
{
	_cleanup_free_ char *path = strdup(getenv("PATH"));
	struct modbuild_config cfg = config(0);
	struct sys_error *err;
	struct recipe *r;

	cfg.no_cache = true;
	setenv("PATH", cache, 1);
	err = modbuild_prime(&cfg, &r);
	setenv("PATH", path, 1);
	assert_non_null(err);
	assert_non_null(strstr(err->hint, "sudo apt-get install make gcc"));
	expect_error(err, DIAG_NO_COMPILER, "gcc");
}

static void a_compiler_that_changed(void **state)
{
	_cleanup_free_ char *path = NULL;
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	char *stamp;

	/* As if it had been another one when the recipe was made. */
	path = file_path(r->dir, RECIPE_FILE);
	assert_null(file_read(path, &b));
	stamp = strstr(b.p, "\ninput ");
	assert_non_null(stamp);
	stamp[7] = stamp[7] == '1' ? '2' : '1';
	assert_false(recipe_load(r, "/nonexistent"));
	recipe_clear(r);
	assert_null(file_write(path, b.p, b.n));
	assert_false(recipe_load(r, path));
	modbuild_recipe_destroy(r);
	primings = 0;
	r = get_recipe(&cfg);
	assert_int_equal(primings, 1);
	modbuild_recipe_destroy(r);
}

static void without_a_cache(void **state)
{
	struct modbuild_config cfg = config(0);
	struct modbuild_result res;
	_cleanup_free_ char *dir = NULL, *path = NULL;
	struct recipe *r;

	cfg.no_cache = true;
	r = get_recipe(&cfg);
	dir = strdup(r->dir);
	assert_null(build(&cfg, r, hello, &res));
	path = strdup(res.path);
	assert_true(file_exists(path));
	assert_null(strstr(path, cache));
	modbuild_result_deinit(&res);
	assert_false(file_exists(path));
	modbuild_recipe_destroy(r);
	assert_false(file_exists(dir));
}

static void a_signed_module(void **state)
{
	static const char trailer[] = "~Module signature appended~\n";
	struct arena *a = arena_create();
	struct args openssl = ARGS_INIT(a);
	struct modbuild_config cfg = config(0);
	_cleanup_free_ char *key = file_path(cache, "key.pem");
	_cleanup_free_ char *cert = file_path(cache, "cert.pem");
	struct modbuild_result res;
	struct sys_error *err;
	struct recipe *r;
	int status = 0;

	args_add(&openssl, "openssl");
	args_add(&openssl, "req");
	args_add(&openssl, "-new");
	args_add(&openssl, "-x509");
	args_add(&openssl, "-nodes");
	args_add(&openssl, "-newkey");
	args_add(&openssl, "rsa:2048");
	args_add(&openssl, "-subj");
	args_add(&openssl, "/CN=test");
	args_add(&openssl, "-keyout");
	args_add(&openssl, key);
	args_add(&openssl, "-out");
	args_add(&openssl, cert);
	err = args_run(&openssl, NULL, NULL, &status);
	arena_destroy(a);
	if (err || status) {
		sys_error_free(err);
		skip();
	}
	r = get_recipe(&cfg);
	cfg.sign_key = key;
	cfg.sign_cert = cert;
	assert_null(build(&cfg, r, hello, &res));
	assert_true(file_has(res.path, trailer, sizeof(trailer) - 1));
	modbuild_result_deinit(&res);
	cfg.sign_key = "/nonexistent";
	expect_error(build(&cfg, r, hello, &res), DIAG_SIGN_FAILED,
		     "/nonexistent");
	modbuild_recipe_destroy(r);
}

static bool write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) > 0;

	if (fd >= 0)
		close(fd);
	return good;
}

/*
 * Mounts that nobody else sees, for the rest of this process.  Who is not root
 * is it in a user namespace.  In a chroot "/" is no mount, so that it cannot
 * be made private: what is mounted has to go again in any case.
 */
static bool own_mounts(void)
{
	char map[32];

	snprintf(map, sizeof(map), "0 %u 1", getuid());
	if (getuid())
		return !unshare(CLONE_NEWUSER | CLONE_NEWNS) &&
		       write_text("/proc/self/uid_map", map);
	return !unshare(CLONE_NEWNS) &&
	       (!mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		errno == EINVAL);
}

/* A file system with less room than a module needs. */
static void a_full_disk_under_the_cache(void **state)
{
	struct modbuild_config cfg = config(0);
	struct recipe *r = get_recipe(&cfg);
	_cleanup_free_ char *small = file_path(cache, "small");
	struct modbuild_result res;

	assert_null(file_make_parents(cache, "small/x"));
	if (!own_mounts() ||
	    mount("none", small, "tmpfs", 0, "size=16k,mode=700")) {
		modbuild_recipe_destroy(r);
		skip();
	}
	cfg.cache_dir = small;
	assert_null(build(&cfg, r, hello, &res));
	assert_non_null(res.warning);
	assert_non_null(strstr(res.warning, "No space left on device"));
	assert_non_null(res.temp);
	assert_true(file_exists(res.path));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);

	r = get_recipe(&cfg);
	assert_true(r->is_temp);
	umount(small);
	modbuild_recipe_destroy(r);
}

/* ---- */

static int set_up(void **state)
{
	const char *srcdir = getenv("srcdir");

	runtime = file_path(srcdir ? srcdir : ".", "testsuite/unit/modbuild");
	unsetenv("TAPSTER_CACHE_DIR");
	sys_error_free(file_temp_dir(&cache));
	return 0;
}

static int tear_down(void **state)
{
	file_remove(cache);
	free(cache);
	free(runtime);
	globfree(&kernels);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(primed_once_built_once),
		cmocka_unit_test(what_is_in_the_module),
		cmocka_unit_test(kbuild_makes_the_same),
		cmocka_unit_test(late_facilities),
		cmocka_unit_test(late_without_a_cache),
		cmocka_unit_test(a_bad_recipe_goes_through_kbuild),
		cmocka_unit_test(damaged_objects_are_made_again),
		cmocka_unit_test(scripts_that_cannot_be),
		cmocka_unit_test(embedded_c),
		cmocka_unit_test(embedded_c_that_is_refused),
		cmocka_unit_test(damaged_prefix),
		cmocka_unit_test(units_side_by_side),
		cmocka_unit_test(whatever_goes_in_makes_another_module),
		cmocka_unit_test(names_and_copies),
		cmocka_unit_test(headers_that_do_not_fit),
		cmocka_unit_test(no_compiler_at_all),
		cmocka_unit_test(a_compiler_that_changed),
		cmocka_unit_test(without_a_cache),
		cmocka_unit_test(a_signed_module),
		cmocka_unit_test(a_full_disk_under_the_cache),
	};

	/* Nothing can be built without headers: 77 is "skipped". */
	if (glob(HEADERS "*-amd64", 0, NULL, &kernels)) {
		fputs("no linux-headers are installed\n", stderr);
		return 77;
	}
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
