/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Helps users of other languages.  If the parser or a later pass complains, the
 * text is read once more, token by token, by matchers that know the names and
 * syntax of other languages.  The message of a matcher replaces the complaint.  For a
 * script without complaints no matcher runs.
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

bool foreign_is_new_line(const struct foreign *f, size_t i)
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

/* Returns true if token @i begins a value right after another value, without an operator:
 * `x = 1 println(x)`. */
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
		    (i > from && (foreign_is_new_line(f, i) || is_next_statement(f, i))))
			return i;
		if (opens(kind))
			i = foreign_close(f, i);
	}
	return f->t.n - 1;
}

bool foreign_begins(const struct foreign *f, size_t i)
{
	int before;

	if (!i || foreign_is_new_line(f, i))
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

/* Skips the definition of a macro if @t begins one: its body has words of its own. */
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

/* The maximum number of tokens: what people type is short, and matchers look far ahead. */
enum { MOST_TOKENS = 4000 };

/* Reads the tokens of the text; returns false if there are too many. */
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
	enum {
		ANY,
		SYNTAX,		/* of a syntax error: only in foreign_explain() */
		WORD,		/* could be a name of the script as well */
	} of;
} matchers[] = {
	{ foreign_head, ANY },
	{ foreign_missing_probe, ANY },
	{ foreign_header, ANY },
	{ foreign_joint, ANY },
	{ foreign_period, ANY },
	{ foreign_fraction, ANY },
	{ foreign_pointless, ANY },
	{ foreign_spaced, ANY },
	{ foreign_predicate, ANY },
	{ foreign_keyword_name, ANY },
	{ foreign_taken, SYNTAX },
	{ foreign_unbraced, SYNTAX },
	{ foreign_function, ANY },
	{ foreign_outside, SYNTAX },
	{ foreign_global, ANY },
	{ foreign_unbounded, SYNTAX },
	{ foreign_awk_regex, SYNTAX },
	{ foreign_pairs, SYNTAX },
	{ foreign_unquoted, ANY },
	{ foreign_template, ANY },
	{ foreign_curly, ANY },
	{ foreign_stat, ANY },
	{ foreign_of_nothing, ANY },
	{ foreign_deleted, ANY },
	{ foreign_map, ANY },
	{ foreign_self, ANY },
	{ foreign_do, ANY },
	{ foreign_for_to, ANY },
	{ foreign_for_of, ANY },
	{ foreign_each, ANY },
	{ foreign_for, ANY },
	{ foreign_order, ANY },
	{ foreign_few, SYNTAX },
	{ foreign_foreach, ANY },
	{ foreign_caught, ANY },
	{ foreign_thrown, ANY },
	{ foreign_times, ANY },
	{ foreign_else_if, ANY },
	{ foreign_switch, ANY },
	{ foreign_rust, ANY },
	{ foreign_stream, ANY },
	{ foreign_log, ANY },
	{ foreign_echo, ANY },
	{ foreign_print_text, ANY },
	{ foreign_colon, ANY },
	{ foreign_dangling, ANY },
	{ foreign_else_value, ANY },
	{ foreign_bare, ANY },
	{ foreign_point, ANY },
	{ foreign_number, ANY },
	{ foreign_brackets, ANY },
	{ foreign_slice, ANY },
	{ foreign_question, ANY },
	{ foreign_exists, ANY },
	{ foreign_short_function, ANY },
	{ foreign_argv, ANY },
	{ foreign_repeated, ANY },
	{ foreign_tuple, SYNTAX },
	{ foreign_list, ANY },
	{ foreign_f_string, ANY },
	{ foreign_floor, ANY },
	{ foreign_substitution, ANY },
	{ foreign_regex, ANY },
	{ foreign_one_of, ANY },
	{ foreign_keyword, ANY },
	{ foreign_removed, ANY },
	{ foreign_environment, ANY },
	{ foreign_last_comma, ANY },
	{ foreign_operator, ANY },
	{ foreign_verb, ANY },
	{ foreign_cast, ANY },
	{ foreign_star, ANY },
	{ foreign_wide, ANY },
	{ foreign_infix, ANY },
	{ foreign_text_operator, SYNTAX },
	{ foreign_half_choice, SYNTAX },
	{ foreign_reserved, SYNTAX },
	{ foreign_is_none, ANY },
	{ foreign_arrow_set, ANY },
	{ foreign_logic, ANY },
	{ foreign_declared, ANY },
	{ foreign_comma, ANY },
	{ foreign_type_argument, SYNTAX },
	{ foreign_no_comma, SYNTAX },
	{ foreign_unmatched, SYNTAX },
	{ foreign_between, ANY },
	{ foreign_call, WORD },
	{ foreign_word, WORD },
};

