/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decodes the symbols of a kernel, which it holds in a packed form in .rodata.
 * The kernel finds their tables through symbols that a stripped image no longer has,
 * so the tables have to be recognised by their contents.  Each table starts at a
 * multiple of 8, or of 4 from 7.0 on.  The tables are:
 *
 *	token_table	256 C strings.  A name is written as a string of
 *			bytes, each byte being the number of a string here.
 *			Characters that occur in names stand for themselves
 *			(string 0x30 is "0"), the other numbers are frequent
 *			pieces of names ("register", "par", "ve_").
 *	token_index	u16[256]: where in token_table each string begins.
 *	num_syms	u32: the number of symbols.
 *	names		For each symbol, in the order of addresses: the number
 *			of bytes that follow, then these bytes.  A number
 *			above 127 takes two bytes: its low seven bits with the
 *			top bit set, then its other bits.  The first character
 *			of an unpacked name is the symbol's type.
 *	markers		u32 for each 256th symbol: where it begins in names.
 *	offsets		s32 for each symbol: its address, see address_of().
 *	relative_base	u64: the address that offsets count from.  From 7.0 on
 *			there is none: each offset counts from its own address.
 *	seqs_of_names	The order by name, three bytes for each symbol.  Not
 *			used, because older kernels lack it.
 *
 * There are two orders.  The older one:
 *
 *	offsets relative_base num_syms names markers [seqs_of_names]
 *	token_table token_index
 *
 * and the newer one, from 6.5 on:
 *
 *	num_syms names markers token_table token_index offsets relative_base
 *	seqs_of_names
 *
 * The search begins with the digits in token_table, the one pattern that every
 * kernel has; the token_index after it has to agree.  Then the search goes backwards:
 * num_syms is the first number that is followed by as many names, and then by
 * markers that agree with these names.  Each of the two orders then has one position
 * for offsets; at the right one the addresses never fall.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "translator/target/kernel/kallsyms.h"

#define TOKENS 256
#define MARKER_STEP 256
#define SYMS_MIN 256		/* fewer: it is something else */
#define SYMS_MAX (1 << 24)
#define SEQ_SIZE 3
/* The search of names fails after it has looked at this many positions and names. */
#define SEARCH_BUDGET (1 << 26)

/** One of the 256 pieces of names: @n bytes, used without the NUL after them. */
struct token {
	const char *p;
	size_t n;
};

/** The tables inside a section.  The members from token_table to offsets are offsets
 *  in the section. */
struct tables {
	struct range all;	/* the section */
	size_t token_table;
	size_t token_index;
	size_t after_tokens;	/* where the next table would begin */
	size_t num_syms;
	size_t names;
	size_t markers;
	size_t offsets;
	size_t align;		/* each table begins at a multiple of it */
	uint64_t base;		/* relative_base; FROM_RELATIVE: the address of the
				   first offset */
	enum { FROM_BASE, SPLIT, FROM_RELATIVE } form;	/* see address_of() */
	uint32_t n;		/* symbols */
	size_t budget;		/* positions and names that may still be looked at */
	struct token tokens[TOKENS];
};

static size_t table_align(const struct tables *t, size_t at)
{
	return align_up(at, t->align);
}

/* ---- tokens ------------------------------------------------------------- */

/* Returns the end of the C string at @at, after its NUL; 0 if it never ends. */
static size_t string_end(struct range all, size_t at)
{
	const unsigned char *nul = NULL;

	if (at < all.n)
		nul = memchr(all.p + at, 0, all.n - at);
	return nul ? (size_t)(nul - all.p) + 1 : 0;
}

/* Reads the tokens.  Returns false if a string does not begin where token_index has
 * it, or if the last one does not end at @end. */
static bool take_tokens(struct tables *t, size_t end)
{
	size_t at = t->token_table;

	for (unsigned i = 0; i < TOKENS; i++) {
		size_t entry = t->token_index + i * sizeof(uint16_t);
		size_t next = string_end(t->all, at);

		if (!next || get_u16(t->all.p + entry) != at - t->token_table)
			return false;
		t->tokens[i] = (struct token){ (const char *)t->all.p + at,
					       next - at - 1 };
		at = next;
	}
	return at == end;
}

