/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A path provider written by hand: questions in words, and their answers.
 *
 * It belongs to the tests of what lies between the syntax tree and the IR.
 */
#ifndef UNIT_ANSWERS_H
#define UNIT_ANSWERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/pipeline.h"
#include "translator/target/types/ctype.h"

/* ---- types: a FILE points to an INODE, which has a KIND ------------------ */

static const struct ctype *target(const struct ctype *t);
static const struct ctype_enumerator *enumerators(const struct ctype *t);
static const struct ctype_ops type_ops = {
	.target = target, .enumerators = enumerators,
};

static const struct ctype int_type = {
	.kind = CTYPE_INT, .name = "int", .size = 4, .ops = &type_ops,
};
static const struct ctype file_type = {
	.kind = CTYPE_STRUCT, .name = "file", .size = 64, .ops = &type_ops,
};
static const struct ctype inode_type = {
	.kind = CTYPE_STRUCT, .name = "inode", .size = 32, .ops = &type_ops,
};
static const struct ctype kind_type = {
	.kind = CTYPE_ENUM, .name = "kind", .size = 4, .n = 4,
	.ops = &type_ops,
};
static const struct ctype file_ptr = {
	.kind = CTYPE_POINTER, .name = "", .size = 8, .ops = &type_ops, .id = 1,
};
static const struct ctype inode_ptr = {
	.kind = CTYPE_POINTER, .name = "", .size = 8, .ops = &type_ops, .id = 2,
};

static const struct ctype *target(const struct ctype *t)
{
	return t->id == 1 ? &file_type : &inode_type;
}

static const struct ctype_enumerator *enumerators(const struct ctype *t)
{
	static const struct ctype_enumerator list[] = {
		{ "PIPE", 7 }, { "PLAIN", 0 }, { "NORMAL", 0 }, { "DIR", -1 },
	};

	return list;
}

/* ---- answers ------------------------------------------------------------ */

static const struct path_op reg5[] = { { .kind = PATH_REG, .n = 5 } };
static const struct path_op field[] = {
	{ .kind = PATH_REG, .n = 7 }, { .kind = PATH_ADD, .k = 16 },
	{ .kind = PATH_LOAD, .size = 4, .sign = true },
};
static const struct path_op bits[] = {
	{ .kind = PATH_SYMBOL, .name = "jiffies" },
	{ .kind = PATH_LOAD, .size = 1 },
	{ .kind = PATH_BITFIELD, .shift = 3, .size = 5 },
};
static const struct path_op element[] = {
	{ .kind = PATH_REG, .n = 2 }, { .kind = PATH_INDEX, .n = 0, .k = 8 },
	{ .kind = PATH_ADDRESS_OF },
};
static const struct path_op less[] = {
	{ .kind = PATH_REG, .n = 3 }, { .kind = PATH_PUSH },
	{ .kind = PATH_REG, .n = 6 }, { .kind = PATH_PUSH },
	{ .kind = PATH_CONST, .k = 2 },
	{ .kind = PATH_MATH, .n = PATH_MATH_USHR },
	{ .kind = PATH_MATH, .n = PATH_MATH_SUB },
};
static const struct path_op half[] = {
	{ .kind = PATH_REG, .n = 4 },
	{ .kind = PATH_BITFIELD, .size = 32, .sign = true },
};
static const struct path_op upper[] = {
	{ .kind = PATH_REG, .n = 4 },
	{ .kind = PATH_BITFIELD, .shift = 32, .size = 32 },
};
static const struct path_op arg1[] = { { .kind = PATH_ARG, .n = 1 } };
static const struct path_op pieces[] = {
	{ .kind = PATH_REG, .n = 0 },
	{ .kind = PATH_PIECE, .n = 1, .shift = 32 },
};
static const struct path_op entry6[] = {
	{ .kind = PATH_ENTRY_SAVED, .n = 6 },
};
static const struct path_op entry_load[] = {
	{ .kind = PATH_ENTRY_SAVED, .n = 6 },
	{ .kind = PATH_LOAD, .size = 8 },
};
static const struct path_op entry_element[] = {
	{ .kind = PATH_ENTRY_SAVED, .n = 6 },
	{ .kind = PATH_INDEX, .n = 0, .k = 8 },
	{ .kind = PATH_LOAD, .size = 8 },
};
/* after a value */
static const struct path_op load8[] = { { .kind = PATH_LOAD, .size = 8 } };
static const struct path_op at8[] = {
	{ .kind = PATH_ADD, .k = 8 }, { .kind = PATH_LOAD, .size = 8 },
};
static const struct path_op at8_load[] = {
	{ .kind = PATH_ADD, .k = 8 }, { .kind = PATH_LOAD, .size = 8 },
	{ .kind = PATH_LOAD, .size = 8 },
};
static const struct path_op at16[] = {
	{ .kind = PATH_ADD, .k = 16 }, { .kind = PATH_LOAD, .size = 4 },
};
static const struct path_op nth[] = {
	{ .kind = PATH_INDEX, .n = 0, .k = 64 }, { .kind = PATH_ADD, .k = 24 },
	{ .kind = PATH_LOAD, .size = 4 },
};
static const struct path_op user_text[] = {
	{ .kind = PATH_LOAD, .size = 8 }, { .kind = PATH_TEXT, .user = true },
};
static const struct path_op string[] = {
	{ .kind = PATH_ADD, .k = 32 }, { .kind = PATH_STRING },
};

