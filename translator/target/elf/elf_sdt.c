/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads markers from their notes.  The contents of a note, in the byte order
 * and word size of the file:
 *
 *	three addresses: of the probe, of .stapsdt.base at link time, of the
 *	semaphore or 0; then provider, name and arguments, each with its NUL
 *
 * Tools that move a file's sections after linking (prelink) do not know of
 * these notes, but they move the section .stapsdt.base.  So the distance from the
 * noted address of .stapsdt.base to its present one is added to the two others.
 */
#include "translator/target/elf/elf_sdt.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/elf/cursor.h"
#include "translator/target/elf/elf_symbols.h"

#define NT_STAPSDT 3

/* ---- notes -------------------------------------------------------------- */

static bool read_marker(const struct elf_file *e, struct range desc,
			struct elf_sdt *ret)
{
	const struct elf_section *base = elf_file_section(e, ".stapsdt.base");
	struct cursor c = cursor_of(desc);
	size_t word = e->is_64 ? 8 : 4;
	uint64_t noted, moved;

	ret->addr = cursor_uint(&c, word);
	noted = cursor_uint(&c, word);
	ret->semaphore = cursor_uint(&c, word);
	ret->provider = cursor_string(&c);
	ret->name = cursor_string(&c);
	ret->args = cursor_string(&c);
	moved = base && noted ? base->addr - noted : 0;
	ret->addr += moved;
	if (ret->semaphore)
		ret->semaphore += moved;
	if (!e->is_64) {
		ret->addr = (uint32_t)ret->addr;
		ret->semaphore = (uint32_t)ret->semaphore;
	}
	return !c.bad && *ret->provider && *ret->name;
}