/* Takes the token table whose string "0" is at @digits, and the token_index after it;
 * false: they are not there. */
static bool check_tokens(struct tables *t, size_t digits)
{
	size_t end = digits, back;

	for (unsigned i = '0'; i < TOKENS; i++) {
		end = string_end(t->all, end);
		if (!end)
			return false;
	}
	t->token_index = table_align(t, end);
	t->after_tokens = t->token_index + TOKENS * sizeof(uint16_t);
	if (t->after_tokens > t->all.n)
		return false;
	back = get_u16(t->all.p + t->token_index + '0' * sizeof(uint16_t));
	if (back > digits)
		return false;
	t->token_table = digits - back;
	return take_tokens(t, end);
}

static bool find_tokens(struct tables *t)
{
	static const char digits[] = "0\0001\0002\0003\0004\0005\0006\0007\0"
				     "8\09";
	size_t at = 0;

	while (at < t->all.n) {
		const unsigned char *p = memmem(t->all.p + at, t->all.n - at,
						digits, sizeof(digits));

		if (!p)
			return false;
		at = (size_t)(p - t->all.p);
		if (check_tokens(t, at))
			return true;
		at++;
	}
	return false;
}

/* ---- names -------------------------------------------------------------- */

/*
 * Returns the length of the packed name at *@at, and moves *@at to its first
 * byte.  0: there is no name, or it goes beyond @end.
 */
static size_t packed_length(struct range all, size_t *at, size_t end)
{
	size_t n;

	if (*at >= end)
		return 0;
	n = all.p[(*at)++];
	if (n & 0x80) {
		if (*at >= end)
			return 0;
		n = (n & 0x7f) | (size_t)all.p[(*at)++] << 7;
	}
	return n <= end - *at ? n : 0;
}

/* Returns true if the markers at @at say where each 256th name begins. */
static bool markers_agree(struct tables *t, size_t at)
{
	size_t position = t->names;

	for (uint32_t i = 0; i < t->n; i++) {
		size_t marker = at + i / MARKER_STEP * sizeof(uint32_t), n;

		if (i % MARKER_STEP == 0 &&
		    get_u32(t->all.p + marker) != position - t->names)
			return false;
		n = packed_length(t->all, &position, t->token_table);
		position += n;
	}
	return true;
}

/* Returns true if markers at @at fill the room up to the tokens, with or without
 * seqs_of_names after them. */
static bool markers_fit(const struct tables *t, size_t at)
{
	size_t steps = (t->n + MARKER_STEP - 1) / MARKER_STEP;
	size_t end = table_align(t, at + steps * sizeof(uint32_t));

	return end == t->token_table ||
	       table_align(t, end + t->n * (size_t)SEQ_SIZE) == t->token_table;
}

/* Returns where the markers begin if they, and @after bytes of seqs_of_names after them,
 * end at the tokens; 0 if there is no room. */
static size_t markers_before(const struct tables *t, size_t after)
{
	size_t steps = (t->n + MARKER_STEP - 1) / MARKER_STEP;
	size_t room = align_up(after, t->align) +
		      align_up(steps * sizeof(uint32_t), t->align);

	return room < t->token_table ? t->token_table - room : 0;
}

/* Returns true if markers could begin at @at.  The first marker is 0; the second counts
 * the bytes of 256 names, each of at least two bytes. */
static bool may_be_markers(const struct tables *t, size_t at)
{
	return at && !get_u32(t->all.p + at) &&
	       (t->n <= MARKER_STEP ||
		get_u32(t->all.p + at + sizeof(uint32_t)) >= 2 * MARKER_STEP);
}

/* Returns true if there could be markers for t->n names where they have to be.  In the
 * packed names many numbers look like counts: to go through the names for each of them
 * would cost too much. */
static bool may_have_markers(const struct tables *t)
{
	return may_be_markers(t, markers_before(t, 0)) ||
	       may_be_markers(t, markers_before(t, t->n * (size_t)SEQ_SIZE));
}

