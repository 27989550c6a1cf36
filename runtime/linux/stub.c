/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stands in for the script while kbuild looks at the runtime: an empty script
 * that keeps every kernel symbol which the compiler may call for by itself, so
 * that a real one finds their checksums in the module.
 */
#include "runtime/abi.h"

static const struct {
	stp_u64 words[64];
} blob;

const struct stp_script stp_script = {
	.abi = STP_ABI_VERSION,
	.blob = (const unsigned char *)&blob,
	.blob_end = (const unsigned char *)(&blob + 1),
};

asm(".pushsection .discard.stp_keep, \"\", @progbits\n"
    ".irp symbol, __stack_chk_fail, memcpy, memset, memmove, memcmp, strlen\n"
    "	.quad \\symbol\n"
    ".endr\n"
    ".popsection\n");
