/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/elf.h"

#include <gelf.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/base.h"
#include "translator/modbuild/files.h"

#define BUILD_ID_SECTION ".note.gnu.build-id"
/* The layout of the kernel's struct modversion_info, of 64 bytes: a checksum of 8
 * bytes, then a name. */
#define VERSION_SIZE 64
#define VERSION_NAME 8

static struct sys_error *bad(const struct ko *k, const char *why)
{
	return sys_error(DIAG_IO_ERROR, 0, "'%s' %s", k->path, why);
}

struct sys_error *ko_open(const char *path, struct ko *ret)
{
	struct sys_error *err;
	GElf_Ehdr header;

	*ret = (struct ko){ .path = path, .bytes = BUF_INIT };
	err = file_read(path, &ret->bytes);
	if (err)
		return err;
	elf_version(EV_CURRENT);
	ret->elf = elf_memory(ret->bytes.p, ret->bytes.n);
	if (ret->elf && gelf_getehdr(ret->elf, &header) &&
	    header.e_type == ET_REL &&
	    header.e_ident[EI_CLASS] == ELFCLASS64)
		return NULL;
	err = bad(ret, "is not an object file");
	ko_close(ret);
	return err;
}

void ko_close(struct ko *k)
{
	if (k->elf)
		elf_end(k->elf);
	k->elf = NULL;
	buf_free(&k->bytes);
}

static Elf_Scn *find_section(const struct ko *k, const char *name,
			     Elf64_Word type, GElf_Shdr *ret)
{
	Elf_Scn *scn = NULL;
	size_t strings;

	if (elf_getshdrstrndx(k->elf, &strings))
		return NULL;
	while ((scn = elf_nextscn(k->elf, scn))) {
		const char *have;

		if (!gelf_getshdr(scn, ret))
			continue;
		if (type && ret->sh_type == type)
			return scn;
		have = name ? elf_strptr(k->elf, strings, ret->sh_name) : NULL;
		if (have && !strcmp(have, name))
			return scn;
	}
	return NULL;
}

bool ko_section(const struct ko *k, const char *name, char **p_ret,
		size_t *n_ret)
{
	GElf_Shdr sh;

	if (!find_section(k, name, 0, &sh) || sh.sh_type == SHT_NOBITS)
		return false;
	if (!sh.sh_size || sh.sh_offset > k->bytes.n ||
	    sh.sh_size > k->bytes.n - sh.sh_offset)
		return false;
	*p_ret = k->bytes.p + sh.sh_offset;
	*n_ret = sh.sh_size;
	return true;
}

static enum ko_symbol kind_of(const GElf_Sym *sym)
{
	if (sym->st_shndx != SHN_UNDEF)
		return KO_DEFINED;
	return GELF_ST_BIND(sym->st_info) == STB_WEAK ? KO_UNDEFINED_WEAK
						      : KO_UNDEFINED;
}

struct sys_error *ko_symbols(const struct ko *k, ko_symbol_fn fn, void *data)
{
	GElf_Shdr sh;
	Elf_Scn *scn = find_section(k, NULL, SHT_SYMTAB, &sh);
	Elf_Data *d = scn ? elf_getdata(scn, NULL) : NULL;
	GElf_Sym sym;

	if (!d || !sh.sh_entsize)
		return bad(k, "has no symbols");
	/* the global symbols begin at sh_info */
	for (size_t i = sh.sh_info; i < sh.sh_size / sh.sh_entsize; i++) {
		const char *name;

		if (!gelf_getsym(d, (int)i, &sym))
			return bad(k, "has a broken symbol table");
		name = elf_strptr(k->elf, sh.sh_link, sym.st_name);
		if (name && *name)
			fn(data, name, kind_of(&sym));
	}
	return NULL;
}

const char *ko_modinfo(const struct ko *k, const char *key)
{
	size_t n, len = strlen(key);
	char *p, *end;

	if (!ko_section(k, ".modinfo", &p, &n) || p[n - 1])
		return NULL;
	for (end = p + n; p < end; p += strlen(p) + 1)
		if (!strncmp(p, key, len) && p[len] == '=')
			return p + len + 1;
	return NULL;
}

void ko_versions(const struct ko *k, ko_name_fn fn, void *data)
{
	char *p;
	size_t n;

	if (!ko_section(k, "__versions", &p, &n))
		return;
	for (; n >= VERSION_SIZE; p += VERSION_SIZE, n -= VERSION_SIZE)
		if (memchr(p + VERSION_NAME, 0, VERSION_SIZE - VERSION_NAME))
			fn(data, p + VERSION_NAME);
}

size_t ko_set_name(struct ko *k, const char *name)
{
	size_t n = strlen(KO_PLACEHOLDER), len = strlen(name), n_found = 0;
	char *p = k->bytes.p, *end = p + k->bytes.n;

	for (; (p = memmem(p, (size_t)(end - p), KO_PLACEHOLDER, n)); p += n) {
		memcpy(p, name, len);
		memset(p + len, 0, n - len);
		n_found++;
	}
	return n_found;
}

/* Returns the 20 bytes of the build id, in k->bytes; NULL if there is no note with a
 * build id of this size. */
static unsigned char *build_id_of(const struct ko *k)
{
	Elf64_Nhdr note;
	size_t n;
	char *p;

	if (!ko_section(k, BUILD_ID_SECTION, &p, &n) ||
	    n != sizeof(note) + 4 + 20)
		return NULL;
	memcpy(&note, p, sizeof(note));
	if (note.n_namesz != 4 || note.n_descsz != 20 ||
	    note.n_type != NT_GNU_BUILD_ID)
		return NULL;
	return (unsigned char *)p + sizeof(note) + 4;
}

bool ko_build_id(const struct ko *k, char hex[41])
{
	unsigned char padded[32] = { 0 };
	const unsigned char *id = build_id_of(k);
	char all[65];

	if (!id)
		return false;
	memcpy(padded, id, 20);
	sha256_hex(padded, all);
	memcpy(hex, all, 40);
	hex[40] = '\0';
	return true;
}

bool ko_set_build_id(struct ko *k, char hex[41])
{
	unsigned char *id = build_id_of(k), digest[32];
	struct sha256 s;

	if (!id)
		return false;
	memset(id, 0, 20);
	sha256_init(&s);
	sha256_add(&s, k->bytes.p, k->bytes.n);
	sha256_end(&s, digest);
	memcpy(id, digest, 20);
	return ko_build_id(k, hex);
}

struct sys_error *ko_write(const struct ko *k, const char *path)
{
	return file_write(path, k->bytes.p, k->bytes.n);
}
