/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes an ELF file in memory for a loaded module.  Each line of /proc/modules begins
 * with the name of a module.  A line of /proc/kallsyms is "ADDRESS LETTER
 * NAME\t[MODULE]".  The letters t T w W mean code; the address is 0 for users
 * who may not see it.
 */
#include "translator/target/kernel/loaded_module.h"

#include <dirent.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/vec.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/target.h"

#define CALLER "__traceiter_"
#define MADE_UP 16		/* bytes of a symbol, because its size is not known */

/* ---- listing ------------------------------------------------------------ */

static FILE *open_at(const char *root, struct arena *a, const char *path)
{
	return fopen(arena_printf(a, "%s%s", root, path), "re");
}

void loaded_modules(const char *root, struct arena *a,
		    void (*fn)(void *data, const char *name), void *data)
{
	_cleanup_fclose_ FILE *f = open_at(root, a, "/proc/modules");
	_cleanup_free_ char *line = NULL;
	size_t room = 0;

	while (f && getline(&line, &room, f) > 0) {
		line[strcspn(line, " \n")] = '\0';
		if (*line)
			fn(data, arena_strdup(a, line));
	}
}

/* ---- what is in it ------------------------------------------------------ */

struct loaded {
	const char *root, *name;
	struct arena *a;
	struct buf symbols, names;	/* .symtab, .strtab */
	VEC(uint64_t) addrs;		/* of the symbols, as shown */
};

static const char section_names[] =
	"\0.text\0.data\0.BTF\0.note.gnu.build-id\0.symtab\0.strtab";

enum { TEXT = 1, DATA, TYPES, NOTE, SYMBOLS, NAMES, N_SECTIONS };

static void add_symbol(struct loaded *l, const char *name, char letter,
		       uint64_t addr)
{
	bool is_code = strchr("tTwW", letter);
	bool is_global = letter >= 'A' && letter <= 'Z';
	Elf64_Sym sym = {
		.st_name = (uint32_t)(sizeof(section_names) + l->names.n),
		.st_info = ELF64_ST_INFO(is_global ? STB_GLOBAL : STB_LOCAL,
					 is_code ? STT_FUNC : STT_OBJECT),
		.st_shndx = is_code ? TEXT : DATA,
	};

	buf_add(&l->names, name, strlen(name) + 1);
	buf_add(&l->symbols, &sym, sizeof(sym));
	vec_push(&l->addrs, addr);
}

static void read_symbols(struct loaded *l)
{
	_cleanup_fclose_ FILE *f = open_at(l->root, l->a, "/proc/kallsyms");
	const char *own = arena_printf(l->a, "[%s]", l->name);
	_cleanup_free_ char *line = NULL;
	char name[512], module[128], letter;
	unsigned long long addr;
	size_t room = 0;

	while (f && getline(&line, &room, f) > 0)
		if (sscanf(line, "%llx %c %511s %127s", &addr, &letter, name,
			   module) == 4 && !strcmp(module, own))
			add_symbol(l, name, letter, addr);
}

static uint64_t first_of(const struct loaded *l)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < l->addrs.n; i++)
		if (l->addrs.at[i] < first)
			first = l->addrs.at[i];
	return first;
}

/* Sets the addresses of the symbols: distances from the lowest one, or, if that is 0
 * because the kernel hides addresses, made-up ones.  Returns where the last symbol ends. */
static uint64_t place_symbols(struct loaded *l)
{
	uint64_t first = first_of(l), end = 0;
	Elf64_Sym *all = (Elf64_Sym *)l->symbols.p;

	for (size_t i = 0; i < l->addrs.n; i++) {
		uint64_t at = first ? l->addrs.at[i] - first : i * MADE_UP;

		all[i + 1].st_value = at;	/* all[0] is the empty symbol */
		if (at + MADE_UP > end)
			end = at + MADE_UP;
	}
	return end;
}

/* ---- a file of it ------------------------------------------------------- */

