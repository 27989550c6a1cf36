/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * dwarf_dump types FILE
 * dwarf_dump lines FILE SOURCE
 * dwarf_dump vars|results FILE NAME... < ADDRESSES
 *
 * What tapster reads from a file's DWARF, for comparison with other readers.
 * TAPSTER_DEBUG_DIR is where separate debug files are.
 *
 *	types	each type that has a name (its full one): kind, size, name; then a line for
 *		each part, after a tab: a member's bit offset, bits (0: no
 *		bit-field), kind, size, name; an enumerator's value, name
 *	lines	each line of a source file and where it is probed
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_line.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_private.h"

static const char *const kinds[] = {
	[CTYPE_VOID] = "void", [CTYPE_INT] = "int", [CTYPE_BOOL] = "bool",
	[CTYPE_FLOAT] = "float", [CTYPE_ENUM] = "enum",
	[CTYPE_POINTER] = "pointer", [CTYPE_ARRAY] = "array",
	[CTYPE_STRUCT] = "struct", [CTYPE_UNION] = "union",
	[CTYPE_TYPEDEF] = "typedef", [CTYPE_CONST] = "const",
	[CTYPE_VOLATILE] = "volatile", [CTYPE_RESTRICT] = "restrict",
	[CTYPE_ATOMIC] = "atomic", [CTYPE_FUNCTION] = "function",
};

static unsigned long long size_of(const struct ctype *t)
{
	return (unsigned long long)ctype_size(t);
}

static void dump_parts(const struct ctype *t)
{
	const struct ctype_member *m = ctype_members(t);
	const struct ctype_enumerator *e = ctype_enumerators(t);

	for (uint64_t i = 0; m && i < t->n; i++)
		if (m[i].is_virtual)
			printf("\t<virtual>\n");
		else
			printf("\t%llu %u %s %llu %s%s\n",
		       (unsigned long long)m[i].bit_offset, m[i].bit_size,
		       kinds[ctype_strip(m[i].type)->kind], size_of(m[i].type),
		       m[i].is_base ? "<base>" : "",
		       m[i].name);
	for (uint64_t i = 0; e && i < t->n; i++)
		printf("\t%lld %s\n", (long long)e[i].value, e[i].name);
}

static int dump_types(struct dwarf *d)
{
	struct dwarf_types *types = dwarf_types_create(d, CTYPE_OF_PROGRAM);
	const struct dwarf_index *ix;

	if (dwarf_index_get(d, &ix))
		return 1;
	for (size_t i = 0; i < ix->head->n_things; i++) {
		const struct index_thing *row = &ix->things[i];
		const char *name = index_text(ix, row->name);
		const struct ctype *t;
		Dwarf_Die die;

		if (!dwarf_index_die(d, row->unit, row->at, &die) ||
		    dwarf_ctype_kind(&die) == CTYPE_VOID)
			continue;
		t = dwarf_type_find(types, dwarf_ctype_kind(&die), name);
		if (strcmp(t->name, name))
			continue;
		printf("%s %llu %s\n", kinds[t->kind], size_of(t), name);
		dump_parts(t);
	}
	dwarf_types_destroy(types);
	return 0;
}

/* ---- variables ---------------------------------------------------------- */

static const char *const op_names[] = {
	[PATH_REG] = "reg", [PATH_CONST] = "const", [PATH_SYMBOL] = "symbol",
	[PATH_ADD] = "add", [PATH_LOAD] = "load", [PATH_BITFIELD] = "bits",
	[PATH_THREAD] = "thread", [PATH_LOADED] = "loaded",
	[PATH_PUSH] = "push", [PATH_MATH] = "math", [PATH_CALLER] = "caller",
	[PATH_CHOOSE] = "choose",
};

static const char *op_name(enum path_op_kind kind)
{
	return kind < sizeof(op_names) / sizeof(op_names[0]) && op_names[kind]
		       ? op_names[kind] : "other";
}

static void put_ops(struct buf *b, const struct path_op *ops, size_t n);

static void put_choices(struct buf *b, const struct path_op *op)
{
	for (size_t i = 0; i < op->n_choices; i++) {
		const struct path_choice *c = &op->choices[i];

		buf_printf(b, "%s[%lld,[", i ? "," : "",
			   (long long)c->address.k);
		put_ops(b, c->ops, c->n_ops);
		buf_puts(b, "]]");
	}
}

static void put_ops(struct buf *b, const struct path_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buf_printf(b, "%s[\"%s\",%lld,%u,%u,%u,%d,[", i ? "," : "",
			   op_name(ops[i].kind), (long long)ops[i].k, ops[i].n,
			   ops[i].size, ops[i].shift, ops[i].sign);
		put_choices(b, &ops[i]);
		buf_puts(b, "]]");
	}
}

static void put_pieces(struct buf *b, const struct location *l)
{
	for (size_t i = 0; i < l->n; i++) {
		buf_printf(b, "%s{\"kind\":%d,\"offset\":%llu,\"bits\":%llu,"
			   "\"shift\":%u,\"ops\":[", i ? "," : "",
			   (int)l->pieces[i].kind,
			   (unsigned long long)l->pieces[i].bit_offset,
			   (unsigned long long)l->pieces[i].bit_size,
			   l->pieces[i].shift);
		put_ops(b, l->pieces[i].ops, l->pieces[i].n_ops);
		buf_puts(b, "]}");
	}
}

static void put_text(struct buf *b, const char *name, const char *text)
{
	buf_printf(b, "\"%s\":", name);
	buf_puts(b, text ? "\"" : "null");
	if (text)
		buf_put_json(b, text, strlen(text));
	buf_puts(b, text ? "\"," : ",");
}

