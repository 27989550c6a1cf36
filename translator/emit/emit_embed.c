/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the unit of embedded C, and the calls into it from script.c.
 *
 * The first unit, script.c, and the second, of embedded C, both declare the struct
 * of each function (arguments, then the result) and the accessors of the globals that
 * C names.  The first includes only abi.h; the second includes what the runtime
 * offers to C (embed.h of linux/ or host/).  A #line with the script's name
 * precedes each text, which begins in the same column as in the script: so
 * messages of the C compiler name locations of the script.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "translator/emit/emit.h"
#include "translator/emit/emit_embed.h"

/* ---- what both units declare -------------------------------------------- */

static void put_member(const struct ir_unit *u, const struct ir_c *c,
		       uint32_t i, struct buf *out)
{
	const char *prefix = c->plain_names ? "" : "l_";

	if (c->types[i] != IR_T_STR)
		buf_printf(out, " stp_s64 %s%s;", prefix, c->params[i]);
	else if (c->by_pointer)
		buf_printf(out, " const char *%s%s;", prefix, c->params[i]);
	else
		buf_printf(out, " char %s%s[%u];", prefix, c->params[i],
			   u->string_len + 1);
}

static void put_struct(const struct ir_unit *u, const struct ir_c *c,
		       struct buf *out)
{
	buf_printf(out, "struct %s {", c->name);
	for (uint32_t i = 0; i < c->n_params; i++)
		put_member(u, c, i, out);
	buf_puts(out, c->ret == IR_T_STR ? " char *" : " stp_s64 ");
	buf_puts(out, "__retvalue; };\n");
	buf_printf(out, "void %s(struct stp_ctx *, struct %s *) STP_HANDLER;\n",
		   c->name, c->name);
}

static const char *c_type(enum ir_type t)
{
	return t == IR_T_STR ? "const char *" : "stp_s64 ";
}

/* Writes result, name and parameters of an accessor, such as "stp_s64
 * stp_get_3(struct stp_ctx *c, const char *k0)". */
static void put_accessor(const struct ir_unit *u, const struct ir_c_use *use,
			 struct buf *out)
{
	const struct ir_global *g = &u->globals.at[use->global];

	buf_printf(out, "%sstp_%s_%u(struct stp_ctx *c",
		   use->write ? "void " : c_type(g->type),
		   use->write ? "set" : "get", use->global);
	for (uint32_t k = 0; k < g->n_keys; k++)
		buf_printf(out, ", %sk%u", c_type(g->keys[k]), k);
	if (use->write)
		buf_printf(out, ", %sv", c_type(g->type));
	buf_putc(out, ')');
}

typedef void (*use_fn)(const struct ir_unit *u, const struct ir_c_use *use,
		       struct buf *out);

static bool used_before(const struct ir_unit *u, size_t n,
			const struct ir_c_use *use)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < u->cs.at[i]->uses.n; k++)
			if (u->cs.at[i]->uses.at[k].global == use->global &&
			    u->cs.at[i]->uses.at[k].write == use->write)
				return true;
	return false;
}

/* Calls @fn once for each accessor: for each global that C names, one for reading, one
 * for writing. */
static void each_use(const struct ir_unit *u, use_fn fn, struct buf *out)
{
	for (size_t i = 0; i < u->cs.n; i++)
		for (size_t k = 0; k < u->cs.at[i]->uses.n; k++)
			if (!used_before(u, i, &u->cs.at[i]->uses.at[k]))
				fn(u, &u->cs.at[i]->uses.at[k], out);
}

static void declare_accessor(const struct ir_unit *u,
			     const struct ir_c_use *use, struct buf *out)
{
	put_accessor(u, use, out);
	buf_puts(out, " STP_HANDLER;\n");
}

static void put_shared(const struct ir_unit *u, struct buf *out)
{
	for (size_t i = 0; i < u->cs.n; i++)
		put_struct(u, u->cs.at[i], out);
	each_use(u, declare_accessor, out);
}

/* ---- the first unit's side ---------------------------------------------- */

static void put_key_list(const struct ir_global *g, struct buf *out)
{
	buf_puts(out, "(struct stp_val[]){ ");
	for (uint32_t k = 0; k < g->n_keys; k++)
		buf_printf(out, g->keys[k] == IR_T_STR
				? "%sSTP_STR(stp_embed_str(k%u))"
				: "%sSTP_NUM(k%u)", k ? ", " : "", k);
	buf_puts(out, " }");
}

static void put_get(const struct ir_global *g, uint32_t i, struct buf *out)
{
	if (!g->is_map) {
		buf_printf(out, "return G[%u].%s;", i,
			   g->type == IR_T_STR ? "str" : "num");
		return;
	}
	buf_printf(out, "return stp_map_%s(c, G[%u].map, ",
		   g->type == IR_T_STR ? "peek_str" : "get", i);
	put_key_list(g, out);
	buf_puts(out, ");");
}

