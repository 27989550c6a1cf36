/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * BTF made by hand, for tests: good, bad and hostile.
 */
#ifndef UNIT_BTF_MAKE_H
#define UNIT_BTF_MAKE_H

#include <stdint.h>

#include "base/buf.h"
#include "translator/target/kernel/btf_private.h"

/* In a structure's count of members: their offsets hold sizes of bit-fields. */
#define FLAG UINT32_C(0x80000000)
#define BITS(size, offset) ((uint32_t)(size) << 24 | (offset))

/** Types and strings of one section; @last counts the types. */
struct maker {
	struct buf types, strings;
	uint32_t last, first_string;
};

void maker_init(struct maker *m);
void maker_free(struct maker *m);
uint32_t make_string(struct maker *m, const char *s);
/** A type's three words; returns its id. */
uint32_t make_type(struct maker *m, const char *name, enum btf_kind kind,
		   uint32_t n, uint32_t word);
uint32_t make_int(struct maker *m, const char *name, uint32_t size,
		  uint32_t encoding, uint32_t place);
uint32_t make_array(struct maker *m, uint32_t of, uint32_t n);
/** A member, parameter (@c = -1) or enumerator of the type begun last. */
void make_part(struct maker *m, const char *name, uint32_t b, int64_t c);
void maker_finish(const struct maker *m, struct buf *out);

#endif
