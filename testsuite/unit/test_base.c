/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * base: texts and places, diagnostics, spawning.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/spawn.h"
#include "base/tags/base.h"
#include "base/tags/parser.h"
#include "base/tags/sema.h"
#include "base/vec.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* ---- texts and places */

static void places_in_a_text(void **state)
{
	struct arena *a = arena_create();
	struct sources *s = sources_create(a);
	const char *text = "one\n\tthree\n\nx";
	static const struct {
		uint32_t off;
		unsigned line, col;
		const char *shown;
	} t[] = {
		{ 0, 1, 1, "one" },   { 3, 1, 4, "one" },
		{ 4, 2, 1, "\tthree" }, { 5, 2, 2, "\tthree" },
		{ 11, 3, 1, "" },     { 12, 4, 1, "x" },
		{ 13, 4, 2, "x" },
	};
	const struct source *src =
		sources_add_text(s, SOURCE_USER, "t.stp", text, strlen(text));

	assert_int_equal(src->id, 1);
	assert_ptr_equal(sources_get(s, 1), src);
	assert_null(sources_get(s, 2));
	for (size_t i = 0; i < N(t); i++) {
		struct span sp = { 1, t[i].off, 1, 0 };
		struct source_location at = sources_location(s, sp);
		size_t len;
		const char *line = sources_line(s, sp, &len);

		assert_string_equal(at.file, "t.stp");
		assert_int_equal(at.line, t[i].line);
		assert_int_equal(at.col, t[i].col);
		assert_int_equal(len, strlen(t[i].shown));
		assert_memory_equal(line, t[i].shown, len);
	}
	assert_null(sources_location(s, SPAN_NONE).file);
	sources_destroy(s);
	arena_destroy(a);
}

static void spans_join_within_one_text_only(void **state)
{
	struct span a = { 1, 10, 5, 0 }, b = { 1, 20, 2, 0 };
	struct span other = { 2, 30, 1, 0 }, macro = { 1, 30, 1, 3 };

	assert_int_equal(span_join(a, b).off, 10);
	assert_int_equal(span_join(a, b).len, 12);
	assert_int_equal(span_join(b, a).len, 2);
	assert_int_equal(span_join(a, other).len, 5);
	assert_int_equal(span_join(a, macro).len, 5);
}

static void files_that_cannot_be_scripts(void **state)
{
	static const struct {
		const char *path, *text;
		unsigned tag;
	} t[] = {
		{ "/nonexistent/x.stp",
		  "cannot open '/nonexistent/x.stp': "
		  "No such file or directory", DIAG_IO_ERROR },
		{ "/", "'/' is a directory", DIAG_NOT_A_FILE },
		{ "/dev/null", "'/dev/null' is a device", DIAG_NOT_A_FILE },
	};
	struct arena *a = arena_create();
	struct sources *s = sources_create(a);

	for (size_t i = 0; i < N(t); i++) {
		_cleanup_error_ struct sys_error *err = NULL;
		const struct source *src;

		err = sources_add_file(s, SOURCE_USER, t[i].path, &src);
		assert_non_null(err);
		assert_int_equal(err->tag, t[i].tag);
		assert_string_equal(err->text, t[i].text);
	}
	assert_int_equal(sources_count(s), 0);
	sources_destroy(s);
	arena_destroy(a);
}

static void a_file_is_read_whole(void **state)
{
	char path[] = "/tmp/test_base.XXXXXX";
	_cleanup_close_ int fd = mkstemp(path);
	struct arena *a = arena_create();
	struct sources *s = sources_create(a);
	const struct source *src = NULL;
	static char bytes[200000];

	memset(bytes, 'y', sizeof(bytes));
	assert_int_equal(write(fd, bytes, sizeof(bytes)), sizeof(bytes));
	assert_null(sources_add_file(s, SOURCE_USER, path, &src));
	unlink(path);
	assert_int_equal(src->len, sizeof(bytes));
	assert_memory_equal(src->text, bytes, sizeof(bytes));
	assert_int_equal(src->text[src->len], 0);
	assert_string_equal(src->name, path);
	sources_destroy(s);
	arena_destroy(a);
}

/* ---- diagnostics */

struct fixture {
	struct arena *arena;
	struct sources *sources;
	struct diags *diags;
	struct buf out;
};

