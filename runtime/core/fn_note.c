/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics that send the reader of the run something other than output.
 */
#include "runtime/core/fn.h"

/* Sends a note: @text up to a NUL, STP_NOTE_MAX bytes at most.  A note uses the memory of
 * the handler's output, so the output is sent first; its record is then complete. */
static STP_FN stp_s64 note(struct stp_ctx *ctx, enum stp_rec_type type,
			   struct stp_str text)
{
	struct stp_workspace *c = stp_workspace(ctx);

	if (ctx->dirty & STP_D_OUT)
		stp_out_flush(c);
	if (!stp_out_note(c, type, ~0u, text.p))
		stp_count(c, STP_CAUSE_OUTPUT_FULL);
	return 0;
}

STP_INTRINSIC stp_s64 stp_fn_warn(struct stp_ctx *c, struct stp_str text)
{
	if (text.len > STP_NOTE_MAX)
		stp_count(stp_workspace(c), STP_CAUSE_STRING_CUT);
	return note(c, STP_REC_WARNING, text);
}

static STP_FN stp_s64 warn_of_commands(struct stp_ctx *c)
{
	static bool warned;

	if (warned)
		return 0;
	warned = true;
	return note(c, STP_REC_WARNING,
		    STP_LIT("system() runs no commands with --runtime=host"));
}

/* Sends a command.  It is an error if the command is too long, or has a byte 0, where the
 * shell would end it: the first part of a command alone might do harm. */
STP_INTRINSIC stp_s64 stp_fn_system(struct stp_ctx *c, struct stp_str text)
{
	if (text.len > STP_NOTE_MAX) {
		stp_fail_str(c, STP_LIT("system(): the command is longer than "
					"4096 bytes"));
		return 0;
	}
	if (memchr(text.p, 0, text.len)) {
		stp_fail_str(c, STP_LIT("system(): the command has a byte 0"));
		return 0;
	}
	if (!stp_os_has_commands())
		return warn_of_commands(c);
	return note(c, STP_REC_SYSTEM, text);
}

STP_FN void stp_fn_switch_file(struct stp_ctx *c)
{
	note(c, STP_REC_SWITCH, (struct stp_str){ NULL, 0 });
}