#define OPS(x) .ops = x, .n_ops = sizeof(x) / sizeof(*(x))
#define ARGS(x) .args = x, .n_args = sizeof(x) / sizeof(*(x))

static const struct path_arg file_args[] = {
	{ OPS(at8) }, { OPS(user_text), .is_string = true },
};
static const struct path_arg plain_args[] = {
	{ OPS(reg5), .is_whole = true }, { OPS(half), .is_whole = true },
};
static const struct path part = {
	.format = "{.a=%i}", ARGS(((const struct path_arg[]){
		{ OPS(field), .is_whole = true } })),
};
static const struct path_arg part_args[] = {
	{ OPS(reg5), .is_whole = true }, { .part = &part },
};
static const struct path may_lack = {
	.format = "%#x", .unread = "?", ARGS(((const struct path_arg[]){
		{ OPS(field), .is_whole = true } })),
};
static const struct path_arg lacking_args[] = {
	{ OPS(reg5), .is_whole = true }, { .part = &may_lack },
};
static const struct path_arg entry_args[] = {
	{ OPS(entry6), .is_whole = true }, { OPS(reg5), .is_whole = true },
};
static const struct path_arg deep_entry_args[] = {
	{ OPS(entry_load), .is_whole = true },
	{ OPS(entry6), .is_whole = true },
};
static const struct path_arg mixed_args[] = {
	{ OPS(entry_load), .is_whole = true }, { OPS(reg5), .is_whole = true },
};

/* A question in words, at a place whose name holds `at`. */
#define A(q, ...) { .question = (q), .path = { __VA_ARGS__ } }
#define AT(place, q, ...)                                                      \
	{ .question = (q), .path = { __VA_ARGS__ }, .at = (place) }

static const struct {
	const char *question;
	struct path path;
	const char *at;
} answers[] = {
	A("$reg", OPS(reg5)),
	AT("timer.s(2)", "$reg", OPS(half)),
	A("$p->field", OPS(field)),
	A("=$p->field", OPS(field)),
	A("$bits", OPS(bits)),
	A("=$bits", OPS(bits)),
	A("&$v[3]", OPS(element)),
	A("$less", OPS(less)),
	A("$half", OPS(half)),
	A("=$half", OPS(half)),
	A("=$upper", OPS(upper)),
	A("=$reg", OPS(reg5)),
	A("=$const", OPS(((const struct path_op[]){
		{ .kind = PATH_CONST, .k = 3 } }))),
	A("=$arg", OPS(entry6)),
	A("$one", OPS(arg1)),
	A("$pieces", OPS(pieces)),
	A("$arg", OPS(entry6)),
	A("$argp->field", OPS(entry_load)),
	A("$argv[0]", OPS(entry_element)),
	A("$argv[]", OPS(entry_element)),
	A("$gone", .reason = "it was optimised away",
		     .hint = "probe the caller"),
	A("$p->lost->more", .reason = "struct p has no member 'lost'",
			.failed_step = 0),
	AT("timer.s(2)", "$odd", .reason = "it is elsewhere"),
	A("$odd", OPS(reg5)),
	/* texts */
	A("$file$", OPS(reg5), .format = "{.inode=%p, .name=%s}",
		      ARGS(file_args)),
	A("$$vars", .format = "a=%#x b=%i", ARGS(plain_args)),
	A("$$parms$", .format = "a=%#x p=%s", ARGS(part_args)),
	A("$$locals", .format = "a=%#x b=%s", ARGS(lacking_args)),
	A("$$name", .format = "vfs_read"),
	A("$name", OPS(string)),
	A("$$args", .format = "%x %x", ARGS(entry_args)),
	A("$$args$", .format = "%x %x", ARGS(deep_entry_args)),
	A("$$args$$", .format = "%x %x", ARGS(mixed_args)),
	A("(struct file *)$", .format = "{.inode=%p, .name=%s}",
				ARGS(file_args)),
	/* types */
	A("$file", OPS(reg5), .type = &file_ptr),
	A("$inode->kind", OPS(field), .type = &kind_type),
	A("$file->inode", OPS(field), .type = &inode_ptr),
	A("$inode", OPS(reg5), .type = &inode_ptr),
	A("$opened", OPS(entry6), .type = &file_ptr),
	A("$count", OPS(half), .type = &int_type),
	A("(struct file *)->inode", OPS(at8), .type = &inode_ptr),
	A("(struct file *)->inode->ino", OPS(at8_load), .type = &int_type),
	A("(struct inode *)->kind", OPS(at16), .type = &kind_type),
	A("(struct inode *)->ino", OPS(load8), .type = &int_type),
	A("(struct file *)[]->pos", OPS(nth), .type = &int_type),
	A("=(struct file *)->inode", OPS(at8), .type = &inode_ptr),
	A("@cast(struct file)", .type = &file_ptr),
	A("@cast(struct file)->inode", OPS(at8), .type = &inode_ptr),
	A("=@cast(struct file)->inode", OPS(at8), .type = &inode_ptr),
	A("@cast(struct file,kernel)->inode->ino", OPS(at8_load)),
	A("@var(jiffies)", OPS(bits), .type = &int_type),
	A("=@var(jiffies)", OPS(bits), .type = &int_type),
	A("&@var(files)", OPS(((const struct path_op[]){
		{ .kind = PATH_SYMBOL, .name = "files", .k = 4096 } })),
			    .type = &file_ptr),
};

