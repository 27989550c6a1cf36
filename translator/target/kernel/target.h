/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What is at an address, or under a name, in a kernel.
 *
 * This room reads kernel images.  It knows nothing of scripts, of probes or
 * of how modules are built.  The same image gives the same answers on every
 * host; only kernel_open_running() and modules_add_loaded() read the running kernel.
 *
 *	struct kernel *k;
 *	struct sys_error *err = kernel_open(vmlinux, index_dir, &k);
 *	const struct kernel_symbol *s = kernel_find(k, "vfs_read");
 *	...
 *	kernel_close(k);
 *
 * Everything that is returned belongs to the struct kernel and lives until
 * kernel_close().  Lookups fill caches inside: one struct kernel serves one
 * thread at a time.
 */
#ifndef TARGET_TARGET_H
#define TARGET_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct btf;
struct ctype;
struct kernel;
struct modules;
struct range;
struct sys_error;
struct target_address;

/** Names @module in a message: "the kernel" (@module NULL or "kernel"), "the
 *  module 'xfs'". */
const char *kernel_module_words(struct arena *a, const char *module);

/** A symbol of the kernel's own symbol table. */
struct kernel_symbol {
	const char *name;
	uint64_t addr;		/* link address: the KASLR offset is not in it */
	char type;		/* as in /proc/kallsyms: t T d D b r A V w ... */
	unsigned char flags;	/* KERNEL_SYMBOL_x; ask the functions below */
};

enum {
	KERNEL_SYMBOL_INIT = 1,		/* in memory that is freed after the boot */
	KERNEL_SYMBOL_FTRACE = 2,	/* starts with a call to ftrace */
	KERNEL_SYMBOL_BLACKLIST = 4,	/* the kernel refuses kprobes there */
	KERNEL_SYMBOL_PER_CPU = 8,	/* a per-CPU variable */
};

/**
 * Opens an uncompressed vmlinux: an ELF file that may lack .symtab, as the
 * one inside a bzImage does.
 *
 * @index_dir: where the sorted table of a kernel is kept between runs, one file
 * per build id; made if it is missing, ignored if it cannot be used.  NULL =
 * keep nothing.  A user who can write there can forge addresses: the caller
 * picks a directory that only the user or root can write to.
 *
 * A file that is no such image, or is damaged, is error [bad-image].
 */
struct sys_error *kernel_open(const char *vmlinux, const char *index_dir,
			      struct kernel **ret)
	__attribute__((warn_unused_result));
/** The files in which a running kernel shows its symbols, types and build id. */
struct kernel_files {
	const char *symbols;	/* "/proc/kallsyms" */
	const char *types;	/* "/sys/kernel/btf/vmlinux" */
	const char *notes;	/* "/sys/kernel/notes" */
};

/**
 * Opens a running kernel without its image, from what it shows: names, types
 * and, to users who may see them, addresses, which include the KASLR offset.
 * Nothing that needs its code or data is known: no kernel_bytes(), not what
 * ftrace can hook or where kprobes are refused.  If it shows no symbol, that is
 * error [bad-image].
 */
struct sys_error *kernel_open_running(const struct kernel_files *from,
				      struct kernel **ret)
	__attribute__((warn_unused_result));
/** Returns false for a kernel of kernel_open_running(). */
bool kernel_has_image(const struct kernel *k);
/** Returns false if the running kernel hides addresses: all of them are 0. */
bool kernel_has_addresses(const struct kernel *k);

/** Returns false if the running kernel hides addresses or does not list variables. */
bool kernel_has_variables(const struct kernel *k);

/** Closes @k, which may be NULL, and frees all that it returned. */
void kernel_close(struct kernel *k);

/** The GNU build id in lower-case hex; "" if the image has none. */
const char *kernel_build_id(const struct kernel *k);

/** The number of all symbols, also those of per-CPU variables and init memory. */
size_t kernel_count(const struct kernel *k);
/** The @i-th symbol in the order of (name, address), @i < kernel_count(). */
const struct kernel_symbol *kernel_symbol_at(const struct kernel *k, size_t i);

/** The symbol @name with the lowest address, or NULL. */
const struct kernel_symbol *kernel_find(const struct kernel *k,
					const char *name);
/** The @i-th symbol called @name, by address, or NULL. */
const struct kernel_symbol *kernel_named(const struct kernel *k,
					 const char *name, size_t i);
/** Returns the bytes from @s to the next symbol; 0 if it is the last. */
uint64_t kernel_distance(const struct kernel *k,
			 const struct kernel_symbol *s);
/**
 * The last function that begins at or before @addr; of several that begin at
 * one address, the first by name.  NULL: there is none.
 */
const struct kernel_symbol *kernel_function_at(const struct kernel *k,
					       uint64_t addr);
/** The @i-th symbol at the address of @s that has another name, or NULL. */
const struct kernel_symbol *kernel_alias(const struct kernel *k,
					 const struct kernel_symbol *s,
					 size_t i);
/** The number of symbols called @name: static functions may share a name. */
size_t kernel_count_named(const struct kernel *k, const char *name);

/** Returns true for code: types t, T, w, W. */
bool kernel_is_function(const struct kernel_symbol *s);
/** Returns true for init memory: gone, and maybe reused, once the kernel is up. */
bool kernel_is_init(const struct kernel_symbol *s);
/**
 * Returns true for a per-CPU variable: each CPU has a copy of its own, and at the address
 * of the symbol is only what copies were made from.  On x86-64 before 6.15 the address is
 * an offset in the memory of a CPU, from 0.
 */
bool kernel_is_per_cpu(const struct kernel_symbol *s);
/** Finds the vDSO, the ELF file that the kernel maps into every 64-bit process, as
 *  bytes in the image; false: it is not found. */
