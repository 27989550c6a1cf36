/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads tables of lines.  A table is a head (sizes, then directories, then files) and a
 * program for a small machine, whose registers are one row.  Opcodes from opcode_base on
 * add to both address and line, and emit a row.  Opcodes below it do one thing each; opcode
 * 0 is followed by a length and one of the rarer opcodes.
 */
#include "translator/target/dwarf/line_private.h"

#include <dwarf.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/elf/elf.h"

static void section_of(struct range *ret, const struct elf_file *e,
		       const char *const names[4])
{
	for (size_t i = 0; i < 4 && names[i]; i++)
		if (elf_file_bytes(e, names[i], ret))
			return;
}

void line_sections_init(struct line_sections *s, const struct elf_file *e)
{
	memset(s, 0, sizeof(*s));
	section_of(&s->line, e, (const char *const[4]){
			".debug_line", ".zdebug_line", ".debug_line.dwo" });
	section_of(&s->line_str, e, (const char *const[4]){
			".debug_line_str", ".zdebug_line_str" });
	section_of(&s->str, e, (const char *const[4]){
			".debug_str", ".zdebug_str", ".debug_str.dwo" });
}

void line_table_free(struct line_table *t)
{
	vec_free(&t->files);
	*t = (struct line_table){ 0 };
}

/* ---- the head ----------------------------------------------------------- */

/* Narrows the reader to the table at @offset, which begins with its size. */
static bool enter_unit(struct line_reader *r, uint64_t offset)
{
	struct range rest;
	uint64_t size;

	if (offset > r->s->line.n ||
	    !range_cut(r->s->line, offset, r->s->line.n - offset, &rest))
		return false;
	r->c = cursor_of(rest);
	r->offset_size = 4;
	size = cursor_uint(&r->c, 4);
	if (size == 0xffffffff) {
		r->offset_size = 8;
		size = cursor_uint(&r->c, 8);
	}
	if (r->c.bad || size > cursor_left(&r->c))
		return false;
	r->c.end = r->c.p + size;
	return true;
}

static bool read_numbers(struct line_reader *r, struct line_table *t)
{
	t->min_length = (unsigned)cursor_uint(&r->c, 1);
	if (t->version >= 4)
		cursor_uint(&r->c, 1);	/* operations of VLIW machines */
	t->is_stmt = cursor_uint(&r->c, 1);
	t->line_base = (signed char)cursor_uint(&r->c, 1);
	t->line_range = (unsigned)cursor_uint(&r->c, 1);
	t->opcode_base = (unsigned)cursor_uint(&r->c, 1);
	for (unsigned i = 1; i < t->opcode_base; i++)
		t->lengths[i] = (unsigned char)cursor_uint(&r->c, 1);
	return !r->c.bad && t->line_range && t->opcode_base;
}

static bool read_head(struct line_reader *r, struct line_table *t)
{
	const unsigned char *program;
	uint64_t head;

	t->version = (unsigned)cursor_uint(&r->c, 2);
	if (t->version < 2 || t->version > 5)
		return false;
	if (t->version >= 5) {
		r->address_size = (unsigned)cursor_uint(&r->c, 1);
		cursor_uint(&r->c, 1);	/* segment selectors: x86 has none */
	}
	head = cursor_uint(&r->c, r->offset_size);
	if (r->c.bad || head > cursor_left(&r->c))
		return false;
	program = r->c.p + head;
	t->program = (struct range){ program, (size_t)(r->c.end - program) };
	r->c.end = program;
	if (!read_numbers(r, t))
		return false;
	if (t->version >= 5)
		return line_read_files_new(r, t);
	line_read_files_old(r, t);
	return !r->c.bad;
}