#define N_MATCHERS (sizeof(matchers) / sizeof(*matchers))

static bool find_at(struct foreign *f, size_t i, struct finding *ret,
		    bool *is_word)
{
	for (size_t m = 0; m < N_MATCHERS; m++) {
		*ret = (struct finding){ .n = 1 };
		if ((matchers[m].of == SYNTAX && f->said) ||
		    !matchers[m].find(f, i, ret))
			continue;
		*is_word = matchers[m].of == WORD;
		return true;
	}
	return false;
}

static struct span span_of(const struct foreign *f, size_t i, size_t n)
{
	return span_join(foreign_at(f, i)->span,
			 foreign_at(f, i + (n ? n - 1 : 0))->span);
}

static struct span found_span(const struct foreign *f, size_t i,
			      const struct finding *m)
{
	return m->span.len ? m->span : span_of(f, i + m->skip, m->n);
}

/* ---- after the parser ---- */

/* The offset of the next probe or function after @i that begins a line, or of the end. */
static uint32_t region_end(const struct foreign *f, size_t i)
{
	for (i++; i < f->t.n - 1; i++) {
		int kind = f->t.at[i].kind;

		if (foreign_is_new_line(f, i) && !f->depth.at[i] &&
		    (kind == TOK_PROBE || kind == TOK_FUNCTION))
			break;
	}
	return foreign_at(f, i)->span.off;
}

/* Removes the parser's errors about the text from @begin to before @end; returns true if
 * there were any. */
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
		    e->tag == DIAG_FOREIGN || !foreign_is_about_text(e))
			continue;
		diags_discard(d, e);
		any = true;
	}
	return any;
}

/* Returns @hint; if the text is from -l POINT, which has no body, a command with POINT. */
static const char *listed(struct foreign *f, const char *hint)
{
	static const char begin[] = "write probe ", end[] = " { ... }";
	size_t n = strlen(hint), b = strlen(begin), e = strlen(end);

	if (strncmp(f->src->name, "<-", 2) || n < b + e ||
	    strncmp(hint, begin, b) || strcmp(hint + n - e, end))
		return hint;
	return foreign_print(f, "tapster %.2s '%.*s'", f->src->name + 1,
			     (int)(n - b - e), hint + b);
}

static void report(struct foreign *f, size_t i, const struct finding *m)
{
	struct diag *e = diag_error(f->env->diags, m->tag ?: DIAG_FOREIGN,
				    span_of(f, i, m->n), "%s", m->text);

	diag_hint(e, "%s", listed(f, m->hint));
}

/* Returns true if the name is a variable or function of the script. */
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

/* Returns true if the complaint at token @i is about an unknown macro and has a hint
 * already. */
static bool has_better(const struct foreign *f, size_t i)
{
	struct span sp = foreign_at(f, i)->span;

	for (const struct diag *e = diags_first(f->env->diags); e; e = e->next)
		if (e->tag == DIAG_UNKNOWN_MACRO && e->hint &&
		    e->span.src == sp.src && e->span.off == sp.off)
			return true;
	return false;
}

/* Explains a comment that has no end: all of the text after it is part of it. */
static void explain_comment(struct foreign *f)
{
	struct span last = foreign_at(f, f->t.n > 1 ? f->t.n - 2 : 0)->span;
	uint32_t from = f->t.n > 1 ? last.off + last.len : 0;
	const char *s = f->src->text + from, *end = f->src->text + f->src->len;
	struct diag *e;

	while (s + 1 < end && strncmp(s, "/*", 2))
		s += *s == '#' || !strncmp(s, "//", 2) ? strcspn(s, "\n") + 1 : 1;
	if (s + 1 >= end || strstr(s + 2, "*/") ||
	    !discard(f, from, (uint32_t)f->src->len))
		return;
	last.off = (uint32_t)(s - f->src->text);
	last.len = 2;
	last.src = f->src->id;
	e = diag_error(f->env->diags, DIAG_UNCLOSED_COMMENT, last,
		       "this comment has no end, so the rest of the text is "
		       "part of it");
	diag_hint(e, "add */ where it ends");
}

