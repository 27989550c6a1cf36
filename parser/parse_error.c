/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes "expected X, found Y".  The grammar passes the names of all tokens that could
 * have come, often fifty.  Groups of them are replaced by one word: "an expression".
 */
#include <string.h>

#include "base/buf.h"
#include "base/diag.h"
#include "base/tags/parser.h"
#include "parser/grammar.h"
#include "parser/parse.h"
#include "parser/pp.h"

/*
 * A group of tokens that one word describes.  The word is used if the first member
 * is among the expected tokens; then all members are removed from them.
 */
struct group {
	const char *name;		/* "": not worth mentioning */
	const char *const *members;
};

static const char *const declaration[] = {
	"probe", "global", "private", "function", "%{", "@metric",
	"the end of the file", ",", NULL,
};
static const char *const statement[] = {
	"while", "if", "for", "foreach", "return", "next", "break", "continue",
	"delete", "try", "else", "{", ";", NULL,
};
static const char *const expression[] = {
	"a target variable", "a number", "a string", "a name", "%{",
	"a print function", "an @-operator", "@count", "@hist_log",
	"@hist_linear", "long", "string", "(", "[", "+", "-", "!", "~", "&",
	"++", NULL,
};
static const char *const point_end[] = {
	"?", "!", "if", ".", "=", "+=", ",", "(", NULL,
};
static const char *const number[] = { "a number", "+", "-", NULL };
static const char *const operators[] = {
	"&&", "||", "=", "an assignment", "+=", "?", "|", "^", "&", "in",
	"a comparison", "=~", "<<", ".", "+", "-", "*", "/", "%", "->", "$",
	"++", "[", "(", NULL,
};

/* The groups, in the order in which they apply: expressions are before numbers, because
 * an expression can begin with a number, and so on. */
static const struct group groups[] = {
	{ "", operators },
	{ "a statement", statement },
	{ "an expression", expression },
	{ "", point_end },
	{ "a number", number },
	{ "a declaration", declaration },
};

#define N_GROUPS (sizeof(groups) / sizeof(*groups))
#define MAX_WORDS 256

struct expected {
	const char *at[MAX_WORDS + N_GROUPS];
	size_t n;
};

/* Returns true if @word, a name of the grammar, is @name.  Only the grammar puts single
 * characters into quotes. */
static bool is_called(const char *word, const char *name)
{
	size_t n = strlen(name);

	if (*word == '\'' && word[1] != '\0')
		return !strncmp(word + 1, name, n) && word[n + 1] == '\'';
	return !strcmp(word, name);
}

static bool has(const struct expected *e, const char *name)
{
	for (size_t i = 0; i < e->n; i++)
		if (is_called(e->at[i], name))
			return true;
	return false;
}

static void strike(struct expected *e, const char *name)
{
	size_t kept = 0;

	for (size_t i = 0; i < e->n; i++)
		if (!is_called(e->at[i], name))
			e->at[kept++] = e->at[i];
	e->n = kept;
}

/* Replaces the members of each group by the group's name.  If a statement is expected, an
 * expression is not named: a statement can begin with it. */
static void summarise(struct expected *e)
{
	const char *names[N_GROUPS];
	size_t n = 0;
	bool is_statement = has(e, *statement);

	for (size_t i = 0; i < N_GROUPS; i++) {
		const struct group *g = &groups[i];

		if (!has(e, *g->members))
			continue;
		for (const char *const *m = g->members; *m; m++)
			strike(e, *m);
		if (*g->name && !(is_statement && g->members == expression))
			names[n++] = g->name;
	}
	for (size_t i = 0; i < n; i++)
		e->at[e->n++] = names[i];
}

static void put_word(struct buf *b, const char *word)
{
	if (*word == '\'' || strchr(word, ' '))
		buf_puts(b, word);
	else
		buf_printf(b, "'%s'", word);
}

#define MAX_NAMED 5

static void put_expected(struct buf *b, const struct expected *e)
{
	size_t n = e->n < MAX_NAMED ? e->n : MAX_NAMED;

	for (size_t i = 0; i < n; i++) {
		if (i)
			buf_puts(b, i + 1 == n ? " or " : ", ");
		put_word(b, e->at[i]);
	}
}

