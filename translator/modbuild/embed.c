/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/embed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/shortage.h"
#include "base/tags/build.h"
#include "translator/modbuild/elf.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"

/* The length of the longest name that fits into its record.  A record has 64 bytes: 8
 * of the checksum, the name and a NUL. */
#define NAME_MAX_RECORD 55

/* ---- the prefix --------------------------------------------------------- */

#define INCLUDE "-include"

static bool is_include(const char *word)
{
	return !strncmp(word, INCLUDE, strlen(INCLUDE));
}

void embed_kernel_includes(const struct recipe *r, struct buf *out)
{
	for (size_t i = 0; i < r->world.v.n; i++)
		if (is_include(r->world.v.at[i]))
			buf_printf(out, "#include \"%s\"\n",
				   r->world.v.at[i] + strlen(INCLUDE));
}

void embed_prefix(const struct recipe *r, struct buf *out)
{
	embed_kernel_includes(r, out);
	buf_puts(out, "#include \"runtime/linux/embed.h\"\n");
}

/* Adds the options for messages without source lines and with columns in bytes.  GCC
 * has these two options since 11. */
static void add_plain_messages(const struct recipe *r, struct args *args)
{
	_cleanup_free_ char *version =
		headers_config(r->headers, "CONFIG_GCC_VERSION");

	if (version && strtoul(version, NULL, 10) < 110000) {
		args_add(args, "-fno-diagnostics-show-caret");
		return;
	}
	args_add(args, "-fdiagnostics-plain-output");
	args_add(args, "-fdiagnostics-column-unit=byte");
}

void embed_add_cc(const struct recipe *r, const char *objects, int opt_level,
		  struct args *args)
{
	struct args cc = ARGS_INIT(r->arena);

	recipe_add_cc(r, objects, opt_level, &cc);
	args_add(args, cc.v.at[0]);
	for (size_t i = 0; i < r->world.v.n; i++)
		if (!is_include(r->world.v.at[i]))
			args_add(args, r->world.v.at[i]);
	for (size_t i = 1; i < cc.v.n; i++)
		args_add(args, cc.v.at[i]);
	args_add(args, "-Werror=implicit-function-declaration");
	args_add(args, "-Werror=implicit-int");
	args_add(args, "-Werror=incompatible-pointer-types");
	args_add(args, "-Werror=int-conversion");
	args_add(args, "-Werror=return-type");
	args_add(args, "-Winvalid-pch");
	add_plain_messages(r, args);
}

void embed_prefix_key(const struct recipe *r, char key[65])
{
	_cleanup_buf_ struct buf text = BUF_INIT;
	unsigned char digest[32];
	struct sha256 s;

	embed_prefix(r, &text);
	sha256_init(&s);
	sha256_add(&s, "prefix", 7);
	sha256_add(&s, r->id, sizeof(r->id));
	sha256_add(&s, text.p, text.n);
	sha256_end(&s, digest);
	sha256_hex(digest, key);
}

struct sys_error *embed_make_prefix(const struct recipe *r, const char *dir)
{
	_cleanup_free_ char *path = file_path(dir, EMBED_PREFIX);
	_cleanup_buf_ struct buf text = BUF_INIT, log = BUF_INIT;
	struct args cc = ARGS_INIT(r->arena);
	struct sys_error *err;
	int status;

	embed_prefix(r, &text);
	err = file_write(path, text.p, text.n);
	if (err)
		return err;
	embed_add_cc(r, r->dir, 0, &cc);
	args_add(&cc, "-x");
	args_add(&cc, "c-header");
	args_add(&cc, EMBED_PREFIX);
	args_add(&cc, "-o");
	args_add(&cc, EMBED_PREFIX ".gch");
	err = args_run(&cc, dir, &log, &status);
	if (err || !status)
		return err;
	err = shortage_in(log.p, dir);
	return err ? err : sys_error(DIAG_KBUILD_FAILED, 0, "%s", log.p);
}

/* ---- what the kernel exports -------------------------------------------- */

static const char *field(const char *p, size_t *n)
{
	*n = strcspn(p, "\t\n");
	return p[*n] == '\t' ? p + *n + 1 : p + *n;
}