bool kernel_vdso(struct kernel *k, struct range *ret);
/**
 * Returns true if the kernel itself lists the function as one that ftrace can
 * hook.  False for all symbols of an image whose list cannot be read, see
 * kernel_knows_ftrace().
 */
bool kernel_is_ftraceable(const struct kernel_symbol *s);
/** Returns true if the image's list of such functions could be read. */
bool kernel_knows_ftrace(const struct kernel *k);
/**
 * Returns true if the kernel does not allow probes in the function: what runs
 * when a probe is hit, entries from user space and interrupts.  The kernel may
 * refuse others, too.
 */
bool kernel_is_blacklisted(const struct kernel_symbol *s);

enum kernel_match {
	KERNEL_ANY_SYMBOL,	/* without those of init memory */
	KERNEL_FUNCTIONS,	/* without those of init memory */
	KERNEL_ALL_FUNCTIONS,
	KERNEL_VARIABLES,	/* without those of init memory */
};

/**
 * Calls @fn for each symbol whose whole name matches @glob, in the order of
 * (name, address), each (name, address) once; stops when @fn returns false.
 *
 * @glob: * ? and [a-z] [!a-z]; a backslash takes the next character as it
 * is.  Left out are symbols that a pattern never means: what the compiler
 * adds next to a function (__pfx_x, __cfi_x, x.cold).
 */
void kernel_match(const struct kernel *k, const char *glob,
		  enum kernel_match which,
		  bool (*fn)(void *data, const struct kernel_symbol *s),
		  void *data);

/**
 * The name, of the symbols that @which selects, that is nearest to @name by edit
 * distance, for "did you mean"; NULL if none is near enough (at most a third of
 * the length).
 */
const char *kernel_nearest(const struct kernel *k, const char *name,
			   enum kernel_match which);

/**
 * Gets the kernel's types (see btf.h).  They are read at the first call; *@ret
 * stays the kernel's.  An image without them, or with damaged ones, is error
 * [bad-image]; its symbols can be used all the same.
 */
struct sys_error *kernel_types(struct kernel *k, const struct btf **ret)
	__attribute__((warn_unused_result));

/**
 * Sets at->proto, the type of the function called at->function.  If the kernel's
 * types do not say which it is, sets at->no_types, the reason, and, if known,
 * at->returns or at->candidates.  All of these live as long as the kernel and @a.
 */
void kernel_function_types(struct kernel *k, struct arena *a,
			   struct target_address *at);
/** Does the same from types that are already open, for example a module's. */
void btf_function_types(const struct btf *types, struct arena *a,
			struct target_address *at);

/* ---- addresses in code (code.c) ----------------------------------------- */

enum kernel_code {
	KERNEL_INSTRUCTION,	/* an instruction begins there */
	KERNEL_NOT_INSTRUCTION,	/* inside of an instruction, or after bytes of the
				   function that are none */
	KERNEL_NO_CODE,		/* in no function, or not in the image */
};

struct kernel_code_at {
	const struct kernel_symbol *function;	/* that holds the address */
	uint64_t before, after;	/* for NOT_INSTRUCTION: where the instruction
				   around it and the next one begin */
};

/** Returns what is at the link address @addr. */
enum kernel_code kernel_code_at(struct kernel *k, uint64_t addr,
				struct kernel_code_at *ret);

/** The @n bytes of the image at a link address, or NULL if it does not have them. */
const unsigned char *kernel_bytes(const struct kernel *k, uint64_t addr,
				  size_t n);

/** What the call of a trampoline at a function's entry needs to know. */
struct kernel_direct {
	uint64_t site;		/* link address of the nop, or call, that ftrace
				   patches */
	unsigned n_args;	/* argument registers, up to the last used */
	unsigned n_words;	/* of the stack, up to the last argument */
};

/**
 * Returns why the entry of @s must not call a trampoline that calls the rest of
 * the function; NULL: it may, and *@ret is filled in.  (direct.c)
 */
const char *kernel_direct_refusal(struct kernel *k,
				  const struct kernel_symbol *s,
				  struct kernel_direct *ret);
/**
 * Returns the same for the function of a module; @symbol is "module:function".
 * The caller checks that ftrace can hook it and that its name is unique.  The site
 * in *@ret is not set: it is not known.
 */
const char *module_direct_refusal(struct modules *m, struct kernel *k,
				  const char *symbol,
				  struct kernel_direct *ret);

/* ---- tracepoints (tracepoint.c) ----------------------------------------- */

struct kernel_tracepoint {
	const char *name;	/* "sched_switch" */
	const char *group;	/* "sched"; "" if the image does not say */
	/** The type of the functions that the tracepoint calls: the first
	 *  parameter is the listener's own data, the others are the
	 *  tracepoint's arguments.  NULL: not known. */
	const struct ctype *proto;
};

/** Gets all tracepoints, sorted by name; the array is the kernel's.  It is an error if
 *  the kernel's types cannot be read. */
struct sys_error *kernel_tracepoints(struct kernel *k,
				     const struct kernel_tracepoint **ret,
				     size_t *n_ret)
	__attribute__((warn_unused_result));

/** The number of eight-byte words that a tracepoint's arguments take; 0 without
 *  types. */
unsigned kernel_tracepoint_words(const struct kernel_tracepoint *tp);

/** Returns true if the whole of @s matches, by the rules of kernel_match(). */
bool kernel_glob(const char *glob, const char *s);

/**
 * How many characters of a symbol's name are the function's own: less than
 * all if the compiler made a changed copy, "f.isra.0".
 */
size_t function_base_name(const char *name);

/** Returns true if @name is one of the @names of a parameter: "buf", or "buf|page" for
 *  one with several names. */
bool function_param_is(const char *names, const char *name);

#endif
