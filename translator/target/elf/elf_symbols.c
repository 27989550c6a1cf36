/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes one list of a file's symbol tables: they are concatenated, sorted by name and
 * address, and duplicates are dropped.  The order by address is an array of indexes in the
 * list.
 */
#include "translator/target/elf/elf_symbols.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/elf/unpack.h"

/* The most bytes of .gnu_debugdata when unpacked; a stripped program has some MB at most. */
#define MINI_MAX ((size_t)256 << 20)

struct elf_symbols {
	VEC(struct elf_symbol) rows;
	uint32_t *by_addr;	/* indexes of rows in a section, not thread-local */
	size_t n_by_addr;
	struct elf_file *mini;	/* the file in .gnu_debugdata, or NULL */
	struct range mini_bytes;	/* its bytes, unpacked */
};

void elf_symbols_free(struct elf_symbols *t)
{
	if (!t)
		return;
	elf_file_close(t->mini);
	free((void *)t->mini_bytes.p);
	free(t->by_addr);
	vec_free(&t->rows);
	free(t);
}

/* ---- reading ------------------------------------------------------------ */

/* Returns the name without its version: assemblers write "memcpy@@GLIBC_2.14"
 * into .symtab. */
static const char *without_version(struct elf_file *e, const char *name)
{
	const char *at = strchr(name, '@');

	if (!at || at == name)
		return name;
	return arena_strndup(e->arena, name, (size_t)(at - name));
}

static bool is_wanted(const GElf_Sym *sym)
{
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_NOTYPE:
	case STT_OBJECT:
	case STT_FUNC:
	case STT_TLS:
	case STT_COMMON:
	case STT_GNU_IFUNC:
		return sym->st_shndx != SHN_UNDEF;
	default:
		return false;
	}
}

/* Returns the number of the section of @e at @addr, or 0.  A symbol in .gnu_debugdata has
 * another number: that of a section of the file in there. */
static uint32_t number_at(const struct elf_file *e, uint64_t addr)
{
	uint64_t offset;
	const struct elf_section *s = elf_file_section_at(e, addr, &offset);

	return s ? (uint32_t)elf_file_section_number(e, s) : 0;
}

/* Adds @sym to the rows of @e if it is wanted.  @from: the file with the symbol's table, @e
 * or its .gnu_debugdata; @strings, @section: numbers of sections of @from. */
static void add_symbol(struct elf_file *e, const struct elf_file *from,
		       uint32_t strings, const GElf_Sym *sym,
		       uint32_t section)
{
	const char *name = elf_strptr(from->elf, strings, sym->st_name);
	struct elf_symbol s = {
		.addr = sym->st_value, .size = sym->st_size,
		.type = GELF_ST_TYPE(sym->st_info),
		.bind = GELF_ST_BIND(sym->st_info),
		.visibility = GELF_ST_VISIBILITY(sym->st_other),
	};

	if (!name || !*name || !is_wanted(sym))
		return;
	if (from != e)
		s.section = number_at(e, s.addr);
	else
		s.section = section;
	if (from->is_module && s.section)
		s.addr += e->sections.at[s.section].addr;
	s.name = without_version(e, name);
	vec_push(&e->symbols->rows, s);
}

static void add_tables(struct elf_file *e, const struct elf_file *from)
{
	bool has_read[2] = { false, false };

	for (size_t i = 1; i < from->sections.n; i++) {
		const struct elf_section *s = &from->sections.at[i];
		struct range bytes;
		struct elf_table table;
		uint32_t section;
		GElf_Sym sym;

		/* a file has one table of each type; many that overlap are an attack */
		if ((s->type != SHT_SYMTAB && s->type != SHT_DYNSYM) ||
		    has_read[s->type == SHT_DYNSYM] ||
		    !elf_file_contents(from, s, &bytes) ||
		    !elf_table_open(from, i, &table))
			continue;
		has_read[s->type == SHT_DYNSYM] = true;
		for (size_t k = 1; elf_table_get(&table, k, &sym, &section);
		     k++)
			add_symbol(e, from, s->link, &sym, section);
	}
}

static void add_mini(struct elf_file *e)
{
	struct elf_symbols *t = e->symbols;
	struct range packed;
	struct sys_error *err;

	if (!elf_file_bytes(e, ".gnu_debugdata", &packed))
		return;
	err = unpack(e->path, packed, MINI_MAX, &t->mini_bytes);
	if (!err)
		err = elf_file_open_bytes(e->path, t->mini_bytes, &t->mini);
	if (!err)
		add_tables(e, t->mini);
	sys_error_free(err);
}

/* ---- sorting ------------------------------------------------------------ */

/* Orders by name and address.  Of symbols equal in both, those with a size come first,
 * then global and weak ones before local ones. */
static int by_name(const void *a, const void *b)
{
	const struct elf_symbol *x = a, *y = b;
	int c = strcmp(x->name, y->name);

	if (c)
		return c;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (!x->size != !y->size)
		return x->size ? -1 : 1;
	if (!x->bind != !y->bind)
		return x->bind ? -1 : 1;
	return (int)x->type - (int)y->type;
}

static bool is_same(const struct elf_symbol *a, const struct elf_symbol *b)
{
	return a->addr == b->addr && !strcmp(a->name, b->name) &&
	       (a->type == STT_TLS) == (b->type == STT_TLS);
}

