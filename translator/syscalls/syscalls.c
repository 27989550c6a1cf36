/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes text of the language from the table of system calls.
 *
 * An alias has one body for each way into the kernel: of 64 bits, of 32 bits, of
 * 32 bits with times of 64, and of 32 bits with arguments in memory.  The body
 * takes the arguments out of the registers that the entry function receives.  The
 * compiler removes the variables that a script does not use.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "translator/syscalls/syscalls_table.h"

/* One way into the kernel. */
struct way {
	char letter;			/* of the entries in the table */
	const char *prefix;		/* of the entry functions */
	const char *word, *time;	/* sizes in bytes, in the program */
	const char *regs[6];		/* NULL: at the address in bx */
	const char *other;		/* an expression that is true if the program
					   has another width */
	bool is_event;			/* a tracepoint, without @entry() */
};

static const struct way ways[] = {
	{ 'x', "__x64_", "8", "8", { "di", "si", "dx", "r10", "r8", "r9" },
	  "__sc_narrow()", false },
	{ 'i', "__ia32_", "4", "4", { "bx", "cx", "dx", "si", "di", "bp" },
	  "!__sc_narrow()", false },
	{ 't', "__ia32_", "4", "8", { "bx", "cx", "dx", "si", "di", "bp" },
	  "!__sc_narrow()", false },
	{ 'm', "__ia32_", "4", "4", { NULL }, "!__sc_narrow()", false },
};

#define N_WAYS (sizeof(ways) / sizeof(ways[0]))

static const char *const families[] = {
	"syscall", "nd_syscall", "dw_syscall", "tp_syscall",
};

#define N_FAMILIES (sizeof(families) / sizeof(families[0]))

/* ---- templates ---------------------------------------------------------- */

/* Returns the argument that a `#` in a template means, and moves *p past the
 * character that selects it. */
static size_t which_arg(const char **p, size_t own)
{
	if (**p == '+' || **p == '-')
		return *(*p)++ == '+' ? own + 1 : own - 1;
	if (**p >= '1' && **p <= '9')
		return *(*p)++ - '1';
	return own;
}

/* Returns the text that replaces % and the letter @c: `%w`, `%t`, `%r` or `%n`; NULL for
 * other letters. */
static const char *named(char c, const struct way *way)
{
	switch (c) {
	case 'w': return way->word;
	case 't': return way->time;
	case 'r': return "retval";
	case 'n': return "@cast(__regs, \"pt_regs\", \"kernel\")->orig_ax";
	default: return NULL;
	}
}

/* Writes argument @i, read from the registers of the program at @regs. */
static void put_arg(struct buf *out, size_t i, const char *regs,
		    const struct way *way)
{
	if (way->regs[i])
		buf_printf(out, "@cast(%s, \"pt_regs\", \"kernel\")->%s", regs,
			   way->regs[i]);
	else
		buf_printf(out, "user_uint32(@cast(%s, \"pt_regs\", "
			   "\"kernel\")->bx + %zu)", regs, 4 * i);
}

/* Writes an argument inside `%(`...`%)`: its value before the call.  For a
 * tracepoint, which has no entry to read, it is the value after the call. */
static void put_before(struct buf *out, size_t i, const struct way *way)
{
	if (way->is_event) {
		buf_printf(out, "__a%zu", i);
		return;
	}
	buf_puts(out, "(");
	put_arg(out, i, "pointer_arg(1)", way);
	buf_puts(out, way->word[0] == '4' ? " & 0xffffffff)" : ")");
}

/* Fills in the template @p for the argument @arg, which is number @own.  `$` becomes the
 * variable, `#` an argument (which_arg()), `@` the part of @arg after the dot; `%w` and
 * others see named(), `%(`...`%)` see put_before(). */
static void fill(struct buf *out, const char *p, const char *arg, size_t own,
		 const struct way *way)
{
	int name = (int)strcspn(arg, ":");
	const char *dot = strchr(arg, '.');
	bool before = false;

	while (*p) {
		char c = *p++;

		if (c == '%' && (*p == '(' || *p == ')')) {
			before = *p++ == '(';
			buf_puts(out, !before ? ")" : way->is_event ? "(" : "@entry(");
		} else if (c == '#' && before) {
			put_before(out, which_arg(&p, own), way);
		} else if (c == '$') {
			buf_printf(out, "%.*s", name, arg);
		} else if (c == '@') {
			buf_puts(out, dot ? dot + 1 : "");
		} else if (c == '#') {
			buf_printf(out, "__a%zu", which_arg(&p, own));
		} else if (c == '%' && named(*p, way)) {
			buf_puts(out, named(*p++, way));
		} else {
			buf_putc(out, c);
		}
	}
}