/* Explains strings that lack a quote.  Tokens after such a string on its line are not
 * examined, because they may be parts of the string. */
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
		while (i < f->t.n - 2 && !foreign_is_new_line(f, i + 1))
			i++;
	}
}

/* Returns true if the token follows a string that lacks a quote, on its line. */
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

/* Discards the syntax errors at all uses of @keyword, which the script uses as a
 * name. */
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
	uint32_t claimed = 0;		/* complaints before this offset are replaced */
	struct finding m;
	bool is_word;

	if (!read_tokens(&f))
		return;
	if (f.t.n == 1)
		foreign_explain_empty(&f);
	foreign_note_complaints(&f);
	explain_comment(&f);
	explain_quotes(&f);
	for (size_t i = 0; i < f.t.n - 1; i++) {
		uint32_t begin = f.t.at[i].span.off;

		if (is_torn(&f, i) || !find_at(&f, i, &m, &is_word))
			continue;
		if ((m.n == 1 && has_better(&f, i)) ||
		    (!is_word && foreign_is_valid(&f, i)))
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

/* The matchers for one kind of complaint each, from a later pass. */
static const struct {
	unsigned tag;
	foreign_matcher *find;
} second[] = {
	{ DIAG_NO_PROBE_POINT, foreign_suffix },
	{ DIAG_TYPE_MISMATCH, foreign_task },
	{ DIAG_TYPE_MISMATCH, foreign_members },
	{ DIAG_TYPE_MISMATCH, foreign_logged },
	{ DIAG_TYPE_MISMATCH, foreign_raised },
	{ DIAG_BAD_FORMAT, foreign_conversion },
	{ DIAG_UNKNOWN_FUNCTION, foreign_called_array },
	{ DIAG_UNKNOWN_FUNCTION, foreign_collecting },
	{ DIAG_ARRAY_MISMATCH, foreign_top },
	{ DIAG_KEY_COUNT, foreign_key_count },
	{ DIAG_WRONG_ARITY, foreign_unformatted },
	{ DIAG_WRONG_ARITY, foreign_stackless },
	{ DIAG_BAD_ARGUMENT, foreign_formatless },
	{ DIAG_TYPE_MISMATCH, foreign_keyed },
	{ DIAG_TYPE_MISMATCH, foreign_typed },
	{ DIAG_NOT_ASSIGNABLE, foreign_typed },
	{ DIAG_TYPE_MISMATCH, foreign_decimal },
	{ DIAG_TYPE_MISMATCH, foreign_repeated },
	{ DIAG_TYPE_MISMATCH, foreign_string_set },
	{ DIAG_TYPE_MISMATCH, foreign_second_key },
	{ DIAG_TYPE_MISMATCH, foreign_indexed },
	{ DIAG_TYPE_MISMATCH, foreign_printed },
	{ DIAG_TYPE_MISMATCH, foreign_long_printed },
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
	{ DIAG_NO_TARGET_VARIABLE, foreign_parameter },
	{ DIAG_NO_TARGET_VARIABLE, foreign_target },
	{ DIAG_TYPE_MISMATCH, foreign_joined },
	{ DIAG_TYPE_MISMATCH, foreign_pointed },
	{ DIAG_GURU_ONLY, foreign_dumped },
	{ DIAG_GURU_ONLY, foreign_scratch },
	{ DIAG_GURU_ONLY, foreign_keys },
	{ DIAG_UNUSED_VARIABLE, foreign_collected },
	{ DIAG_NOT_AGGREGATE, foreign_collected },
	{ DIAG_SET_AS_CONDITION, foreign_assigned },
	{ DIAG_NOT_ASSIGNABLE, foreign_backwards },
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
	f->hinted = e->hint;
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
		       (e->tag == DIAG_NO_EFFECT && (foreign_idle(f, i, ret) ||
			foreign_misspelt(f, i, ret))) ||
		       foreign_no_call(f, i, ret) ||
		       (e->tag == DIAG_NEVER_ASSIGNED &&
			(foreign_constant(f, i, ret) ||
			 (e->hint && !strncmp(e->hint, "it is always 0", 14) &&
			  foreign_traced(f, i, ret))));
	case DIAG_UNKNOWN_FUNCTION:
		return foreign_template(f, i, ret) ||
		       foreign_method(f, i, ret) ||
		       find_at(f, i, ret, &is_word) ||
		       ((!e->hint || strncmp(e->hint, "did you", 7)) &&
			foreign_misspelt(f, i, ret));
	default:
		return is_about_names(e) && find_at(f, i, ret, &is_word);
	}
}

