/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Access to the traced system: checked reads and writes, registers, addresses;
 * what the entry of a return probe saves (facility access).
 */
#ifndef STP_ABI_TARGET_H
#define STP_ABI_TARGET_H

#include "runtime/abi/text.h"

enum stp_space { STP_KERNEL, STP_USER };

/** Reads @size (1, 2, 4, 8) bytes, sign-extended if @sign.  Fails if they cannot be
 *  read. */
stp_s64 stp_load(struct stp_ctx *c, stp_s64 addr, stp_u32 size, int sign,
		 enum stp_space space);
/** Writes the lowest @size (1, 2, 4, 8) bytes of @v.  Fails if they cannot be written.
 *  Guru mode only. */
void stp_store(struct stp_ctx *c, stp_s64 addr, stp_u32 size, stp_s64 v,
	       enum stp_space space);
/** Reads a NUL-terminated string of the target, cut to the slot (not counted as a cut
 *  string).  Fails if the memory up to the NUL or the cut cannot be read. */
struct stp_str stp_load_str(struct stp_ctx *c, struct stp_slot s, stp_s64 addr,
			    enum stp_space space);
/*
 * What the entry handler of a return probe saves for the handler at the return of
 * the same call, each value at offset @off of c->saved.  Offset 0 is the mark of
 * stp_entry_done(), so values begin at 8.  An entry handler that comes to its end calls
 * stp_entry_done(); without that, the return is not a hit.
 */
struct stp_saved_str {
	stp_u32 len;
	char bytes[];
};
static inline void stp_entry_set(struct stp_ctx *c, stp_u32 off, stp_s64 v)
{
	*(stp_s64 *)(c->saved + off) = v;
}
static inline stp_s64 stp_entry_get(struct stp_ctx *c, stp_u32 off)
{
	return *(stp_s64 *)(c->saved + off);
}
static inline void stp_entry_done(struct stp_ctx *c)
{
	stp_entry_set(c, 0, 1);
}
static inline void stp_entry_set_str(struct stp_ctx *c, stp_u32 off,
				     stp_u32 cap, struct stp_str s)
{
	struct stp_saved_str *to = (void *)(c->saved + off);
	struct stp_slot slot = { .p = to->bytes, .cap = cap };

	to->len = stp_str_copy(c, slot, s).len;
}
static inline struct stp_str stp_entry_get_str(struct stp_ctx *c, stp_u32 off)
{
	const struct stp_saved_str *s = (void *)(c->saved + off);

	return (struct stp_str){ s->bytes, s->len };
}
/**
 * Returns a string of the target in quotes, with escapes, at most @most bytes of
 * it (0: what fits); "..." after it says that it is longer.  A string that cannot be
 * read is shown as its address; on the host it is an error.
 * An address that only programs can have is read in the program that runs, whatever
 * @space says.
 */
struct stp_str stp_load_text(struct stp_ctx *c, struct stp_slot s, stp_s64 addr,
			     stp_u32 most, enum stp_space space);
/** Makes the string that the row's text describes (linux/os_access.c lists its
 *  operations).  A value that cannot be computed is "?", a missing register is an
 *  error; on the host the string is empty. */
struct stp_str stp_row_text(struct stp_ctx *c, struct stp_slot s);
/** Returns a register at the probe location, by DWARF number.  Fails if the hit has no
 *  registers, or not this one. */
stp_s64 stp_reg(struct stp_ctx *c, stp_u32 dwarf_reg);
/** Word @word, from 0, of the registers that the kernel saved at the probe location,
 *  in a kind of probe that always has them; the pointer to them follows struct
 *  stp_ctx. */
static inline stp_s64 stp_reg_at(struct stp_ctx *c, stp_u32 word)
{
	return (*(const stp_s64 *const *)(c + 1))[word];
}
/** Changes a register at the probe location.  Guru mode only; fails like stp_reg(). */
void stp_set_reg(struct stp_ctx *c, stp_u32 dwarf_reg, stp_s64 v);
/** Returns a register of the current program, as it was when the program entered the
 *  kernel.  Fails in a thread of the kernel. */
stp_s64 stp_user_reg(struct stp_ctx *c, stp_u32 dwarf_reg);
/** Returns argument @n, from 0, of a hit of a kind with arguments (STP_HAS_ARGS), as a
 *  word.  Fails if there are fewer. */
stp_s64 stp_arg(struct stp_ctx *c, stp_u32 n);
/** Returns the address of a kernel symbol: that of location @place of the blob, plus the
 *  KASLR offset; 0 if the offset is not known. */
stp_s64 stp_sym(struct stp_ctx *c, stp_u32 place);
/** Returns the address of the symbol of a module that location @place of the blob names.
 *  Fails if the module is not loaded. */
stp_s64 stp_module_sym(struct stp_ctx *c, stp_u32 place);
/** Returns the run-time address, in the current process, of the link address @addr in the
 *  probed program's file. */
stp_s64 stp_user_sym(struct stp_ctx *c, stp_s64 addr);

#endif
