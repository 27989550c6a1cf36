/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Converts snapshots to stacks.  Keys that are no stacks become labels at the root.  If an
 * element has several stacks, those of programs are nearer to the root than those of the kernel.
 */
#include "export/stacks.h"

#include <stdlib.h>
#include <string.h>

void *export_alloc(void *p, size_t n, size_t size)
{
	p = reallocarray(p, n ? n : 1, size);
	if (!p)
		abort();
	return p;
}

static char *copy(const char *s, size_t n)
{
	char *p = export_alloc(NULL, n + 1, 1);

	memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

const char *export_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* ---- frames ------------------------------------------------------------- */

static size_t hash(const char *name, size_t len, const char *module)
{
	uint64_t h = 0xcbf29ce484222325;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)name[i]) * 0x100000001b3;
	for (; *module; module++)
		h = (h ^ (unsigned char)*module) * 0x100000001b3;
	return (size_t)(h ^ h >> 32);
}

static size_t *slot_of(struct export_stacks *st, const char *name, size_t len,
		       const char *module, enum frame_kind kind)
{
	size_t at = hash(name, len, module);
	const struct frame *f;

	for (;; at++) {
		size_t *slot = &st->slots[at & (st->n_slots - 1)];

		if (!*slot)
			return slot;
		f = st->frames[*slot - 1];
		if (f->kind == kind && !strncmp(f->name, name, len) &&
		    !f->name[len] && !strcmp(f->module, module))
			return slot;
	}
}

static void grow_slots(struct export_stacks *st)
{
	free(st->slots);
	st->n_slots *= 2;
	st->slots = export_alloc(NULL, st->n_slots, sizeof(*st->slots));
	memset(st->slots, 0, st->n_slots * sizeof(*st->slots));
	for (size_t i = 0; i < st->n_frames; i++) {
		const struct frame *f = st->frames[i];

		*slot_of(st, f->name, strlen(f->name), f->module, f->kind) =
			i + 1;
	}
}

const struct frame *stacks_frame(struct export_stacks *st, const char *name,
				 size_t name_len, const char *module,
				 enum frame_kind kind, uint64_t address)
{
	size_t *slot;
	struct frame *f;

	if (2 * st->n_frames >= st->n_slots)
		grow_slots(st);
	slot = slot_of(st, name, name_len, module, kind);
	if (*slot)
		return st->frames[*slot - 1];
	if (st->n_frames == st->room_frames) {
		st->room_frames = 2 * st->room_frames + 16;
		st->frames = export_alloc(st->frames, st->room_frames,
					  sizeof(*st->frames));
	}
	f = export_alloc(NULL, 1, sizeof(*f));
	*f = (struct frame){ copy(name, name_len),
			     copy(module, strlen(module)), kind, address,
			     st->n_frames };
	st->frames[st->n_frames++] = f;
	*slot = st->n_frames;
	return f;
}

/* ---- stacks ------------------------------------------------------------- */

/* Returns the unit of the values, from the end of the array's name: us, took_ns, read_bytes. */
static const char *unit_of(const char *name)
{
	static const char *const units[][2] = {
		{ "ns", "nanoseconds" }, { "us", "microseconds" },
		{ "ms", "milliseconds" }, { "bytes", "bytes" },
	};
	size_t len = strlen(name), n;

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		n = strlen(units[i][0]);
		if (len >= n && !strcmp(name + len - n, units[i][0]) &&
		    (len == n || name[len - n - 1] == '_'))
			return units[i][1];
	}
	return "count";
}

struct export_stacks *stacks_create(const char *name)
{
	struct export_stacks *st = export_alloc(NULL, 1, sizeof(*st));

	*st = (struct export_stacks){ .name = copy(name, strlen(name)),
				      .unit = unit_of(name), .n_slots = 64 };
	grow_slots(st);
	return st;
}

void export_stacks_free(struct export_stacks *st)
{
	if (!st)
		return;
	for (size_t i = 0; i < st->n_frames; i++) {
		free(st->frames[i]->name);
		free(st->frames[i]->module);
		free(st->frames[i]);
	}
	for (size_t i = 0; i < st->n_samples; i++)
		free(st->samples[i].frames);
	free(st->frames);
	free(st->samples);
	free(st->slots);
	free(st->name);
	free(st);
}

const char *export_stacks_name(const struct export_stacks *st)
{
	return st->name;
}

uint64_t export_stacks_cut(const struct export_stacks *st)
{
	return st->n_cut;
}

