/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads .eh_frame, a sequence of entries: CIEs, which hold what several
 * functions have in common, and FDEs, one for each piece of code, which name
 * their CIE.  Both have instructions that tell for each code address where the CFA
 * is (the stack pointer after the return) and where registers were saved.  Three
 * registers matter here: bp, bx and the return address.  A row is made wherever the
 * CFA or one of these three changes.  The format is that of DWARF's .debug_frame,
 * with differences that the Linux Standard Base describes.  Programs of Go, and of C
 * without unwind tables, have only .debug_frame.
 */
#include <stdlib.h>

#include "translator/target/elf/cursor.h"
#include "translator/target/elf/unwind.h"
#include "translator/target/elf/unwind_private.h"

enum { MOST_STATES = 16 };
/* The most bytes of a CIE, which may be read again for each FDE; real ones have 30. */
enum { MOST_CIE = 4096 };

struct cie {
	uint64_t code_align;
	int64_t data_align;
	unsigned char encoding;	/* of addresses in its FDEs */
	bool is_signal, has_size, is_good;
	struct unwind_state first;	/* at the start of each of its FDEs */
};

struct reader {
	const struct elf_file *e;
	const struct elf_section *s;
	struct range bytes;
	bool is_debug_frame;
	struct unwind_rows *ret;
};

/* The run of the instructions of a CIE or an FDE; @pc is the code address so far. */
struct run {
	struct reader *r;
	const struct cie *cie;
	struct unwind_state now, kept[MOST_STATES];
	unsigned n_kept;
	uint64_t pc, end;
	bool is_bad;		/* an instruction that is not known */
};

/* ---- rows --------------------------------------------------------------- */

static void put(struct reader *r, uint64_t pc, uint32_t value)
{
	struct stp_unwind u = { .how = value };
	uint64_t offset;

	if (!elf_file_offset(r->e, pc, &offset) || offset > UINT32_MAX)
		return;
	u.pc = (uint32_t)offset;
	vec_push(r->ret, u);
}

static void put_row(struct run *x)
{
	if (x->pc < x->end)
		put(x->r, x->pc, unwind_how(&x->now, x->cie->is_signal));
}

/* ---- instructions ------------------------------------------------------- */

static void advance(struct run *x, uint64_t by)
{
	if (!by)
		return;
	put_row(x);
	x->pc += by * x->cie->code_align;
}

static void set(struct run *x, uint64_t reg, enum unwind_rule_kind kind,
		int64_t offset)
{
	if (reg == REG_BP)
		x->now.bp = (struct unwind_rule){ kind, offset };
	else if (reg == REG_BX)
		x->now.bx = (struct unwind_rule){ kind, offset };
	else if (reg == REG_RA)
		x->now.ra = (struct unwind_rule){ kind, offset };
}

static void restore(struct run *x, uint64_t reg)
{
	if (reg == REG_BP)
		x->now.bp = x->cie->first.bp;
	else if (reg == REG_BX)
		x->now.bx = x->cie->first.bx;
	else if (reg == REG_RA)
		x->now.ra = x->cie->first.ra;
}

static void set_cfa(struct run *x, uint64_t reg, int64_t offset)
{
	x->now.reg = reg;
	x->now.offset = offset;
	x->now.expression = (struct range){ NULL, 0 };
}

static struct range block(struct cursor *c)
{
	uint64_t n = cursor_uleb(c);
	const unsigned char *p = cursor_take(c, n);

	return (struct range){ p, p ? n : 0 };
}

static void set_expression(struct run *x, uint64_t reg, struct range e)
{
	bool at_bp = e.n == 2 && e.p[0] == 0x76 && !e.p[1];	/* bp + 0 */

	set(x, reg, at_bp ? RULE_AT_BP : RULE_OTHER, 0);
}

static void remember(struct run *x)
{
	if (x->n_kept == MOST_STATES)
		x->is_bad = true;
	else
		x->kept[x->n_kept++] = x->now;
}

