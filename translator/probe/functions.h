/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside probe/: the functions that a name or pattern of a probe point stands
 * for, in the kernel or in modules, as places.  kprobe.function and
 * kernel.function differ in what is known at such a place, not in how it is
 * found.
 */
#ifndef PROBE_FUNCTIONS_H
#define PROBE_FUNCTIONS_H

#include <string.h>

#include "translator/probe/probe.h"
#include "translator/target/modules.h"
#include "translator/target/place.h"
#include "translator/target/target.h"

/** What a kind asks for; the rest is filled in on the way. */
struct functions {
	struct resolve *r;
	enum stp_kind_id kind;
	enum place_when when;
	unsigned arg;			/* the component with the name */
	enum {
		FUNCTIONS_BARE,		/* no types: registers only */
		FUNCTIONS_TYPED,	/* target variables may ask */
	} what;
	enum { FUNCTIONS_ALL, FUNCTIONS_EXPORTED } which;
	/** If debug information is asked: code of functions, copies of them. */
	enum {
		FUNCTIONS_CODE,
		FUNCTIONS_COPIES,
		FUNCTIONS_ANY_CODE,
	} source;
	bool of_lines;			/* statements, not functions */

	struct kernel *kernel;		/* NULL: none to be had */
	struct module *module;		/* NULL: the kernel itself */
	const char *name;		/* as written */
	unsigned flags;			/* STP_ROW_x of the rows */
	size_t n;			/* places so far */
	size_t n_init, n_blacklisted, n_notrace;	/* left out */
};

struct functions_marks {
	bool is_init, is_blacklisted, is_notrace;
};

/** Add a place for each function of the kernel, or complain. */
void functions_resolve(struct functions *f);
/** The same for modules, whose name or pattern component @module has. */
void functions_of_modules(struct functions *f, unsigned module);

/** The same by debug information: the kernel, or f->module, is open. */
void functions_by_source(struct functions *f);
/** Does the name say a source file, or the point mean copies or lines? */
bool functions_is_of_source(const struct functions *f);

/* ---- inside ------------------------------------------------------------- */

/** The name, and what is wrong with the point: false, and it is told. */
bool functions_begin(struct functions *f);
/** The kernel, if it can be had; a reason to give up is told: false. */
bool functions_open_kernel(struct functions *f);
/** A place for a function at @addr; its row may be completed. */
struct probe_place *functions_add(struct functions *f, const char *name,
				  uint64_t addr);
/** Counts a function that cannot be probed, or that a pattern does not mean. */
bool functions_is_refused(struct functions *f,
			  const struct functions_marks *marks);
/** What a pattern did not mean is told by -l. */
void functions_count_left_out(const struct functions *f);
/** No function could be probed that the name means: say why. */
void functions_refuse(struct functions *f);

/** The argument of component @i, if the user wrote it, else the point. */
struct span functions_span(const struct resolve *r, unsigned i);

static inline bool functions_is_pattern(const char *name)
{
	return name[strcspn(name, "*?[")] != '\0';
}

#endif