static int set_up(void **state)
{
	struct fixture *f = xcalloc(1, sizeof(*f));

	f->arena = arena_create();
	f->sources = sources_create(f->arena);
	f->diags = diags_create(f->arena, f->sources);
	f->out = (struct buf)BUF_INIT;
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	buf_free(&f->out);
	sources_destroy(f->sources);
	arena_destroy(f->arena);
	free(f);
	return 0;
}

static uint32_t add(struct fixture *f, enum source_kind kind, const char *name,
		    const char *text)
{
	return sources_add_text(f->sources, kind, name, text, strlen(text))->id;
}

/* The span of the first occurrence of @word in text @src. */
static struct span at(struct fixture *f, uint32_t src, const char *word,
		      uint32_t origin)
{
	const char *text = sources_get(f->sources, src)->text;
	const char *p = strstr(text, word);

	assert_non_null(p);
	return (struct span){ src, (uint32_t)(p - text),
			      (uint32_t)strlen(word), origin };
}

static const char *render_all(struct fixture *f)
{
	buf_reset(&f->out);
	for (const struct diag *e = diags_first(f->diags); e; e = e->next)
		diag_render(e, false, &f->out);
	diags_render_rest(f->diags, &f->out);
	return f->out.p;
}

static void a_message_with_caret_note_and_hint(void **state)
{
	struct fixture *f = *state;
	uint32_t src = add(f, SOURCE_USER, "vfs.stp",
			   "global n\n\n"
			   "probe kernel.function(\"vfs_raed\") { n++ }\n");
	struct diag *e;

	e = diag_error(f->diags, DIAG_SYNTAX, at(f, src, "vfs_raed", 0),
		       "function '%s' not found", "vfs_raed");
	diag_note(e, at(f, src, "n\n", 0), "counted here");
	diag_note(e, SPAN_NONE, "no place");
	diag_hint(e, "did you mean \"vfs_read\"?");
	assert_string_equal(
		render_all(f),
		"vfs.stp:3:24: error: function 'vfs_raed' not found "
		"[syntax-error]\n"
		"  3 | probe kernel.function(\"vfs_raed\") { n++ }\n"
		"    |                        ^~~~~~~~\n"
		"vfs.stp:1:8: note: counted here\n"
		"  1 | global n\n"
		"    |        ^\n"
		"  note: no place\n"
		"  hint: did you mean \"vfs_read\"?\n");
}

static void odd_source_lines(void **state)
{
	static const struct {
		const char *text, *word, *want;
	} t[] = {
		{ "\tx = y", "y",
		  "a:1:6: error: e [syntax-error]\n"
		  "  1 | \tx = y\n"
		  "    | \t    ^\n" },
		{ "\xc3\xa9\xc3\xa9 = zz", "zz",
		  "a:1:8: error: e [syntax-error]\n"
		  "  1 | \xc3\xa9\xc3\xa9 = zz\n"
		  "    |      ^~\n" },
		{ "\x01\xff$", "$",
		  "a:1:3: error: e [syntax-error]\n"
		  "  1 | ??$\n"
		  "    |   ^\n" },
		{ "", "",
		  "a:1:1: error: e [syntax-error]\n"
		  "  1 | \n"
		  "    | ^\n" },
		{ "a b\nc", "b\nc",
		  "a:1:3: error: e [syntax-error]\n"
		  "  1 | a b\n"
		  "    |   ^\n" },
	};

	for (size_t i = 0; i < N(t); i++) {
		struct fixture *f;
		void *own;
		uint32_t src;

		set_up(&own);
		f = own;
		src = add(f, SOURCE_USER, "a", t[i].text);
		diag_error(f->diags, DIAG_SYNTAX, at(f, src, t[i].word, 0),
			   "e");
		assert_string_equal(render_all(f), t[i].want);
		tear_down(&own);
	}
}