static void come_back(struct run *x)
{
	if (!x->n_kept)
		x->is_bad = true;
	else
		x->now = x->kept[--x->n_kept];
}

static int64_t scaled(const struct run *x, int64_t n)
{
	return (int64_t)((uint64_t)n * (uint64_t)x->cie->data_align);
}

static uint64_t read_address(const struct reader *r, struct cursor *c,
			     unsigned char encoding);

static void run_cfa(struct run *x, struct cursor *c, unsigned op)
{
	uint64_t reg;

	switch (op) {
	case 0x0c:
		reg = cursor_uleb(c);
		set_cfa(x, reg, (int64_t)cursor_uleb(c));
		break;
	case 0x0d:
		set_cfa(x, cursor_uleb(c), x->now.offset);
		break;
	case 0x0e:
		x->now.offset = (int64_t)cursor_uleb(c);
		break;
	case 0x0f:
		x->now.expression = block(c);
		break;
	case 0x12:
		reg = cursor_uleb(c);
		set_cfa(x, reg, scaled(x, cursor_sleb(c)));
		break;
	default:
		x->now.offset = scaled(x, cursor_sleb(c));
	}
}

static void run_rule(struct run *x, struct cursor *c, unsigned op)
{
	uint64_t reg = cursor_uleb(c);

	switch (op) {
	case 0x05:
		set(x, reg, RULE_AT_CFA, scaled(x, (int64_t)cursor_uleb(c)));
		break;
	case 0x06:
		restore(x, reg);
		break;
	case 0x07:
		set(x, reg, RULE_NONE, 0);
		break;
	case 0x08:
		set(x, reg, RULE_SAME, 0);
		break;
	case 0x10:
		set_expression(x, reg, block(c));
		break;
	case 0x11:
		set(x, reg, RULE_AT_CFA, scaled(x, cursor_sleb(c)));
		break;
	case 0x2f:
		set(x, reg, RULE_AT_CFA, -scaled(x, (int64_t)cursor_uleb(c)));
		break;
	case 0x16:
		block(c);
		set(x, reg, RULE_OTHER, 0);
		break;
	default:	/* a register, a value that is computed */
		cursor_uleb(c);
		set(x, reg, RULE_OTHER, 0);
	}
}

static void run_other(struct run *x, struct cursor *c, unsigned op)
{
	switch (op) {
	case 0x00:
		break;
	case 0x01:
		put_row(x);
		x->pc = read_address(x->r, c, x->cie->encoding);
		break;
	case 0x02:
	case 0x03:
	case 0x04:
		advance(x, cursor_uint(c, 1u << (op - 2)));
		break;
	case 0x0a:
		remember(x);
		break;
	case 0x0b:
		come_back(x);
		break;
	case 0x2e:	/* bytes of arguments, which the CFA counts already */
		cursor_uleb(c);
		break;
	default:
		x->is_bad = true;
	}
}

static void run_one(struct run *x, struct cursor *c)
{
	unsigned op = (unsigned)cursor_uint(c, 1);

	if (op >> 6 == 1)
		advance(x, op & 0x3f);
	else if (op >> 6 == 2)
		set(x, op & 0x3f, RULE_AT_CFA,
		    scaled(x, (int64_t)cursor_uleb(c)));
	else if (op >> 6 == 3)
		restore(x, op & 0x3f);
	else if ((op >= 0x0c && op <= 0x0f) || op == 0x12 || op == 0x13)
		run_cfa(x, c, op);
	else if ((op >= 0x05 && op <= 0x09) || op == 0x10 || op == 0x11 ||
		 (op >= 0x14 && op <= 0x16) || op == 0x2f)
		run_rule(x, c, op);
	else
		run_other(x, c, op);
}

static void run_all(struct run *x, struct cursor *c)
{
	while (cursor_left(c) && !c->bad && !x->is_bad)
		run_one(x, c);
	x->is_bad |= c->bad;
}