static bool names_at(struct tables *t, size_t at)
{
	size_t position = at;

	for (uint32_t i = 0; i < t->n; i++) {
		size_t n = packed_length(t->all, &position, t->token_table);

		if (!n || !t->budget)
			return false;
		t->budget--;
		position += n;
	}
	t->names = at;
	t->markers = table_align(t, position);
	return markers_fit(t, t->markers) && markers_agree(t, t->markers);
}

/* Returns true if the number at @at could be num_syms: the padding up to the next table
 * is 0, and the bytes after it have room for that many names. */
static bool may_be_count(const struct tables *t, size_t at)
{
	uint32_t n = get_u32(t->all.p + at);
	bool has_padding = t->align > sizeof(n);

	return n >= SYMS_MIN && n <= SYMS_MAX &&
	       (!has_padding || !get_u32(t->all.p + at + sizeof(n))) &&
	       2 * (size_t)n < t->token_table - at;
}

static bool find_names(struct tables *t)
{
	size_t at = t->token_table / t->align * t->align;

	while (at >= t->align && t->budget) {
		at -= t->align;
		t->budget--;
		if (!may_be_count(t, at))
			continue;
		t->num_syms = at;
		t->n = get_u32(t->all.p + at);
		if (may_have_markers(t) && names_at(t, at + t->align))
			return true;
	}
	return false;
}

/* ---- addresses ---------------------------------------------------------- */

static int32_t offset_of(const struct tables *t, uint32_t i)
{
	return (int32_t)get_u32(t->all.p + t->offsets + i * sizeof(uint32_t));
}

/*
 * Returns the address of symbol @i.  In kernels that keep per-CPU variables at
 * small addresses (SPLIT), an offset of 0 or more is an address, and a negative one
 * counts from the base, where -1 is the base itself.  Such a table is recognised by
 * its negative offsets, those of code.  In other kernels (FROM_BASE) all offsets are
 * distances from the base.  In the newest (FROM_RELATIVE), an offset is the distance
 * from the address where it is stored.
 */
static uint64_t address_of(const struct tables *t, uint32_t i)
{
	int32_t offset = offset_of(t, i);

	if (t->form == FROM_RELATIVE)
		return t->base + i * sizeof(offset) + (uint64_t)(int64_t)offset;
	if (t->form == FROM_BASE)
		return t->base + (uint32_t)offset;
	if (offset >= 0)
		return (uint64_t)offset;
	return t->base + (uint64_t)(-1 - (int64_t)offset);
}

static bool is_split(const struct tables *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (offset_of(t, i) < 0)
			return true;
	return false;
}

static bool addresses_rise(const struct tables *t)
{
	for (uint32_t i = 1; i < t->n; i++)
		if (address_of(t, i) < address_of(t, i - 1))
			return false;
	return true;
}

/* Takes the offsets at @at and the base at @base_at; false: they are not plausible. */
static bool offsets_at(struct tables *t, const struct image *im, size_t at,
		       size_t base_at)
{
	if (base_at > t->all.n || t->all.n - base_at < sizeof(t->base))
		return false;
	t->offsets = at;
	t->base = get_u64(t->all.p + base_at);
	if (!t->base || !image_has_address(im, t->base))
		return false;
	t->form = is_split(t) ? SPLIT : FROM_BASE;
	return addresses_rise(t);
}

static bool has_any_address(const struct tables *t, const struct image *im)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (image_has_address(im, address_of(t, i)))
			return true;
	return false;
}

static bool relative_at(struct tables *t, const struct image *im, size_t at)
{
	if (t->n * sizeof(uint32_t) > t->all.n - at)
		return false;
	t->offsets = at;
	t->base = image_address_of(im, t->all.p + at);
	t->form = FROM_RELATIVE;
	return t->base && addresses_rise(t) && has_any_address(t, im);
}

static bool find_offsets(struct tables *t, const struct image *im)
{
	size_t size = table_align(t, t->n * sizeof(uint32_t));
	size_t newer = t->after_tokens;

	if (offsets_at(t, im, newer, newer + size) || relative_at(t, im, newer))
		return true;
	if (t->num_syms < size + sizeof(t->base))
		return false;
	return offsets_at(t, im, t->num_syms - sizeof(t->base) - size,
			  t->num_syms - sizeof(t->base));
}

