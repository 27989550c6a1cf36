/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The cache's promises: where it may be, what it believes, who waits for whom.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "translator/modbuild/cache.h"
#include "translator/modbuild/files.h"

#define KEY_A "aa00000000000000000000000000000000000000000000000000000000000001"
#define KEY_B "aa00000000000000000000000000000000000000000000000000000000000002"

/* A private directory of its own for every test. */
static int set_up(void **state)
{
	char *dir;

	unsetenv("TAPSTER_CACHE_DIR");
	sys_error_free(file_temp_dir(&dir));
	*state = dir;
	return 0;
}

static int tear_down(void **state)
{
	file_remove(*state);
	free(*state);
	return 0;
}

static struct cache *open_cache(const char *dir)
{
	struct cache *c;

	assert_null(cache_open(dir, false, &c));
	return c;
}

static void put(const char *dir, const char *name, const char *text)
{
	_cleanup_free_ char *path = file_path(dir, "%s", name);

	assert_null(file_make_parents(dir, name));
	assert_null(file_write(path, text, strlen(text)));
}

/* Make entry @key with two files. */
static char *make_entry(struct cache *c, const char *key)
{
	struct cache_entry *e;
	char *found, *dir;

	assert_null(cache_begin(c, key, &e, &found));
	assert_null(found);
	put(cache_entry_dir(e), "module.ko", "bytes of a module");
	put(cache_entry_dir(e), "include/abi.h", "text");
	assert_null(cache_commit(e, &dir));
	return dir;
}

static void an_entry_is_found_again(void **state)
{
	struct cache *c = open_cache(*state);
	_cleanup_free_ char *dir = make_entry(c, KEY_A), *found = NULL;

	assert_null(cache_warning(c));
	found = cache_find(c, KEY_A);
	assert_non_null(found);
	assert_string_equal(found, dir);
	assert_null(cache_find(c, KEY_B));
	assert_null(cache_find(c, ".."));
	cache_forget(c, KEY_A);
	assert_null(cache_find(c, KEY_A));
	cache_close(c);
}

static void truncate_module(const char *dir)
{
	put(dir, "module.ko", "bytes of a modul");
}

static void change_module(const char *dir)
{
	put(dir, "module.ko", "bytes of A module");
}

static void lose_module(const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, "module.ko");

	file_remove(path);
}

static void change_deep_file(const char *dir)
{
	put(dir, "include/abi.h", "Text");
}

static void lose_manifest(const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, "manifest");

	file_remove(path);
}

static void cut_manifest(const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, "manifest");
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(truncate(path, st.st_size - 1), 0);
}

static void other_key(const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, "manifest");
	_cleanup_buf_ struct buf b = BUF_INIT;

	assert_null(file_read(path, &b));
	*strstr(b.p, "1\n") = '2';
	put(dir, "manifest", b.p);
}

static void a_damaged_entry_is_not_there(void **state)
{
	static void (*const damage[])(const char *dir) = {
		truncate_module, change_module, lose_module, change_deep_file,
		lose_manifest, cut_manifest, other_key,
	};
	struct cache *c = open_cache(*state);

	for (size_t i = 0; i < sizeof(damage) / sizeof(*damage); i++) {
		_cleanup_free_ char *dir = make_entry(c, KEY_A);

		damage[i](dir);
		assert_null(cache_find(c, KEY_A));
	}
	/* And the next builder replaces it. */
	free(make_entry(c, KEY_A));
	free(cache_find(c, KEY_A));
	cache_close(c);
}

static void what_is_given_up_leaves_nothing(void **state)
{
	struct cache *c = open_cache(*state);
	struct cache_entry *e;
	_cleanup_free_ char *tmp = NULL;
	char *found;

	assert_null(cache_begin(c, KEY_A, &e, &found));
	tmp = strdup(cache_entry_dir(e));
	put(tmp, "x", "y");
	cache_abort(e);
	assert_false(file_exists(tmp));
	assert_null(cache_find(c, KEY_A));

	assert_null(cache_begin(c, KEY_A, &e, &found));
	put(cache_entry_dir(e), "x", "y");
	free(tmp);
	tmp = cache_keep(e);
	assert_true(file_exists(tmp));
	cache_close(c);
}

/* Keys that begin alike share a lock; the alarm ends who waits for itself. */
static void a_part_is_made_while_its_whole_is(void **state)
{
	struct cache *c = open_cache(*state);
	struct cache_entry *whole, *part;
	char key[] = KEY_A;
	char *found;

	key[sizeof(key) - 2] ^= 1;
	alarm(20);
	assert_null(cache_begin(c, KEY_A, &whole, &found));
	assert_null(cache_begin_part(c, key, &part, &found));
	alarm(0);
	assert_non_null(part);
	assert_false(cache_entry_is_temp(part));
	cache_abort(part);
	cache_abort(whole);
	cache_close(c);
}

