/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the alias of all system calls, which probes two locations: the
 * tracepoints sys_enter and sys_exit.
 *
 * A number, the spec, describes the arguments of a call: nine bits for each
 * argument say how it is shown, and the bits above describe the call.  So one
 * function shows the arguments of all calls; with an alias for each call there
 * would be a handler for each.  HOWs are numbered by width, so that comparisons
 * find the width of an argument.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "translator/syscalls/syscalls_table.h"

#define ARG_BITS 9		/* of the number of a HOW */
#define ARG_MASK ((1 << ARG_BITS) - 1)

/* The bits of a spec above those of its six arguments. */
#define RESULT_SHIFT (6 * ARG_BITS)
#define RESULT_MASK 31			/* how the result is shown */
#define IS_LAST (1ULL << 59)
#define FORKS (1ULL << 60)		/* the child returns, too */
#define WIDE_TIME (1ULL << 61)
#define IN_MEMORY (1ULL << 62)
#define KNOWN (1ULL << 63)

static const char widths[] = "iuhlz";

/* The HOWs of all calls; the number of each is its index plus one. */
struct hows {
	bool returned;			/* they are for calls that have returned */
	struct words all;
	size_t begin[sizeof(widths)];	/* the first number of each width */
	struct words results;		/* how results are shown */
};

/* ---- numbers of HOWs ---------------------------------------------------- */

static const char *how_of(const char *arg)
{
	const char *colon = strchr(arg, ':');

	return colon ? colon + 1 : "";
}

static size_t index_in(const struct words *w, const char *word)
{
	size_t i = 0;

	while (i < w->at.n && strcmp(w->at.at[i], word))
		i++;
	return i;
}

static size_t number_of(const struct hows *h, const char *how)
{
	size_t i = index_in(&h->all, how);

	return i < h->all.at.n ? i + 1 : 0;
}

static const struct words *args_of(const struct hows *h, const struct call *c)
{
	return h->returned ? &c->returned : &c->args;
}

static void add_width(struct syscalls *t, struct hows *h, char width)
{
	for (size_t i = 0; i < t->lines.n; i++) {
		struct call c = syscalls_read_call(t, t->lines.at[i]);
		const struct words *args = args_of(h, &c);

		for (size_t k = 0; k < args->at.n; k++) {
			const char *arg = args->at.at[k];

			if (syscalls_shown_of(t, arg)->width == width &&
			    !number_of(h, how_of(arg)))
				vec_push_in(t->arena, &h->all.at, how_of(arg));
		}
	}
}

/* Returns the ways to show results.  "decimal", that of most calls, is number
 * 0. */
static struct words results_of(struct syscalls *t)
{
	struct words w = { 0 };

	vec_push_in(t->arena, &w.at, "decimal");
	for (size_t i = 0; i < t->lines.n; i++) {
		const char *own = syscalls_read_call(t, t->lines.at[i]).result;

		if (index_in(&w, own) == w.at.n)
			vec_push_in(t->arena, &w.at, own);
	}
	return w;
}

static struct hows hows_of(struct syscalls *t, bool returned)
{
	struct hows h = { .returned = returned, .results = results_of(t) };

	for (size_t w = 0; w < sizeof(widths); w++) {
		h.begin[w] = h.all.at.n + 1;
		if (widths[w])
			add_width(t, &h, widths[w]);
	}
	return h;
}

/* ---- calls -------------------------------------------------------------- */

static bool is_fork(const struct call *c)
{
	static const char *const names[] = {
		"clone", "clone3", "fork", "vfork",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(c->name, names[i]))
			return true;
	return false;
}

static uint64_t spec_of(const struct hows *h, const struct call *c,
			char letter)
{
	uint64_t spec = KNOWN |
			(uint64_t)index_in(&h->results, c->result) << RESULT_SHIFT;
	const struct words *args = args_of(h, c);

	for (size_t i = 0; i < args->at.n && i < 6; i++)
		spec |= (uint64_t)number_of(h, how_of(args->at.at[i]))
			<< ARG_BITS * i;
	return spec | (c->is_last ? IS_LAST : 0) | (is_fork(c) ? FORKS : 0) |
	       (letter == 't' ? WIDE_TIME : 0) |
	       (letter == 'm' ? IN_MEMORY : 0);
}

/* Returns the specs of the calls of the ways @letters, in hexadecimal, indexed by the
 * calls' numbers; if @h is NULL, the calls' names instead. */