static void sort_rows(struct elf_symbols *t)
{
	size_t n = 0;

	if (t->rows.n)
		qsort(t->rows.at, t->rows.n, sizeof(t->rows.at[0]), by_name);
	for (size_t i = 0; i < t->rows.n; i++)
		if (!n || !is_same(&t->rows.at[n - 1], &t->rows.at[i]))
			t->rows.at[n++] = t->rows.at[i];
	t->rows.n = n;
}

static int by_addr(const void *a, const void *b, void *data)
{
	const struct elf_symbol *rows = data;
	uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;

	if (rows[i].addr != rows[k].addr)
		return rows[i].addr < rows[k].addr ? -1 : 1;
	/* the better symbol comes last: elf_symbol_at() searches backwards */
	if (!rows[i].size != !rows[k].size)
		return rows[i].size ? 1 : -1;
	if (!rows[i].bind != !rows[k].bind)
		return rows[i].bind ? 1 : -1;
	return i < k ? 1 : -1;
}

static void sort_addresses(struct elf_symbols *t)
{
	t->by_addr = xcalloc(t->rows.n + 1, sizeof(*t->by_addr));
	for (size_t i = 0; i < t->rows.n; i++)
		if (t->rows.at[i].type != STT_TLS && t->rows.at[i].section)
			t->by_addr[t->n_by_addr++] = (uint32_t)i;
	if (t->n_by_addr)
		qsort_r(t->by_addr, t->n_by_addr, sizeof(*t->by_addr), by_addr,
			t->rows.at);
}

static struct elf_symbols *symbols_of(struct elf_file *e)
{
	if (e->symbols)
		return e->symbols;
	e->symbols = xcalloc(1, sizeof(*e->symbols));
	add_tables(e, e);
	add_mini(e);
	sort_rows(e->symbols);
	sort_addresses(e->symbols);
	return e->symbols;
}

const struct elf_symbol *elf_symbols(struct elf_file *e, size_t *n)
{
	struct elf_symbols *t = symbols_of(e);

	*n = t->rows.n;
	return t->rows.at;
}

/* ---- finding ------------------------------------------------------------ */

/* Returns the index of the first row whose name is @name or a later one (@least 0), or
 * a later one (@least 1). */
static size_t first_named(const struct elf_symbols *t, const char *name,
			  int least)
{
	size_t low = 0, high = t->rows.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (strcmp(t->rows.at[mid].name, name) < least)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

size_t elf_symbols_named(struct elf_file *e, const char *name, size_t *first)
{
	const struct elf_symbols *t = symbols_of(e);
	size_t end = first_named(t, name, 1);

	*first = first_named(t, name, 0);
	return end > *first ? end : 0;
}

/* Returns true for a symbol that only one source file can use.  The linker also makes hidden
 * symbols local, but all source files can use those. */
static bool is_static(const struct elf_symbol *s)
{
	return s->bind == STB_LOCAL && s->visibility != STV_HIDDEN &&
	       s->visibility != STV_INTERNAL;
}

const struct elf_symbol *elf_symbol_shared(struct elf_file *e, const char *name)
{
	size_t i, end = elf_symbols_named(e, name, &i);
	const struct elf_symbols *t = e->symbols;

	for (; i < end; i++)
		if (!is_static(&t->rows.at[i]))
			return &t->rows.at[i];
	return NULL;
}

const struct elf_symbol *elf_symbol_only(struct elf_file *e, const char *name)
{
	size_t first, end = elf_symbols_named(e, name, &first);

	return end - first == 1 ? &e->symbols->rows.at[first] : NULL;
}

bool elf_symbol_is_function(const struct elf_file *e,
			    const struct elf_symbol *s)
{
	if (s->type == STT_FUNC || s->type == STT_GNU_IFUNC)
		return true;
	return s->type == STT_NOTYPE && s->section &&
	       s->section < e->sections.n &&
	       (e->sections.at[s->section].flags & SHF_EXECINSTR);
}

/* Returns how many elements of by_addr are rows with an address of at most @addr. */
static size_t count_up_to(const struct elf_symbols *t, uint64_t addr)
{
	size_t low = 0, high = t->n_by_addr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (t->rows.at[t->by_addr[mid]].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* The most symbols at or before an address that elf_symbol_at() examines. */
#define NESTED_MAX 64

const struct elf_symbol *elf_symbol_at(struct elf_file *e, uint64_t addr)
{
	const struct elf_symbols *t = symbols_of(e);
	size_t n = count_up_to(t, addr);
	uint64_t offset;
	const struct elf_section *s = elf_file_section_at(e, addr, &offset);

	for (size_t i = 0; s && i < NESTED_MAX && i < n; i++) {
		const struct elf_symbol *r =
			&t->rows.at[t->by_addr[n - 1 - i]];

		if (r->section >= e->sections.n ||
		    &e->sections.at[r->section] != s)
			return NULL;
		if (r->size ? addr - r->addr < r->size : !i)
			return r;
	}
	return NULL;
}

const struct elf_symbol *elf_symbol_next_at(struct elf_file *e, uint64_t addr,
					    size_t *at)
{
	const struct elf_symbols *t = symbols_of(e);
	size_t n = count_up_to(t, addr);
	const struct elf_symbol *r;

	if (*at >= n)
		return NULL;
	r = &t->rows.at[t->by_addr[n - 1 - (*at)++]];
	return r->addr == addr ? r : NULL;
}