static void a_long_line_is_cut_around_the_caret(void **state)
{
	struct fixture *f = *state;
	_cleanup_buf_ struct buf text = BUF_INIT;
	uint32_t src;

	buf_fill(&text, '-', 1000);
	buf_putc(&text, '@');
	buf_fill(&text, '-', 1000);
	src = add(f, SOURCE_USER, "a", text.p);
	diag_error(f->diags, DIAG_SYNTAX, at(f, src, "@", 0), "e");
	render_all(f);
	assert_non_null(strstr(f->out.p, "  1 | ...------"));
	assert_non_null(strstr(f->out.p, "@"));
	assert_true(f->out.n < 400);
	/* The caret stands under the '@'. */
	assert_int_equal(strchr(strstr(f->out.p, "  1 |"), '@') -
				 strstr(f->out.p, "  1 |"),
			 strchr(strstr(f->out.p, "    |"), '^') -
				 strstr(f->out.p, "    |"));
}

static void a_macro_of_the_user(void **state)
{
	struct fixture *f = *state;
	uint32_t src = add(f, SOURCE_USER, "m.stp",
			   "@define twice %( oops %)\n"
			   "probe begin { @twice }\n");
	uint32_t origin = sources_add_expansion(
		f->sources, at(f, src, "@twice", 0), "@twice",
		EXPANSION_MACRO);

	diag_error(f->diags, DIAG_SYNTAX, at(f, src, "oops", origin), "bad");
	assert_string_equal(render_all(f),
			    "m.stp:1:18: error: bad [syntax-error]\n"
			    "  1 | @define twice %( oops %)\n"
			    "    |                  ^~~~\n"
			    "m.stp:2:15: note: in expansion of macro '@twice'\n"
			    "  2 | probe begin { @twice }\n"
			    "    |               ^~~~~~\n");
}

static void a_macro_of_the_library_shows_the_use_first(void **state)
{
	struct fixture *f = *state;
	uint32_t lib = add(f, SOURCE_TAPSET, "/lib/x.stpm",
			   "@define lib %( oops %)\n");
	uint32_t src = add(f, SOURCE_USER, "m.stp",
			   "@define mine %( @lib %)\nprobe begin { @mine }\n");
	uint32_t outer = sources_add_expansion(
		f->sources, at(f, src, "@mine", 0), "@mine", EXPANSION_MACRO);
	uint32_t inner = sources_add_expansion(
		f->sources, at(f, src, "@lib", outer), "@lib",
		EXPANSION_MACRO);

	diag_error(f->diags, DIAG_SYNTAX, at(f, lib, "oops", inner), "bad");
	assert_string_equal(
		render_all(f),
		"m.stp:1:17: error: bad [syntax-error]\n"
		"  1 | @define mine %( @lib %)\n"
		"    |                 ^~~~\n"
		"/lib/x.stpm:1:16: note: in the body of macro '@lib'\n"
		"  1 | @define lib %( oops %)\n"
		"    |                ^~~~\n"
		"m.stp:2:15: note: in expansion of macro '@mine'\n"
		"  2 | probe begin { @mine }\n"
		"    |               ^~~~~\n");
}

static void errors_of_the_library_itself_stay_there(void **state)
{
	struct fixture *f = *state;
	uint32_t lib = add(f, SOURCE_TAPSET, "/lib/x.stp", "oops");

	diag_error(f->diags, DIAG_SYNTAX, at(f, lib, "oops", 0), "bad");
	assert_string_equal(render_all(f),
			    "/lib/x.stp:1:1: error: bad [syntax-error]\n"
			    "  1 | oops\n"
			    "    | ^~~~\n");
}

static void repeated_and_excess_errors(void **state)
{
	struct fixture *f = *state;
	uint32_t src = add(f, SOURCE_USER, "a",
			   "0123456789012345678901234567890");
	size_t kept = 0;

	for (int round = 0; round < 2; round++)
		for (uint32_t i = 0; i < DIAG_MAX_SHOWN + 3; i++) {
			struct span sp = { src, i, 1, 0 };
			struct diag *e = diag_error(f->diags, DIAG_SYNTAX, sp,
						    "e");

			diag_note(e, sp, "harmless on a discarded one");
			diag_hint(e, "so is this");
		}
	for (const struct diag *e = diags_first(f->diags); e; e = e->next) {
		assert_int_equal(e->span.off, kept++);
		assert_null(e->notes->next);
	}
	assert_int_equal(kept, DIAG_MAX_SHOWN);
	assert_int_equal(diags_errors(f->diags), DIAG_MAX_SHOWN + 3);
	assert_non_null(strstr(render_all(f), "\nand 3 more errors\n"));
}

