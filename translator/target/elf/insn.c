/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <Zydis/Zydis.h>

#include "translator/target/elf/insn.h"

static void begin(ZydisDecoder *d)
{
	ZydisDecoderInit(d, ZYDIS_MACHINE_MODE_LONG_64,
			 ZYDIS_STACK_WIDTH_64);
	/* only lengths are needed */
	ZydisDecoderEnableMode(d, ZYDIS_DECODER_MODE_MINIMAL, ZYAN_TRUE);
}

static unsigned length(const ZydisDecoder *d, struct range code)
{
	ZydisDecodedInstruction in;

	if (ZYAN_FAILED(ZydisDecoderDecodeInstruction(d, NULL, code.p, code.n,
						      &in)))
		return 0;
	return in.length;
}

unsigned insn_length(struct range code)
{
	ZydisDecoder d;

	begin(&d);
	return length(&d, code);
}

void insn_starts(struct range code, unsigned char *starts)
{
	ZydisDecoder d;
	unsigned n;

	begin(&d);
	for (uint64_t at = 0; at < code.n; at += n) {
		n = length(&d, (struct range){ code.p + at, code.n - at });
		if (!n)
			return;
		starts[at / 8] |= 1u << at % 8;
	}
}

enum insn_answer insn_at(struct range code, uint64_t at, uint64_t *before,
			 uint64_t *after)
{
	uint64_t from = 0, to = 0;
	enum insn_answer answer = INSN_UNKNOWN;
	ZydisDecoder d;

	begin(&d);
	while (to <= at && to < code.n) {
		struct range rest = { code.p + to, code.n - to };
		unsigned n = length(&d, rest);

		if (!n)
			break;
		from = to;
		to += n;
	}
	if (to > at)
		answer = from == at ? INSN_BEGINS : INSN_INSIDE;
	if (before)
		*before = from;
	if (after)
		*after = to;
	return answer;
}