static void take_arg(struct buf *out, size_t i, char width,
		     const struct way *way)
{
	bool narrow = way->word[0] == '4';
	const char *how = "";

	if (width == 'i' || (width == 'l' && narrow))
		how = " << 32 >> 32";
	else if (width == 'u' || (width == 'z' && narrow))
		how = " & 0xffffffff";
	else if (width == 'h')
		how = " & 0xffff";
	buf_printf(out, "\t__a%zu = ", i);
	put_arg(out, i, "__regs", way);
	buf_printf(out, "%s\n", how);
}

static void add_args(struct syscalls *t, const struct words *args,
		     const struct way *way, struct buf *out)
{
	size_t n = args->at.n < 6 ? args->at.n : 6;

	for (size_t i = 0; i < n; i++) {
		char width = syscalls_shown_of(t, args->at.at[i])->width;

		if (width != NO_ARGUMENT)
			take_arg(out, i, width, way);
	}
	for (size_t i = 0; i < n; i++) {
		const char *arg = args->at.at[i];

		buf_puts(out, "\t");
		fill(out, syscalls_shown_of(t, arg)->code, arg, i, way);
		buf_puts(out, "\n");
	}
}

/* Writes the assignment of argstr.  A format that begins with ~ has its own
 * comma. */
static void add_argstr(struct syscalls *t, const struct words *args,
		       const struct way *way, struct buf *out)
{
	const char *comma = "";

	if (!args->at.n) {
		buf_puts(out, "\targstr = \"\"\n");
		return;
	}
	buf_puts(out, "\targstr = sprintf(\"");
	for (size_t i = 0; i < args->at.n; i++) {
		const char *f = syscalls_shown_of(t, args->at.at[i])->format;

		if (!*f)
			continue;
		buf_printf(out, "%s%s", *f == '~' ? "" : comma, f + (*f == '~'));
		comma = ", ";
	}
	buf_puts(out, "\"");
	for (size_t i = 0; i < args->at.n; i++) {
		const char *arg = args->at.at[i];

		if (!*syscalls_shown_of(t, arg)->args)
			continue;
		buf_puts(out, ", ");
		fill(out, syscalls_shown_of(t, arg)->args, arg, i, way);
	}
	buf_puts(out, ")\n");
}

/* ---- aliases ------------------------------------------------------------ */

/* Returns true if an earlier entry of the same way has the same function: some
 * calls have two numbers and one function. */
static bool is_repeated(const struct call *c, size_t i)
{
	const char *own = c->entries.at.at[i];
	size_t n = strcspn(syscalls_function_of(own), ":");

	while (i--) {
		const char *other = c->entries.at.at[i];

		if (other[0] == own[0] &&
		    strcspn(syscalls_function_of(other), ":") == n &&
		    !strncmp(syscalls_function_of(other), syscalls_function_of(own), n))
			return true;
	}
	return false;
}

static bool takes_any(struct syscalls *t, const struct call *c)
{
	for (size_t i = 0; i < c->args.at.n; i++)
		if (syscalls_shown_of(t, c->args.at.at[i])->width != NO_ARGUMENT)
			return true;
	return false;
}

/* Writes `probe syscall.NAME = nd_syscall.NAME = dw_syscall.NAME = POINTS {`.
 * Returns false if programs cannot enter the call by @way.  For a call without entries
 * it writes one alias, whose only point is `never`.  The return of a call that does not
 * return has that point, too. */
static bool begin_functions(struct syscalls *t, const struct call *c,
			    const struct way *way, const char *suffix,
			    struct buf *out)
{
	const char *comma = "", *maybe;
	bool is_hit = !c->is_last || !*suffix;
	size_t n = 0;

	for (size_t i = 0; i < c->entries.at.n; i++)
		n += c->entries.at.at[i][0] == way->letter;
	if (!n && (way != ways || c->entries.at.n))
		return false;
	is_hit &= n > 0;
	maybe = way != ways && c->entries.at.at[0][0] == 'x' ? "?" : "";
	buf_printf(out, "probe syscall.%s%s = nd_syscall.%s%s = "
		   "dw_syscall.%s%s = %s", c->alias, suffix, c->alias, suffix,
		   c->alias, suffix, is_hit ? "" : "never");
	for (size_t i = 0; i < c->entries.at.n && is_hit; i++) {
		const char *entry = c->entries.at.at[i];
		int len = (int)strcspn(syscalls_function_of(entry), ":");

		if (entry[0] != way->letter || is_repeated(c, i))
			continue;
		buf_printf(out, "%skprobe.function(\"%s%.*s\")%s%s", comma,
			   way->prefix, len, syscalls_function_of(entry), suffix, maybe);
		comma = ", ";
	}
	buf_puts(out, " {\n");
	/* a call without arguments is one function for all callers */
	if (is_hit && !takes_any(t, c))
		buf_printf(out, "\tif (%s)\n\t\tnext\n", way->other);
	return true;
}

