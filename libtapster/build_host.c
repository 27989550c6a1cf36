/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds an ordinary program from the C text and the blob of the script: compiles the C
 * text with abi.h, links it with the host runtime, and stores the program in the cache
 * like a module.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/shortage.h"
#include "base/spawn.h"
#include "base/tags/base.h"
#include "base/tags/build.h"
#include "libtapster/lib.h"
#include "libtapster/replay.h"
#include "translator/modbuild/modbuild.h"

#define PROGRAM "host"

static void cleanup_cache(struct cache **c)
{
	cache_close(*c);
}

/* ---- the key ------------------------------------------------------------ */

/* The compiler flags that are part of the cache's key, because other flags make another
 * program.  -fwrapv: signed numbers wrap around. */
#define FLAGS "-fwrapv"

static void add_stamp(struct sha256 *sum, const char *path)
{
	struct stat st = { 0 };
	int64_t stamp[3];

	stat(path, &st);
	stamp[0] = st.st_size;
	stamp[1] = st.st_mtim.tv_sec;
	stamp[2] = st.st_mtim.tv_nsec;
	sha256_add(sum, path, strlen(path) + 1);
	sha256_add(sum, stamp, sizeof(stamp));
}

static void make_key(struct tapster_session *s, char key[65])
{
	unsigned char digest[32];
	struct sha256 sum;

	sha256_init(&sum);
	sha256_add(&sum, "host " FLAGS, sizeof("host " FLAGS));
	add_stamp(&sum, s->paths.host_lib);
	add_stamp(&sum, s->paths.runtime);
	sha256_add(&sum, s->core->c_text.p, s->core->c_text.n + 1);
	sha256_add(&sum, s->core->embed_text.p, s->core->embed_text.n + 1);
	sha256_add(&sum, s->core->blob.p, s->core->blob.n);
	sha256_end(&sum, digest);
	sha256_hex(digest, key);
}

/* ---- building ----------------------------------------------------------- */

static struct sys_error *put_error(int code, const char *path)
{
	struct sys_error *err = shortage_of(code, "write", path);

	return err ?: sys_error(DIAG_IO_ERROR, code, "cannot write '%s'", path);
}

static struct sys_error *put_file(const char *dir, const char *name,
				  const struct buf *b)
{
	_cleanup_buf_ struct buf path = BUF_INIT;
	_cleanup_fclose_ FILE *f = NULL;

	buf_printf(&path, "%s/%s", dir, name);
	f = fopen(path.p, "we");
	if (!f || fwrite(b->p, 1, b->n, f) < b->n || fflush(f))
		return put_error(errno, path.p);
	return NULL;
}

static struct sys_error *run_gcc(const char *const *argv, const char *dir,
				 struct buf *out, int *status_ret)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	struct spawn sp = SPAWN_INIT;
	struct sys_error *err;

	sp.argv = argv;
	sp.env = env;
	sp.cwd = dir;
	err = spawn_run(&sp, out, status_ret);
	if (!err || err->code != ENOENT)
		return err;
	sys_error_free(err);
	return sys_error_hint(sys_error(DIAG_NO_COMPILER, 0,
					"gcc is not installed"),
			      "sudo apt-get install gcc");
}

/* Compiles the program.  If the compiler fails and there is embedded C, the error is
 * about the embedded C, because generated C hardly ever fails. */
static struct sys_error *compile(struct tapster_session *s, const char *dir)
{
	const char *include = arena_printf(s->arena, "-I%s", s->paths.runtime);
	const char *above = arena_printf(s->arena, "-I%s/..",
					 s->paths.runtime);
	bool embed = s->core->embed_text.n;
	const char *argv[] = {
		"gcc", "-std=gnu11", "-O1", FLAGS,
		"-Werror=implicit-function-declaration",
		"-Werror=incompatible-pointer-types",
		"-Werror=int-conversion",
		"-fdiagnostics-plain-output",
		"-fdiagnostics-column-unit=byte", include, above,
		"-DSTP_BLOB_PATH=\"blob\"", "-o", PROGRAM, "script.c",
		s->paths.host_lib, TAPSTER_HOST_FLAGS,
		embed ? "embed.c" : NULL, embed ? s->paths.host_lib : NULL,
		NULL,
	};
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct sys_error *err;
	int status;

