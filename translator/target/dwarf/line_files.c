/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the files that a table of lines names, and makes their paths.
 */
#include <dwarf.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "translator/target/dwarf/line_private.h"
#include "translator/target/elf/elf.h"

/* The most things that a table says about each file or directory; real ones say a few. */
#define FORMATS_MAX 16

struct format {
	uint64_t content, form;
};

/* ---- files, before version 5 -------------------------------------------- */

static const char *dir_at(const struct line_reader *r, uint64_t i)
{
	return i < r->dirs.n ? r->dirs.at[i] : "";
}

void line_read_files_old(struct line_reader *r, struct line_table *t)
{
	const char *s;

	/* directory 0 is the one of the compilation */
	vec_push(&r->dirs, "");
	while (*(s = cursor_string(&r->c)))
		vec_push(&r->dirs, s);
	vec_push(&t->files, ((struct line_file){ "", "" }));
	while (*(s = cursor_string(&r->c))) {
		uint64_t dir = cursor_uleb(&r->c);

		cursor_uleb(&r->c);	/* time */
		cursor_uleb(&r->c);	/* size */
		vec_push(&t->files,
			 ((struct line_file){ dir_at(r, dir), s }));
	}
}

/* ---- files, version 5 --------------------------------------------------- */

static const char *string_at(struct line_reader *r, struct range strings)
{
	const char *s = range_string(strings, cursor_uint(&r->c,
							  r->offset_size));

	return s ? s : "";
}

/* Reads one value: a text into *@s, a number into *@n; other values are skipped.  False: the
 * form is not known. */
static bool read_form(struct line_reader *r, uint64_t form, const char **s,
		      uint64_t *n)
{
	switch (form) {
	case DW_FORM_string:
		*s = cursor_string(&r->c);
		return true;
	case DW_FORM_line_strp:
		*s = string_at(r, r->s->line_str);
		return true;
	case DW_FORM_strp:
		*s = string_at(r, r->s->str);
		return true;
	case DW_FORM_udata:
		*n = cursor_uleb(&r->c);
		return true;
	case DW_FORM_data1:
		*n = cursor_uint(&r->c, 1);
		return true;
	case DW_FORM_data2:
		*n = cursor_uint(&r->c, 2);
		return true;
	case DW_FORM_data4:
		*n = cursor_uint(&r->c, 4);
		return true;
	case DW_FORM_data8:
		*n = cursor_uint(&r->c, 8);
		return true;
	case DW_FORM_data16:
		cursor_take(&r->c, 16);
		return true;
	case DW_FORM_block:
		cursor_take(&r->c, cursor_uleb(&r->c));
		return true;
	default:
		return false;	/* its size is not known */
	}
}

static bool read_entry(struct line_reader *r, const struct format *f, size_t n,
		       struct line_file *ret, uint64_t *dir)
{
	*ret = (struct line_file){ "", "" };
	*dir = 0;
	for (size_t i = 0; i < n; i++) {
		const char *s = "";
		uint64_t v = 0;

		if (!read_form(r, f[i].form, &s, &v))
			return false;
		if (f[i].content == DW_LNCT_path)
			ret->name = s;
		else if (f[i].content == DW_LNCT_directory_index)
			*dir = v;
	}
	return !r->c.bad;
}

static bool read_formats(struct line_reader *r, struct format *ret, size_t *n)
{
	*n = cursor_uint(&r->c, 1);
	if (*n > FORMATS_MAX)
		return false;
	for (size_t i = 0; i < *n; i++) {
		ret[i].content = cursor_uleb(&r->c);
		ret[i].form = cursor_uleb(&r->c);
	}
	return !r->c.bad;
}

/* Returns true if the bytes left can hold @count entries of at least one byte; entries of no
 * bytes could be there 2^64 times. */
static bool count_is_sane(const struct line_reader *r, uint64_t count,
			  size_t formats)
{
	return !count || (formats && count <= cursor_left(&r->c));
}

static void add_dir(struct line_reader *r, struct line_table *t,
		    struct line_file file, uint64_t dir)
{
	vec_push(&r->dirs, file.name);
}

static void add_file(struct line_reader *r, struct line_table *t,
		     struct line_file file, uint64_t dir)
{
	file.dir = dir_at(r, dir);
	vec_push(&t->files, file);
}

static bool read_list(struct line_reader *r, struct line_table *t,
		      void (*add)(struct line_reader *r, struct line_table *t,
				  struct line_file file, uint64_t dir))
{
	struct format f[FORMATS_MAX];
	struct line_file file;
	uint64_t count, dir;
	size_t n;

	if (!read_formats(r, f, &n))
		return false;
	count = cursor_uleb(&r->c);
	if (!count_is_sane(r, count, n))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (!read_entry(r, f, n, &file, &dir))
			return false;
		add(r, t, file, dir);
	}
	return true;
}

bool line_read_files_new(struct line_reader *r, struct line_table *t)
{
	return read_list(r, t, add_dir) && read_list(r, t, add_file);
}

/* ---- paths -------------------------------------------------------------- */

/* Appends the components of @path to @out, which holds some already. */
static void add_components(struct buf *out, const char *path)
{
	while (*path) {
		size_t n = strcspn(path, "/");

		if (n == 2 && !strncmp(path, "..", 2) && out->n) {
			char *slash = memrchr(out->p, '/', out->n);

			out->n = slash ? (size_t)(slash - out->p) : 0;
			out->p[out->n] = '\0';
		} else if (n && !(n == 1 && *path == '.')) {
			if (out->n)
				buf_putc(out, '/');
			buf_add(out, path, n);
		}
		path += n + (path[n] == '/');
	}
}

void line_file_path(struct buf *out, const char *comp_dir,
		    const struct line_file *f)
{
	const char *const parts[] = { comp_dir, f->dir, f->name };
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t first = 2;

	/* the parts before an absolute one do not count */
	while (first && *parts[first] != '/')
		first--;
	for (size_t i = first; i < 3; i++)
		add_components(&b, parts[i]);
	if (*parts[first] == '/')
		buf_putc(out, '/');
	buf_add(out, b.p, b.n);
}