static bool begin_event(const struct call *c, const struct way *way,
			const char *suffix, struct buf *out)
{
	const char *or = "", *id = "$id";
	size_t n = 0;

	for (size_t i = 0; i < c->entries.at.n; i++)
		n += c->entries.at.at[i][0] == way->letter;
	if (!n)
		return false;
	if (*suffix)
		id = "@cast(__regs, \"pt_regs\", \"kernel\")->orig_ax";
	buf_printf(out, "probe tp_syscall.%s%s = kernel.trace(\"%s\") {\n"
		   "\t__regs = $regs\n\t__id = %s\n\tif (%s || !(", c->alias,
		   suffix, *suffix ? "sys_exit" : "sys_enter", id, way->other);
	for (size_t i = 0; i < c->entries.at.n; i++) {
		const char *entry = c->entries.at.at[i];

		if (entry[0] != way->letter)
			continue;
		buf_printf(out, "%s__id == %d", or, atoi(entry + 1));
		or = " || ";
	}
	buf_puts(out, "))\n\t\tnext\n");
	return true;
}

static void add_entry(struct syscalls *t, const struct call *c,
		      const struct way *way, struct buf *out)
{
	buf_printf(out, "\tname = \"%s\"\n", c->name);
	add_args(t, &c->args, way, out);
	add_argstr(t, &c->args, way, out);
	buf_puts(out, "}\n");
}

static void add_return(struct syscalls *t, const struct call *c,
		       const struct way *way, const char *value,
		       struct buf *out)
{
	const char *own = syscalls_result_of(t, c->result);

	buf_printf(out, "\tname = \"%s\"\n\tretval = %s\n", c->name, value);
	add_args(t, &c->returned, way, out);
	buf_puts(out, "\tretstr = ");
	if (own)
		buf_puts(out, "retval < 0 && retval >= -4095 ? "
			 "return_str(1, retval) :");
	fill(out, own ? own : "return_str(1, %r)", "", 0, way);
	buf_puts(out, "\n");
	add_argstr(t, &c->returned, way, out);
	buf_puts(out, "}\n");
}

static void add_functions(struct syscalls *t, const struct call *c,
			  const struct way *way, struct buf *out)
{
	if (begin_functions(t, c, way, "", out)) {
		buf_printf(out, "\t__regs = %s\n",
			   c->entries.at.n ? "pointer_arg(1)" : "0");
		add_entry(t, c, way, out);
	}
	if (begin_functions(t, c, way, ".return", out)) {
		bool is_hit = c->entries.at.n && !c->is_last;

		buf_printf(out, "\t__regs = %s\n",
			   is_hit ? "@entry(pointer_arg(1))" : "0");
		add_return(t, c, way, is_hit ? "returnval()" : "0", out);
	}
}

static void add_events(struct syscalls *t, const struct call *c,
		       const struct way *of, struct buf *out)
{
	struct way event = *of, *way = &event;

	way->is_event = true;
	if (begin_event(c, way, "", out))
		add_entry(t, c, way, out);
	if (!c->is_last && begin_event(c, way, ".return", out))
		add_return(t, c, way, "$ret", out);
}

/* Adds the aliases of a call's line, once: with @events those of tp_syscall, else
 * the others.  @other is another alias to add instead of the call's own, or
 * NULL. */
static void add_call(struct syscalls *t, const char *line,
		     const struct other_alias *other, bool events,
		     struct buf *out)
{
	const char *key = arena_printf(t->arena, "%d %s %s", events,
				       other ? other->name : "", line);
	struct call c;

	if (hash_find_str(t->given, key))
		return;
	hash_set_str(t->given, key, t);
	c = syscalls_read_call(t, line);
	c.alias = other ? other->name : c.name;
	for (size_t i = other && other->is_narrow; i < N_WAYS; i++)
		if (events)
			add_events(t, &c, &ways[i], out);
		else
			add_functions(t, &c, &ways[i], out);
}

/* ---- aliases of a name -------------------------------------------------- */