	err = run_gcc(argv, dir, &out, &status);
	if (err || !status)
		return err;
	err = shortage_in(out.p, dir);
	if (err)
		return err;
	if (embed)
		return sys_error(DIAG_EMBEDDED_C, 0, "%s", out.p);
	return sys_error(DIAG_INTERNAL, 0,
			 "cannot compile the generated C:\n"
			 "%s", out.p);
}

static void remove_from(const char *dir, const char *name)
{
	_cleanup_buf_ struct buf path = BUF_INIT;

	buf_printf(&path, "%s/%s", dir, name);
	unlink(path.p);
}

static struct sys_error *make(struct tapster_session *s,
			      struct cache_entry *e, char **ret)
{
	const char *dir = cache_entry_dir(e);
	struct sys_error *err;

	err = put_file(dir, "script.c", &s->core->c_text);
	if (!err)
		err = put_file(dir, "blob", &s->core->blob);
	if (!err)
		err = put_file(dir, "embed.c", &s->core->embed_text);
	if (!err)
		err = compile(s, dir);
	if (err) {
		cache_abort(e);
		return err;
	}
	remove_from(dir, "script.c");
	remove_from(dir, "blob");
	remove_from(dir, "embed.c");
	if (cache_entry_is_temp(e))
		s->temp_dir = arena_strdup(s->arena, dir);
	return cache_commit(e, ret);
}

static struct sys_error *find_or_make(struct tapster_session *s, char **ret)
{
	_cleanup_(cleanup_cache) struct cache *c = NULL;
	struct cache_entry *e = NULL;
	struct sys_error *err;
	char key[65];

	err = cache_open(lib_get(s, OPT_CACHE_DIR),
			 lib_is(s, OPT_CACHE, "ignore"), &c);
	if (err)
		return err;
	make_key(s, key);
	if (lib_is(s, OPT_CACHE, "renew"))
		cache_forget(c, key);
	*ret = cache_find(c, key);
	s->module.cache_hit = *ret;
	if (*ret)
		return NULL;
	err = cache_begin(c, key, &e, ret);
	return err || !e ? err : make(s, e, ret);
}

/* Returns true if the directory of the runtime, which -R may name, has its header. */
static bool is_runtime(struct tapster_session *s)
{
	return s->paths.runtime &&
	       !access(arena_printf(s->arena, "%s/abi.h", s->paths.runtime),
		       R_OK);
}

int lib_build_host(struct tapster_session *s)
{
	_cleanup_free_ char *dir = NULL;
	double start = lib_clock();
	struct sys_error *err;

	lib_paths(s);
	if (lib_get(s, OPT_RUNTIME_DIR) && !is_runtime(s))
		return lib_error(s, DIAG_NO_RUNTIME,
				 "without -R, tapster finds it",
				 "'%s' does not contain the sources of the "
				 "runtime",
				 s->paths.runtime);
	if (!s->paths.host_lib || !s->paths.runtime)
		return lib_error(s, DIAG_NO_RUNTIME,
				 "run make install, or make in the build tree",
				 "the host runtime is not installed");
	err = find_or_make(s, &dir);
	lib_add_timing(s, TAPSTER_BUILD, "host program",
		       lib_clock() - start);
	if (err)
		return lib_fail_build(s, err);
	s->module.path = arena_printf(s->arena, "%s/" PROGRAM, dir);
	s->module.name = PROGRAM;
	s->module.release = s->replay ? s->replay->release : "";
	s->module.build_id = "";
	return 0;
}