static void warnings_off_or_fatal(void **state)
{
	struct fixture *f = *state;

	diag_warning(f->diags, DIAG_SYNTAX, SPAN_NONE, "one");
	assert_int_equal(diags_warnings(f->diags), 1);
	diags_set_warnings(f->diags, true, false);
	diag_warning(f->diags, DIAG_SYNTAX, SPAN_NONE, "two");
	assert_int_equal(diags_warnings(f->diags), 1);
	diags_set_warnings(f->diags, false, true);
	diag_warning(f->diags, DIAG_SYNTAX, SPAN_NONE, "three");
	diag_remark(f->diags, DIAG_SYNTAX, SPAN_NONE, "four");
	assert_int_equal(diags_errors(f->diags), 1);
	assert_string_equal(render_all(f), "warning: one [syntax-error]\n"
					   "error: three [syntax-error]\n"
					   "note: four [syntax-error]\n");
}

/* One tag is silenced: its warnings alone, and no errors. */
static void one_warning_off(void **state)
{
	struct fixture *f = *state;

	diags_silence(f->diags, DIAG_NO_EFFECT);
	diag_warning(f->diags, DIAG_NO_EFFECT, SPAN_NONE, "one");
	diag_warning(f->diags, DIAG_LONG_LITERAL, SPAN_NONE, "two");
	diag_error(f->diags, DIAG_NO_EFFECT, SPAN_NONE, "three");
	assert_int_equal(diags_warnings(f->diags), 1);
	diags_set_warnings(f->diags, false, true);
	diag_warning(f->diags, DIAG_NO_EFFECT, SPAN_NONE, "four");
	assert_int_equal(diags_errors(f->diags), 1);
	assert_string_equal(render_all(f), "warning: two [long-literal]\n"
					   "error: three [no-effect]\n");
}

static void a_message_as_json(void **state)
{
	struct fixture *f = *state;
	uint32_t src = add(f, SOURCE_USER, "a\"b", "x\ny oops");
	struct diag *e;

	e = diag_error(f->diags, DIAG_SYNTAX, at(f, src, "oops", 0),
		       "say \"%s\"", "\xff");
	diag_note(e, SPAN_NONE, "n1");
	diag_note(e, at(f, src, "x", 0), "n2");
	diag_hint(e, "h");
	diag_render_json(e, &f->out);
	assert_string_equal(
		f->out.p,
		"{\"type\":\"error\",\"tag\":\"syntax-error\","
		"\"file\":\"a\\\"b\",\"line\":2,\"col\":3,\"len\":4,"
		"\"text\":\"say \\\"\\u00ff\\\"\",\"hint\":\"h\","
		"\"notes\":[{\"text\":\"n1\"},"
		"{\"text\":\"n2\",\"file\":\"a\\\"b\",\"line\":1,\"col\":1,"
		"\"len\":1}]}\n");
}

static void colours_only_when_asked(void **state)
{
	struct fixture *f = *state;
	struct diag *e = diag_error(f->diags, DIAG_SYNTAX, SPAN_NONE, "e");

	assert_null(strchr(render_all(f), '\033'));
	diag_render(e, true, &f->out);
	assert_non_null(strchr(f->out.p, '\033'));
}

static void failures_of_the_world_become_diagnostics(void **state)
{
	struct fixture *f = *state;

	diag_sys_error(f->diags, SPAN_NONE,
		       sys_error_hint(sys_error(DIAG_IO_ERROR, 13, "x %d", 1),
				      "try %s", "y"));
	assert_string_equal(render_all(f),
			    "error: x 1: Permission denied [io-error]\n"
			    "  hint: try y\n");
}

static void tags_are_unique_kebab_case_words(void **state)
{
	for (unsigned i = 0; i < DIAG_MAX_TAG; i++) {
		const char *name = diag_tag_name(i);
		unsigned found;
		int words = 1;

		if (!name)
			continue;	/* no room has so many */
		assert_true(diag_tag_find(name, &found));
		assert_int_equal(found, i);
		for (const char *p = name; *p; p++) {
			assert_true((*p >= 'a' && *p <= 'z') || *p == '-' ||
				    (*p >= '0' && *p <= '9'));
			words += *p == '-';
		}
		assert_in_range(words, 2, 4);
	}
}

