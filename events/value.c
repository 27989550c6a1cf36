/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the source of an argument's value: registers, the stack, memory, and steps
 * to what a number points at.
 *
 * Every value in memory is a base and a list of steps.  @ADDRESS, @VARIABLE and $stackN
 * add the first step themselves.
 */
#include <ctype.h>
#include <string.h>

#include "base/intern.h"
#include "base/tags/events.h"
#include "events/events_private.h"

enum { REG_RESULT = 0, REG_STACK = 7, REG_PLACE = 16 };

/* DWARF's numbers of the registers in which arguments are passed, in order. */
static const int arg_registers[] = { 5, 4, 1, 2, 8, 9 };

#define N_ARG_REGISTERS (sizeof(arg_registers) / sizeof(arg_registers[0]))
#define MAX_STACK 2047	/* the last word of a kernel stack, 16 KB */

static const struct {
	const char *name;
	int number;
} registers[] = {
#define REGISTER(name, number) { name, number },
#include "events/registers.def"
};

#define N_REGISTERS (sizeof(registers) / sizeof(registers[0]))

static bool bad(const struct events *ev, const struct event *e, struct piece t,
		const char *why, const char *hint)
{
	diag_hint(piece_error(ev, e, t, DIAG_BAD_EVENT_ARG, "%s", why), "%s",
		  hint);
	return false;
}

/* ---- bases -------------------------------------------------------------- */

static bool from_register(struct event_arg *a, int number)
{
	a->from = FROM_REGISTER;
	a->number = number;
	return true;
}

/* Sets the value to the word at the stack pointer plus 8 * @words bytes. */
static bool from_stack(struct event_arg *a, uint64_t words)
{
	from_register(a, REG_STACK);
	a->derefs[a->n_derefs++] =
		(struct event_deref){ .off = (int64_t)words * 8 };
	return true;
}

static bool from_argument(const struct events *ev, const struct event *e,
			  struct event_arg *a, struct piece t, uint64_t n)
{
	if (e->is_return)
		return bad(ev, e, t, "the arguments are not available at the "
				     "return",
			   "use a p event of the function");
	if (n < N_ARG_REGISTERS)
		return from_register(a, arg_registers[n]);
	return from_stack(a, n - N_ARG_REGISTERS + 1);
}

static const char *plain_name(struct piece t, char *buf, size_t size)
{
	size_t n = piece_len(t) < size ? piece_len(t) : size - 1;

	memcpy(buf, t.p, n);
	buf[n] = '\0';
	return buf;
}

static bool take_register(const struct events *ev, const struct event *e,
			  struct event_arg *a, struct piece t)
{
	const char *names[N_REGISTERS];
	struct piece name = { t.p + 1, t.end };
	char buf[32];
	struct diag *d;

	for (size_t i = 0; i < N_REGISTERS; i++) {
		names[i] = registers[i].name;
		if (piece_is(name, registers[i].name))
			return from_register(a, registers[i].number);
	}
	d = piece_error(ev, e, t, DIAG_NO_REGISTER,
			"x86-64 has no register '%.*s'", (int)piece_len(t),
			t.p);
	if (piece_len(name) > 2 && (*name.p == 'r' || *name.p == 'e')) {
		name.p++;
		for (size_t i = 0; i < N_REGISTERS; i++)
			if (piece_is(name, registers[i].name)) {
				diag_hint(d, "write %%%s, for every width",
					  registers[i].name);
				return false;
			}
		name.p--;
	}
	if (!diag_suggest(d, plain_name(name, buf, sizeof(buf)), names,
			  N_REGISTERS))
		diag_hint(d, "%%di, %%si, %%dx, %%cx, %%r8, %%r9 contain the "
			     "first arguments of a function; also %%ax, %%bx, "
			     "%%bp, %%sp, %%r10 to %%r15, %%ip, %%flags, %%cs, "
			     "%%ss");
	return false;
}

/* Returns true if @t is @word followed by a number, at most MAX_STACK: "arg2". */
static bool is_numbered(struct piece t, const char *word, uint64_t *ret)
{
	size_t n = strlen(word);

	if (piece_len(t) <= n || memcmp(t.p, word, n))
		return false;
	t.p += n;
	return piece_number(t, ret) && *ret <= MAX_STACK;
}

static bool take_comm(struct event_arg *a)
{
	a->from = FROM_COMM;
	a->type = (struct event_type){ .show = TYPE_TEXT };
	return true;
}

