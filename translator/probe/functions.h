/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the functions that a name or pattern of a probe point means, in the
 * kernel, in modules or in programs, as probe locations.  kprobe.function and
 * kernel.function differ in what is known at such a location, not in how it is
 * found.
 *
 * functions.c has the flow.  The kernel, or each module or program that is meant, is
 * searched twice: in its debug information (source_functions.c), then, for functions
 * that the debug information lacks, in its symbols (kernel_functions.c,
 * module_functions.c, program_functions.c).
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

/** A search for functions: what a kind asks for, then what was found so far. */
struct functions {
	struct resolve *r;
	enum stp_kind_id kind;
	enum target_when when;
	unsigned arg;			/* the component with the name */
	enum {
		FUNCTIONS_BARE,		/* no types: registers only */
		FUNCTIONS_TYPED,	/* for target variables */
	} what;
	enum { FUNCTIONS_ALL, FUNCTIONS_EXPORTED } which;
	/** Of debug information: the code of functions, or inlined copies. */
	enum {
		FUNCTIONS_CODE,
		FUNCTIONS_COPIES,
		FUNCTIONS_ANY_CODE,
	} source;
	/** The functions, or what is in them. */
	enum {
		FUNCTIONS_THEMSELVES,
		FUNCTIONS_LINES,	/* statements */
		FUNCTIONS_LABELS,
		FUNCTIONS_CALLS,	/* their callees, when called from them */
		FUNCTIONS_OF_ADDRESS,	/* the function with an address */
		FUNCTIONS_ADDRESS,	/* the instruction at an address */
	} of;

	const char *text;		/* as written: "func@file:line", or
					   in hex */
	uint64_t address;
	struct source_spec spec;	/* the text, taken apart */
	/* Of .label and .callee, from the outside in: "x@file:line", and the
	   names alone. */
	VEC(const char *) inner;
	VEC(const char *) inner_names;
	bool is_pattern;
	bool is_of_source;		/* an address, or what only debug
					   information has: not by symbol */
	unsigned flags;			/* STP_ROW_x, for all locations */
	struct programs_who who;
	/* of the object that is searched: the kernel, a module, a program */
	struct kernel *kernel;		/* NULL: not available */
	struct module *module;		/* NULL: the kernel itself, or a program */
	struct binary *binary;		/* a program; NULL: the kernel or a module */
	const struct return_guards *guards;	/* of `guarded` */
	struct binary *guarded;		/* the last program with return probes */
	struct debug *debug;		/* NULL: not available */
	struct hash *seen;		/* of a program: addresses of symbols
					   that a pattern has matched */
	struct hash *told;		/* entries that debug information has,
					   by key of their code */
	/* of all objects */
	size_t n;			/* locations so far */
	struct left_out left_out;
	enum binary_return why_no_return;	/* of the last one left out */
	size_t n_copies;		/* inlined copies that are not meant */
	size_t n_hidden;		/* functions at the address that are not
					   exported */
	size_t n_elsewhere;		/* callees that are in another file */
	bool is_told;			/* an error about the address was
					   reported */
	const char *debug_hint;		/* of a program: how to get missing debug
					   information; NULL: no hint */
	unsigned near;			/* the nearest line with code; 0: none */
	struct sys_error *no_debug;	/* why there is no debug information,
					   of the first object */
};

/** Names the searched object: "the kernel", "the module 'x'", "the program '/x'". */
const char *functions_object(const struct functions *f);
/** Returns only the name of the searched object: "kernel", "x", "/x". */
const char *functions_object_name(const struct functions *f);

struct functions_marks {
	bool is_init, is_blacklisted, is_global;
	bool is_traced;			/* begins with a call to ftrace */
	bool is_notrace;		/* has none; both false: not known */
	enum binary_return returns;	/* set if the return is probed */
};

/**
 * The text after a function's name in the name of a part that the compiler split
 * off: "f.part.0".  A call is counted at the function, which calls the part.  So
 * a part is taken only where nothing else of the function is left, or if it is
 * asked for by this name.
 */
#define FUNCTIONS_PART ".part."

/** The code address that is probed. */
struct functions_code {
	const char *symbol;		/* of the function that has it; of a
					   program: the path of its file */
	const char *anchor;		/* as in struct probe_location */
	struct stp_location location;
	uint64_t offset;		/* bytes from the symbol */
	const char *build_id;
	uint64_t key;			/* an address, unique in the object */
	struct functions_marks marks;	/* of the function */
};

/** Adds a location for each function of the kernel that is meant, or reports an
 *  error. */
void functions_resolve(struct functions *f);
/** Adds a location for each function of modules that is meant, or reports an error.
 *  Component @module of the point has the modules' name or pattern. */
void functions_of_modules(struct functions *f, unsigned module);
/**
 * Returns a copy of the point with the module's name @name in component @i; if
 * that component is a path, it stays.
 */