static void put_location(struct buf *b, const struct dwarf_variable *v,
			 struct location l)
{
	_cleanup_buf_ struct buf type = BUF_INIT;

	ctype_put(&type, v->type, "");
	buf_putc(b, '{');
	put_text(b, "name", v->name);
	put_text(b, "type", type.p);
	put_text(b, "reason", l.reason);
	put_text(b, "hint", l.hint);
	buf_printf(b, "\"kind\":%d,\"size\":%llu,\"pieces\":[",
		   (int)v->kind, size_of(v->type));
	put_pieces(b, &l);
	buf_puts(b, "]}");
}

static void put_variable(struct buf *b, const struct dwarf_address *at,
			 const struct dwarf_variable *v)
{
	put_location(b, v, dwarf_variable_location(at, v));
}

/* The lowest address of the function that a place is in. */
static unsigned long long low_pc(const struct dwarf_address *at)
{
	Dwarf_Addr base, from, to, low = UINT64_MAX;
	struct dwarf_inside *in = dwarf_address_inside(at);
	ptrdiff_t next = 0;

	if (!in->scopes.n)
		return 0;
	while ((next = dwarf_ranges(&in->scopes.at[0], next, &base, &from,
				    &to)) > 0)
		low = from < low ? from : low;
	return low;
}

static void put_head(struct buf *b, const struct dwarf_address *at)
{
	struct dwarf_inside *in = dwarf_address_inside(at);
	const char *function = NULL;
	Dwarf_Die origin;

	if (in->scopes.n) {
		origin = dwarf_origin(&in->scopes.at[0]);
		function = die_name(&origin);
	}
	buf_printf(b, "{\"low\":%llu,", low_pc(at));
	buf_printf(b, "\"pc\":%llu,", (unsigned long long)at->pc);
	put_text(b, "function", function);
	buf_printf(b, "\"entry\":%d,\"vars\":[", dwarf_address_is_entry(at));
}

static void put_result(struct buf *b, struct dwarf_vars *vars, Dwarf_Addr pc,
		       char **names)
{
	const struct dwarf_address *at = dwarf_address_at(vars, pc, NULL,
						      DWARF_HERE);
	struct dwarf_variable v = { .name = "result", .kind = DWARF_LOCAL };
	struct location l = dwarf_result(at, &v.type);

	(void)names;
	put_head(b, at);
	if (v.type->kind != CTYPE_VOID)
		put_location(b, &v, l);
	buf_puts(b, "]}\n");
}

static void put_place(struct buf *b, struct dwarf_vars *vars, Dwarf_Addr pc,
		      char **names)
{
	const struct dwarf_address *at = dwarf_address_at(vars, pc, NULL,
						      DWARF_HERE);
	const struct dwarf_variable *v;
	const char *separator = "";
	size_t n;

	put_head(b, at);
	v = dwarf_list_variables(at, &n);
	for (size_t i = 0; i < n; i++) {
		buf_puts(b, separator);
		put_variable(b, at, &v[i]);
		separator = ",";
	}
	for (; *names; names++) {
		v = dwarf_find_variable(at, *names);
		if (!v || v->kind != DWARF_GLOBAL)
			continue;
		buf_puts(b, separator);
		put_variable(b, at, v);
		separator = ",";
	}
	buf_puts(b, "]}\n");
}

static int dump_lines(struct dwarf *d, const char *source)
{
	struct dwarf_lines l = { 0 };
	struct sys_error *err = dwarf_lines_find(d, source, 1, UINT32_MAX, &l);

	if (!err)
		dwarf_lines_thin(d, &l);
	for (size_t i = 0; !err && i < l.n; i++)
		printf("%u %#llx\n", l.at[i].line,
		       (unsigned long long)l.at[i].addr);
	vec_free(&l);
	if (err)
		fprintf(stderr, "dwarf_dump: %s\n", err->text);
	sys_error_free(err);
	return err ? 1 : 0;
}

static int dump_vars(struct dwarf *d, char **names,
		     void (*put)(struct buf *b, struct dwarf_vars *vars,
				 Dwarf_Addr pc, char **names))
{
	struct dwarf_vars *vars = dwarf_vars_create(d, DWARF_USER);
	_cleanup_buf_ struct buf b = BUF_INIT;
	unsigned long long pc;

	while (scanf("%llx", &pc) == 1) {
		buf_reset(&b);
		put(&b, vars, pc, names);
		fwrite(b.p, 1, b.n, stdout);
	}
	dwarf_vars_destroy(vars);
	return 0;
}

int main(int argc, char **argv)
{
	struct dwarf_options opt = { .debug_dir = getenv("TAPSTER_DEBUG_DIR") };
	struct dwarf *d;
	struct sys_error *err;
	int status = 2;

	if (argc < 3)
		return 2;
	err = dwarf_open(argv[2], &opt, &d);
	if (err)
		fprintf(stderr, "dwarf_dump: %s\n", err->text);
	else if (!strcmp(argv[1], "types"))
		status = dump_types(d);
	else if (!strcmp(argv[1], "lines") && argc > 3)
		status = dump_lines(d, argv[3]);
	else if (!strcmp(argv[1], "vars"))
		status = dump_vars(d, argv + 3, put_place);
	else if (!strcmp(argv[1], "results"))
		status = dump_vars(d, argv + 3, put_result);
	dwarf_close(d);
	sys_error_free(err);
	return status;
}