/* Returns true if @pattern matches @name.  `**` matches any number of
 * components, so only the part before it is compared. */
static bool names(const char *pattern, const char *name)
{
	const char *wide = strstr(pattern, "**");

	return wide ? !strncmp(pattern, name, wide - pattern)
		    : !fnmatch(pattern, name, 0);
}

bool syscalls_are_named(const char *first)
{
	for (size_t i = 0; i < N_FAMILIES; i++)
		if (names(first, families[i]))
			return true;
	return false;
}

static void add_families(struct syscalls *t, const char *first,
			 const char *line, const struct other_alias *other,
			 struct buf *out)
{
	if (names(first, "syscall") || names(first, "nd_syscall") ||
	    names(first, "dw_syscall"))
		add_call(t, line, other, false, out);
	if (names(first, "tp_syscall"))
		add_call(t, line, other, true, out);
}

static void add_other(struct syscalls *t, const char *first,
		      const struct other_alias *other, struct buf *out)
{
	size_t len = strlen(other->of);

	for (size_t i = 0; i < t->lines.n; i++)
		if (!strncmp(t->lines.at[i] + 5, other->of, len) &&
		    t->lines.at[i][5 + len] == ' ')
			add_families(t, first, t->lines.at[i], other, out);
}

bool syscalls_aliases(struct syscalls *t, const char *first,
		      const char *second, struct buf *out)
{
	bool any = !second || strstr(first, "**"), found = false;

	for (size_t i = 0; i < t->lines.n; i++) {
		const char *line = t->lines.at[i], *name = line + 5;

		name = arena_strndup(t->arena, name, strcspn(name, " "));
		if (!any && !names(second, name))
			continue;
		found = true;
		add_families(t, first, line, NULL, out);
	}
	for (size_t i = 0; i < t->others.n; i++)
		if (any || names(second, t->others.at[i].name)) {
			found = true;
			add_other(t, first, &t->others.at[i], out);
		}
	return found;
}

bool syscalls_is_part(const struct syscalls *t, const char *first,
		      const char *second, const char *pattern)
{
	if (!t || !strstr(first, "syscall"))
		return false;
	for (size_t i = 0; i < t->others.n; i++) {
		const struct other_alias *o = &t->others.at[i];

		if (!o->is_narrow && !strcmp(o->of, second) &&
		    !fnmatch(pattern, o->name, 0))
			return true;
	}
	return false;
}

bool syscalls_is_narrow(const char *first, const char *second)
{
	size_t n = strlen(second);

	if (!strstr(first, "syscall"))
		return false;
	return !strncmp(second, "compat_", 7) || !strcmp(second, "fadvise64_64") ||
	       (n > 2 && !strcmp(second + n - 2, "32"));
}

/* ---- arguments by the kernel's names ------------------------------------- */

static bool enters_by(const struct call *c, const struct way *way,
		      const char *function)
{
	size_t n = strlen(way->prefix);

	if (strncmp(function, way->prefix, n))
		return false;
	for (size_t i = 0; i < c->entries.at.n; i++) {
		const char *own = syscalls_function_of(c->entries.at.at[i]);
		size_t len = strcspn(own, ":");

		if (c->entries.at.at[i][0] == way->letter &&
		    strlen(function + n) == len &&
		    !strncmp(function + n, own, len))
			return true;
	}
	return false;
}

/* Returns where argument @i is, as take_arg() reads it. */
static struct syscall_location location_of(size_t i, char width,
				     const struct way *way)
{
	bool narrow = way->word[0] == '4';
	struct syscall_location p = { .reg = way->regs[i], .bits = 64 };

	p.is_signed = width == 'i' || width == 'l';
	if (width == 'i' || width == 'u' || narrow)
		p.bits = 32;
	if (width == 'h')
		p.bits = 16;
	return p;
}

/* Returns true if the argument is in one register: the HOW of a number in two
 * registers takes the next one, too. */
static bool is_in_one(struct syscalls *t, const char *arg)
{
	return !strstr(syscalls_shown_of(t, arg)->code, "#+ << 32");
}

static bool find_param(struct syscalls *t, const struct call *c,
		       const struct way *way, const char *param,
		       struct syscall_location *ret)
{
	for (size_t i = 0; i < c->params.at.n && i < 6; i++) {
		const char *arg = c->args.at.at[i];

		if (strcmp(c->params.at.at[i], param) || !way->regs[0] ||
		    syscalls_shown_of(t, arg)->width == NO_ARGUMENT ||
		    !is_in_one(t, arg))
			continue;
		*ret = location_of(i, syscalls_shown_of(t, arg)->width, way);
		return true;
	}
	return false;
}

