/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Asks the user before a run that takes long to start.
 *
 * Kernels without rethooks attach kretprobes one by one, each with a separate
 * pass over the kernel's text.  In a guest without hardware virtualization each
 * takes 15 ms, and 200 ms if the host is busy.
 */
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/tags/library.h"
#include "libtapster/lib_run.h"
#include "translator/pipeline.h"

#define MANY 300
#define MS_EACH 15
#define MS_EACH_BUSY 200

static bool is_agreed(struct tapster_session *s, const char *what)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (lib_flag(s, OPT_YES))
		return true;
	buf_printf(&b, "%s; continue?", what);
	return s->cb.ask && s->cb.ask(s->data, b.p);
}

static const char *advice(const struct tapster_session *s)
{
	return lib_flag(s, OPT_NO_TRAMPOLINE)
		? "add --yes to start anyway; without --no-trampoline, most of "
		  "them are attached at once"
		: "add --yes to start anyway; -v reports why these are not "
		  "attached at once";
}

int run_agree(struct tapster_session *s)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t n;

	if (tapster_compile(s, TAPSTER_TRANSLATE) < 0)
		return -1;
	n = lib_on_host(s) ? 0 : s->facts.n_kretprobes;
	if (n <= MANY)
		return 0;
	buf_printf(&b, "the returns of %zu functions are probed one by one: "
		       "starting, and ending, takes about %zu s each, or some "
		       "%zu s on a busy machine", n, (n * MS_EACH + 999) / 1000,
		   (n * MS_EACH_BUSY + 999) / 1000);
	if (!is_agreed(s, b.p))
		return lib_error(s, DIAG_NEEDS_A_YES, advice(s), "%s", b.p);
	lib_warning(s, DIAG_SLOW_TO_ATTACH, "%s", b.p);
	return 0;
}
