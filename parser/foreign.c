/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Helps users of other languages.  If the parser or a later pass complains, the
 * text is read once more, token by token, by matchers that know the names and
 * syntax of other languages.  What they find replaces the complaint.  Nothing
 * of this runs for a script without complaints.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/tags/parser.h"
#include "base/tags/probe.h"
#include "base/tags/sema.h"
#include "parser/feed.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"

/* ---- tokens ---- */

const struct token *foreign_at(const struct foreign *f, size_t i)
{
	return &f->t.at[i < f->t.n ? i : f->t.n - 1];
}

bool foreign_is(const struct foreign *f, size_t i, const char *text)
{
	struct span sp = foreign_at(f, i)->span;

	return sp.len == strlen(text) &&
	       !memcmp(f->src->text + sp.off, text, sp.len);
}

bool foreign_is_name(const struct foreign *f, size_t i)
{
	return foreign_at(f, i)->kind == TOK_IDENT;
}

const char *foreign_text(const struct foreign *f, size_t from, size_t to)
{
	const struct token *first = foreign_at(f, from);
	const struct token *last = foreign_at(f, to ? to - 1 : 0);

	if (to <= from)
		return "";
	return foreign_print(f, "%.*s",
			     (int)(last->span.off + last->span.len -
				   first->span.off),
			     f->src->text + first->span.off);
}

static bool opens(int kind)
{
	return kind == '(' || kind == '[' || kind == '{';
}

static bool closes(int kind)
{
	return kind == ')' || kind == ']' || kind == '}';
}

size_t foreign_close(const struct foreign *f, size_t i)
{
	int open = 0;

	for (; i < f->t.n; i++) {
		open += opens(f->t.at[i].kind);
		open -= closes(f->t.at[i].kind);
		if (open <= 0)
			return i;
	}
	return f->t.n - 1;
}

static bool is_new_line(const struct foreign *f, size_t i)
{
	struct span a = foreign_at(f, i - 1)->span, b = foreign_at(f, i)->span;

	return i && memchr(f->src->text + a.off + a.len, '\n',
			   b.off - a.off - a.len);
}

static bool is_joint(const struct foreign *f, size_t i)
{
	return foreign_is(f, i, "and") || foreign_is(f, i, "or") ||
	       foreign_is(f, i, "not") || foreign_is(f, i, "in");
}

static bool is_value(const struct foreign *f, size_t i)
{
	const struct token *t = foreign_at(f, i);

	return (t->text && !is_joint(f, i)) || t->kind == TOK_NUMBER;
}

/* `x = 1 println(x)`: one value follows another, no operator between them. */
static bool is_next_statement(const struct foreign *f, size_t i)
{
	int before = foreign_at(f, i - 1)->kind;

	return is_value(f, i) && (is_value(f, i - 1) || before == ')' ||
				  before == ']' || before == TOK_CREMENT);
}

size_t foreign_end(const struct foreign *f, size_t i)
{
	size_t from = i;

	for (; i < f->t.n - 1; i++) {
		int kind = f->t.at[i].kind;

		if (closes(kind) || kind == ';' ||
		    (i > from && (is_new_line(f, i) || is_next_statement(f, i))))
			return i;
		if (opens(kind))
			i = foreign_close(f, i);
	}
	return f->t.n - 1;
}

bool foreign_begins(const struct foreign *f, size_t i)
{
	int before;

	if (!i || is_new_line(f, i))
		return true;
	before = f->t.at[i - 1].kind;
	return before == '{' || before == '}' || before == ';' ||
	       before == ')' || before == TOK_ELSE;
}

bool foreign_has_global(const struct foreign *f, const char *name)
{
	bool in = false;

	for (size_t i = 0; i < f->t.n; i++) {
		if (f->t.at[i].kind == TOK_GLOBAL && !f->depth.at[i])
			in = true;
		else if (in && foreign_is(f, i, name))
			return true;
		else if (f->t.at[i].kind == TOK_PROBE ||
			 f->t.at[i].kind == TOK_FUNCTION)
			in = false;
	}
	return false;
}