bool syscalls_param(struct syscalls *t, const char *name,
		    const char *function, const char *param,
		    struct syscall_location *ret)
{
	for (size_t i = 0; i < t->lines.n; i++) {
		const char *line = t->lines.at[i];
		struct call c;

		if (strncmp(line + 5, name, strlen(name)) ||
		    line[5 + strlen(name)] != ' ')
			continue;
		c = syscalls_read_call(t, line);
		for (size_t w = 0; w < N_WAYS; w++)
			if (enters_by(&c, &ways[w], function))
				return find_param(t, &c, &ways[w], param, ret);
	}
	return false;
}

/* ---- functions ---------------------------------------------------------- */

/* Writes a binary search: each comparison halves the range of n. */
void syscalls_add_search(const struct words *values, size_t from, size_t to,
			 struct buf *out)
{
	while (from < to && !values->at.at[from])
		from++;
	while (from < to && !values->at.at[to - 1])
		to--;
	if (to - from > 1) {
		size_t middle = from + (to - from) / 2;

		buf_printf(out, "if (n < %zu) {\n", middle);
		syscalls_add_search(values, from, middle, out);
		buf_puts(out, "} else {\n");
		syscalls_add_search(values, middle, to, out);
		buf_puts(out, "}\n");
	} else if (from < to) {
		buf_printf(out, "if (n == %zu) return %s\n", from,
			   values->at.at[from]);
	}
}

/* Returns the names of calls as string literals, indexed by the calls' numbers
 * for the ways @letters; NULL: no call has the number. */
static struct words numbered(struct syscalls *t, const char *letters)
{
	struct words w = { 0 };

	for (size_t i = 0; i < t->lines.n; i++) {
		struct call c = syscalls_read_call(t, t->lines.at[i]);

		for (size_t k = 0; k < c.entries.at.n; k++) {
			const char *entry = c.entries.at.at[k];
			const char *own = strchr(syscalls_function_of(entry), ':');
			size_t nr = atoi(entry + 1);

			if (!strchr(letters, entry[0]))
				continue;
			while (w.at.n <= nr)
				vec_push_in(t->arena, &w.at, NULL);
			w.at.at[nr] = arena_printf(t->arena, "\"%s\"",
						   own ? own + 1 : c.name);
		}
	}
	return w;
}

static void add_names(struct syscalls *t, const char *letters, struct buf *out)
{
	struct words w = numbered(t, letters);

	syscalls_add_search(&w, 0, w.at.n, out);
	buf_puts(out, "return sprintf(\"unknown syscall #%d\", n)\n}\n");
}

static void add_numbers(struct syscalls *t, const char *letters,
			struct buf *out)
{
	struct words w = numbered(t, letters);

	for (size_t i = 0; i < w.at.n; i++)
		if (w.at.at[i])
			buf_printf(out, "if (s == %s) return %zu\n",
				   w.at.at[i], i);
	buf_puts(out, "return -1\n}\n");
}

/* The functions that convert between numbers and names of calls.  They are not
 * sets of the table. */
static const struct numbering {
	const char *name, *head, *letters;
	void (*add)(struct syscalls *t, const char *letters, struct buf *out);
} numberings[] = {
	{ "__sc_name64", "string (n:long)", "x", add_names },
	{ "__sc_name32", "string (n:long)", "itm", add_names },
	{ "__sc_number64", "long (s:string)", "x", add_numbers },
	{ "__sc_number32", "long (s:string)", "itm", add_numbers },
	{ 0 },
};

bool syscalls_has_function(const char *name)
{
	return !strncmp(name, "__sc_", 5);
}

void syscalls_function(struct syscalls *t, const char *name, struct buf *out)
{
	const char *line = hash_find_str(t->sets, name + 5);

	if (hash_find_str(t->given, name))
		return;
	hash_set_str(t->given, arena_strdup(t->arena, name), t);
	for (const struct numbering *n = numberings; n->name; n++) {
		if (strcmp(n->name, name))
			continue;
		buf_printf(out, "function %s:%s\n{\n", name, n->head);
		n->add(t, n->letters, out);
	}
	syscalls_all_function(t, name, out);
	if (!line)
		return;
	buf_printf(out, "function %s:string (v:long)\n{\n"
		   "\treturn %s(v, \"%s\")\n}\n", name,
		   strncmp(name, "__sc_values_", 12) ? "__sc_bits"
						     : "__sc_value",
		   line + strcspn(line, " "));
}
