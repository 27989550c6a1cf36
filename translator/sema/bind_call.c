/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Binds calls: finds the functions of a name with that number of arguments, or
 * reports that there is none.  The called functions are bound, too.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/sema.h"
#include "translator/sema/bind.h"

/* Print operations: they look like calls, so they are suggested for a misspelt
 * name of a function, too. */
static const char *const print_names[] = {
	"print", "println", "printf", "printd", "printdln", "print_char",
	"sprint", "sprintln", "sprintf", "sprintd", "sprintdln",
};
#define N_PRINT_NAMES (sizeof(print_names) / sizeof(print_names[0]))

/* Returns true if @name is another spelling of @of: PID, get_pid, getPid for
 * pid. */
static bool is_form_of(const char *name, const char *of)
{
	if (!strncasecmp(name, "get", 3) && strncmp(of, "get", 3))
		name += 3;
	for (;; name++, of++) {
		while (*name == '_')
			name++;
		while (*of == '_')
			of++;
		if (tolower((unsigned char)*name) != *of || !*of)
			return !*name && !*of;
	}
}

static bool suggest_form(struct diag *d, const char *name,
			 const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_form_of(name, names[i])) {
			diag_hint(d, "did you mean \"%s\"?", names[i]);
			return true;
		}
	return false;
}

static void suggest_function(struct binder *b, struct diag *d,
			     const struct ast_expr *e)
{
	size_t n = b->p->functions.n, k = 0, m = b->p->n_library_functions;
	const char **names;

	if (!diag_may_guess(d))
		return;
	names = arena_alloc(b->p->arena, sizeof(*names) *
			    (n + m + N_PRINT_NAMES));
	for (size_t i = 0; i < n; i++)
		if (program_may_call(b->p->functions.at[i],
				     bind_file_of(b, e->span)))
			names[k++] = b->p->functions.at[i]->sym.name;
	for (size_t i = 0; i < m; i++)
		names[k++] = b->p->library_functions[i];
	for (size_t i = 0; i < N_PRINT_NAMES; i++)
		names[k++] = print_names[i];
	if (!suggest_form(d, e->call.name, names, k) &&
	    !diag_suggest(d, e->call.name, names, k))
		diag_hint(d, "declare the function in the script, or in a "
			     "directory of -I");
}

/* Finds the smallest number of parameters, from @from, of the functions that @e may call;
 * false: none has as many. */
static bool next_arity(struct binder *b, const struct ast_expr *e, unsigned from,
		       unsigned *ret)
{
	struct function_set *set = program_functions_named(b->p, e->call.name);
	bool found = false;

	for (size_t i = 0; i < set->all.n; i++) {
		const struct function *f = set->all.at[i];

		if (f->n_params < from || (found && f->n_params >= *ret) ||
		    !program_may_call(f, bind_file_of(b, e->span)))
			continue;
		*ret = f->n_params;
		found = true;
	}
	return found;
}

/* Writes how many arguments the functions take that the call @e may mean by its name, rising:
 * "1", "1 or 2", "1 or 2 or 3". */
static void put_arities(struct binder *b, struct buf *out,
			const struct ast_expr *e)
{
	unsigned arity = 0;

	for (size_t n = 0; next_arity(b, e, arity, &arity); n++)
		buf_printf(out, "%s%u", n ? " or " : "", arity++);
}

/* Hints at the correct call: the arguments that the user wrote, then the names
 * of the missing parameters. */
static void hint_call(struct diag *d, const struct ast_expr *e,
		      const struct function *f)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	for (unsigned i = 0; i < f->n_params; i++) {
		buf_puts(&b, i ? ", " : "");
		if (i < e->call.args.n)
			ast_print_expr(&b, e->call.args.at[i]);
		else
			buf_puts(&b, f->params[i].name);
	}
	diag_hint(d, "write %s(%s)", f->sym.name, f->n_params ? b.p : "");
}

static void refuse_arity(struct binder *b, const struct ast_expr *e,
			 const struct function *f)
{
	_cleanup_buf_ struct buf takes = BUF_INIT;
	struct diag *d;

	put_arities(b, &takes, e);
	d = diag_error(b->p->diags, DIAG_WRONG_ARITY, e->span,
		       "function '%s' takes %s argument%s, not %zu",
		       e->call.name, takes.p, !strcmp(takes.p, "1") ? "" : "s",
		       e->call.args.n);
	diag_note(d, f->sym.span, "it is declared here");
	if (!strpbrk(takes.p, " -"))
		hint_call(d, e, f);
}

static void refuse_call(struct binder *b, const struct ast_expr *e)
{
	struct function_set *set = program_functions_named(b->p, e->call.name);
	const struct ast_file *file = bind_file_of(b, e->span);
	const struct function *hidden = NULL;

	for (size_t i = 0; set && i < set->all.n; i++) {
		if (program_may_call(set->all.at[i], file)) {
			refuse_arity(b, e, set->all.at[i]);
			return;
		}
		hidden = set->all.at[i];
	}
	if (hidden) {
		bind_refuse_private(b, e->span, "function", &hidden->sym);
		return;
	}
	if (program_is_news(b->p, "function", e->call.name))
		suggest_function(b, diag_error(b->p->diags,
					       DIAG_UNKNOWN_FUNCTION, e->span,
					       "there is no function '%s'",
					       e->call.name), e);
}

static bool is_at_entry(const struct binder *b)
{
	return b->in_entry || (b->fn && b->fn->at_entry);
}

static void bind_context(struct binder *b, struct ast_expr *e)
{
	struct sema_call call = { b->context, b->fn, is_at_entry(b), e->span };

	e->sym = sema_context_call(b->p, e->sym, &call);
}

static bool interrupts(const struct program *p)
{
	for (size_t i = 0; i < p->probes.n; i++)
		if (p->probes.at[i]->kind == STP_KIND_PERF ||
		    p->probes.at[i]->kind == STP_KIND_HWBREAK)
			return true;
	return false;
}

/* Returns the name of the function that a call means: PROGRAM_HIT_FUNCTION for
 * probefunc() in a script with perf or hardware breakpoint probes, else its own. */
static const char *called(struct binder *b, const struct ast_expr *e)
{
	if (!strcmp(e->call.name, "probefunc") && interrupts(b->p) &&
	    program_functions_named(b->p, PROGRAM_HIT_FUNCTION))
		return PROGRAM_HIT_FUNCTION;
	return e->call.name;
}

void bind_call(struct binder *b, struct ast_expr *e)
{
	bind_exprs(b, &e->call.args);
	e->sym = program_find_call(b->p, called(b, e), e->call.args.n,
				   bind_file_of(b, e->span));
	if (!e->sym)
		refuse_call(b, e);
	else if (b->context)
		bind_context(b, e);
	for (struct symbol *s = e->sym; s; s = s->overload) {
		s->function->used |= !b->is_dead;
		if (!b->is_dead && !s->function->called.src)
			s->function->called = e->span;
		sema_bind_function(b->p, s->function);
	}
}

/* Notes that the value of a call is used; not called for a call that is a
 * statement. */
void bind_note_value(const struct binder *b, const struct ast_expr *e)
{
	struct function *f = e->sym ? e->sym->function : NULL;

	if (f && !b->is_dead && !f->value_used.src)
		f->value_used = e->span;
}
