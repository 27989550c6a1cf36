/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "runtime/core/symtab.h"

/* ---- which addresses ---------------------------------------------------- */

static bool shows_addresses(const char *kinds)
{
	return strpbrk(kinds, "kK") != NULL;
}

bool stp_global_has_addresses(const struct stp_blob *b, stp_u32 global)
{
	const struct stp_global_info *g = stp_blob_global(b, global);

	return shows_addresses(stp_blob_str(b, g->keys));
}

bool stp_blob_has_addresses(const struct stp_blob *b)
{
	stp_u32 i;

	for (i = 0; i < stp_blob_n(b, STP_SEC_GLOBALS); i++)
		if (stp_global_has_addresses(b, i))
			return true;

	for (i = 0; i < stp_blob_n(b, STP_SEC_FORMATS); i++)
		if (shows_addresses(stp_blob_str(b, stp_blob_fmt(b, i)->kinds)))
			return true;
	return false;
}

struct asker {
	void (*need)(void *arg, stp_u64 addr);
	void *arg;
};

/* Asks for the symbols of a stack at the addresses that symbol.c looks up: those of
 * return addresses at the call.  All addresses but the first are return addresses; in a
 * return probe the first one is after the word STP_STACK_RETURN, which is asked for, too. */
static void ask_stack(const struct asker *a, const struct stp_val *v)
{
	bool returned = v->len >= 16 && stp_get_s64(v->p) == STP_STACK_RETURN;
	stp_u32 i, first = returned ? 8 : 0;

	for (i = 0; i + 8 <= v->len; i += 8) {
		stp_u64 addr = stp_get_s64(v->p + i);

		if (!stp_addr_is_end(addr))
			a->need(a->arg, i > first ? stp_addr_called(addr)
						  : addr);
	}
}

static __attribute__((__noinline__)) void
ask_item(const struct asker *a, const char *kinds, const struct stp_item *it)
{
	struct stp_val v[STP_MAX_ARGS];
	stp_u32 i;

	if (!stp_args_decode(kinds, stp_item_bytes(it), it->len, v))
		return;
	for (i = 0; kinds[i]; i++)
		if (kinds[i] == 'k')
			a->need(a->arg, v[i].n);
		else if (kinds[i] == 'K')
			ask_stack(a, &v[i]);
}

static void ask_map(const struct stp_blob *b, const struct stp_rec *r,
		    const struct asker *a)
{
	struct stp_items items = stp_rec_items(r);
	const struct stp_item *it;
	char kinds[STP_MAX_KEYS + 2];

	if (!stp_global_has_addresses(b, r->global))
		return;
	stp_global_kinds(b, stp_blob_global(b, r->global), kinds);
	while ((it = stp_item_next(&items)))
		ask_item(a, kinds, it);
}

void stp_rec_addresses(const struct stp_blob *b, const struct stp_rec *r,
		       void (*need)(void *arg, stp_u64 addr), void *arg)
{
	struct stp_items items = stp_rec_items(r);
	const struct asker a = { need, arg };
	const struct stp_item *it;
	const char *kinds;

	if (r->type == STP_REC_MAP)
		ask_map(b, r, &a);
	if (r->type != STP_REC_OUT)
		return;
	while ((it = stp_item_next(&items))) {
		if (it->id >= stp_blob_n(b, STP_SEC_FORMATS))
			continue;
		kinds = stp_blob_str(b, stp_blob_fmt(b, it->id)->kinds);
		if (shows_addresses(kinds))
			ask_item(&a, kinds, it);
	}
}

/* ---- the table ---------------------------------------------------------- */

static struct stp_symtab_entry *set_of(struct stp_symtab *t, stp_u64 addr)
{
	return t->at[addr * 0x9e3779b97f4a7c15ull >> 32 &
		     (STP_SYMTAB_SETS - 1)];
}

static struct stp_symtab_entry *find(struct stp_symtab *t, stp_u64 addr)
{
	struct stp_symtab_entry *e = set_of(t, addr);
	stp_u32 i;

	for (i = 0; i < STP_SYMTAB_WAYS; i++, e++)
		if (e->put && e->addr == addr)
			return e;
	return NULL;
}

/* The oldest entry of a set; free entries are older than all others. */
static struct stp_symtab_entry *oldest(struct stp_symtab_entry *set)
{
	struct stp_symtab_entry *ret = set;
	stp_u32 i;

	for (i = 1; i < STP_SYMTAB_WAYS; i++)
		if (set[i].put < ret->put)
			ret = &set[i];
	return ret;
}

bool stp_symtab_has(struct stp_symtab *t, stp_u64 addr)
{
	return find(t, addr) != NULL;
}

void stp_symtab_put(struct stp_symtab *t, stp_u64 addr, const char *text,
		    stp_u32 len)
{
	struct stp_symtab_entry *e = find(t, addr);

	if (!e)
		e = oldest(set_of(t, addr));
	e->addr = addr;
	e->put = ++t->now;
	e->len = stp_min_u32(len, STP_WORDS_MAX);
	memcpy(e->text, text, e->len);
}

void stp_symtab_put_record(struct stp_symtab *t, const struct stp_rec *r)
{
	const struct stp_item *it = stp_rec_item(r);
	const char *p = stp_item_bytes(it);

	stp_symtab_put(t, stp_get_s64(p), p + 8, it->len - 8);
}

static struct stp_str symbol(void *arg, stp_u64 addr)
{
	struct stp_symtab_entry *e = find(arg, addr);

	return e ? (struct stp_str){ e->text, e->len } : STP_LIT("");
}

void stp_symtab_use(struct stp_symtab *t, struct stp_fmt_opts *opts)
{
	opts->symbol = symbol;
	opts->symbol_arg = t;
}