struct ast_point *functions_of_one(const struct resolve *r, unsigned i,
				   const char *name);

/* ---- inside ------------------------------------------------------------- */

/** Returns N of .maxactive(N); 0: the point has none. */
uint32_t functions_maxactive(struct resolve *r);
/** Returns true, and reports it, if the number of .maxactive is out of range. */
bool functions_bad_maxactive(struct resolve *r);

/** Reads the function's name or address from the point.  Returns false, and reports
 *  it, if the point is wrong. */
bool functions_begin(struct functions *f);
/** Opens the kernel, if there is one.  Returns false, and reports it, if it cannot be
 *  opened. */
bool functions_open_kernel(struct functions *f);
/** Adds all locations of the kernel, or of f->module or f->binary. */
void functions_find(struct functions *f);
/** Ends the search: counts, in the program, the functions that a pattern left out.  If
 *  nothing was found, reports why, unless the point is optional. */
void functions_end(struct functions *f);

/** Adds the locations that the debug information has. */
void functions_of_source(struct functions *f);
/** Takes "func@file:line" apart.  Returns false, and reports it, if the text is
 *  wrong. */
bool functions_parse(struct functions *f);

/** Reads N of .callees(N) into f->spec.  Returns false, and reports it, if the number
 *  is wrong. */
bool functions_callees_depth(struct functions *f);
/** Returns true if code is asked for by an address (address_functions.c). */
static inline bool functions_have_address(const struct functions *f)
{
	return f->of == FUNCTIONS_OF_ADDRESS || f->of == FUNCTIONS_ADDRESS;
}
/** Adds the location at f->address, or of its function. */
void functions_of_address(struct functions *f);
/** Reports that the searched object has no code at the address. */
void functions_no_address(struct functions *f);
/** Adds functions by their symbols, without those in f->told. */
void functions_of_kernel(struct functions *f);
void functions_of_module(struct functions *f);

/** Finds the code of a function by its symbol: in f->binary, or in f->module, then in
 *  the kernel; false: there is none. */
bool functions_symbol_code(struct functions *f, const char *name,
			   struct functions_code *ret);
/** Finds the code at an address of the kernel; false: no instruction begins there. */
bool functions_kernel_code(struct functions *f, uint64_t addr,
			   struct functions_code *ret);
/** Finds the code at an address of the kernel for -l: without decoding, so an
 *  instruction need not begin there.  False: the address is in no function. */
bool functions_kernel_around(struct functions *f, uint64_t addr,
			     struct functions_code *ret);
/** Finds the function of f->module called @name; false: there is none. */
bool functions_module_symbol(struct functions *f, const char *name,
			     struct functions_code *ret);
/** Finds the code at @addr in f->module, a number of bytes that is counted as for
 *  module_section(); false: there is none. */
bool functions_module_number(struct functions *f, uint64_t addr,
			     struct functions_code *ret);
/** Finds the code @offset bytes into @section of f->module; false: there is none. */
bool functions_module_code(struct functions *f, const char *section,
			   uint64_t offset, struct functions_code *ret);

/**
 * Returns the counter of f->left_out for code of a function that cannot be probed,
 * or that a pattern does not mean; NULL: it can be probed.
 */
size_t *functions_refusal(struct functions *f,
			  const struct functions_marks *marks);
/** Adds a location; @name is the text of its probe point.  The result is valid until
 *  the next one is added. */
struct probe_location *functions_add(struct functions *f, const char *name,
				  const struct functions_code *code,
				  const struct target_address *known);
/** Returns what is known of a function of the searched object: its types (BTF), or its
 *  debug information if that has another name for it. */
const struct target_address *functions_known(struct functions *f,
					   const char *name, uint64_t addr);
/** Adds a location for a function's symbol, unless it is in f->told or cannot be
 *  probed. */
void functions_add_symbol(struct functions *f, const char *name,
			  uint64_t addr, const struct functions_code *code);

/** Reports why the return of a program's function, which was named, cannot be
 *  probed. */
void functions_no_return(struct resolve *r, unsigned arg, const char *name,
			 enum binary_return why);

/** Adds a location for each function of programs that is meant, or reports an error. */
void functions_of_programs(struct functions *f);
/** Finds the code at a link address of f->binary; false: no instruction begins
 *  there. */
bool functions_program_code(struct functions *f, uint64_t addr,
			    struct functions_code *ret);
/** Finds the function of f->binary called @name; false: there is none. */
bool functions_program_symbol(struct functions *f, const char *name,
			      struct functions_code *ret);
/** Adds functions of f->binary by their symbols, without those in f->told. */
void functions_of_program(struct functions *f);

/** The span of component @i, if the user wrote it, else of the point. */
struct span functions_span(const struct resolve *r, unsigned i);

static inline bool functions_is_pattern(const char *name)
{
	return name[strcspn(name, "*?[")] != '\0';
}

#endif