/* ---- places */

/* The places are below /tmp: explicit ones, or nothing could be used. */
static void places_that_others_could_write_to(void **state)
{
	static const struct {
		mode_t above;	/* of the directory that the cache is in */
		mode_t mode;	/* of the cache's directory; 0: not there */
		bool ok;
	} t[] = {
		{ 0700, 0, true },     { 0755, 0755, true },
		{ 0755, 0775, false }, { 0755, 0777, false },
		{ 0755, 01777, false }, { 0777, 0700, false },
		{ 0775, 0700, false }, { 0777, 0, false },
		{ 01777, 0700, true }, { 01777, 0, true },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
		_cleanup_free_ char *above = file_path(*state, "a%zu", i);
		_cleanup_free_ char *dir = file_path(above, "cache");
		_cleanup_free_ char *real = NULL;
		_cleanup_error_ struct sys_error *err = NULL;

		assert_int_equal(mkdir(above, 0700), 0);
		if (t[i].mode) {
			assert_int_equal(mkdir(dir, 0700), 0);
			assert_int_equal(chmod(dir, t[i].mode), 0);
		}
		assert_int_equal(chmod(above, t[i].above), 0);
		err = cache_dir_check(dir, true, &real);
		assert_int_equal(err == NULL, t[i].ok);
		if (err)
			assert_int_equal(err->tag, DIAG_CACHE_UNSAFE);
		else
			assert_true(file_exists(real));
	}
}

/* Homes may be below a sticky directory; in one, others may be the first. */
static void a_home_below_a_sticky_directory(void **state)
{
	_cleanup_free_ char *sticky = file_path(*state, "sticky");
	_cleanup_free_ char *home = file_path(sticky, "home");
	_cleanup_free_ char *dir = file_path(home, ".cache/tapster");
	_cleanup_free_ char *beside = file_path(sticky, ".cache/tapster");
	_cleanup_free_ char *real = NULL;
	struct sys_error *err;

	assert_int_equal(mkdir(sticky, 0700), 0);
	assert_int_equal(mkdir(home, 0755), 0);
	assert_int_equal(chmod(sticky, 01777), 0);
	assert_null(cache_dir_check(dir, false, &real));
	assert_true(file_exists(dir));
	err = cache_dir_check(beside, false, &real);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_CACHE_UNSAFE);
	assert_non_null(strstr(err->text, "other users can write to"));
	assert_false(file_exists(beside));
	sys_error_free(err);
}

static void a_place_of_another_user(void **state)
{
	_cleanup_free_ char *dir = file_path(*state, "cache");
	_cleanup_free_ char *real = NULL;
	_cleanup_error_ struct sys_error *err = NULL;

	if (geteuid() != 0)
		skip();
	assert_int_equal(mkdir(dir, 0700), 0);
	assert_int_equal(chown(dir, 12345, 12345), 0);
	err = cache_dir_check(dir, true, &real);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_CACHE_UNSAFE);
	assert_non_null(strstr(err->text, "belongs to another user"));
}

static void a_link_is_followed_and_its_target_checked(void **state)
{
	_cleanup_free_ char *bad = file_path(*state, "bad");
	_cleanup_free_ char *link = file_path(*state, "link");
	_cleanup_free_ char *real = NULL;
	struct sys_error *err;

	assert_int_equal(mkdir(bad, 0700), 0);
	assert_int_equal(symlink(bad, link), 0);
	assert_null(cache_dir_check(link, true, &real));
	assert_non_null(strstr(real, "/bad"));
	assert_int_equal(chmod(bad, 0777), 0);
	err = cache_dir_check(link, true, &real);
	assert_non_null(err);
	sys_error_free(err);
}