static bool take_result(const struct events *ev, const struct event *e,
			struct event_arg *a, struct piece t)
{
	if (!e->is_return)
		return bad(ev, e, t, "the return value is not available at the "
				     "entry",
			   "use an r event of the function");
	return from_register(a, REG_RESULT);
}

static bool take_return_address(const struct event *e, struct event_arg *a)
{
	return e->is_return ? from_register(a, REG_PLACE) : from_stack(a, 0);
}

/* Returns true for the names in the first kernels that had events: a0, s0, rv, ra. */
static bool is_older(struct piece t)
{
	uint64_t n;

	return piece_is(t, "rv") || piece_is(t, "ra") ||
	       is_numbered(t, "a", &n) || is_numbered(t, "s", &n);
}

static bool take_older(const struct events *ev, const struct event *e,
		       struct event_arg *a, struct piece whole, struct piece t)
{
	uint64_t n;

	if (piece_is(t, "rv"))
		return take_result(ev, e, a, whole);
	if (piece_is(t, "ra"))
		return take_return_address(e, a);
	if (is_numbered(t, "a", &n))
		return from_argument(ev, e, a, whole, n);
	is_numbered(t, "s", &n);
	return from_stack(a, n);
}

static bool take_variable(const struct events *ev, const struct event *e,
			  struct event_arg *a, struct piece t)
{
	struct piece name = { t.p + 1, t.end };
	uint64_t n;

	if (piece_is(name, "retval"))
		return take_result(ev, e, a, t);
	if (piece_is(name, "comm") || piece_is(name, "COMM"))
		return take_comm(a);
	if (piece_is(name, "stack"))
		return from_register(a, REG_STACK);
	if (is_numbered(name, "stack", &n))
		return from_stack(a, n);
	if (is_numbered(name, "arg", &n) && n)
		return from_argument(ev, e, a, t, n - 1);
	if (is_older(name))
		return take_older(ev, e, a, t, name);
	return bad(ev, e, t, "there is no such variable",
		   "$arg1, $arg2 ...: arguments; $retval: the return value; "
		   "$stack, $stack0 ...: the stack; $comm: the name of the "
		   "program; %di: a register");
}

/* ---- memory ------------------------------------------------------------- */

static bool bad_variable(const struct events *ev, const struct event *e,
			 struct piece t)
{
	if (e->path)
		return bad(ev, e, t, "only an event of the kernel can use "
				     "variables of the kernel",
			   "in a program, use @ADDRESS or "
					       "@+OFFSET");
	return bad(ev, e, t, "this is not a valid variable of the kernel",
		   "@NAME, @NAME+OFFSET, @ADDRESS");
}

/* Reads @SYMBOL, @SYMBOL+OFFSET or @SYMBOL-OFFSET. */
static bool take_symbol(const struct events *ev, const struct event *e,
			struct event_arg *a, struct piece t)
{
	struct piece name = { t.p + 1, t.end }, number = { t.end, t.end };
	uint64_t off = 0;

	while (number.p > name.p && *number.p != '+' && *number.p != '-')
		number.p--;
	if (number.p > name.p) {
		name.end = number.p++;
		if (!piece_number(number, &off) || off > INT32_MAX)
			return bad(ev, e, number, "this is not a valid offset",
				   "@NAME+16 is the memory 16 bytes after a "
				   "variable of the kernel");
	}
	if (!piece_is_name(name) || e->path)
		return bad_variable(ev, e, t);
	a->from = FROM_SYMBOL;
	a->text = piece_intern(ev, name);
	a->derefs[a->n_derefs++] = (struct event_deref){
		.off = name.end < t.end && *name.end == '-' ? -(int64_t)off
							    : (int64_t)off };
	return true;
}

/* Reads @+OFFSET. */
static bool take_in_file(const struct events *ev, const struct event *e,
			 struct event_arg *a, struct piece t)
{
	struct piece where = { t.p + 2, t.end };
	uint64_t n;

	if (!e->path || !piece_number(where, &n) || n > INT64_MAX)
		return bad(ev, e, t, e->path ? "this is not a valid offset in "
					       "the file"
				     : "an offset in a file needs an event of "
				       "a program",
			   "@+0x4010 is the memory of a program at this offset "
			   "in its file; @NAME is a variable of the kernel");
	a->from = FROM_FILE;
	a->number = (int64_t)n;
	a->derefs[a->n_derefs++] = (struct event_deref){ 0 };
	return true;
}