/* Discards other complaints about words inside the span of @of: they would not help. */
static void discard_inside(struct foreign *f, const struct diag *of)
{
	struct diags *d = f->env->diags;
	struct diag *next;

	for (struct diag *e = diags_each(d); e; e = next) {
		next = e->next;
		if (e != of && !e->span.origin && span_holds(of->span, e->span) &&
		    (is_about_names(e) || e->tag == DIAG_TYPE_MISMATCH ||
		     e->tag == DIAG_ARRAY_MISMATCH ||
		     e->tag == DIAG_SET_AS_CONDITION))
			diags_discard(d, e);
		else if (e != of && e->notes && e->tag == DIAG_ARRAY_MISMATCH &&
			 span_holds(of->span, e->notes->span))
			diags_discard(d, e);	/* clear(a): "used as a plain" */
	}
}

/* Discards the warning that @name is never read: a condition was meant to read it. */
static void discard_unused(struct foreign *f, const char *name)
{
	struct diags *d = f->env->diags;
	struct diag *next;

	for (struct diag *e = diags_each(d); e; e = next) {
		next = e->next;
		if (name && e->tag == DIAG_UNUSED_VARIABLE &&
		    e->span.src == f->src->id &&
		    foreign_at(f, token_at(f, e->span.off))->text == name)
			diags_discard(d, e);
	}
}

/* Discards the warning that the probe around @i has no effect: the complaint at @i explains
 * this. */
static void discard_idle(struct foreign *f, size_t i)
{
	struct diags *d = f->env->diags;
	struct diag *next;

	while (i && (f->depth.at[i] || foreign_at(f, i)->kind != TOK_PROBE))
		i--;
	for (struct diag *e = diags_each(d); e; e = next) {
		next = e->next;
		if (e->tag == DIAG_NO_EFFECT && e->span.src == f->src->id &&
		    e->span.off == foreign_at(f, i)->span.off)
			diags_discard(d, e);
	}
}

/* Discards all complaints but @of that the local variable of @of is no aggregate. */
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

/* Replaces x in the hint "sprint(x) converts ..." with the text of the complaint. */
static void fill_hint(struct foreign *f, struct diag *e)
{
	const char *s = f->src->text + e->span.off, *at;
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!e->hint || e->span.len > 40 ||
	    memchr(s, '\n', e->span.len) ||
	    (strncmp(e->hint, "sprint(x) converts", 18) &&
	     strncmp(e->hint, "strtol(s, 10) converts", 22)))
		return;
	for (at = e->hint; *at; at++)
		if (*at == '(' && (!strncmp(at, "(x)", 3) ||
				   !strncmp(at, "(s, ", 4))) {
			buf_printf(&b, "(%.*s", (int)e->span.len, s);
			at++;
		} else {
			buf_printf(&b, "%c", *at);
		}
	e->hint = foreign_print(f, "%s", b.p);
}

static void review(struct foreign *f, struct diag *e)
{
	size_t i = token_at(f, e->span.off);
	struct finding m;

	if (i == f->t.n - 1)
		return;
	/* An error at the same name is explained instead, and discards this warning. */
	if (e->tag == DIAG_NEVER_ASSIGNED && foreign_task(f, i, &m))
		return;
	if (!find_second(f, e, i, &m) && !find_named(f, e, i, &m)) {
		if (e->tag == DIAG_TYPE_MISMATCH)
			fill_hint(f, e);
		return;
	}
	e->text = m.text;
	e->hint = listed(f, m.hint);
	if (m.n)
		e->span = found_span(f, i, &m);
	discard_inside(f, e);
	if (e->tag == DIAG_NOT_AGGREGATE)
		discard_collected(f, e);
	if (e->tag == DIAG_NO_EFFECT && f->depth.at[i])
		discard_idle(f, i);
	if (e->tag == DIAG_SET_AS_CONDITION)
		discard_unused(f, foreign_at(f, i)->text);
}

/* Returns true if an earlier complaint has the same text and the same source location. */
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
