/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A kernel for which a part of the runtime does not compile: the tiny runtime in
 * testsuite/unit/modbuild, with facilities that no kernel has the types for.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/modbuild.h"

#define HEADERS "/usr/src/linux-headers-"

static const char blob[] = "the rows of the script";

static glob_t kernels;		/* directories of headers */
static char *runtime;
static char *cache;

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

static void add_text(const char *dir, const char *name, const char *text)
{
	_cleanup_free_ char *path = file_path(dir, "%s", name);
	FILE *f = fopen(path, "a");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* A runtime of which one facility does not compile, another one needs it, and
 * a late one does not compile. */
static char *make_broken_runtime(void)
{
	_cleanup_buf_ struct buf cp = BUF_INIT;
	char *ret = file_path(cache, "broken-runtime");

	buf_printf(&cp, "cp -r '%s' '%s'", runtime, ret);
	assert_int_equal(system(cp.p), 0);
	add_text(ret, "facilities.def",
		 "broken: linux/broken.c\n"
		 "needs_broken: linux/needs_broken.c\n"
		 "late_broken: linux/late_broken.c for stp_late_broken\n");
	add_text(ret, "linux/broken.c",
		 "int stp_broken(const char *name)\n"
		 "{\n\tstruct no_kernel_has_this x = { name };\n"
		 "\treturn !x.name;\n}\n");
	add_text(ret, "linux/needs_broken.c",
		 "int stp_broken(const char *name);\n"
		 "int stp_needs_broken(const char *name);\n"
		 "int stp_needs_broken(const char *name)\n"
		 "{\n\treturn stp_broken(name);\n}\n");
	add_text(ret, "linux/late_broken.c",
		 "#include <linux/no_kernel_has_this.h>\n"
		 "int stp_late_broken(const char *name);\n");
	return ret;
}

#define CALLS(function)                                                        \
	"#include \"abi.h\"\nint " function "(const char *);\n"                \
	"const struct stp_script stp_script = { " function ", 0, 0 };\n"

static void note_lack(void *data, const char *name, const char *why)
{
	if (why)
		buf_printf(data, "%s: %s\n", name, why);
}

static void only_what_is_broken_is_lost(void **state)
{
	static const char *const lost[][2] = {
		{ CALLS("stp_broken"), "broken does not compile for kernel " },
		{ CALLS("stp_needs_broken"), "runtime/linux/broken.c:3:" },
		{ CALLS("stp_late_broken"), "runtime/linux/late_broken.c:1:" },
	};
	_cleanup_free_ char *doctored = make_broken_runtime();
	struct modbuild_config cfg = {
		.release = kernels.gl_pathv[0] + strlen(HEADERS),
		.runtime_dir = doctored,
		.cache_dir = cache,
	};
	_cleanup_buf_ struct buf lacks = BUF_INIT;
	struct modbuild_result res;
	struct recipe *r;
	const char *why;

	r = get_recipe(&cfg);
	assert_null(build(&cfg, r, CALLS("stp_greet"), &res));
	modbuild_result_deinit(&res);
	for (size_t i = 0; i < sizeof(lost) / sizeof(*lost); i++)
		expect_error(build(&cfg, r, lost[i][0], &res),
			     DIAG_NOT_ON_KERNEL, lost[i][1]);
	assert_string_equal(modbuild_broken(r, 0, &why), "broken");
	assert_non_null(strstr(why, "error: "));
	assert_null(modbuild_broken(r, 1, &why));
	assert_null(modbuild_facilities(&cfg, r, note_lack, &lacks));
	modbuild_recipe_destroy(r);
	cfg.use_kbuild = true;
	r = get_recipe(&cfg);
	expect_error(build(&cfg, r, lost[0][0], &res), DIAG_NOT_ON_KERNEL,
		     lost[0][1]);
	assert_null(build(&cfg, r, CALLS("stp_greet"), &res));
	modbuild_result_deinit(&res);
	modbuild_recipe_destroy(r);
	assert_non_null(strstr(lacks.p, "broken: runtime/linux/broken.c:3:"));
	assert_non_null(strstr(lacks.p, "needs_broken: needs 'stp_broken'\n"));
	assert_non_null(strstr(lacks.p, "late_broken: the runtime's "));
	assert_null(strstr(lacks.p, "greet: "));
}

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
		cmocka_unit_test(only_what_is_broken_is_lost),
	};

	/* Nothing can be built without headers: 77 is "skipped". */
	if (glob(HEADERS "*-amd64", 0, NULL, &kernels)) {
		fputs("no linux-headers are installed\n", stderr);
		return 77;
	}
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
