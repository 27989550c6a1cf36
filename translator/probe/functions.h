/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the functions that a name or pattern of a probe point means, in the
 * kernel, in modules or in programs, as probe locations.  kprobe.function and
 * kernel.function differ in what is known at such a location, not in how it is
 * found.
 *
 * functions.c has the flow: for the kernel, or for each module that is meant,
 * what its debug information says (source_functions.c), then the symbols that
 * this does not have (kernel_functions.c, module_functions.c).
 */
#ifndef PROBE_FUNCTIONS_H
#define PROBE_FUNCTIONS_H

#include <string.h>

#include "translator/probe/probe.h"
#include "translator/probe/programs.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/kernel.h"
#include "translator/target/path/path.h"
#include "translator/target/types/types.h"

struct binary;
struct hash;

/** What a kind asks for; the rest is filled in on the way. */
struct functions {
	struct resolve *r;
	enum stp_kind_id kind;
	enum target_when when;
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
	/** Of functions, or what is in them. */
	enum {
		FUNCTIONS_THEMSELVES,
		FUNCTIONS_LINES,	/* statements */
		FUNCTIONS_LABELS,
		FUNCTIONS_CALLS,	/* what they call, when they call it */
		FUNCTIONS_OF_ADDRESS,	/* that has code at an address */
		FUNCTIONS_ADDRESS,	/* the instruction there */
	} of;

	const char *text;		/* as written: "func@file:line", or
					   in hex */
	uint64_t address;
	struct source_spec spec;	/* the same, taken apart */
	/* Of .label and .callee, from the outside in: "x@file:line", and the
	   same without the file. */
	VEC(const char *) inner;
	VEC(const char *) inner_names;
	bool is_pattern;
	bool is_of_source;		/* only debug information knows it */
	unsigned flags;			/* STP_ROW_x of the rows */
	struct programs_who who;
	/* of the object that is looked at, the kernel or a module */
	struct kernel *kernel;		/* NULL: not available */
	struct module *module;		/* NULL: the kernel itself */
	struct binary *binary;		/* a program; or NULL */
	const struct return_guards *guards;	/* of `guarded` */
	struct binary *guarded;		/* the last one that was asked for */
	struct debug *debug;		/* NULL: not available */
	struct hash *seen;		/* of a program: addresses of symbols */
	struct hash *told;		/* entries that debug information has
					   told of, by key of their code */
	/* of all objects */
	size_t n;			/* locations so far */
	struct left_out left_out;
	enum binary_return why_no_return;	/* of the last one left out */
	size_t n_copies;		/* inlined ones that are not meant */
	size_t n_hidden;		/* by a number, and not exported */
	size_t n_elsewhere;		/* called, and code of another file */
	bool is_told;			/* what is wrong with a number */
	const char *debug_hint;		/* of a program: how to have it, if it is
					   not there; or NULL */
	unsigned near;			/* a line with code, if there is none */
	struct sys_error *no_debug;	/* why there is none, of the first */
};

/** "the kernel", "the module 'x'", "the program '/x'"; its name alone. */
const char *functions_object(const struct functions *f);
const char *functions_object_name(const struct functions *f);

struct functions_marks {
	bool is_init, is_blacklisted, is_global;
	bool is_traced;			/* begins with a call to ftrace */
	bool is_notrace;		/* it does not; neither: not known */
	enum binary_return returns;	/* of a program, if that is probed */
};

/**
 * What the name of a part that the compiler split off from its function has
 * after the function's name: "f.part.0".  The function calls it, so a call is
 * counted there, and a part counts only where nothing else of the function is
 * left, or if it is asked for by this name.
 */
#define FUNCTIONS_PART ".part."

/** Where a probe goes. */
struct functions_code {
	const char *symbol;		/* of the function that has it */
	const char *anchor;		/* as in struct probe_location */
	struct stp_location location;
	uint64_t offset;		/* bytes from the symbol */
	uint64_t semaphore;		/* of a program: see struct stp_row */
	const char *build_id;
	uint64_t key;			/* an address, other for other code */
	struct functions_marks marks;	/* of the function */
};

/** Add a location for each function of the kernel, or report an error. */
void functions_resolve(struct functions *f);
/** The same for modules, whose name or pattern component @module has. */
void functions_of_modules(struct functions *f, unsigned module);
/**
 * The point as if the user had written that module's name in component @i; a
 * module that was named by its path keeps it.
 */
