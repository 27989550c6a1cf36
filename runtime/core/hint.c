/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Hints: what a user can do about an error of a handler, or about losses.  An
 * error whose own text says what to do has no hint.
 */
#include "runtime/core/record.h"

#define MORE_ENTRIES                                                           \
	"for larger arrays, add -D MAXMAPENTRIES=N, or write global a[N] for " \
	"this one; global a%[N] replaces the oldest entry"
#define GO_ON "to continue without it, use try { ... } catch { }"
#define MORE_BUFFER                                                            \
	"-s 16 gives each CPU a buffer of 16 MB; what is counted in an array " \
	"and printed at the end needs none"

static const struct {
	const char *tag, *hint;
} errs[STP_N_ERRS] = {
	[STP_ERR_DIV_ZERO] = { "div-zero", "test the divisor: d ? n / d : 0" },
	[STP_ERR_MAP_FULL] = { "array-full", MORE_ENTRIES },
	[STP_ERR_MAP_SIZE] = { "array-full",
			       "global a[N] gives the array a size of N "
			       "entries; global a%[N] replaces the oldest "
			       "entry" },
	[STP_ERR_NESTING] = { "max-nesting", NULL },
	[STP_ERR_ACTION] = { "max-action", NULL },
	[STP_ERR_TIME] = { "max-time", NULL },
	[STP_ERR_EMPTY_STAT] = { "empty-aggregate",
				 "test for values: @count(s) ? @avg(s) : 0" },
	[STP_ERR_BUCKET] = { "bucket-range",
			     "foreach (i in @hist_log(s)) iterates over the "
			     "existing ones" },
	[STP_ERR_READ] = { "bad-read",
			   GO_ON "; the memory of a program may be present "
				 "only at the return: "
				 "user_string(@entry($filename))" },
	[STP_ERR_WRITE] = { "bad-write", GO_ON },
	[STP_ERR_NO_REGS] = { "no-registers", "tapster --explain no-registers" },
	[STP_ERR_NO_PROGRAM] = { "no-registers",
				 "tapster --explain no-registers" },
	[STP_ERR_REG] = { "no-registers", "tapster --explain no-registers" },
	[STP_ERR_ITERS] = { "too-many-walks",
			    "tapster --explain too-many-walks" },
	[STP_ERR_MODIFIED] = { "array-modified",
			       "tapster --explain array-modified" },
	[STP_ERR_NO_MATCH] = { "no-match", "test for a match: if (s =~ "
					   "\"...\")" },
	[STP_ERR_NO_GROUP] = { "no-match", "ngroups() returns the number of "
					   "groups" },
	[STP_ERR_ATTACH] = { "cannot-attach",
			     "tapster --explain cannot-attach; or continue "
			     "without it: probe POINT ? { ... }" },
	[STP_ERR_SCRIPT] = { "script-error", NULL },
};

static const char *const causes[STP_N_CAUSES] = {
	[STP_CAUSE_OUTPUT_FULL] = MORE_BUFFER,
	[STP_CAUSE_MAP_FULL] = MORE_ENTRIES,
	[STP_CAUSE_RETURN_SLOTS] = "-D KRETACTIVE=N allows N simultaneous "
				   "calls of each function, .maxactive(N) "
				   "those of one probe",
	[STP_CAUSE_LOCK] = "variables that are only counted with ++ or <<< "
			   "need no lock; -D MAXTRYLOCK=N waits longer for one",
	[STP_CAUSE_BUDGET] = "for longer handlers, add -D MAXACTION=N and -D "
			     "MAXTIME=MS",
	[STP_CAUSE_OVERLOAD] = "tapster --cost SCRIPT reports the time of each "
			       "probe; -D STP_OVERLOAD_THRESHOLD=MS allows "
			       "more",
	[STP_CAUSE_STRING_CUT] = "for longer strings, add -D MAXSTRINGLEN=N",
	[STP_CAUSE_ATTACH] = "tapster --probes, while the session runs, lists "
			     "them",
	[STP_CAUSE_OVERWRITTEN] = "-s 16 keeps 16 MB for each CPU",
	[STP_CAUSE_LAYOUTS] = "-D MAXLAYOUTS=N allows more processes; each can "
			      "have 512 mappings",
	[STP_CAUSE_STRAY] = "this kernel reports other addresses than those of "
			    "the probes; use kprobe.function(\"NAME\"), which "
			    "does not need them",
	[STP_CAUSE_DEEP] = "probe the entry, or fewer functions of a recursion",
	[STP_CAUSE_SWITCHED] = "tapster --explain return-may-crash",
	[STP_CAUSE_VALUE_CUT] = ".read.maxsize(N) allows N bytes",
};

const char *stp_err_tag(stp_u32 err)
{
	return err < STP_N_ERRS && errs[err].tag ? errs[err].tag : "error";
}

const char *stp_err_hint(stp_u32 err)
{
	return err < STP_N_ERRS ? errs[err].hint : NULL;
}

const char *stp_cause_hint(stp_u32 cause)
{
	return cause < STP_N_CAUSES ? causes[cause] : NULL;
}

void stp_render_err_hint(struct stp_sink *s, stp_u32 *said, stp_u32 err)
{
	const char *hint = stp_err_hint(err);

	if (!hint || *said & 1u << err)
		return;
	*said |= 1u << err;
	stp_sink_puts(s, STP_HINT);
	stp_sink_puts(s, hint);
	stp_sink_putc(s, '\n');
}