static bool take_memory(const struct events *ev, const struct event *e,
			struct event_arg *a, struct piece t)
{
	struct piece where = { t.p + 1, t.end };
	uint64_t n;

	if (piece_number(where, &n)) {
		a->from = FROM_NUMBER;
		a->number = (int64_t)n;
		a->derefs[a->n_derefs++] = (struct event_deref){ 0 };
		return true;
	}
	if (where.p < where.end && *where.p == '+')
		return take_in_file(ev, e, a, t);
	return take_symbol(ev, e, a, t);
}

/* Reads \NUMBER or \"TEXT". */
static bool take_immediate(const struct events *ev, const struct event *e,
			   struct event_arg *a, struct piece t)
{
	struct piece v = { t.p + 1, t.end };
	bool minus = v.p < v.end && *v.p == '-';
	uint64_t n;

	if (piece_len(v) >= 2 && *v.p == '"' && v.end[-1] == '"') {
		a->from = FROM_TEXT;
		a->text = piece_intern(ev, (struct piece){ v.p + 1,
							   v.end - 1 });
		a->type = (struct event_type){ .show = TYPE_TEXT };
		return true;
	}
	v.p += minus;
	if (!piece_number(v, &n))
		return bad(ev, e, t, "this is not a valid constant",
			   "\\123, \\-1, \\0x10, or \\\"text\"");
	a->from = FROM_NUMBER;
	a->number = minus ? (int64_t)-n : (int64_t)n;
	return true;
}

/* Reads +OFFSET(VALUE), +uOFFSET(VALUE), -OFFSET(VALUE) or -uOFFSET(VALUE): the steps of
 * VALUE, then one more. */
static bool take_deref(const struct events *ev, const struct event *e,
		       struct event_arg *a, struct piece t)
{
	const char *open = memchr(t.p, '(', piece_len(t));
	bool user = piece_len(t) > 1 && t.p[1] == 'u';
	struct piece number = { t.p + 1 + user, open };
	uint64_t off;

	if (!open || t.end[-1] != ')' || open + 1 == t.end - 1)
		return bad(ev, e, t, "the address to read from is missing",
			   "+OFFSET(VALUE), where VALUE is an address: "
			   "+8(%di)");
	if (!piece_number(number, &off) || off > INT32_MAX)
		return bad(ev, e, number.p < number.end ? number : t,
			   "this is not a valid offset",
			   "+8(%di), -16($stack), "
			   "+u0($arg2)");
	if (!event_take_value(ev, e, a, (struct piece){ open + 1,
							t.end - 1 }))
		return false;
	if (a->from == FROM_TEXT || a->from == FROM_COMM)
		return bad(ev, e, t, "a string is not an address",
			   "+OFFSET(VALUE), where VALUE is an address: "
			   "+8(%di)");
	if (a->n_derefs == EVENT_MAX_DEREFS)
		return bad(ev, e, t, "the value has too many steps",
			   "at most 15");
	a->derefs[a->n_derefs++] = (struct event_deref){
		.off = *t.p == '-' ? -(int64_t)off : (int64_t)off,
		.user = user };
	return true;
}

static bool unknown(const struct events *ev, const struct event *e,
		    struct piece t)
{
	return bad(ev, e, t, piece_is_name(t)
			   ? "a name alone is not an argument"
			   : "this is not an argument",
		   "%REGISTER, $argN, $retval, $stackN, $comm, @VARIABLE, "
		   "@ADDRESS, \\NUMBER, +OFFSET(VALUE)");
}

bool event_take_value(const struct events *ev, const struct event *e,
		      struct event_arg *a, struct piece t)
{
	if (t.p == t.end)
		return bad(ev, e, t, "the value is missing",
			   "NAME=VALUE[:TYPE]: dfd=%di:s32");
	switch (*t.p) {
	case '%':
		return take_register(ev, e, a, t);
	case '$':
		return take_variable(ev, e, a, t);
	case '@':
		return take_memory(ev, e, a, t);
	case '\\':
		return take_immediate(ev, e, a, t);
	case '+':
	case '-':
		return take_deref(ev, e, a, t);
	default:
		return is_older(t) ? take_older(ev, e, a, t, t)
				   : unknown(ev, e, t);
	}
}
