/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Stands in for the script's object.
 *
 * kbuild builds the runtime once per kernel, as a complete module, which needs
 * a script.  This file is never linked into a module that is loaded.  Built
 * without kbuild it is also the script of the recipe's self-check.  So it has a
 * handler: objtool needs a function to work on.
 */
#include "runtime/abi.h"

static const struct {
	stp_u64 words[64];
} blob;

static void stub(struct stp_ctx *c)
{
	stp_exit(c);
	c->budget = 0;	/* no tail call: there must be a return */
}

static const struct stp_handler handlers[] = {
	{ .fn = stub },
};

const struct stp_script stp_script = {
	.abi = STP_ABI_VERSION,
	.n_handlers = 1,
	.handlers = handlers,
	.blob = (const unsigned char *)&blob,
	.blob_end = (const unsigned char *)(&blob + 1),
};

/*
 * The functions that a compiler may call by itself, in any script.  modpost
 * sees these names and writes their checksums into every module's table; the
 * linker discards the section.  Names that a kernel does not have do no harm.
 */
#ifdef KBUILD_MODNAME
asm(".pushsection .discard.stp_keep, \"\", @progbits\n"
    ".irp symbol, __stack_chk_fail, memcpy, memset, memmove, memcmp, strlen\n"
    "	.quad \\symbol\n"
    ".endr\n"
    ".irp reg, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12\n"
    "	.quad __x86_indirect_thunk_\\reg\n"
    ".endr\n"
    ".irp reg, r13, r14, r15\n"
    "	.quad __x86_indirect_thunk_\\reg\n"
    ".endr\n"
    ".popsection\n");
#endif
