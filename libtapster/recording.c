/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes recordings of hits that the client provides: each hit is converted to the
 * records that a run would have printed for it (libtapster/record.h).
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/escape.h"
#include "libtapster/lib.h"
#include "libtapster/record.h"
#include "runtime/uapi/tape.h"

struct tapster_recording {
	struct tapster_session *s;
	struct record *r;
	uint64_t seq;
};

struct tapster_recording *tapster_recording_create(struct tapster_session *s,
						   const char *path,
						   bool on_host)
{
	struct record_info info = { .release = "", .version = tapster_version(),
				    .script = "" };
	struct tapster_recording *ret = xcalloc(1, sizeof(*ret));
	struct sys_error *err = on_host ? NULL
					: lib_release(s, &info.release);

	ret->s = s;
	if (!err)
		err = record_create(path, &info, &ret->r);
	if (!err)
		return ret;
	lib_fail(s, err);
	free(ret);
	return NULL;
}

/* Writes a key as formats have it: \001, the type, and the expression @name with %% for
 * %. */
static void put_key(struct buf *b, char type, const char *name, size_t len)
{
	buf_putc(b, '\001');
	buf_putc(b, type);
	for (size_t i = 0; i < len; i++) {
		buf_putc(b, name[i]);
		if (name[i] == '%')
			buf_putc(b, '%');
	}
}

static char type_of(const struct tapster_hit_value *v)
{
	return v->kind == TAPSTER_ARG_NUMBER ? 'n' : 's';
}

static void take(struct tapster_recording *r, const char *point,
		 const struct buf *format, const struct tapster_arg *args,
		 size_t n)
{
	struct tapster_record rec = { .seq = r->seq, .probe = point,
				      .format = format->p, .args = args,
				      .n_args = n };

	record_take(r->r, &rec);
}

static struct tapster_arg arg_of(const struct tapster_hit_value *v)
{
	struct tapster_arg a = { .kind = v->kind };

	if (v->kind == TAPSTER_ARG_NUMBER) {
		a.number = v->number;
	} else {
		a.bytes = v->bytes ?: "";
		a.len = v->len;
	}
	return a;
}

/* ---- calls whose arguments the script computes ---- */

/* Returns the end of the string in quotes at @p: after its last quote, or at the end of
 * the text if it has none. */
static const char *string_end(const char *p)
{
	for (p++; *p && *p != '"'; p++)
		p += *p == '\\' && p[1];
	return p + (*p == '"');
}

/* Returns the address of '(' in a call such as `f(1, "x")` if all its arguments are
 * numbers and strings; else NULL. */
static const char *literal_arguments(const char *name)
{
	const char *open = strchr(name, '('), *p = open;

	if (!open || open == name || *name == '@' || *name == '$')
		return NULL;
	for (p++; *p && *p != ')';)
		if (*p == '"')
			p = string_end(p);
		else if (strchr(", -x", *p) || isxdigit((unsigned char)*p))
			p++;
		else
			return NULL;
	return *p && !p[1] ? open : NULL;
}

/* Splits the arguments at @p.  @shape gets a # for each, @text their values as IR_FORMAT
 * makes them: with commas between them. */
static void split_arguments(const char *p, struct buf *shape, struct buf *text)
{
	bool first = true;
	const char *from;
	char *end;

	for (; *p && *p != ')'; p += strspn(p, ", "), first = false) {
		buf_puts(shape, first ? "#" : ", #");
		buf_puts(text, first ? "" : ",");
		if (*p == '"') {
			from = p + 1;
			p = string_end(p);
			escape_decode(text, from, (size_t)(p - from) - 1, true);
		} else {
			buf_printf(text, "%lld", strtoll(p, &end, 0));
			p = end > p ? end : p + 1;
		}
	}
	buf_putc(shape, ')');
}

static void take_call(struct tapster_recording *r, const char *point,
		      const struct tapster_hit_value *v)
{
	_cleanup_buf_ struct buf shape = BUF_INIT, text = BUF_INIT,
				 format = BUF_INIT;
	const char *open = literal_arguments(v->name);
	struct tapster_arg args[2] = { { .kind = TAPSTER_ARG_STRING } };
	size_t n = 0;

	if (!open)
		return;
	buf_add(&shape, v->name, (size_t)(open + 1 - v->name));
	split_arguments(open + 1, &shape, &text);
	args[0].bytes = text.p;
	args[0].len = text.n;
	args[1] = arg_of(v);
	if (v->error)
		args[1] = (struct tapster_arg){ .kind = TAPSTER_ARG_STRING,
						.bytes = v->error,
						.len = strlen(v->error) };
	buf_puts(&format, STP_TAPE_MARK);
	buf_putc(&format, v->error ? STP_TAPE_BAD_CALL : STP_TAPE_CALL);
	put_key(&format, (char)toupper(type_of(v)), shape.p, shape.n);
	n = 2;
	buf_puts(&format, "\002");
	take(r, point, &format, args, n);
}

/* ---- hits ---- */

static void take_error(struct tapster_recording *r, const char *point, size_t i,
		       const char *error)
{
	_cleanup_buf_ struct buf format = BUF_INIT;
	struct tapster_arg args[2] = {
		{ .kind = TAPSTER_ARG_NUMBER, .number = (int64_t)i },
		{ .kind = TAPSTER_ARG_STRING, .bytes = error,
		  .len = strlen(error) },
	};

	buf_puts(&format, STP_TAPE_MARK);
	buf_putc(&format, STP_TAPE_FAILED);
	buf_puts(&format, "\002");
	take(r, point, &format, args, 2);
}

void tapster_recording_hit(struct tapster_recording *r, const char *point,
			   const struct tapster_hit_value *values, size_t n)
{
	_cleanup_buf_ struct buf format = BUF_INIT;
	struct tapster_arg args[STP_TAPE_MOST_KEYS + 1] = {
		{ .kind = TAPSTER_ARG_NUMBER } };

	r->seq++;
	if (n > STP_TAPE_MOST_KEYS)
		n = STP_TAPE_MOST_KEYS;
	buf_puts(&format, STP_TAPE_MARK);
	buf_putc(&format, STP_TAPE_HIT);
	buf_puts(&format, "\0010");
	for (size_t i = 0; i < n; i++) {
		put_key(&format, type_of(&values[i]), values[i].name,
			strlen(values[i].name));
		args[i + 1] = arg_of(&values[i]);
		if (values[i].error) {
			args[0].number |= (int64_t)(1ull << i);
			take_error(r, point, i, values[i].error);
		}
	}
	buf_puts(&format, "\002");
	for (size_t i = 0; i < n; i++)
		take_call(r, point, &values[i]);
	take(r, point, &format, args, n + 1);
}

int tapster_recording_close(struct tapster_recording *r)
{
	uint64_t hits;
	struct sys_error *err = record_finish(r->r, &hits);

	record_free(r->r);
	if (err)
		lib_fail(r->s, err);
	free(r);
	return err ? -1 : 0;
}