static void parse_export(const char *line, struct embed_export *ret)
{
	size_t n;

	*ret = (struct embed_export){ .crc = strtoul(line, NULL, 16) };
	for (int i = 0; i < 4; i++)
		line = field(line, &n);
	field(line, &n);
	if (n < sizeof(ret->ns))
		memcpy(ret->ns, line, n);
}

/* The second word of the line must be @name, and not only contain it. */
bool embed_find_export(const char *text, const char *name,
		       struct embed_export *ret)
{
	size_t n = strlen(name);
	const char *p = text;

	while ((p = strstr(p, name))) {
		const char *line = p;

		while (line > text && line[-1] != '\n')
			line--;
		if (p > line && p[-1] == '\t' && p[n] == '\t' &&
		    memchr(line, '\t', (size_t)(p - line)) == p - 1) {
			parse_export(line, ret);
			return true;
		}
		p += n;
	}
	return false;
}

/* ---- records ------------------------------------------------------------ */

struct needs {
	const struct recipe *r;
	struct args names;
};

/* Notes an undefined symbol that the recipe does not import.  Names that begin with
 * stp_ are left out: the runtime or the script defines them. */
static void note_need(void *data, const char *name, enum ko_symbol kind)
{
	struct needs *n = data;

	if (kind == KO_UNDEFINED && strncmp(name, "stp_", 4) &&
	    strcmp(name, "__this_module") &&
	    strcmp(name, "_GLOBAL_OFFSET_TABLE_") &&
	    !recipe_imports(n->r, name))
		args_add(&n->names, name);
}

static bool has_checksums(const struct recipe *r)
{
	_cleanup_free_ char *v = headers_config(r->headers,
						"CONFIG_MODVERSIONS");

	return v && *v == 'y';
}

static bool is_plain_name(const char *s)
{
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("_.$", *s))
			return false;
	return true;
}

static void put_checksum(const char *name, unsigned long crc, struct buf *out)
{
	size_t n = strlen(name);

	if (n > NAME_MAX_RECORD)
		return;
	buf_printf(out, ".section __versions,\"a\"\n.quad %#lx\n"
		   ".asciz \"%s\"\n.zero %zu\n", crc, name,
		   NAME_MAX_RECORD - n);
}

/* Writes the import of namespace @ns, if there is one and it is not in @seen: those
 * that were written before. */
static void put_namespace(struct args *seen, const char *ns, struct buf *out)
{
	if (!*ns || args_has(seen, ns) || !is_plain_name(ns))
		return;
	args_add(seen, ns);
	buf_printf(out, ".section .modinfo,\"a\"\n.asciz \"import_ns=%s\"\n",
		   ns);
}

static void put_records(const struct recipe *r, const char *symvers,
			const struct args *names, struct args *imports,
			struct buf *out, struct buf *missing)
{
	struct args seen = ARGS_INIT(r->arena);
	bool checksums = has_checksums(r);

	for (size_t i = 0; i < names->v.n; i++) {
		const char *name = names->v.at[i];
		struct embed_export e;

		if (!is_plain_name(name) ||
		    !embed_find_export(symvers, name, &e)) {
			buf_printf(missing, "%s\n", name);
			continue;
		}
		args_add(imports, name);
		if (checksums)
			put_checksum(name, e.crc, out);
		put_namespace(&seen, e.ns, out);
	}
}

struct sys_error *embed_records(const struct recipe *r, const char *path,
				struct args *imports, struct buf *out)
{
	_cleanup_free_ char *symvers_path = file_path(r->headers,
						      "Module.symvers");
	_cleanup_buf_ struct buf symvers = BUF_INIT, missing = BUF_INIT;
	struct needs needs = { r, ARGS_INIT(r->arena) };
	struct sys_error *err;
	struct ko ko;

	err = ko_open(path, &ko);
	if (err)
		return err;
	err = ko_symbols(&ko, note_need, &needs);
	ko_close(&ko);
	if (!err && needs.names.v.n)
		err = file_read(symvers_path, &symvers);
	if (err)
		return err;
	put_records(r, symvers.p, &needs.names, imports, out, &missing);
	if (missing.n)
		return sys_error(DIAG_NOT_EXPORTED, 0, "%s", missing.p);
	return NULL;
}