static void put_set(const struct ir_global *g, uint32_t i, struct buf *out)
{
	bool str = g->type == IR_T_STR;

	if (!g->is_map) {
		buf_printf(out, str ? "stp_gstr_set(c, &G[%u], "
				      "stp_embed_str(v));"
				    : "G[%u].num = v;", i);
		return;
	}
	buf_printf(out, "stp_map_set%s(c, G[%u].map, ", str ? "_str" : "", i);
	put_key_list(g, out);
	buf_puts(out, str ? ", stp_embed_str(v));" : ", v);");
}

static void define_accessor(const struct ir_unit *u,
			    const struct ir_c_use *use, struct buf *out)
{
	const struct ir_global *g = &u->globals.at[use->global];

	buf_putc(out, '\n');
	put_accessor(u, use, out);
	buf_puts(out, "\n{\n\t");
	(use->write ? put_set : put_get)(g, use->global, out);
	buf_puts(out, "\n}\n");
}

static void put_argument(const struct ir_c *c, uint32_t i, struct buf *out)
{
	const char *prefix = c->plain_names ? "" : "l_";
	const char *name = c->params[i];

	if (c->types[i] != IR_T_STR)
		buf_printf(out, "\te->%s%s = a%u;\n", prefix, name, i);
	else if (c->by_pointer)
		buf_printf(out, "\te->%s%s = a%u.p;\n", prefix, name, i);
	else
		buf_printf(out, "\tstp_embed_arg(e->%s%s, sizeof(e->%s%s), "
			   "a%u);\n", prefix, name, prefix, name, i);
}

/* Writes result, name and parameters of the function that calls the C, such as
 * "static stp_s64 e0(struct stp_ctx *c, stp_s64 a0)". */
static void put_call_head(const struct ir_c *c, size_t index, struct buf *out)
{
	bool str = c->ret == IR_T_STR;

	buf_printf(out, "static %s e%zu(struct stp_ctx *c%s",
		   str ? "struct stp_str" : "stp_s64", index,
		   str ? ", struct stp_slot s" : "");
	for (uint32_t i = 0; i < c->n_params; i++)
		buf_printf(out, ", %s a%u", c->types[i] == IR_T_STR ?
			   "struct stp_str" : "stp_s64", i);
	buf_putc(out, ')');
}

/* Writes the function that calls the C: it puts the arguments into the frame, and
 * returns the result that the C leaves there. */
static void put_call(const struct ir_c *c, size_t index, struct buf *out)
{
	bool str = c->ret == IR_T_STR;

	buf_putc(out, '\n');
	put_call_head(c, index, out);
	buf_printf(out, "\n{\n\tstruct %s *e = (void *)stp_enter(c, %u);\n\n",
		   c->name, c->frame);
	buf_printf(out, "\t_Static_assert(sizeof(*e) <= %u, \"frame\");\n",
		   c->frame);
	buf_printf(out, "\tif (!e)\n\t\treturn %s;\n",
		   str ? "STP_LIT(\"\")" : "0");
	for (uint32_t i = 0; i < c->n_params; i++)
		put_argument(c, i, out);
	buf_puts(out, str ? "\te->__retvalue = s.p;\n\ts.p[0] = 0;\n"
			  : "\te->__retvalue = 0;\n");
	buf_printf(out, "\t%s(c, e);\n\tc->frame = (char *)e;\n", c->name);
	buf_puts(out, str ? "\treturn stp_embed_result(s);\n}\n"
			  : "\treturn e->__retvalue;\n}\n");
}

void emit_embed_calls(const struct ir_unit *u, struct buf *out)
{
	if (!u->cs.n)
		return;
	put_shared(u, out);
	for (size_t i = 0; i < u->cs.n; i++) {
		put_call_head(u->cs.at[i], i, out);
		buf_puts(out, " STP_HANDLER;\n");
	}
	/* the second unit links to one definition, also if there are several
	 * parts */
	buf_puts(out, emit_c_parts(u) > 1 ? "\n#if STP_IN(0)\n" : "");
	each_use(u, define_accessor, out);
	buf_puts(out, emit_c_parts(u) > 1 ? "#endif\n" : "");
	for (size_t i = 0; i < u->cs.n; i++)
		put_call(u->cs.at[i], i, out);
	buf_putc(out, '\n');
}

/* ---- the second unit ---------------------------------------------------- */

/* Writes a #line, then blanks up to the column of the text, then the text: the C
 * compiler then reports the lines and columns of the script. */