/* ---- reading ---- */

/* The bodies of macros have words of their own: they are left out. */
static bool skip_macro(struct lexer *lx, const struct token *t)
{
	struct token in;
	int open = 0;

	if (t->kind != TOK_AT_WORD || strcmp(t->text, "define"))
		return false;
	do {
		lexer_next(lx, &in);
		open += in.kind == TOK_PP_OPEN;
		open -= in.kind == TOK_PP_CLOSE;
	} while (in.kind != TOK_EOF &&
		 (in.kind != TOK_PP_CLOSE || open > 0));
	return true;
}

/* What people type by hand is short; matchers look far ahead. */
enum { MOST_TOKENS = 4000 };

/* False if the text is too long. */
static bool read_tokens(struct foreign *f)
{
	struct parse_env env = *f->env;
	struct lexer *lx;
	struct token t;
	int depth = 0;

	env.argc = 0;		/* $1 stays what is written */
	env.used = NULL;
	lx = lexer_create(&env, f->src);
	do {
		lexer_next(lx, &t);
		if (skip_macro(lx, &t))
			continue;
		vec_push_in(f->env->arena, &f->t, t);
		vec_push_in(f->env->arena, &f->depth, depth);
		depth += t.kind == '{';
		depth -= t.kind == '}' && depth;
	} while (t.kind != TOK_EOF && f->t.n < MOST_TOKENS);
	lexer_destroy(lx);
	return t.kind == TOK_EOF;
}

/* ---- the matchers ---- */

static const struct {
	foreign_matcher *find;
	bool is_word;		/* could be a name of the script as well */
} matchers[] = {
	{ foreign_head, false },
	{ foreign_missing_probe, false },
	{ foreign_header, false },
	{ foreign_joint, false },
	{ foreign_period, false },
	{ foreign_fraction, false },
	{ foreign_pointless, false },
	{ foreign_spaced, false },
	{ foreign_predicate, false },
	{ foreign_keyword_name, false },
	{ foreign_function, false },
	{ foreign_global, false },
	{ foreign_unquoted, false },
	{ foreign_template, false },
	{ foreign_curly, false },
	{ foreign_stat, false },
	{ foreign_of_nothing, false },
	{ foreign_deleted, false },
	{ foreign_map, false },
	{ foreign_self, false },
	{ foreign_do, false },
	{ foreign_for_to, false },
	{ foreign_for_of, false },
	{ foreign_each, false },
	{ foreign_for, false },
	{ foreign_order, false },
	{ foreign_foreach, false },
	{ foreign_caught, false },
	{ foreign_thrown, false },
	{ foreign_times, false },
	{ foreign_else_if, false },
	{ foreign_switch, false },
	{ foreign_stream, false },
	{ foreign_log, false },
	{ foreign_echo, false },
	{ foreign_print_text, false },
	{ foreign_colon, false },
	{ foreign_dangling, false },
	{ foreign_else_value, false },
	{ foreign_bare, false },
	{ foreign_point, false },
	{ foreign_number, false },
	{ foreign_brackets, false },
	{ foreign_slice, false },
	{ foreign_question, false },
	{ foreign_exists, false },
	{ foreign_short_function, false },
	{ foreign_argv, false },
	{ foreign_repeated, false },
	{ foreign_list, false },
	{ foreign_f_string, false },
	{ foreign_floor, false },
	{ foreign_substitution, false },
	{ foreign_regex, false },
	{ foreign_one_of, false },
	{ foreign_keyword, false },
	{ foreign_removed, false },
	{ foreign_environment, false },
	{ foreign_last_comma, false },
	{ foreign_operator, false },
	{ foreign_verb, false },
	{ foreign_cast, false },
	{ foreign_star, false },
	{ foreign_wide, false },
	{ foreign_infix, false },
	{ foreign_is_none, false },
	{ foreign_arrow_set, false },
	{ foreign_logic, false },
	{ foreign_declared, false },
	{ foreign_comma, false },
	{ foreign_between, false },
	{ foreign_call, true },
	{ foreign_word, true },
};