static int by_name(const void *a, const void *b)
{
	const struct elf_sdt *x = a, *y = b;
	int c = strcmp(x->provider, y->provider);

	if (!c)
		c = strcmp(x->name, y->name);
	if (c)
		return c;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

void elf_sdt_read(struct elf_file *e, struct elf_sdts *ret)
{
	struct elf_note note;
	struct range notes;
	struct elf_sdt s;
	size_t at = 0, n = ret->n;

	if (!elf_file_bytes(e, ".note.stapsdt", &notes))
		return;
	while (elf_note_next(notes, 4, &at, &note))
		if (note.type == NT_STAPSDT && note.owner.n == 8 &&
		    !memcmp(note.owner.p, "stapsdt", 8) &&
		    read_marker(e, note.desc, &s))
			vec_push(ret, s);
	if (ret->n > n)
		qsort(ret->at + n, ret->n - n, sizeof(*ret->at), by_name);
}

/* ---- registers ---------------------------------------------------------- */

/* The names of each register and its parts, in the order of DWARF's numbers; "": the
 * register has no such part. */
static const char *const names[][5] = {
	/* 8 bytes, 4, 2, 1, the second byte */
	{ "rax", "eax", "ax", "al", "ah" },
	{ "rdx", "edx", "dx", "dl", "dh" },
	{ "rcx", "ecx", "cx", "cl", "ch" },
	{ "rbx", "ebx", "bx", "bl", "bh" },
	{ "rsi", "esi", "si", "sil", "" },
	{ "rdi", "edi", "di", "dil", "" },
	{ "rbp", "ebp", "bp", "bpl", "" },
	{ "rsp", "esp", "sp", "spl", "" },
	{ "r8", "r8d", "r8w", "r8b", "" },
	{ "r9", "r9d", "r9w", "r9b", "" },
	{ "r10", "r10d", "r10w", "r10b", "" },
	{ "r11", "r11d", "r11w", "r11b", "" },
	{ "r12", "r12d", "r12w", "r12b", "" },
	{ "r13", "r13d", "r13w", "r13b", "" },
	{ "r14", "r14d", "r14w", "r14b", "" },
	{ "r15", "r15d", "r15w", "r15b", "" },
};

#define N_REGISTERS ((int)(sizeof(names) / sizeof(names[0])))
#define XMM0 17

struct reg {
	int number;
	unsigned size, shift;
};

static bool is_word(const char *s, size_t n, const char *word)
{
	return strlen(word) == n && n && !strncmp(s, word, n);
}

/* Finds the register with the name @s of @n characters, without the %; false: there is
 * none. */
static bool reg_of(const char *s, size_t n, struct reg *ret)
{
	for (int i = 0; i < N_REGISTERS; i++)
		for (unsigned k = 0; k < 5; k++) {
			if (!is_word(s, n, names[i][k]))
				continue;
			*ret = (struct reg){ i, k < 4 ? 8 >> k : 1,
					     k < 4 ? 0 : 8 };
			return true;
		}
	if (n < 4 || n > 5 || strncmp(s, "xmm", 3) || !isdigit(s[3]))
		return false;
	*ret = (struct reg){ XMM0 + atoi(s + 3), 16, 0 };
	return ret->number < XMM0 + 16;
}

/* Takes "%name" off the front of *@s; false: it does not begin with a register. */
static bool take_reg(const char **s, struct reg *ret)
{
	size_t n;

	if (**s != '%')
		return false;
	n = strspn(++*s, "abcdefghijklmnopqrstuvwxyz0123456789");
	if (!reg_of(*s, n, ret))
		return false;
	*s += n;
	return true;
}

/* ---- operands ----------------------------------------------------------- */

static bool take_number(const char **s, int64_t *ret)
{
	char *end;

	if (!isdigit((unsigned char)**s) &&
	    !((**s == '-' || **s == '+') && isdigit((unsigned char)(*s)[1])))
		return false;
	errno = 0;
	/* 0xffffffffffffffff is a way to write -1 */
	*ret = **s == '-' ? strtoll(*s, &end, 0) :
		(int64_t)strtoull(*s, &end, 0);
	*s = end;
	return !errno;
}

/* Takes a symbol off the front of *@s, and adds its address to the value of @a.  False if the
 * file has none of that name, a thread-local one, or several.  Of several, the note does not
 * tell which is meant, because it does not name the marker's source file. */
static bool take_symbol(struct elf_file *e, const char **s,
			struct elf_sdt_arg *a)
{
	size_t n = strcspn(*s, "+-("), first;
	_cleanup_free_ char *name = strndup(*s, n);
	const struct elf_symbol *found;

	if (!n || !name)
		return false;
	found = elf_symbol_only(e, name);
	a->is_several = !found && elf_symbols_named(e, name, &first);
	if (!found || found->type == STT_TLS)
		return false;
	*s += n;
	a->value = (int64_t)((uint64_t)a->value + found->addr);
	return true;
}

/* Takes an offset off the front of *@s: "12", "counter", "counter+12" or
 * "12+counter", all of which compilers write.  If *@s is empty or begins with "(", the
 * offset is 0.  *@is_symbol: the offset has a symbol in it. */
static bool take_offset(struct elf_file *e, const char **s,
			struct elf_sdt_arg *a, bool *is_symbol)
{
	int64_t more = 0;

	a->value = 0;
	*is_symbol = false;
	if (!**s || **s == '(')
		return true;
	if (take_number(s, &a->value)) {
		if (**s != '+')
			return true;
		++*s;
	}
	*is_symbol = true;
	if (!take_symbol(e, s, a))
		return false;
	if (!take_number(s, &more))
		return !**s || **s == '(';
	a->value = (int64_t)((uint64_t)a->value + (uint64_t)more);
	return true;
}

static bool take_index(const char **s, struct elf_sdt_arg *a)
{
	struct reg r;
	int64_t scale = 1;

	if (!take_reg(s, &r) || r.number >= XMM0)
		return false;
	a->index = r.number;
	if (**s == ',') {
		++*s;
		if (!take_number(s, &scale))
			return false;
	}
	a->scale = (unsigned)scale;
	return scale == 1 || scale == 2 || scale == 4 || scale == 8;
}

/* Takes "(%rbx)", "(%rbx,%rcx,8)", "(,%rcx,8)" or "(%rip)" off the front of *@s.  "(%rip)"
 * needs an offset with a symbol. */
static bool take_brackets(const char **s, struct elf_sdt_arg *a, bool is_symbol)
{
	struct reg r;

	if (!strcmp(*s, "(%rip)")) {
		*s += strlen("(%rip)");
		/* relative to an address that the note does not have */
		return is_symbol;
	}
	++*s;
	if (**s == '%') {
		if (!take_reg(s, &r) || r.number >= XMM0)
			return false;
		a->base = r.number;
	}
	if (**s == ',') {
		++*s;
		if (!take_index(s, a))
			return false;
	}
	return *(*s)++ == ')';
}

static bool parse_operand(struct elf_file *e, const char *s,
			  struct elf_sdt_arg *a)
{
	bool is_symbol;
	struct reg r;

	if (*s == '$') {
		a->kind = SDT_CONSTANT;
		s++;
		return *s && take_offset(e, &s, a, &is_symbol) && !*s;
	}
	if (*s == '%') {
		a->kind = SDT_REGISTER;
		if (!take_reg(&s, &r) || *s)
			return false;
		a->reg = r.number;
		a->reg_size = r.size;
		a->shift = r.shift;
		return true;
	}
	a->kind = SDT_MEMORY;
	if (!*s || !take_offset(e, &s, a, &is_symbol))
		return false;
	return !*s || (*s == '(' && take_brackets(&s, a, is_symbol) && !*s);
}

/* Parses the size, "-4f@", and returns the operand after it; NULL: there is no such
 * size.  Without a size, as in the first notes, the argument is a signed word of the
 * file. */
static const char *parse_size(const struct elf_file *e, const char *s,
			      struct elf_sdt_arg *a)
{
	const char *at = strchr(s, '@');
	int64_t n;

	a->size = e->is_64 ? 8 : 4;
	a->is_signed = true;
	if (!at)
		return s;
	if (!take_number(&s, &n))
		return NULL;
	if (n < -8 || n > 8)
		return NULL;
	a->is_signed = n < 0;
	a->size = (unsigned)(n < 0 ? -n : n);
	if (*s == 'f') {
		a->is_float = true;
		s++;
	}
	if (!a->size || (a->size & (a->size - 1)))
		return NULL;
	return s == at ? at + 1 : NULL;
}

static void parse_one(struct elf_file *e, const char *text,
		      struct elf_sdt_arg *a)
{
	const char *operand;

	*a = (struct elf_sdt_arg){
		.reg = SDT_NO_REGISTER, .base = SDT_NO_REGISTER,
		.index = SDT_NO_REGISTER, .scale = 1, .text = text,
	};
	operand = parse_size(e, text, a);
	if (!operand || !parse_operand(e, operand, a))
		a->kind = SDT_OTHER;
}

void elf_sdt_parse(struct elf_file *e, const char *args,
		   struct elf_sdt_args *ret)
{
	while (*(args += strspn(args, " "))) {
		size_t n = strcspn(args, " ");
		struct elf_sdt_arg a;

		parse_one(e, arena_strndup(e->arena, args, n), &a);
		vec_push(ret, a);
		args += n;
	}
}