/* ---- entries ------------------------------------------------------------ */

static uint64_t sign_extend(uint64_t v, unsigned bytes)
{
	unsigned unused = 64 - 8 * bytes;

	return (uint64_t)((int64_t)(v << unused) >> unused);
}

static uint64_t read_value(struct cursor *c, unsigned char format)
{
	switch (format & 0x0f) {
	case 0x02:
		return cursor_uint(c, 2);
	case 0x03:
		return cursor_uint(c, 4);
	case 0x0a:
		return sign_extend(cursor_uint(c, 2), 2);
	case 0x0b:
		return sign_extend(cursor_uint(c, 4), 4);
	case 0x00:
	case 0x04:
	case 0x0c:
		return cursor_uint(c, 8);
	default:
		c->bad = true;
		return 0;
	}
}

/* Reads an address: absolute, or relative to the address where it is stored.  Other
 * encodings, which are not used for code, set c->bad. */
static uint64_t read_address(const struct reader *r, struct cursor *c,
			     unsigned char encoding)
{
	uint64_t at = r->s->addr + (uint64_t)(c->p - r->bytes.p);
	uint64_t v = read_value(c, encoding);

	if ((encoding & 0x70) == 0x10)
		return v + at;
	c->bad |= (encoding & 0x70) != 0;
	return v;
}

static void skip_encoded(struct cursor *c, unsigned char encoding)
{
	if (encoding != 0xff)
		read_value(c, encoding);
}

static void read_augmentation(struct cie *cie, const char *letters,
			      struct cursor *c)
{
	struct cursor data = cursor_of(block(c));
	unsigned char encoding;

	for (; *letters && cie->is_good; letters++)
		switch (*letters) {
		case 'R':
			cie->encoding = (unsigned char)cursor_uint(&data, 1);
			break;
		case 'P':
			encoding = (unsigned char)cursor_uint(&data, 1);
			skip_encoded(&data, encoding);
			break;
		case 'L':
			cursor_uint(&data, 1);
			break;
		case 'S':
			cie->is_signal = true;
			break;
		case 'B':
			break;
		default:
			cie->is_good = false;
		}
	cie->is_good &= !data.bad;
}

static void read_cie(struct reader *r, struct cursor *c, struct cie *ret)
{
	unsigned version = (unsigned)cursor_uint(c, 1);
	const char *letters = cursor_string(c);
	struct run x = { .r = r, .cie = ret };

	*ret = (struct cie){ .is_good = version == 1 || version == 3 ||
					version == 4 };
	if (version == 4)	/* sizes of addresses, of segments' numbers */
		ret->is_good &= cursor_uint(c, 1) == 8 && !cursor_uint(c, 1);
	ret->code_align = cursor_uleb(c);
	ret->data_align = cursor_sleb(c);
	ret->is_good &= (version == 1 ? cursor_uint(c, 1)
				      : cursor_uleb(c)) == REG_RA;
	if (*letters == 'z') {
		ret->has_size = true;
		read_augmentation(ret, letters + 1, c);
	} else {
		ret->is_good &= !*letters;
	}
	if (ret->is_good)
		run_all(&x, c);
	ret->is_good &= !x.is_bad;
	ret->first = x.now;
}

/* Takes the next entry off @all: *@ret has its bytes after the length.  False at the end, at
 * a length of 0, and if the entry is cut off. */
static bool next_entry(struct cursor *all, struct cursor *ret)
{
	uint64_t n = cursor_uint(all, 4);
	const unsigned char *p;

	if (n == 0xffffffff)
		n = cursor_uint(all, 8);
	p = n ? cursor_take(all, n) : NULL;
	if (!p)
		return false;
	*ret = cursor_of((struct range){ p, n });
	return true;
}

/* Returns the word that all CIEs have after the length.  In an FDE this word leads to
 * its CIE: in .eh_frame it is the distance backwards from the word, in .debug_frame the
 * offset in the section. */