struct ast_point *functions_of_one(const struct resolve *r, unsigned i,
				   const char *name);

/* ---- inside ------------------------------------------------------------- */

/** .maxactive(N); 0: the point has none. */
uint32_t functions_maxactive(struct resolve *r);
/** Returns true, and reports it, if the number of .maxactive is bad. */
bool functions_bad_maxactive(struct resolve *r);

/** Finds the name.  Returns false if the point is wrong, and reports that. */
bool functions_begin(struct functions *f);
/** Opens the kernel, if possible.  Returns false, and reports it, if the point
 *  cannot be resolved without. */
bool functions_open_kernel(struct functions *f);
/** Add all locations of the kernel, or of f->module. */
void functions_find(struct functions *f);
/** Ends the search: if nothing was found, reports why. */
void functions_end(struct functions *f);

/** Adds what the debug information has. */
void functions_of_source(struct functions *f);
/** Takes "func@file:line" apart.  Returns false, and reports it, if the text is
 *  wrong. */
bool functions_parse(struct functions *f);

/** Reads N of .callees(N).  Returns false, and reports it, if the number is
 *  wrong. */
bool functions_callees_depth(struct functions *f);
/** Code by its number (address_functions.c). */
static inline bool functions_have_address(const struct functions *f)
{
	return f->of == FUNCTIONS_OF_ADDRESS || f->of == FUNCTIONS_ADDRESS;
}
void functions_of_address(struct functions *f);
/** Reports that no module has the address. */
void functions_no_address(struct functions *f);
/** Adds the symbols that it does not have. */
void functions_of_kernel(struct functions *f);
void functions_of_module(struct functions *f);

/** The code of a function by its symbol, in f->module or in the kernel. */
bool functions_symbol_code(struct functions *f, const char *name,
			   struct functions_code *ret);
/** What is at an address of the kernel; false: no instruction. */
bool functions_kernel_code(struct functions *f, uint64_t addr,
			   struct functions_code *ret);
/** The same for lists, without the decoder: false, no code. */
bool functions_kernel_around(struct functions *f, uint64_t addr,
			     struct functions_code *ret);
/** The function of f->module with that symbol. */
bool functions_module_symbol(struct functions *f, const char *name,
			     struct functions_code *ret);
/** What has the number @addr in f->module, see module_section(). */
bool functions_module_number(struct functions *f, uint64_t addr,
			     struct functions_code *ret);
/** What is @offset bytes into @section of f->module; false: no code. */
bool functions_module_code(struct functions *f, const char *section,
			   uint64_t offset, struct functions_code *ret);

/**
 * For code of a function that cannot be probed, or that a pattern does not
 * mean, the counter of f->left_out that it belongs to.  NULL: it can be probed.
 */
size_t *functions_refusal(struct functions *f,
			  const struct functions_marks *marks);
/** Add a location called @name (interned) in the probe point. */
struct probe_location *functions_add(struct functions *f, const char *name,
				  const struct functions_code *code,
				  const struct target_address *known);
/** What the types (BTF) have of a function of the kernel, or of f->module. */
const struct target_address *functions_known(struct functions *f,
					   const char *name, uint64_t addr);
/** The same for a function's symbol, by what is known without debug info. */
void functions_add_symbol(struct functions *f, const char *name,
			  uint64_t addr, const struct functions_code *code);

/** Reports why the return of a program's function, which was named, cannot be
 *  probed. */
void functions_no_return(struct resolve *r, unsigned arg, const char *name,
			 enum binary_return why);

/** The same of programs. */
void functions_of_programs(struct functions *f);
/** What is at an address of f->binary as it is linked; false: no
 *  instruction begins there. */
bool functions_program_code(struct functions *f, uint64_t addr,
			    struct functions_code *ret);
/** The function of f->binary with that symbol. */
bool functions_program_symbol(struct functions *f, const char *name,
			      struct functions_code *ret);
void functions_of_program(struct functions *f);

/** The argument of component @i, if the user wrote it, else the point. */
struct span functions_span(const struct resolve *r, unsigned i);

static inline bool functions_is_pattern(const char *name)
{
	return name[strcspn(name, "*?[")] != '\0';
}

#endif