static struct words by_number(struct syscalls *t, const char *letters,
			      const struct hows *h)
{
	struct words w = { 0 };

	for (size_t i = 0; i < t->lines.n; i++) {
		struct call c = syscalls_read_call(t, t->lines.at[i]);

		for (size_t k = 0; k < c.entries.at.n; k++) {
			const char *entry = c.entries.at.at[k];
			size_t nr = atoi(entry + 1);

			if (!strchr(letters, entry[0]))
				continue;
			while (w.at.n <= nr)
				vec_push_in(t->arena, &w.at, NULL);
			w.at.at[nr] = !h ? c.name :
				arena_printf(t->arena, "%016llx",
					     (unsigned long long)
					     spec_of(h, &c, entry[0]));
		}
	}
	return w;
}

/* Writes a function's body with a table whose entries have equal width, so that entry n
 * is found without a search. */
static void add_table(struct syscalls *t, const char *letters,
		      const struct hows *h, struct buf *out)
{
	struct words w = by_number(t, letters, h);

	buf_printf(out, "return __sc_packed_%s(n, \"",
		   h ? "number" : "word");
	for (size_t i = 0; i < w.at.n; i++)
		if (h)
			buf_puts(out, w.at.at[i] ? w.at.at[i]
						 : "0000000000000000");
		else
			buf_printf(out, "%-32s", w.at.at[i] ? w.at.at[i] : "");
	buf_puts(out, "\")\n}\n");
}

/* ---- sets --------------------------------------------------------------- */

/* Returns the name, in t->sets, of the set of names that @how uses; NULL if @how
 * does more than look a number up in a set. */
static const char *set_of(struct syscalls *t, const char *how)
{
	if (strncmp(how, "flags.", 6) && strncmp(how, "values.", 7) &&
	    strncmp(how, "valuesu.", 8))
		return NULL;
	return arena_printf(t->arena, "%s_%s",
			    *how == 'f' ? "flags" : "values",
			    strchr(how, '.') + 1);
}

/* Returns the entries of a set, which follow its name on the line. */
static const char *entries_of(struct syscalls *t, const char *set)
{
	const char *line = hash_find_str(t->sets, set);

	return line ? line + strcspn(line, " ") : "";
}

static void add_sets(struct syscalls *t, const struct hows *h,
		     struct buf *out)
{
	_cleanup_buf_ struct buf all = BUF_INIT;

	buf_puts(out, "packed = __sc_packed_number(n, \"0000000000000000");
	for (size_t i = 0; i < h->all.at.n; i++) {
		const char *set = set_of(t, h->all.at.at[i]);
		const char *text = set ? entries_of(t, set) : "";

		buf_printf(out, "%08zx%08zx", strlen(text),
			   set ? all.n << 1 | (*set == 'f') : 0);
		buf_puts(&all, text);
	}
	buf_printf(out, "\")\nif (packed >> 32) return sprintf(\"%%s%%s\", "
		   "comma, __sc_set(v, packed, \"%s\"))\n", all.p);
}

/* ---- one argument ------------------------------------------------------- */

/* Returns where the value that begins at @p ends: before the next `NAME = `. */
static const char *value_end(const char *p)
{
	const char *next = strstr(p, " = ");

	if (!next)
		return p + strlen(p);
	while (next > p && next[-1] != ' ')
		next--;
	return next > p ? next - 1 : p;
}

/* Returns the value that @code gives to `$` followed by @suffix. */
static const char *value_of(struct syscalls *t, const char *code,
			    const char *suffix)
{
	const char *name = arena_printf(t->arena, "$%s = ", suffix);
	const char *p = strstr(code, name);

	if (!p)
		return "0";
	p += strlen(name);
	return arena_strndup(t->arena, p, value_end(p) - p);
}

static size_t suffix_length(const char *p)
{
	return strspn(p, "abcdefghijklmnopqrstuvwxyz_0123456789");
}

static void put_arg(struct buf *out, const char **p)
{
	char c = **p;

	if (c == '+' || c == '-') {
		buf_puts(out, c == '+' ? "next_arg" : "prev_arg");
		++*p;
	} else if (c >= '1' && c <= '6') {
		buf_printf(out, "a%c", c - 1);
		++*p;
	} else {
		buf_puts(out, "v");
	}
}

/* Returns the text that replaces % and the letter @c: `%w`, `%t`, `%r` or `%n`; NULL for
 * other letters. */
static const char *named(char c)
{
	switch (c) {
	case 'w': return "word";
	case 't': return "time";
	case 'r': return "ret";
	case 'n': return "nr";
	default: return NULL;
	}
}

/* Fills in the template @p as for an alias, but replaces each variable by the value that
 * @code gives it.  @set replaces `@`. */