static void the_usual_place_failing_is_a_warning(void **state)
{
	_cleanup_free_ char *file = file_path(*state, "file");
	struct cache_entry *e;
	struct cache *c;
	char *found, *dir;
	pid_t pid;
	int status;

	put(*state, "file", "");
	pid = fork();
	if (!pid) {
		/* Nobody's user has no /var/cache, and HOME is a file. */
		if (geteuid() == 0 && (chmod(*state, 0777) ||
				       setuid(65534)))
			_exit(10);
		setenv("HOME", file, 1);
		unsetenv("XDG_CACHE_HOME");
		if (cache_open(NULL, false, &c) || !cache_warning(c))
			_exit(11);
		if (cache_begin(c, KEY_A, &e, &found) || found ||
		    !cache_entry_is_temp(e))
			_exit(12);
		if (cache_commit(e, &dir) || !file_exists(dir))
			_exit(13);
		file_remove(dir);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void an_explicit_place_failing_is_an_error(void **state)
{
	_cleanup_free_ char *file = file_path(*state, "file");
	_cleanup_error_ struct sys_error *err = NULL;
	struct cache *c;

	put(*state, "file", "");
	err = cache_open(file, false, &c);
	assert_non_null(err);
	assert_non_null(strstr(err->text, "Not a directory"));
	setenv("TAPSTER_CACHE_DIR", file, 1);
	sys_error_free(err);
	err = cache_open(NULL, false, &c);
	unsetenv("TAPSTER_CACHE_DIR");
	assert_non_null(err);
}

static void off_is_off(void **state)
{
	struct cache *c = open_cache(*state);
	struct cache_entry *e;
	char *found;

	free(make_entry(c, KEY_A));
	cache_close(c);
	assert_null(cache_open(*state, true, &c));
	assert_null(cache_find(c, KEY_A));
	assert_null(cache_begin(c, KEY_A, &e, &found));
	assert_null(found);
	assert_true(cache_entry_is_temp(e));
	cache_abort(e);
	cache_close(c);
}

/* ---- builders side by side */

enum { BUILT = 20, FOUND = 21 };

static int build_or_find(const char *dir)
{
	struct cache *c = open_cache(dir);
	struct cache_entry *e;
	char *found, *path;

	if (cache_begin(c, KEY_A, &e, &found))
		return 1;
	if (found)
		return FOUND;
	usleep(100000);
	put(cache_entry_dir(e), "x", "y");
	return cache_commit(e, &path) ? 2 : BUILT;
}

static void two_builders_build_once(void **state)
{
	int built = 0, found = 0;
	pid_t pids[4];

	for (int i = 0; i < 4; i++) {
		pids[i] = fork();
		if (!pids[i])
			_exit(build_or_find(*state));
	}
	for (int i = 0; i < 4; i++) {
		int status;

		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_true(WIFEXITED(status));
		built += WEXITSTATUS(status) == BUILT;
		found += WEXITSTATUS(status) == FOUND;
	}
	assert_int_equal(built, 1);
	assert_int_equal(found, 3);
}

/* ---- what goes */

static void age(const char *dir, long seconds)
{
	struct timespec t[2];

	clock_gettime(CLOCK_REALTIME, &t[0]);
	t[0].tv_sec -= seconds;
	t[1] = t[0];
	assert_int_equal(utimensat(AT_FDCWD, dir, t, 0), 0);
}

static void the_longest_unused_goes_first(void **state)
{
	_cleanup_free_ char *old_tmp = file_path(*state, "tmp.old");
	_cleanup_free_ char *new_tmp = file_path(*state, "tmp.new");
	_cleanup_free_ char *other = file_path(*state, "kernels");
	struct cache *c = open_cache(*state);
	_cleanup_free_ char *a = make_entry(c, KEY_A);
	_cleanup_free_ char *b = make_entry(c, KEY_B);

	mkdir(old_tmp, 0700);
	mkdir(new_tmp, 0700);
	mkdir(other, 0700);
	age(old_tmp, 100000);
	age(other, 100000);
	age(a, 20);
	age(b, 10);
	cache_trim(*state, 1 << 20);
	assert_false(file_exists(old_tmp));
	assert_true(file_exists(new_tmp));
	assert_true(file_exists(other));
	assert_true(file_exists(a));

	/* Being used makes it the younger one. */
	free(cache_find(c, KEY_A));
	cache_trim(*state, 16 << 10);
	assert_true(file_exists(a));
	assert_false(file_exists(b));
	cache_trim(*state, 0);
	assert_false(file_exists(a));
	cache_close(c);
}

#define WITH_DIR(test) \
	cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_DIR(an_entry_is_found_again),
		WITH_DIR(a_damaged_entry_is_not_there),
		WITH_DIR(what_is_given_up_leaves_nothing),
		WITH_DIR(a_part_is_made_while_its_whole_is),
		WITH_DIR(places_that_others_could_write_to),
		WITH_DIR(a_home_below_a_sticky_directory),
		WITH_DIR(a_place_of_another_user),
		WITH_DIR(a_link_is_followed_and_its_target_checked),
		WITH_DIR(the_usual_place_failing_is_a_warning),
		WITH_DIR(an_explicit_place_failing_is_an_error),
		WITH_DIR(off_is_off),
		WITH_DIR(two_builders_build_once),
		WITH_DIR(the_longest_unused_goes_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
