/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds debug information of the kernel, its modules and programs.  Files are searched
 * first.  Servers are asked only if no file has it, and only as the option
 * "download-debuginfo" permits.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/target.h"
#include "libtapster/lib.h"
#include "translator/target/dwarf/dwarf.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/path.h"
#include "vm/vm.h"

/* A search for debug information. */
struct wanted {
	struct tapster_session *s;
	struct dwarf_options opt;
	const char *path, *what;	/* of the file; its name for messages */
	double start, last;	/* lib_clock() at the start of the present step, and
				   at its last progress */
	long limit;		/* of a download, in seconds; 0: none */
};

/* ---- progress ----------------------------------------------------------- */

static void tell(struct wanted *w, const char *text)
{
	double now = lib_clock();

	if (now - w->last < 0.2)
		return;
	w->last = now;
	lib_progress(w->s, text, -1);
}

static void on_index(void *data, unsigned percent)
{
	struct wanted *w = data;
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "reading the debug information of %s", w->what);
	if (percent >= 100) {
		lib_progress(w->s, b.p, lib_clock() - w->start);
		return;
	}
	buf_printf(&b, ": %u %%", percent);
	tell(w, b.p);
}

static bool on_fetch(void *data, uint64_t done, uint64_t size)
{
	struct wanted *w = data;
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "downloading the debug information of %s: ", w->what);
	if (size)
		buf_printf(&b, "%llu of %llu MB",
			   (unsigned long long)done >> 20,
			   (unsigned long long)size >> 20);
	else
		buf_printf(&b, "%llu MB", (unsigned long long)done >> 20);
	tell(w, b.p);
	return !w->limit || lib_clock() - w->start < (double)w->limit;
}

/* ---- the permission to ask servers -------------------------------------- */

static bool asks_user(struct tapster_session *s, const char *what)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_printf(&b, "download the debug information of %s?", what);
	return s->cb.ask && s->cb.ask(s->data, b.p);
}

/* Returns true if servers may be asked, and sets w->limit.  It may ask the user.  If the
 * user refuses, @err, that there is no debug information, gets a hint how to allow it. */
static bool may_fetch(struct wanted *w, struct sys_error *err)
{
	const char *how = lib_get(w->s, OPT_DOWNLOAD);

	if (!debuginfod_is_there() || (how && !strcmp(how, "no")))
		return false;
	if (how && !strcmp(how, "ask")) {
		if (asks_user(w->s, w->what))
			return true;
		sys_error_hint(err, "%s; or add --download-debuginfo=yes to "
				    "download it", err->hint ? err->hint : "");
		return false;
	}
	w->limit = how ? strtol(how, NULL, 10) : 0;
	return true;
}

static struct sys_error *fetch(struct wanted *w, struct lib_debug *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct sys_error *err;

	w->opt.reach = DEBUG_SERVERS;
	w->opt.fetching = on_fetch;
	w->start = lib_clock();
	buf_printf(&b, "downloading the debug information of %s", w->what);
	lib_progress(w->s, b.p, -1);
	err = debug_open(w->path, &w->opt, &ret->debug);
	lib_progress(w->s, b.p, lib_clock() - w->start);
	return err;
}

/* ---- the hook ----------------------------------------------------------- */

static struct lib_debug *known(struct tapster_session *s, const void *of,
			       const struct binary *binary)
{
	for (size_t i = 0; i < s->debugs.n; i++)
		if (s->debugs.at[i].of == of)
			return &s->debugs.at[i];
	vec_push(&s->debugs, ((struct lib_debug){ .of = of,
						  .binary = binary }));
	return &vec_last(&s->debugs);
}

/* Sets ret->path, the file whose debug information is wanted, and ret->what. */
static struct sys_error *name(struct tapster_session *s,
			      const struct lib_debug *d, const char *cache,
			      const char *release, struct wanted *ret)
{
	_cleanup_free_ char *vmlinux = NULL;
	struct sys_error *err = NULL;

	if (d->binary) {
		ret->path = ret->what = d->binary->path;
	} else if (d->of) {
		ret->path = module_path(d->of);
		ret->what = arena_printf(s->arena, "the module %s",
					 module_name(d->of));
	} else {
		err = vm_get_vmlinux(cache, release, &vmlinux);
		if (!err)
			ret->path = arena_strdup(s->arena, vmlinux);
		ret->what = arena_printf(s->arena, "kernel %s", release);
	}
	return err;
}

static struct sys_error *want(struct tapster_session *s,
			      const struct lib_debug *d, struct wanted *ret)
{
	const char *cache, *release;
	struct sys_error *err = lib_release(s, &release);

	if (!err)
		err = lib_cache_dir(s, &cache);
	if (!err)
		err = name(s, d, cache, release, ret);
	if (err)
		return err;
	/* *@ret must live as long as the session: the index is made later, and calls
	 * on_index() with it */
	ret->s = s;
	ret->start = lib_clock();
	ret->opt = (struct dwarf_options){
		.kernel_release = d->binary ? NULL : release,
		.is_program = d->binary != NULL,
		.debug_dir = getenv("TAPSTER_DEBUG_DIR"),
		.index_dir = arena_printf(s->arena, "%s/symbols", cache),
		.progress = on_index, .progress_data = ret,
	};
	return NULL;
}

/* Opens debug information.  Servers are asked only at the first call for @d: they would
 * give the same answer again. */
static struct sys_error *open_debug(struct tapster_session *s,
				    struct lib_debug *d,
				    enum debug_reach reach)
{
	struct wanted *w = arena_new(s->arena, struct wanted);
	struct sys_error *err = want(s, d, w);

	if (err)
		return err;
	err = debug_open(w->path, &w->opt, &d->debug);
	if (!err || err->tag != DIAG_NO_DEBUGINFO || reach != DEBUG_SERVERS ||
	    d->is_asked)
		return err;
	d->is_asked = true;
	if (!may_fetch(w, err))
		return err;
	sys_error_free(err);
	return fetch(w, d);
}

struct sys_error *lib_open_debug(struct tapster_session *s, const void *of,
				 const struct binary *b,
				 enum debug_reach reach, struct debug **ret)
{
	struct lib_debug *d = known(s, of, b);
	struct sys_error *err = d->debug ? NULL : open_debug(s, d, reach);

	*ret = d->debug;
	return err;
}

struct sys_error *lib_debug(void *session, const struct module *m,
			    enum debug_reach reach, struct debug **ret)
{
	return lib_open_debug(session, m, NULL, reach, ret);
}