static void nearest_names(void **state)
{
	static const char *const names[] = { "vfs_read", "vfs_write", "n",
					     "printf", "println", "swap" };
	static const struct {
		const char *word, *want;
	} t[] = {
		{ "vfs_raed", "vfs_read" }, { "vfs_reads", "vfs_read" },
		{ "printn", "printf" },	    { "prinln", "println" },
		{ "m", "n" },		    { "swpa", "swap" },
		{ "wsxp", NULL },	    { "xyz", NULL },
		{ "vfs", NULL },	    { "", NULL },
	};

	for (size_t i = 0; i < N(t); i++) {
		const char *got = diag_nearest(t[i].word, names, N(names));

		if (t[i].want) {
			assert_non_null(got);
			assert_string_equal(got, t[i].want);
		} else {
			assert_null(got);
		}
	}
}

/* ---- spawn */

static void run_sh(const char *script, const char *const *env, bool clean,
		   struct buf *out, int *status)
{
	const char *const argv[] = { "/bin/sh", "-c", script, NULL };
	struct spawn s = SPAWN_INIT;

	s.argv = argv;
	s.env = env;
	s.clean_env = clean;
	assert_null(spawn_run(&s, out, status));
}

static void programs_run_and_report(void **state)
{
	static const char *const env[] = { "A=1", "HOME=/h", NULL };
	static const struct {
		const char *script;
		bool clean;
		int status;
		const char *out;
	} t[] = {
		{ "echo out; echo err >&2; exit 3", false, 3, "out\nerr\n" },
		{ "kill -TERM $$", false, 128 + 15, "" },
		{ "echo $A $HOME", false, 0, "1 /h\n" },
		{ "echo ${T_B-unset} $A", true, 0, "unset 1\n" },
		{ "echo ${T_B-unset} $A", false, 0, "b 1\n" },
		/* Nothing but 0, 1, 2 and what the listing itself opens. */
		{ "for f in 3 4 5 6 7 8 9; do [ -e /dev/fd/$f ] && echo $f; "
		  "done; exit 0", false, 0, "" },
	};

	assert_int_equal(setenv("T_B", "b", 1), 0);
	assert_true(dup(0) > 2);
	for (size_t i = 0; i < N(t); i++) {
		_cleanup_buf_ struct buf out = BUF_INIT;
		int status = -1;

		run_sh(t[i].script, env, t[i].clean, &out, &status);
		assert_string_equal(out.p, t[i].out);
		assert_int_equal(status, t[i].status);
	}
}

static void a_program_that_is_not_there(void **state)
{
	const char *const argv[] = { "tapster-no-such-program", NULL };
	struct spawn s = SPAWN_INIT;
	_cleanup_error_ struct sys_error *err = NULL;
	int status;

	s.argv = argv;
	err = spawn_run(&s, NULL, &status);
	assert_non_null(err);
	assert_int_equal(err->tag, DIAG_SPAWN_FAILED);
	assert_string_equal(err->text, "cannot run 'tapster-no-such-program': "
				       "No such file or directory");
}

#define WITH_DIAGS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_in_a_text),
		cmocka_unit_test(spans_join_within_one_text_only),
		cmocka_unit_test(files_that_cannot_be_scripts),
		cmocka_unit_test(a_file_is_read_whole),
		WITH_DIAGS(a_message_with_caret_note_and_hint),
		cmocka_unit_test(odd_source_lines),
		WITH_DIAGS(a_long_line_is_cut_around_the_caret),
		WITH_DIAGS(a_macro_of_the_user),
		WITH_DIAGS(a_macro_of_the_library_shows_the_use_first),
		WITH_DIAGS(errors_of_the_library_itself_stay_there),
		WITH_DIAGS(repeated_and_excess_errors),
		WITH_DIAGS(warnings_off_or_fatal),
		WITH_DIAGS(one_warning_off),
		WITH_DIAGS(a_message_as_json),
		WITH_DIAGS(colours_only_when_asked),
		WITH_DIAGS(failures_of_the_world_become_diagnostics),
		cmocka_unit_test(tags_are_unique_kebab_case_words),
		cmocka_unit_test(nearest_names),
		cmocka_unit_test(programs_run_and_report),
		cmocka_unit_test(a_program_that_is_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