/* ---- decoding ----------------------------------------------------------- */

/*
 * Writes the name packed in @n bytes at @at to @out, with the type before it.
 * Returns the length, or 0 if it is longer than a name can be.
 */
static size_t unpack(const struct tables *t, size_t at, size_t n,
		     char out[SYMBOL_NAME_MAX + 1])
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++) {
		const struct token *k = &t->tokens[t->all.p[at + i]];

		if (k->n > SYMBOL_NAME_MAX + 1 - len)
			return 0;
		memcpy(out + len, k->p, k->n);
		len += k->n;
	}
	return len;
}

static bool decode_name(const struct tables *t, size_t at, size_t n,
			struct buf *names, struct raw_symbol *s)
{
	char text[SYMBOL_NAME_MAX + 1];
	size_t len = unpack(t, at, n, text);

	if (len < 2 || names->n > UINT32_MAX - sizeof(text))
		return false;
	s->type = text[0];
	s->name = (uint32_t)names->n;
	s->name_len = (uint16_t)(len - 1);
	buf_add(names, text + 1, len - 1);
	buf_putc(names, '\0');
	return true;
}

static bool decode(const struct tables *t, struct raw_symbols *ret)
{
	size_t at = t->names;

	ret->at = xcalloc(t->n, sizeof(*ret->at));
	for (ret->n = 0; ret->n < t->n; ret->n++) {
		struct raw_symbol *s = &ret->at[ret->n];
		size_t n = packed_length(t->all, &at, t->token_table);

		if (!decode_name(t, at, n, &ret->names, s))
			return false;
		s->addr = address_of(t, (uint32_t)ret->n);
		at += n;
	}
	return true;
}

/* Returns the type of data that corresponds to the type of code @type; another @type is
 * returned unchanged. */
static char type_of_data(char type)
{
	static const char code[] = "tTwW", data[] = "dDvV";
	const char *at = type ? strchr(code, type) : NULL;

	return at ? data[at - code] : type;
}

/* Corrects the types of variables.  Since 6.16 .data may be executable, and then its
 * variables have the types of functions. */
static void correct_types(const struct image *im, struct raw_symbols *all)
{
	uint64_t from, to;
	size_t k = 0;

	while (image_next_writable_code(im, &k, &from, &to))
		for (size_t i = 0; i < all->n; i++)
			if (all->at[i].addr >= from && all->at[i].addr < to)
				all->at[i].type = type_of_data(all->at[i].type);
}

void raw_symbols_free(struct raw_symbols *s)
{
	free(s->at);
	buf_free(&s->names);
	*s = (struct raw_symbols){ .names = BUF_INIT };
}

/* Finds the tables.  Returns what is missing, for a message, or NULL. */
static const char *find_tables(struct tables *t, const struct image *im)
{
	if (!find_tokens(t))
		return "no table of parts of names in .rodata";
	if (!find_names(t))
		return "no table of names in .rodata";
	if (!find_offsets(t, im))
		return "no table of addresses in .rodata";
	return NULL;
}

struct sys_error *kallsyms_decode(const struct image *im,
				  struct raw_symbols *ret)
{
	static const size_t aligns[] = { 8, 4 };
	struct tables t = { .all = { 0 } };
	const char *missing = "it has no section .rodata";
	struct range rodata;

	*ret = (struct raw_symbols){ .names = BUF_INIT };
	if (image_section(im, ".rodata", &rodata))
		for (size_t i = 0; missing && i < 2; i++) {
			t = (struct tables){ .all = rodata, .align = aligns[i],
					     .budget = SEARCH_BUDGET };
			missing = find_tables(&t, im);
		}
	if (missing)
		return sys_error(DIAG_BAD_IMAGE, 0,
				 "cannot find the symbols of '%s': %s",
				 im->path, missing);
	if (decode(&t, ret)) {
		correct_types(im, ret);
		return NULL;
	}
	raw_symbols_free(ret);
	return sys_error(DIAG_BAD_IMAGE, 0,
			 "the symbol table of '%s' is damaged", im->path);
}