#define N_MATCHERS (sizeof(matchers) / sizeof(*matchers))

static bool find_at(struct foreign *f, size_t i, struct finding *ret,
		    bool *is_word)
{
	for (size_t m = 0; m < N_MATCHERS; m++) {
		*ret = (struct finding){ .n = 1 };
		if (!matchers[m].find(f, i, ret))
			continue;
		*is_word = matchers[m].is_word;
		return true;
	}
	return false;
}

static struct span span_of(const struct foreign *f, size_t i, size_t n)
{
	return span_join(foreign_at(f, i)->span,
			 foreign_at(f, i + (n ? n - 1 : 0))->span);
}

/* ---- after the parser ---- */

static bool is_about_text(const struct diag *e)
{
	return e->tag == DIAG_SYNTAX || e->tag == DIAG_UNCLOSED_STRING ||
	       e->tag == DIAG_JUNK_BYTE ||
	       e->tag == DIAG_UNKNOWN_MACRO || e->tag == DIAG_BAD_NUMBER ||
	       e->tag == DIAG_BAD_POINT || e->tag == DIAG_BAD_ARGUMENT ||
	       e->tag == DIAG_EMPTY_FILE || e->tag == DIAG_RETURN_OUTSIDE ||
	       e->tag == DIAG_NO_ADDRESS || e->tag == DIAG_ARG_OUT_OF_RANGE;
}

/* Where the next declaration begins that is one of ours. */
static uint32_t region_end(const struct foreign *f, size_t i)
{
	for (i++; i < f->t.n - 1; i++) {
		int kind = f->t.at[i].kind;

		if (is_new_line(f, i) && !f->depth.at[i] &&
		    (kind == TOK_PROBE || kind == TOK_FUNCTION))
			break;
	}
	return foreign_at(f, i)->span.off;
}

/* Removes the complaints from @begin to before @end; returns true if there were
 * any. */
static bool discard(struct foreign *f, uint32_t begin, uint32_t end)
{
	struct diags *d = f->env->diags;
	bool any = false;
	struct diag *next;

	for (struct diag *e = diags_each(d); e; e = next) {
		next = e->next;
		if (e->span.src != f->src->id || e->span.origin ||
		    e->span.off < begin || e->severity != DIAG_ERROR ||
		    (e->span.off >= end && end < f->src->len) ||
		    e->tag == DIAG_FOREIGN || !is_about_text(e))
			continue;
		diags_discard(d, e);
		any = true;
	}
	return any;
}

static void report(struct foreign *f, size_t i, const struct finding *m)
{
	struct diag *e = diag_error(f->env->diags, m->tag ?: DIAG_FOREIGN,
				    span_of(f, i, m->n), "%s", m->text);

	diag_hint(e, "%s", m->hint);
}

/* Is the name a variable of the script's own? */
static bool is_own(const struct foreign *f, size_t at)
{
	const struct token *t = foreign_at(f, at);

	if (foreign_has_global(f, t->text))
		return true;
	for (size_t i = 0; i + 1 < f->t.n; i++) {
		int next = f->t.at[i + 1].kind;

		if (f->t.at[i].text == t->text && f->t.at[i].kind == t->kind &&
		    (next == '=' || next == TOK_CREMENT || next == TOK_SET_ADD ||
		     (i && f->t.at[i - 1].kind == TOK_FUNCTION)))
			return true;
	}
	return false;
}

/* A macro that is misspelt has a suggestion already. */
static bool has_better(const struct foreign *f, size_t i)
{
	struct span sp = foreign_at(f, i)->span;

	for (const struct diag *e = diags_first(f->env->diags); e; e = e->next)
		if (e->tag == DIAG_UNKNOWN_MACRO && e->hint &&
		    e->span.src == sp.src && e->span.off == sp.off)
			return true;
	return false;
}