static void fill(struct syscalls *t, struct buf *out, const char *p,
		 const char *code, const char *set)
{
	while (*p) {
		char c = *p++;
		size_t n = c == '$' ? suffix_length(p) : 0;

		if (c == '$') {
			buf_puts(out, "(");
			fill(t, out, value_of(t, code,
					      arena_strndup(t->arena, p, n)),
			     code, set);
			buf_puts(out, ")");
			p += n;
		} else if (c == '@') {
			buf_puts(out, set);
		} else if (c == '#') {
			put_arg(out, &p);
		} else if (c == '%' && (*p == '(' || *p == ')')) {
			buf_putc(out, *p++);	/* the value now, not at entry */
		} else if (c == '%' && named(*p)) {
			buf_puts(out, named(*p++));
		} else {
			buf_putc(out, c);
		}
	}
}

static const char *text_of_how(struct syscalls *t, const char *how)
{
	const char *arg = arena_printf(t->arena, "v:%s", how);
	const struct shown *s = syscalls_shown_of(t, arg);
	bool own = *s->format == '~';
	const char *dot = strchr(how, '.');
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!*s->format)
		return "\"\"";
	buf_printf(&b, "sprintf(\"%s%s\"%s", own ? "" : "%s", s->format + own,
		   own ? "" : ", comma");
	if (*s->args)
		buf_puts(&b, ", ");
	fill(t, &b, s->args, s->code, dot ? dot + 1 : "");
	buf_puts(&b, ")");
	return arena_strdup(t->arena, b.p);
}

static void add_show(struct syscalls *t, const struct hows *h,
		     struct buf *out)
{
	struct words w = { 0 };

	vec_push_in(t->arena, &w.at, NULL);
	for (size_t i = 0; i < h->all.at.n; i++)
		vec_push_in(t->arena, &w.at, set_of(t, h->all.at.at[i]) ? NULL :
			    text_of_how(t, h->all.at.at[i]));
	add_sets(t, h, out);
	syscalls_add_search(&w, 0, w.at.n, out);
	buf_puts(out, "return \"\"\n}\n");
}

static void add_wide(const struct hows *h, struct buf *out)
{
	buf_printf(out,
		   "if (h < %zu) return v << 32 >> 32\n"
		   "if (h < %zu) return v & 0xffffffff\n"
		   "if (h < %zu) return v & 0xffff\n"
		   "if (!narrow) return v\n"
		   "return h < %zu ? v << 32 >> 32 : v & 0xffffffff\n}\n",
		   h->begin[1], h->begin[2], h->begin[3], h->begin[4]);
}

/* ---- all arguments ------------------------------------------------------ */

static void add_registers(const char *const *regs, struct buf *out)
{
	for (size_t i = 0; i < 6; i++)
		buf_printf(out, "a%zu = @cast(regs, \"pt_regs\", \"kernel\")"
			   "->%s\n", i, regs[i]);
}

/* Writes the assignments of a0 to a5, word and time of a call, from its spec
 * and registers. */
static void add_taken(const struct hows *h, struct buf *out)
{
	const char *how = h->returned ? "_back" : "";
	static const char *const wide[] = {
		"di", "si", "dx", "r10", "r8", "r9",
	}, *const narrow[] = { "bx", "cx", "dx", "si", "di", "bp" };

	buf_puts(out, "if (!narrow) {\n");
	add_registers(wide, out);
	buf_puts(out, "} else {\n");
	add_registers(narrow, out);
	buf_printf(out, "}\nif (spec & %#llx) {\nlist = a0\n", IN_MEMORY);
	for (size_t i = 0; i < 6; i++)
		buf_printf(out, "a%zu = user_uint32(list + %zu)\n", i, 4 * i);
	buf_printf(out, "}\nword = narrow ? 4 : 8\n"
		   "time = narrow && !(spec & %#llx) ? 4 : 8\n", WIDE_TIME);
	for (size_t i = 0; i < 6; i++)
		buf_printf(out, "a%zu = __sc_wide%s((spec >> %zu) & %d, a%zu, "
			   "narrow)\n", i, how, ARG_BITS * i, ARG_MASK, i);
}

static void add_args(const struct hows *h, struct buf *out)
{
	const char *how = h->returned ? "_back" : "";
	const char *more = h->returned ? ", ret, nr" : "";

	add_taken(h, out);
	for (size_t i = 0; i < 6; i++) {
		buf_printf(out, "h = (spec >> %zu) & %d\n"
			   "if (!h) return s\n"
			   "s = s . __sc_show%s(h, s == \"\" ? \"\" : \", \", "
			   "a%zu, a%zu, a%zu, a0, a1, a2, a3, a4, a5, word, "
			   "time%s)\n", ARG_BITS * i, ARG_MASK, how, i, i < 5 ? i + 1 : i,
			   i ? i - 1 : i, more);
	}
	buf_puts(out, "return s\n}\n");
}

static void add_result(struct syscalls *t, const struct hows *h,
		       struct buf *out)
{
	struct words w = { 0 };