static void add_file(struct loaded *l, struct buf *to, const char *path)
{
	_cleanup_fclose_ FILE *f = open_at(l->root, l->a, path);
	char piece[8192];
	size_t n;

	while (f && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(to, piece, n);
}

static uint32_t section_name(const char *name)
{
	const char *at = section_names + 1;

	while (strcmp(at, name))
		at += strlen(at) + 1;
	return (uint32_t)(at - section_names);
}

/* Returns the header of a section whose bytes are those of @file from offset @from to
 * the end. */
static Elf64_Shdr section_of(const struct buf *file, size_t from,
			     const char *name, uint32_t type)
{
	return (Elf64_Shdr){
		.sh_name = section_name(name), .sh_type = type,
		.sh_offset = from, .sh_size = file->n - from,
		.sh_addralign = 1,
	};
}

static void put_sections(struct loaded *l, struct buf *b, Elf64_Shdr *s,
			 uint64_t size)
{
	size_t at = b->n;

	/* symbols of code and data are mixed: each section spans all of them */
	s[TEXT] = section_of(b, at, ".text", SHT_NOBITS);
	s[DATA] = section_of(b, at, ".data", SHT_NOBITS);
	s[TEXT].sh_size = s[DATA].sh_size = size;
	s[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	s[DATA].sh_flags = SHF_ALLOC | SHF_WRITE;
	add_file(l, b, arena_printf(l->a, "/sys/kernel/btf/%s", l->name));
	s[TYPES] = section_of(b, at, ".BTF", SHT_PROGBITS);
	buf_align(b, 8);
	at = b->n;
	add_file(l, b, arena_printf(l->a, "/sys/module/%s/notes/"
				    ".note.gnu.build-id", l->name));
	s[NOTE] = section_of(b, at, ".note.gnu.build-id", SHT_NOTE);
	s[NOTE].sh_addralign = 4;
	buf_align(b, 8);
	at = b->n;
	buf_add(b, l->symbols.p, l->symbols.n);
	s[SYMBOLS] = section_of(b, at, ".symtab", SHT_SYMTAB);
	s[SYMBOLS].sh_link = NAMES;
	s[SYMBOLS].sh_info = 1;
	s[SYMBOLS].sh_entsize = sizeof(Elf64_Sym);
	s[SYMBOLS].sh_addralign = 8;
	/* the names of sections and of symbols */
	at = b->n;
	buf_add(b, section_names, sizeof(section_names));
	buf_add(b, l->names.p, l->names.n);
	s[NAMES] = section_of(b, at, ".strtab", SHT_STRTAB);
	buf_align(b, 8);
}

static void put_file(struct loaded *l, struct buf *b)
{
	Elf64_Shdr sections[N_SECTIONS] = { 0 };
	Elf64_Ehdr *head, start = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			     ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_REL, .e_machine = EM_X86_64,
		.e_version = EV_CURRENT, .e_ehsize = sizeof(Elf64_Ehdr),
		.e_shentsize = sizeof(Elf64_Shdr), .e_shnum = N_SECTIONS,
		.e_shstrndx = NAMES,
	};

	buf_add(b, &start, sizeof(start));
	put_sections(l, b, sections, place_symbols(l));
	head = (Elf64_Ehdr *)b->p;
	head->e_shoff = b->n;
	buf_add(b, sections, sizeof(sections));
}

struct range loaded_module_file(const char *root, const char *name,
				struct arena *a)
{
	struct loaded l = { .root = root, .name = name, .a = a,
			    .symbols = BUF_INIT, .names = BUF_INIT };
	_cleanup_buf_ struct buf b = BUF_INIT;
	const Elf64_Sym none = { 0 };

	buf_add(&l.symbols, &none, sizeof(none));
	read_symbols(&l);
	put_file(&l, &b);
	buf_free(&l.symbols);
	buf_free(&l.names);
	vec_free(&l.addrs);
	return (struct range){ arena_memdup(a, b.p, b.n), b.n };
}

/* ---- tracepoints -------------------------------------------------------- */

/* Returns the group of the event @name: the first directory of events in tracefs that
 * has it; "" if there is none. */
static const char *group_of(const char *root, const char *name,
			    struct arena *a)
{
	const char *events = arena_printf(a, "%s/sys/kernel/tracing/events",
					  root);
	const char *found = "";
	struct dirent *e;
	DIR *d = opendir(events);

	while (d && !*found && (e = readdir(d)))
		if (*e->d_name != '.' &&
		    !access(arena_printf(a, "%s/%s/%s/format", events,
					 e->d_name, name), F_OK))
			found = arena_strdup(a, e->d_name);
	if (d)
		closedir(d);
	return found;
}

static void add_traces(const char *root, const char *name,
		       const struct btf *types, uint32_t first,
		       struct arena *a, module_traces *ret)
{
	for (uint32_t id = first; id <= btf_last_id(types); id++) {
		const struct ctype *t = btf_type(types, id);
		struct kernel_tracepoint tp = { .proto = t };

		if (t->kind != CTYPE_FUNCTION ||
		    strncmp(t->name, CALLER, strlen(CALLER)))
			continue;
		tp.name = arena_strdup(a, t->name + strlen(CALLER));
		vec_push(ret, ((struct module_tracepoint){
			.module = name, .name = tp.name,
			.group = group_of(root, tp.name, a),
			.words = kernel_tracepoint_words(&tp) }));
	}
}

void loaded_module_traces(const char *root, const char *name,
			  const struct btf *base, struct arena *a,
			  module_traces *ret)
{
	struct loaded l = { .root = root, .name = name, .a = a };
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct btf *types = NULL;
	struct sys_error *err;

	add_file(&l, &b, arena_printf(a, "/sys/kernel/btf/%s", name));
	err = btf_open((struct range){ (const unsigned char *)b.p, b.n }, base,
		       name, &types);
	if (!err)
		add_traces(root, name, types, btf_last_id(base) + 1, a, ret);
	sys_error_free(err);
	btf_close(types);
}