/* A text of comments only: directives of C and of other programs. */
static void explain_empty(struct foreign *f)
{
	static const struct {
		const char *begin, *text, *hint;
	} rows[] = {
		{ "#include", "'#' begins a comment, so this includes nothing",
		  "kernel types need no header: $file->f_flags, or "
		  "@cast(x, \"struct file\")->f_flags" },
		{ "#define", "'#' begins a comment, so this defines nothing",
		  "use @define NAME %( 10 %), and @NAME to insert it" },
		{ "#pragma", "'#' begins a comment, so this pragma has no "
			     "effect",
		  "options are given on the command line: tapster --help "
		  "lists them" },
		{ "#if", "'#' begins a comment, so no code is excluded",
		  "write %( kernel_v >= \"6.1\" %? ... %: ... %)" },
		{ "#!", "the script has only a comment line",
		  "write probe begin { println(\"hello\") exit() }" },
	};
	const char *s = f->src->text;

	s += strspn(s, " \t\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct diag *e = diags_each(f->env->diags);

		if (strncmp(s, rows[i].begin, strlen(rows[i].begin)))
			continue;
		while (e && e->tag != DIAG_EMPTY_FILE)
			e = e->next;
		if (!e)
			return;
		e->text = rows[i].text;
		e->hint = rows[i].hint;
		return;
	}
}

/* Strings without a quote: what follows on their line is no code. */
static void explain_quotes(struct foreign *f)
{
	struct finding m = { .n = 1 };

	for (size_t i = 0; i < f->t.n - 1; i++, m = (struct finding){ .n = 1 }) {
		uint32_t from = foreign_at(f, i ? i - 1 : 0)->span.off;

		if (!foreign_quote(f, i, &m))
			continue;
		discard(f, from, region_end(f, i));
		report(f, i, &m);
		if (m.n == 1)
			from = foreign_at(f, i)->span.off;
		vec_push_in(f->env->arena, &f->torn, from);
		while (i < f->t.n - 2 && !is_new_line(f, i + 1))
			i++;
	}
}

/* Is the token on a line after a string without its quote? */
static bool is_torn(const struct foreign *f, size_t i)
{
	uint32_t off = foreign_at(f, i)->span.off;

	for (size_t k = 0; k < f->torn.n; k++) {
		uint32_t from = f->torn.at[k];

		if (off >= from && !memchr(f->src->text + from, '\n', off - from))
			return true;
	}
	return false;
}

static size_t token_at(const struct foreign *f, uint32_t off)
{
	for (size_t i = 0; i < f->t.n - 1; i++)
		if (f->t.at[i].span.off >= off)
			return f->t.at[i].span.off == off ? i : f->t.n - 1;
	return f->t.n - 1;
}

/* Discards what is said of a keyword where it is used as the name that it cannot
 * be. */
static void discard_keyword(struct foreign *f, int keyword)
{
	struct diags *d = f->env->diags;
	struct diag *next;

	for (struct diag *e = diags_each(d); e; e = next) {
		next = e->next;
		if (e->tag == DIAG_SYNTAX && e->span.src == f->src->id &&
		    !e->span.origin &&
		    foreign_at(f, token_at(f, e->span.off))->kind == keyword)
			diags_discard(d, e);
	}
}

void foreign_explain(const struct parse_env *env, const struct source *src)
{
	struct foreign f = { .env = env, .src = src };
	uint32_t claimed = 0;		/* up to here complaints are ours */
	struct finding m;
	bool is_word;

	if (!read_tokens(&f))
		return;
	if (f.t.n == 1)
		explain_empty(&f);
	explain_quotes(&f);
	for (size_t i = 0; i < f.t.n - 1; i++) {
		uint32_t begin = f.t.at[i].span.off;

		if (is_torn(&f, i) || !find_at(&f, i, &m, &is_word))
			continue;
		if (m.n == 1 && has_better(&f, i))
			continue;
		if (is_word && (begin >= claimed || is_own(&f, i)))
			continue;
		if (!discard(&f, begin, region_end(&f, i)) && begin >= claimed)
			continue;
		claimed = region_end(&f, i);
		report(&f, i, &m);
		if (m.keyword)
			discard_keyword(&f, m.keyword);
		i += m.n - 1;
	}
}