	buf_puts(out, "if (!how || ret < 0 && ret >= -4095)\n"
		 "return return_str(1, ret)\n");
	add_taken(h, out);
	for (size_t i = 0; i < h->results.at.n; i++) {
		const char *own = syscalls_result_of(t, h->results.at.at[i]);
		_cleanup_buf_ struct buf b = BUF_INIT;

		fill(t, &b, own ? own : " return_str(1, %r)", "", "");
		vec_push_in(t->arena, &w.at, arena_strdup(t->arena, b.p));
	}
	buf_puts(out, "n = how\n");
	syscalls_add_search(&w, 0, w.at.n, out);
	buf_puts(out, "}\n");
}

/* ---- functions and aliases ---------------------------------------------- */

#define SHOWN "string (n:long, comma:string, v:long, next_arg:long, " \
	"prev_arg:long, a0:long, a1:long, a2:long, a3:long, a4:long, " \
	"a5:long, word:long, time:long"

static const struct part {
	const char *name, *head, *letters;
	enum { SPEC, NAME, SHOW, WIDE, ARGS, RESULT } what;
	bool returned;
} parts[] = {
	{ "__sc_spec64", "long (n:long)", "x", SPEC, false },
	{ "__sc_spec32", "long (n:long)", "itm", SPEC, false },
	{ "__sc_spec64_back", "long (n:long)", "x", SPEC, true },
	{ "__sc_spec32_back", "long (n:long)", "itm", SPEC, true },
	{ "__sc_call64", "string (n:long)", "x", NAME, false },
	{ "__sc_call32", "string (n:long)", "itm", NAME, false },
	{ "__sc_wide", "long (h:long, v:long, narrow:long)", "", WIDE, false },
	{ "__sc_wide_back", "long (h:long, v:long, narrow:long)", "", WIDE,
	  true },
	{ "__sc_show", SHOWN ")", "", SHOW, false },
	{ "__sc_show_back", SHOWN ", ret:long, nr:long)", "", SHOW, true },
	{ "__sc_args", "string (spec:long, regs:long, narrow:long)", "", ARGS,
	  false },
	{ "__sc_args_back", "string (spec:long, regs:long, narrow:long, "
	  "ret:long, nr:long)", "", ARGS, true },
	{ "__sc_result", "string (how:long, spec:long, regs:long, narrow:long, "
	  "ret:long)", "", RESULT, false },
	{ 0 },
};

static void add_part(struct syscalls *t, const struct part *p,
		     struct buf *out)
{
	struct hows h = hows_of(t, p->returned);

	buf_printf(out, "function %s:%s\n{\n", p->name, p->head);
	switch (p->what) {
	case SPEC: add_table(t, p->letters, &h, out); break;
	case NAME: add_table(t, p->letters, NULL, out); break;
	case SHOW: add_show(t, &h, out); break;
	case WIDE: add_wide(&h, out); break;
	case ARGS: add_args(&h, out); break;
	case RESULT: add_result(t, &h, out); break;
	}
}

void syscalls_all_function(struct syscalls *t, const char *name,
			   struct buf *out)
{
	for (const struct part *p = parts; p->name; p++)
		if (!strcmp(p->name, name))
			add_part(t, p, out);
}

static void add_begin(const char *suffix, const char *event, const char *nr,
		      struct buf *out)
{
	buf_printf(out, "probe " SYSCALLS_ALL "%s = kernel.trace(\"%s\") {\n"
		   "\t__regs = $regs\n"
		   "\t__nr = %s\n"
		   "\t__narrow = __sc_narrow()\n"
		   "\t__spec = __narrow ? __sc_spec32(__nr) "
		   ": __sc_spec64(__nr)\n"
		   "\tname = __narrow ? __sc_call32(__nr) "
		   ": __sc_call64(__nr)\n", suffix, event, nr);
}

void syscalls_all_aliases(struct buf *out)
{
	add_begin("", "sys_enter", "$id", out);
	buf_puts(out, "\tif (!__spec)\n\t\tnext\n"
		 "\targstr = __sc_args(__spec, __regs, __narrow)\n}\n");
	add_begin(".return", "sys_exit",
		  "@cast(__regs, \"pt_regs\", \"kernel\")->orig_ax"
		  " << 32 >> 32", out);
	buf_printf(out, "\tretval = $ret\n"
		   "\tif (!__spec || __spec & %#llx || "
		   "__spec & %#llx && !retval)\n\t\tnext\n"
		   "\tretstr = __sc_result((__spec >> %d) & %d, __spec, "
		   "__regs, __narrow, retval)\n"
		   "\targstr = __sc_args_back(__narrow ? "
		   "__sc_spec32_back(__nr) : __sc_spec64_back(__nr), __regs, "
		   "__narrow, retval, __nr)\n}\n",
		   IS_LAST, FORKS, RESULT_SHIFT, RESULT_MASK);
}
