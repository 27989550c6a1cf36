/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the tables of the script that the runtime reads: handlers, conditions
 * and kinds, and struct stp_script, which holds them.
 */
#include <inttypes.h>

#include "base/buf.h"
#include "translator/emit/emit_private.h"

static void put_handler_flags(const struct ir_func *f, struct buf *out)
{
	bool is_long = f->probe_kind == STP_KIND_BEGIN ||
		       f->probe_kind == STP_KIND_END ||
		       f->probe_kind == STP_KIND_ERROR;

	buf_puts(out, "0");
	if (f->writes_condition)
		buf_puts(out, " | STP_H_CHANGES_COND");
	if (f->prints)
		buf_puts(out, " | STP_H_OUTPUT");
	if (f->late_locks)
		buf_puts(out, " | STP_H_LATE_LOCKS");
	if (emit_takes_lock(f))
		buf_puts(out, " | STP_H_OWN_LOCK");
	if (f->asks_program)
		buf_puts(out, " | STP_H_ASKS_PROGRAM");
	if (is_long)
		buf_puts(out, " | STP_H_LONG");
}

static void put_handlers(const struct ir_unit *u, struct buf *out)
{
	buf_puts(out, "\nstatic const struct stp_handler handlers[] = {\n");
	for (size_t i = 0; i < u->handlers.n; i++) {
		const struct ir_func *f = u->handlers.at[i];

		buf_printf(out, "\t{ f%u, ", f->index);
		buf_printf(out, emit_is_hit(f) ? "h%u, " : "0, ", f->index);
		buf_printf(out, "%#" PRIx64 ", %#" PRIx64 ", %#" PRIx64
			   ", %u, ", f->counts, f->freezes, f->locks,
			   f->deep_frame);
		put_handler_flags(f, out);
		buf_puts(out, " },\n");
	}
	buf_puts(out, "};\n");
}

static void put_conditions(const struct ir_unit *u, struct buf *out)
{
	if (!u->conds.n)
		return;
	buf_puts(out, "\nstatic const struct stp_cond conds[] = {\n");
	for (size_t i = 0; i < u->conds.n; i++) {
		const struct ir_func *f = u->conds.at[i];

		buf_printf(out, "\t{ f%u", f->index);
		if (f->by_look)
			buf_printf(out, ", 1, %#" PRIx64 ", %#" PRIx64,
				   f->freezes, f->locks);
		buf_puts(out, " },\n");
	}
	buf_puts(out, "};\n");
}

static const char *const kind_names[] = {
#define KIND_NAME(sym, name) #name,
	STP_KINDS(KIND_NAME)
#undef KIND_NAME
};

static unsigned put_kinds(const struct ir_unit *u, struct buf *out)
{
	bool used[STP_N_KINDS] = { false };
	unsigned n = 0;

	for (size_t i = 0; i < u->rows.n; i++)
		used[u->rows.at[i].kind] = true;
	buf_putc(out, '\n');
	for (int k = 0; k < STP_N_KINDS; k++)
		if (used[k])
			buf_printf(out, "extern const struct stp_kind "
				   "stp_kind_%s;\n", kind_names[k]);
	buf_puts(out, "static const struct stp_kind *const kinds[] = {\n");
	for (int k = 0; k < STP_N_KINDS; k++)
		if (used[k]) {
			buf_printf(out, "\t&stp_kind_%s,\n", kind_names[k]);
			n++;
		}
	buf_puts(out, "};\n");
	return n;
}

/* Writes @format for each optional part of the runtime that the script needs. */
static void put_parts(const struct ir_unit *u, struct buf *out,
		      const char *format)
{
	const struct {
		const char *name;
		bool wanted;
	} parts[] = {
		{ "arm", u->conds.n },
		{ "module_syms", u->has_module_symbols },
		{ "trampolines", u->trampolines.n },
		{ "callers", u->has_callers },
		{ "spaces", u->has_spaces },
		{ "namespaces", u->has_namespaces },
		{ "target_set", u->has_target_set },
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (parts[i].wanted)
			buf_printf(out, format, parts[i].name, parts[i].name);
}

void emit_script(const struct ir_unit *u, struct buf *out)
{
	unsigned n_kinds;

	put_handlers(u, out);
	put_conditions(u, out);
	n_kinds = put_kinds(u, out);
	buf_puts(out, "\nSTP_BLOB(STP_BLOB_PATH)\n");
	put_parts(u, out, "\nextern const struct stp_%s stp_%s;\n");
	buf_puts(out, "\nconst struct stp_script stp_script = {\n");
	buf_puts(out, "\tSTP_ABI_VERSION,\n");
	buf_printf(out, "\t%zu, handlers,\n", u->handlers.n);
	buf_printf(out, "\t%zu, %s,\n", u->conds.n,
		   u->conds.n ? "conds" : "0");
	buf_printf(out, "\t%u, kinds,\n", n_kinds);
	buf_printf(out, "\t%zu, G, %s,\n", u->globals.n,
		   emit_n_locks(u) ? "L" : "0");
	buf_puts(out, "\tstp_blob, stp_blob_end,\n");
	if (emit_match_words(u))
		buf_printf(out, "\t%u,\n", emit_match_words(u));
	put_parts(u, out, "\t.%s = &stp_%s,\n");
	buf_puts(out, "};\n");
}