void stacks_add(struct export_stacks *st, const struct frame *const *frames,
		size_t n, size_t n_labels, uint64_t value)
{
	struct sample *s;

	if (st->n_samples == st->room_samples) {
		st->room_samples = 2 * st->room_samples + 16;
		st->samples = export_alloc(st->samples, st->room_samples,
					   sizeof(*st->samples));
	}
	s = &st->samples[st->n_samples++];
	*s = (struct sample){ .n = n, .n_labels = n_labels, .value = value };
	s->frames = export_alloc(NULL, n, sizeof(*frames));
	memcpy(s->frames, frames, n * sizeof(*frames));
	st->total += value;
}

/* ---- snapshots ---------------------------------------------------------- */

/* A stack that is being made. */
struct path {
	struct export_stacks *st;
	const struct frame **frames;
	size_t n, room;
};

static void push(struct path *p, const struct frame *f)
{
	if (p->n == p->room) {
		p->room = 2 * p->room + 64;
		p->frames = export_alloc(p->frames, p->room,
					 sizeof(*p->frames));
	}
	p->frames[p->n++] = f;
}

static void push_label(struct path *p, const char *s, size_t n)
{
	push(p, stacks_frame(p->st, s, n, "", FRAME_LABEL, 0));
}

/* Adds a frame of code.  If its function is not known, its name is that of its file. */
static void push_code(struct path *p, const struct tapster_frame *from)
{
	enum frame_kind kind = from->is_user ? FRAME_USER : FRAME_KERNEL;
	char name[300];

	if (*from->function)
		snprintf(name, sizeof(name), "%s", from->function);
	else if (*from->module)
		snprintf(name, sizeof(name), "[%.250s]",
			 export_base_name(from->module));
	else
		snprintf(name, sizeof(name), "[unknown]");
	if (*from->function && strlen(from->function) >= sizeof(name))
		push(p, stacks_frame(p->st, from->function,
				     strlen(from->function), from->module,
				     kind, from->address));
	else
		push(p, stacks_frame(p->st, name, strlen(name), from->module,
				     kind, from->address));
}

static void push_key(struct path *p, const struct tapster_arg *key)
{
	char number[24];

	if (key->kind == TAPSTER_ARG_NUMBER) {
		snprintf(number, sizeof(number), "%lld",
			 (long long)key->number);
		push_label(p, number, strlen(number));
	} else {
		push_label(p, key->bytes, key->len);
	}
}

static void push_stacks(struct path *p, const struct tapster_arg *args,
			size_t n_keys, bool user)
{
	for (size_t k = 0; k < n_keys; k++) {
		const struct tapster_stack *stack = args[k].stack;

		if (!stack || !stack->n_frames ||
		    stack->frames[0].is_user != user)
			continue;
		for (size_t i = stack->n_frames; i--;)
			push_code(p, &stack->frames[i]);
	}
}

/* Adds the labels of an element to the empty stack @p.  Returns how many.  If a stack of the
 * element lacks frames, "[truncated]" is a label, and n_cut is incremented. */
static size_t push_labels(struct path *p, const struct tapster_arg *args,
			  size_t n_keys)
{
	bool cut = false;

	for (size_t k = 0; k < n_keys; k++) {
		if (!args[k].stack)
			push_key(p, &args[k]);
		else
			cut |= args[k].stack->cut != NULL;
	}
	if (cut)
		push_label(p, "[truncated]", strlen("[truncated]"));
	p->st->n_cut += cut;
	return p->n;
}

static int64_t weight_of(const struct tapster_arg *value)
{
	return value->kind == TAPSTER_ARG_AGGREGATE ? value->aggregate->sum
						    : value->number;
}

static void add_entry(struct path *p, const struct tapster_arg *args,
		      size_t n_keys)
{
	int64_t weight = weight_of(&args[n_keys]);
	size_t n_labels;

	if (weight <= 0)
		return;
	p->n = 0;
	n_labels = push_labels(p, args, n_keys);
	push_stacks(p, args, n_keys, true);
	push_stacks(p, args, n_keys, false);
	stacks_add(p->st, p->frames, p->n, n_labels, (uint64_t)weight);
}

static bool has_stack(const struct tapster_snapshot *sn)
{
	for (size_t k = 0; k < sn->n_keys; k++)
		if (sn->key_types[k] == TAPSTER_TYPE_STACK)
			return sn->value_type == TAPSTER_TYPE_LONG ||
			       sn->value_type == TAPSTER_TYPE_STATS;
	return false;
}

struct export_stacks *export_stacks_of(const struct tapster_snapshot *sn)
{
	struct path p = { 0 };

	if (!has_stack(sn))
		return NULL;
	p.st = stacks_create(sn->global);
	for (size_t i = 0; i < sn->n_entries; i++)
		add_entry(&p, sn->args + i * (sn->n_keys + 1), sn->n_keys);
	free(p.frames);
	return p.st;
}