static uint64_t cie_word(const struct reader *r)
{
	return r->is_debug_frame ? UINT32_MAX : 0;
}

/* Returns the offset in the section of the CIE of an FDE.  @field: where @word is in
 * memory.  If @word is wrong, the offset may be beyond the section. */
static uint64_t cie_of(const struct reader *r, const unsigned char *field,
		       uint64_t word)
{
	uint64_t at = (uint64_t)(field - r->bytes.p);

	if (r->is_debug_frame)
		return word;
	return word <= at ? at - word : UINT64_MAX;
}

static bool cie_at(struct reader *r, uint64_t at, struct cie *ret)
{
	struct cursor all = cursor_of(r->bytes), c;

	if (at >= r->bytes.n)
		return false;
	all.p += at;
	if (!next_entry(&all, &c) || cursor_left(&c) > MOST_CIE ||
	    cursor_uint(&c, 4) != cie_word(r))
		return false;
	read_cie(r, &c, ret);
	return ret->is_good;
}

static void read_fde(struct reader *r, struct cursor *c, const struct cie *cie)
{
	struct run x = { .r = r, .cie = cie, .now = cie->first };
	uint64_t from = read_address(r, c, cie->encoding);

	x.pc = from;
	x.end = from + read_value(c, cie->encoding);
	if (cie->has_size)
		block(c);
	if (c->bad || x.end <= from || !from)
		return;
	run_all(&x, c);
	put_row(&x);
	if (x.is_bad)
		put(r, x.pc, STP_CFA_UNKNOWN);
	put(r, x.end, STP_CFA_UNKNOWN);
}

/* Reads all entries.  CIEs are few, and FDEs of the same CIE follow each other, so
 * the CIE that was read last is kept. */
static void read_all(struct reader *r)
{
	struct cursor all = cursor_of(r->bytes), c;
	uint64_t last = UINT64_MAX, at, word;
	const unsigned char *field;
	struct cie cie = { 0 };

	while (next_entry(&all, &c)) {
		field = c.p;
		word = cursor_uint(&c, 4);
		if (word == cie_word(r))
			continue;
		at = cie_of(r, field, word);
		if (last != at && !cie_at(r, at, &cie)) {
			last = UINT64_MAX;
			continue;
		}
		last = at;
		read_fde(r, &c, &cie);
	}
}

static void read_section(struct reader *r, const char *name)
{
	r->s = elf_file_section(r->e, name);
	if (r->s && elf_file_contents(r->e, r->s, &r->bytes))
		read_all(r);
}

/* ---- the table ---------------------------------------------------------- */

/* Orders rows by address.  At an address where one piece of code ends and the next
 * begins, the row of the end, STP_CFA_UNKNOWN, comes last: sort() drops it. */
static int by_pc(const void *a, const void *b)
{
	const struct stp_unwind *x = a, *y = b;

	if (x->pc != y->pc)
		return x->pc < y->pc ? -1 : 1;
	return (x->how == STP_CFA_UNKNOWN) - (y->how == STP_CFA_UNKNOWN);
}

static void sort(struct unwind_rows *rows, size_t first)
{
	struct stp_unwind *at;
	uint32_t last = 0;
	size_t n = 0;

	if (rows->n == first)
		return;
	at = rows->at + first;
	qsort(at, rows->n - first, sizeof(*at), by_pc);
	for (size_t i = 0; i < rows->n - first; i++) {
		bool is_new = !i || at[i].pc != last;

		last = at[i].pc;
		if (is_new && (!n || at[n - 1].how != at[i].how))
			at[n++] = at[i];
	}
	rows->n = first + n;
}

void unwind_read(const struct elf_file *e, struct unwind_rows *ret)
{
	struct reader r = { .e = e, .ret = ret };
	size_t first = ret->n;

	if (!e->is_64)
		return;
	read_section(&r, ".eh_frame");
	r.is_debug_frame = true;
	read_section(&r, ".debug_frame");
	sort(ret, first);
}