static void put_text(const struct ir_unit *u, struct span token,
		     const char *text, struct buf *out)
{
	struct span sp = program_c_span(u->program, token, 0);
	struct source_location p = sources_location(u->program->sources, sp);

	buf_printf(out, "#line %u \"", p.line);
	buf_put_escaped(out, p.file, strlen(p.file));
	buf_puts(out, "\"\n");
	for (unsigned i = 1; i < p.col; i++)
		buf_putc(out, ' ');
	buf_puts(out, text);
	buf_putc(out, '\n');
}

static void put_blocks(const struct ir_unit *u, bool last, struct buf *out)
{
	for (size_t i = 0; i < u->c_blocks.n; i++)
		if (u->c_blocks.at[i].last == last)
			put_text(u, u->c_blocks.at[i].span,
				 u->c_blocks.at[i].text, out);
}

static void put_words(const struct ir_unit *u, const struct ir_c *c,
		      struct buf *out)
{
	const char *prefix = c->plain_names ? "" : "l_";
	bool str = c->ret == IR_T_STR;

	for (uint32_t i = 0; i < c->n_params; i++)
		buf_printf(out, "#define STAP_ARG_%s THIS->%s%s\n",
			   c->params[i], prefix, c->params[i]);
	for (size_t i = 0; i < c->uses.n; i++) {
		const struct ir_c_use *use = &c->uses.at[i];
		const char *what = use->write ? "SET" : "GET";

		buf_printf(out, "#define STAP_GLOBAL_%s_%s(...) stp_%s_%u("
			   "CONTEXT, ##__VA_ARGS__)\n", what,
			   u->globals.at[use->global].g->sym.name,
			   use->write ? "set" : "get", use->global);
	}
	if (str)
		buf_printf(out, "#define STAP_RETVALUE STP_RESULT(%u)\n"
			   "#define STAP_RETURN(v) STP_RETURN_STR(%u, v)\n",
			   u->string_len + 1, u->string_len + 1);
	else
		buf_puts(out, "#define STAP_RETVALUE THIS->__retvalue\n"
			 "#define STAP_RETURN STP_RETURN_NUM\n");
}

static void drop_words(const struct ir_unit *u, const struct ir_c *c,
		       struct buf *out)
{
	for (uint32_t i = 0; i < c->n_params; i++)
		buf_printf(out, "#undef STAP_ARG_%s\n", c->params[i]);
	for (size_t i = 0; i < c->uses.n; i++)
		buf_printf(out, "#undef STAP_GLOBAL_%s_%s\n",
			   c->uses.at[i].write ? "SET" : "GET",
			   u->globals.at[c->uses.at[i].global].g->sym.name);
	buf_puts(out, "#undef STAP_RETVALUE\n#undef STAP_RETURN\n");
}

static void put_expression(const struct ir_unit *u, const struct ir_c *c,
			   struct buf *out)
{
	if (c->ret == IR_T_STR)
		buf_printf(out, "stp_embed_copy(THIS->__retvalue, %u, (\n",
			   u->string_len + 1);
	else
		buf_puts(out, "THIS->__retvalue = (stp_s64)((\n");
	put_text(u, c->span, c->text, out);
	buf_puts(out, "));\n");
}

static void put_c(const struct ir_unit *u, const struct ir_c *c,
		  struct buf *out)
{
	/* an error in a macro of the runtime is in no line of the script */
	buf_puts(out, "\n#line 1 \"<tapster>\"\n");
	put_words(u, c, out);
	buf_printf(out, "void %s(struct stp_ctx *CONTEXT, struct %s *THIS)\n"
		   "{\n", c->name, c->name);
	if (c->is_expr)
		put_expression(u, c, out);
	else
		put_text(u, c->span, c->text, out);
	buf_puts(out, "}\n");
	drop_words(u, c, out);
}

/* Defines the version for #if STAP_COMPAT_VERSION >= STAP_VERSION(1, 8). */
static void put_version(const char *version, struct buf *out)
{
	const char *dot = strchr(version, '.');

	buf_printf(out, "#define STAP_COMPAT_VERSION STAP_VERSION(%d, %d)\n",
		   atoi(version), dot ? atoi(dot + 1) : 0);
}

void emit_embed(const struct ir_unit *u, const struct emit_options *o,
		struct buf *out)
{
	if (!u->has_c)
		return;
	buf_printf(out, "#include \"runtime/%s/embed.h\"\n\n",
		   *o->release ? "linux" : "host");
	buf_printf(out, "#define MAXSTRINGLEN %u\n", u->string_len + 1);
	put_version(o->version, out);
	for (size_t i = 0; i < o->n_defines; i++)
		buf_printf(out, "#define %s %s\n", o->defines[i].name,
			   o->defines[i].value);
	buf_putc(out, '\n');
	put_shared(u, out);
	put_blocks(u, false, out);
	for (size_t i = 0; i < u->cs.n; i++)
		put_c(u, u->cs.at[i], out);
	put_blocks(u, true, out);
}