/* Writes what was found: the text itself if it is short, else the kind of token. */
static void put_found(struct buf *b, const struct parse *p)
{
	const struct token *t = &p->token;
	const struct source *src = sources_get(p->env->sources, t->span.src);

	if (t->kind == TOK_EOF || t->kind == TOK_STRING)
		buf_puts(b, grammar_token_name(t->kind));
	else if (t->kind == TOK_EMBEDDED)
		buf_puts(b, "embedded C");
	else if (t->span.len > 40)
		buf_puts(b, grammar_token_name(t->kind));
	else
		buf_printf(b, "'%.*s'", (int)t->span.len,
			   src->text + t->span.off);
}

/* ---- hints ---- */

static bool begins_declaration(int kind)
{
	return kind == TOK_PROBE || kind == TOK_GLOBAL ||
	       kind == TOK_FUNCTION || kind == TOK_PRIVATE || kind == TOK_EOF;
}

static void hint_declaration(struct diag *e, const struct token *t)
{
	static const char *const names[] = {
		"probe", "global", "private", "function",
	};
	const char *near = NULL;

	if (t->kind == TOK_IDENT)
		near = diag_nearest(t->text, names, 4);
	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
	else if (t->kind == '}')
		diag_hint(e, "there is an extra '}'");
	else
		diag_hint(e, "statements must be inside a probe or a function");
}

/* Returns true if @t closes a bracket, or ends the statement, while a `(` or `[` within it
 * is not closed yet. */
static bool is_early(const struct parse *p, const struct token *t,
		     const struct expected *want)
{
	if (!p->open.n || vec_last(&p->open).kind == '{')
		return false;
	if (t->kind == ';')
		return has(want, vec_last(&p->open).kind == '(' ? ")" : "]");
	return t->kind == '}' || t->kind == ')' || t->kind == ']';
}

/* Returns the missing character: the one that closes the bracket @open, or `;` if the head
 * of a for loop needs another part. */
static char missing(const struct expected *want, int open)
{
	char close = open == '(' ? ')' : open == '[' ? ']' : '}';
	char name[2] = { close, '\0' };

	return open == '(' && has(want, ";") && !has(want, name) ? ';' : close;
}

static bool is_bracket(const char *word)
{
	return *word == '\'' && word[1] && strchr("(){}[]", word[1]);
}

static void add_hint(const struct parse *p, struct diag *e,
		     const struct expected *want)
{
	const struct token *t = &p->token;

	if (p->open.n &&
	    (begins_declaration(t->kind) || is_early(p, t, want))) {
		const struct token *open = &vec_last(&p->open);

		diag_note(e, open->span, "this '%c' is not closed",
			  open->kind);
		diag_hint(e, "a '%c' is missing before %s",
			  missing(want, open->kind),
			  t->kind == TOK_EOF ? "the end of the text" : "this");
	} else if (want->n == 1 && has(want, "a declaration")) {
		hint_declaration(e, t);
	} else if (t->kind == TOK_ELSE) {
		diag_hint(e, "an 'if' can have only one statement before "
			     "'else'; put several into braces");
	} else if (p->feed.state == FEED_ARG && t->kind == TOK_IDENT) {
		diag_hint(e, "put it into quotes: \"%s\"", t->text);
	} else if (want->n == 1 && is_bracket(*want->at) &&
		   (strcmp(*want->at, "'{'") || t->kind == TOK_EOF)) {
		diag_hint(e, "a %s is missing before this", *want->at);
	} else if (want->n == 1 && has(want, "a string")) {
		diag_hint(e, "a literal is needed here, because its text must "
			     "be known before the script runs");
	}
}

void parse_syntax_error(struct parse *p, const char *const *words, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct expected want = { .n = 0 };
	struct diag *e;

	if (p->feed.is_cut ||
	    (p->token.kind == TOK_EOF && pp_is_lost(p->feed.pp)))
		return;
	for (size_t i = 0; i < n && i < MAX_WORDS; i++)
		want.at[want.n++] = words[i];
	summarise(&want);
	if (want.n) {
		buf_puts(&b, "expected ");
		put_expected(&b, &want);
		buf_puts(&b, ", found ");
	} else {
		buf_puts(&b, "unexpected ");
	}
	put_found(&b, p);
	e = diag_error(p->env->diags, DIAG_SYNTAX, p->token.span, "%s", b.p);
	add_hint(p, e, &want);
}
