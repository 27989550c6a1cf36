/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lists the tracepoints of a kernel.  A tracepoint NAME is the variable
 * __tracepoint_NAME.  To reach its listeners it calls the function
 * __traceiter_NAME, whose parameters have the names that the tracepoint's author
 * gave them.
 *
 * The group of a tracepoint is that of its event.  event_NAME is a structure with a
 * pointer to the event's class, and the class has a pointer to the group's name.  They
 * are in the image's data, at offsets that the kernel's types have.  A tracepoint
 * without an event has no group.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/tracepoint.h"

#define PREFIX "__tracepoint_"
#define CALLER "__traceiter_"

struct finder {
	const struct kernel *k;
	const struct image *im;
	const struct btf *types;
	struct event_layout layout;
	struct tracepoints *ret;
};

static bool member_at(const struct btf *types, const char *type,
		      const char *name, uint64_t *ret)
{
	const struct ctype *t = btf_find(types, CTYPE_STRUCT, type);
	struct ctype_member m;

	if (!t || !ctype_find_member(t, name, &m) || m.bit_offset % 8)
		return false;
	*ret = m.bit_offset / 8;
	return true;
}

struct event_layout event_layout_find(const struct btf *types)
{
	struct event_layout l = { 0 };

	l.known = member_at(types, "trace_event_call", "class", &l.class) &&
		  member_at(types, "trace_event_class", "system", &l.system);
	return l;
}

/* ---- groups ------------------------------------------------------------- */

static bool pointer_at(const struct image *im, uint64_t addr, uint64_t *ret)
{
	const unsigned char *p = image_at(im, addr, sizeof(*ret));

	if (p)
		*ret = get_u64(p);
	return p != NULL;
}

static bool is_word(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '-';
}

const char *event_word(struct arena *a,
		       const unsigned char *(*byte_at)(const void *of,
						       uint64_t addr),
		       const void *of, uint64_t addr)
{
	char word[64];
	const unsigned char *p;
	size_t n = 0;

	while (n < sizeof(word) - 1 && (p = byte_at(of, addr + n)) &&
	       is_word(*p))
		word[n++] = (char)*p;
	if (!n || !(p = byte_at(of, addr + n)) || *p)
		return "";
	return arena_strndup(a, word, n);
}

static const unsigned char *byte_at(const void *im, uint64_t addr)
{
	return image_at(im, addr, 1);
}

static const char *group_of(const struct finder *f, const char *name)
{
	char *event = arena_printf(f->ret->arena, "event_%s", name);
	const struct kernel_symbol *s = kernel_find(f->k, event);
	uint64_t class, system;

	if (!f->layout.known || !s ||
	    !pointer_at(f->im, s->addr + f->layout.class, &class) ||
	    !pointer_at(f->im, class + f->layout.system, &system))
		return "";
	return event_word(f->ret->arena, byte_at, f->im, system);
}

/* ---- arguments ---------------------------------------------------------- */

unsigned kernel_tracepoint_words(const struct kernel_tracepoint *tp)
{
	const struct ctype_param *p = tp->proto ? ctype_params(tp->proto)
						: NULL;
	unsigned words = 0;

	for (uint64_t i = 1; p && i < tp->proto->n; i++) {
		uint64_t size = ctype_size(p[i].type);

		words += size > 8 ? (size + 7) / 8 : 1;
	}
	return words;
}

/* ---- the list ----------------------------------------------------------- */

static const struct ctype *proto_of(const struct finder *f, const char *name)
{
	char *caller = arena_printf(f->ret->arena, CALLER "%s", name);
	const struct ctype *t = btf_find(f->types, CTYPE_FUNCTION, caller);

	return t && t->n ? t : NULL;
}

static void add_named(struct finder *f, const char *name)
{
	struct tracepoints *t = f->ret;

	if (!(t->n & (t->n - 1)))
		t->at = xrealloc(t->at, (t->n ? 2 * t->n : 1) *
						sizeof(*t->at));
	t->at[t->n++] = (struct kernel_tracepoint){
		.name = name,
		.group = group_of(f, name),
		.proto = proto_of(f, name),
	};
}

static bool add(void *data, const struct kernel_symbol *s)
{
	if (!kernel_is_function(s) && s->name[strlen(PREFIX)])
		add_named(data, s->name + strlen(PREFIX));
	return true;
}

/* Adds the tracepoint whose listeners the function @s calls, because a running kernel
 * may list functions only. */
static bool add_caller(void *data, const struct kernel_symbol *s)
{
	add_named(data, s->name + strlen(CALLER));
	return true;
}

struct tracepoints *tracepoints_find(const struct kernel *k,
				     const struct image *im,
				     const struct btf *types)
{
	struct tracepoints *t = xcalloc(1, sizeof(*t));
	struct finder f = { k, im, types, event_layout_find(types), t };

	t->arena = arena_create();
	kernel_match(k, PREFIX "*", KERNEL_ANY_SYMBOL, add, &f);
	if (!t->n && !kernel_has_image(k))
		kernel_match(k, CALLER "?*", KERNEL_FUNCTIONS, add_caller, &f);
	return t;
}

void tracepoints_free(struct tracepoints *t)
{
	if (!t)
		return;
	arena_destroy(t->arena);
	free(t->at);
	free(t);
}