static void put_question(struct buf *b, const struct path_query *q)
{
	buf_puts(b, q->use == PATH_WRITE ? "=" : "");
	buf_puts(b, q->use == PATH_ADDRESS ? "&" : "");
	if (q->from == PATH_VALUE) {
		buf_putc(b, '(');
		ctype_put(b, q->type, "");
		buf_putc(b, ')');
	} else {
		buf_puts(b, q->from == PATH_CAST ? "@cast("
			    : q->from == PATH_VAR ? "@var(" : "");
		buf_puts(b, q->name);
		if (q->module)
			buf_printf(b, ",%s", q->module);
		buf_puts(b, q->from == PATH_NAME ? "" : ")");
	}
	for (size_t i = 0; i < q->n_steps; i++) {
		const struct path_step *s = &q->steps[i];

		if (s->kind == PATH_MEMBER)
			buf_printf(b, "->%s", s->member);
		else if (s->is_number)
			buf_printf(b, "[%d]", (int)s->number);
		else
			buf_puts(b, "[]");
	}
	buf_printf(b, "%.*s", (int)q->pretty, "$$");
}

static const struct path nothing = { .reason = "there is no such variable" };

static const struct path *answer(void *data, const struct probe_location *at,
				 const struct path_query *q)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const struct path *found = &nothing;

	put_question(&b, q);
	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		if (strcmp(answers[i].question, b.p))
			continue;
		if (!answers[i].at)
			found = found == &nothing ? &answers[i].path : found;
		else if (at && strstr(at->name, answers[i].at))
			found = &answers[i].path;
	}
	return found;
}

static bool enumerator(void *data, const struct probe_location *at,
		       const char *name, const char *module, int64_t *ret)
{
	*ret = 7;
	return !strcmp(name, "PIPE");
}

static const struct ctype *type(void *data, const struct probe_location *at,
				const char *name, const char *module)
{
	return strcmp(name, "enum kind") ? &int_type : &kind_type;
}

static const struct path_provider provider = {
	.resolve = answer, .enumerator = enumerator, .type = type,
};

/* ---- a compiled script -------------------------------------------------- */

static struct session *compile(const char *text)
{
	struct session *s = session_create();
	struct session_input in = { .kind = SOURCE_USER, .name = "test.stp",
				    .text = text, .len = strlen(text) };

	s->release = "6.1.0";
	s->guru = true;
	s->no_optimise = true;
	s->paths = &provider;
	vec_push_in(s->arena, &s->inputs, in);
	return s;
}

static void show_errors(struct session *s)
{
	for (const struct diag *d = diags_first(s->diags); d; d = d->next) {
		_cleanup_buf_ struct buf b = BUF_INIT;

		diag_render(d, false, &b);
		print_message("%s", b.p);
	}
}

static void run(struct session *s)
{
	if (pipeline_run(s, STAGE_TRANSLATE))
		return;
	show_errors(s);
	fail_msg("not compiled");
}

static char *text_of(struct session *s, const struct ir_func *f)
{
	struct buf b = BUF_INIT;
	char *text;

	ir_print_func(s->unit, f, &b);
	text = arena_strdup(s->arena, b.p);
	buf_free(&b);
	return text;
}

#define RETURN "global n = 1, t = \"x\" probe kprobe.function(\"f\").return "

#endif
