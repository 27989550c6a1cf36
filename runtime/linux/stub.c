/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The script that is not there yet.
 *
 * kbuild builds the runtime once per kernel, and a module must be whole for
 * that: this stands in for the script's object, and is never linked into a
 * module that is loaded.  Built the short way it is also the script of the
 * recipe's self-check; so it has a handler, for objtool to say something
 * about.
 */
#include "runtime/abi.h"

static void stub(struct stp_ctx *c)
{
	stp_exit(c);
}

static const struct stp_handler handlers[] = {
	{ .fn = stub },
};

const struct stp_script stp_script = {
	.abi = STP_ABI_VERSION,
	.n_handlers = 1,
	.handlers = handlers,
};

/*
 * What a compiler may call on its own account, in any script.  modpost sees
 * these and writes their checksums into every module's table; the section is
 * thrown away by the linker.  Names that a kernel does not have do no harm.
 */
#ifdef KBUILD_MODNAME
asm(".pushsection .discard.stp_keep, \"\", @progbits\n"
    ".irp s, __stack_chk_fail, memcpy, memset, memmove, memcmp, strlen\n"
    "	.quad \\s\n"
    ".endr\n"
    ".irp r, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, "
    "r14, r15\n"
    "	.quad __x86_indirect_thunk_\\r\n"
    ".endr\n"
    ".popsection\n");
#endif