/* ---- after the other passes ---- */

/* Of complaints of one kind only. */
static const struct {
	unsigned tag;
	foreign_matcher *find;
} second[] = {
	{ DIAG_NO_PROBE_POINT, foreign_suffix },
	{ DIAG_TYPE_MISMATCH, foreign_keyed },
	{ DIAG_TYPE_MISMATCH, foreign_typed },
	{ DIAG_NOT_ASSIGNABLE, foreign_typed },
	{ DIAG_TYPE_MISMATCH, foreign_decimal },
	{ DIAG_TYPE_MISMATCH, foreign_repeated },
	{ DIAG_TYPE_MISMATCH, foreign_string_set },
	{ DIAG_TYPE_MISMATCH, foreign_second_key },
	{ DIAG_TYPE_MISMATCH, foreign_indexed },
	{ DIAG_TYPE_MISMATCH, foreign_printed },
	{ DIAG_UNKNOWN_ARRAY, foreign_typed },
	{ DIAG_NO_FUNCTION, foreign_syscall },
	{ DIAG_NO_TRACEPOINT, foreign_syscall },
	{ DIAG_TYPE_MISMATCH, foreign_call_set },
	{ DIAG_TYPE_MISMATCH, foreign_dotted },
	{ DIAG_ARRAY_MISMATCH, foreign_removed },
	{ DIAG_ARRAY_MISMATCH, foreign_array_property },
	{ DIAG_ARRAY_MISMATCH, foreign_first_value },
	{ DIAG_ARRAY_MISMATCH, foreign_whole },
	{ DIAG_TYPE_MISMATCH, foreign_negated },
	{ DIAG_TYPE_MISMATCH, foreign_array_property },
	{ DIAG_GURU_ONLY, foreign_keyed },
	{ DIAG_NEVER_ASSIGNED, foreign_property },
	{ DIAG_TYPE_MISMATCH, foreign_log },
	{ DIAG_UNRESOLVED_TYPE, foreign_untyped },
	{ DIAG_BAD_CONDITION, foreign_called_condition },
	{ DIAG_NO_TARGET_TYPE, foreign_task },
	{ DIAG_NO_TARGET_TYPE, foreign_traced },
	{ DIAG_NO_TARGET_VARIABLE, foreign_hidden },
	{ DIAG_NO_TARGET_VARIABLE, foreign_target },
	{ DIAG_TYPE_MISMATCH, foreign_joined },
	{ DIAG_TYPE_MISMATCH, foreign_pointed },
	{ DIAG_GURU_ONLY, foreign_scratch },
	{ DIAG_GURU_ONLY, foreign_keys },
	{ DIAG_UNUSED_VARIABLE, foreign_collected },
	{ DIAG_NOT_AGGREGATE, foreign_collected },
	{ DIAG_SET_AS_CONDITION, foreign_assigned },
};

static bool has_second(const struct diag *e)
{
	for (size_t i = 0; i < sizeof(second) / sizeof(*second); i++)
		if (second[i].tag == e->tag)
			return true;
	return false;
}

static bool find_second(struct foreign *f, const struct diag *e, size_t i,
			struct finding *ret)
{
	f->said = e->text;
	for (size_t k = 0; k < sizeof(second) / sizeof(*second); k++) {
		*ret = (struct finding){ .n = 1 };
		if (second[k].tag == e->tag && second[k].find(f, i, ret))
			return e->tag != DIAG_NO_PROBE_POINT ||
			       !strstr(e->text, "is not complete");
	}
	return false;
}

static bool is_about_names(const struct diag *e)
{
	return e->tag == DIAG_NEVER_ASSIGNED || e->tag == DIAG_NO_EFFECT ||
	       e->tag == DIAG_UNKNOWN_FUNCTION || e->tag == DIAG_GURU_ONLY ||
	       e->tag == DIAG_NO_PROBE_POINT || e->tag == DIAG_UNKNOWN_ARRAY ||
	       e->tag == DIAG_WRONG_ARITY || e->tag == DIAG_UNUSED_VARIABLE;
}

