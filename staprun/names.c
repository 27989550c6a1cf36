/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds symbols for the addresses that a record shows.  Symbols of the kernel are
 * looked up when the record is shown.  Symbols of programs are in files, so the
 * record waits (held.c) until a child has read them; meanwhile the rings are read.
 */
#include <string.h>
#include <sys/ioctl.h>

#include "staprun/namer.h"
#include "staprun/staprun.h"

static stp_u32 ask_kernel(struct output *out, stp_u64 addr,
			  char to[STP_WORDS_MAX])
{
	struct stp_ioc_symbol s = { .addr = addr };

	if (ioctl(out->device, STP_IOC_SYMBOL, &s) || s.len > sizeof(s.text))
		return 0;
	memcpy(to, s.text, s.len);
	return s.len;
}

/* Asks the namer for the symbol of @addr, an address of a program, in record @seq.
 * The module tells which file is mapped there, and the namer reads that file.  If the
 * namer has too many questions, a later call asks again. */
static void ask_file(struct output *out, stp_u64 addr, stp_u64 seq)
{
	struct stp_ioc_mapped m = { .addr = addr, .seq = seq };

	if (ioctl(out->device, STP_IOC_MAPPED, &m))
		m.len = 0;
	m.path[sizeof(m.path) - 1] = m.build_id[sizeof(m.build_id) - 1] = 0;
	namer_ask(out->namer, addr, &m);
}

/* ---- before a record is shown ------------------------------------------- */

struct look {
	struct output *out;
	stp_u64 seq;		/* of the record */
	bool known;
};

static void look_for(void *arg, stp_u64 addr)
{
	struct look *l = arg;
	struct output *out = l->out;

	if (!stp_addr_is_user(addr) || !stp_addr_space(addr) ||
	    stp_symtab_has(out->symbols, addr))
		return;
	if (!namer_is_asked(out->namer, addr))
		ask_file(out, addr, l->seq);
	l->known &= namer_answer(out->namer, addr) != NULL;
}

bool names_are_known(struct output *out, const struct stp_rec *rec)
{
	struct look l = { out, rec->seq, true };

	stp_rec_addresses(out->blob, rec, look_for, &l);
	return l.known;
}

void names_seen(struct output *out, stp_u64 seq)
{
	struct stp_ioc_mapped m = { .seq = seq };

	if (!out->namer || seq == out->seen)
		return;
	out->seen = seq;
	ioctl(out->device, STP_IOC_MAPPED, &m);
}

/* ---- when a record is shown --------------------------------------------- */

static stp_u32 answer_of(struct output *out, stp_u64 addr,
			 char to[STP_WORDS_MAX])
{
	const struct name_answer *a = namer_answer(out->namer, addr);

	if (!a || a->late)
		out->n_late++;
	if (!a)
		return 0;
	memcpy(to, a->text, a->len);
	return a->len;
}

static stp_u32 words_of(struct output *out, stp_u64 addr,
			char to[STP_WORDS_MAX])
{
	if (!stp_addr_is_user(addr))
		return ask_kernel(out, addr, to);
	if (stp_addr_space(addr))
		return answer_of(out, addr, to);
	out->n_unknown++;
	return 0;
}

static void put(void *arg, stp_u64 addr)
{
	struct output *out = arg;
	char item[8 + STP_WORDS_MAX];
	stp_u32 len;

	if (stp_symtab_has(out->symbols, addr))
		return;
	len = words_of(out, addr, item + 8);
	stp_symtab_put(out->symbols, addr, item + 8, len);
	if (out->o->format != FORMAT_RECORDS)
		return;
	memcpy(item, &addr, 8);
	output_item(out, STP_REC_SYMBOL, 0, item, 8 + len);
}

void names_put(struct output *out, const struct stp_rec *rec)
{
	stp_rec_addresses(out->blob, rec, put, out);
}