struct sys_error *line_table_read(struct line_table *ret,
				  const struct elf_file *e,
				  const struct line_sections *s,
				  uint64_t offset)
{
	struct line_reader r = { .s = s };
	bool ok;

	memset(ret, 0, sizeof(*ret));
	ok = enter_unit(&r, offset) && read_head(&r, ret);
	vec_free(&r.dirs);
	if (ok)
		return NULL;
	line_table_free(ret);
	return elf_file_damaged(e, "the line table at offset %#llx of "
				   ".debug_line is invalid",
				(unsigned long long)offset);
}

/* ---- the program -------------------------------------------------------- */

struct machine {
	const struct line_table *t;
	struct cursor c;
	struct line_row row;
};

static void reset(struct machine *m)
{
	m->row = (struct line_row){ .file = 1, .line = 1,
				    .is_stmt = m->t->is_stmt };
}

static void advance(struct machine *m, uint64_t operations)
{
	m->row.addr += operations * m->t->min_length;
}

/* Returns what opcode 255 would add to the address. */
static uint64_t largest_step(const struct line_table *t)
{
	return (255 - t->opcode_base) / t->line_range;
}

/* Does opcode 0.  True: a row is complete. */
static bool do_extended(struct machine *m)
{
	uint64_t n = cursor_uleb(&m->c);
	struct cursor in = m->c;
	uint64_t opcode;

	if (!cursor_take(&m->c, n) || !n)
		return false;
	in.end = m->c.p;
	opcode = cursor_uint(&in, 1);
	if (opcode == DW_LNE_set_address && n <= 9)
		m->row.addr = cursor_uint(&in, (size_t)n - 1);
	m->row.is_end = opcode == DW_LNE_end_sequence;
	return m->row.is_end;
}

static void skip_unknown(struct machine *m, unsigned opcode)
{
	for (unsigned i = 0; i < m->t->lengths[opcode]; i++)
		cursor_uleb(&m->c);
}

/* Does an opcode below opcode_base.  True: a row is complete. */
static bool do_standard(struct machine *m, unsigned opcode)
{
	struct line_row *row = &m->row;

	switch (opcode) {
	case 0:
		return do_extended(m);
	case DW_LNS_copy:
		return true;
	case DW_LNS_advance_pc:
		advance(m, cursor_uleb(&m->c));
		break;
	case DW_LNS_advance_line:
		row->line = (uint32_t)((int64_t)row->line +
				       cursor_sleb(&m->c));
		break;
	case DW_LNS_set_file:
		row->file = (uint32_t)cursor_uleb(&m->c);
		break;
	case DW_LNS_set_column:
		row->column = (uint32_t)cursor_uleb(&m->c);
		break;
	case DW_LNS_negate_stmt:
		row->is_stmt = !row->is_stmt;
		break;
	case DW_LNS_set_basic_block:
	case DW_LNS_set_epilogue_begin:
		break;
	case DW_LNS_const_add_pc:
		advance(m, largest_step(m->t));
		break;
	case DW_LNS_fixed_advance_pc:
		row->addr += cursor_uint(&m->c, 2);
		break;
	case DW_LNS_set_prologue_end:
		row->prologue_end = true;
		break;
	default:
		skip_unknown(m, opcode);
	}
	return false;
}

static bool do_special(struct machine *m, unsigned opcode)
{
	unsigned n = opcode - m->t->opcode_base;

	advance(m, n / m->t->line_range);
	m->row.line += (uint32_t)(m->t->line_base +
				  (int)(n % m->t->line_range));
	return true;
}

bool line_table_rows(const struct line_table *t,
		     bool (*fn)(void *data, const struct line_row *row),
		     void *data)
{
	struct machine m = { .t = t, .c = cursor_of(t->program) };

	reset(&m);
	while (m.c.p < m.c.end) {
		unsigned opcode = *m.c.p++;
		bool complete = opcode >= t->opcode_base ?
			do_special(&m, opcode) : do_standard(&m, opcode);

		if (m.c.bad)
			return false;
		if (!complete)
			continue;
		if (!fn(data, &m.row))
			return true;
		if (m.row.is_end)
			reset(&m);
		m.row.prologue_end = false;
	}
	return true;
}