static bool find_named(struct foreign *f, const struct diag *e, size_t i,
		       struct finding *ret)
{
	bool is_word;

	switch (e->tag) {
	case DIAG_NO_PROBE_POINT:
		return false;
	case DIAG_GURU_ONLY:
		*ret = (struct finding){ .n = 1 };
		return foreign_self(f, i, ret);
	case DIAG_NEVER_ASSIGNED:
	case DIAG_NO_EFFECT:
		return find_at(f, i, ret, &is_word) ||
		       (e->tag == DIAG_NO_EFFECT && foreign_idle(f, i, ret)) ||
		       foreign_no_call(f, i, ret) ||
		       (e->tag == DIAG_NEVER_ASSIGNED &&
			(foreign_constant(f, i, ret) ||
			 (e->hint && !strncmp(e->hint, "it is always 0", 14) &&
			  foreign_traced(f, i, ret))));
	case DIAG_UNKNOWN_FUNCTION:
		return foreign_template(f, i, ret) ||
		       foreign_method(f, i, ret) ||
		       find_at(f, i, ret, &is_word);
	default:
		return is_about_names(e) && find_at(f, i, ret, &is_word);
	}
}

/* Discards other complaints about the same words, which would not help. */
static void discard_inside(struct foreign *f, const struct diag *of)
{
	struct diags *d = f->env->diags;
	struct diag *next;

	for (struct diag *e = diags_each(d); e; e = next) {
		next = e->next;
		if (e != of && !e->span.origin && span_holds(of->span, e->span) &&
		    (is_about_names(e) || e->tag == DIAG_TYPE_MISMATCH ||
		     e->tag == DIAG_ARRAY_MISMATCH))
			diags_discard(d, e);
	}
}

/* Discards other complaints that the same local variable is no aggregate. */
static void discard_collected(struct foreign *f, const struct diag *of)
{
	struct diags *d = f->env->diags;
	const char *name = foreign_at(f, token_at(f, of->span.off))->text;
	struct diag *next;

	for (struct diag *e = diags_each(d); e; e = next) {
		next = e->next;
		if (e != of && e->tag == DIAG_NOT_AGGREGATE &&
		    e->span.src == of->span.src &&
		    foreign_at(f, token_at(f, e->span.off))->text == name)
			diags_discard(d, e);
	}
}

static void review(struct foreign *f, struct diag *e)
{
	size_t i = token_at(f, e->span.off);
	struct finding m;

	if (i == f->t.n - 1)
		return;
	/* An error is reported at the same name, and takes this with it. */
	if (e->tag == DIAG_NEVER_ASSIGNED && foreign_task(f, i, &m))
		return;
	if (!find_second(f, e, i, &m) && !find_named(f, e, i, &m))
		return;
	e->text = m.text;
	e->hint = m.hint;
	if (m.n)
		e->span = span_of(f, i + m.skip, m.n);
	discard_inside(f, e);
	if (e->tag == DIAG_NOT_AGGREGATE)
		discard_collected(f, e);
}

/* Returns true if the same text has the same complaint already. */
static bool is_said(const struct diags *d, const struct diag *e)
{
	for (const struct diag *o = diags_first(d); o != e; o = o->next)
		if (o->span.src == e->span.src && o->span.off == e->span.off &&
		    !strcmp(o->text, e->text))
			return true;
	return false;
}

void foreign_review(const struct parse_env *env, const struct source *src,
		    parse_is_function *is_function, void *data)
{
	struct foreign f = { .env = env, .src = src, .data = data,
			     .is_function = is_function };
	struct diag *next;

	for (struct diag *e = diags_each(env->diags); e; e = next) {
		next = e->next;
		if (e->span.src != src->id || e->span.origin ||
		    (!is_about_names(e) && !has_second(e)))
			continue;
		if (!f.t.n && !read_tokens(&f))
			return;
		review(&f, e);
		next = e->next;
		if (is_said(env->diags, e))
			diags_discard(env->diags, e);
	}
}
