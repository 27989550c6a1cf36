/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The intermediate representation: small, typed, checked after every pass.
 *
 * A unit holds functions (handlers, conditions, script functions), the
 * globals, and the tables that generated code refers to by number.  A
 * function is a list of basic blocks over typed virtual registers, which may
 * be set more than once (they become C locals).  Block 0 is the entry.
 *
 * Failure is an edge of the block, not of the instruction: when an op with
 * IR_FAIL fails, control goes to block->on_error, or out of the function if
 * on_error is IR_NONE, with the error pending.  A block that handles errors
 * either starts with CATCH, which clears the error, or ends in RAISE, from
 * which the error goes to that block's own on_error.
 *
 * Loops: every edge that closes a cycle leaves a block that has a SPEND.
 * Strings: an op with IR_SLOT owns memory of a known size in the function's
 * frame.  A string register points into a slot, a literal, or the caller's
 * frame (parameters).
 *
 * The rules are in verify*.c, one function each.  ir_verify() runs in every
 * compilation: after lowering, and after the passes that the table in passes.c
 * marks.
 */
#ifndef IR_IR_H
#define IR_IR_H

#include "translator/program/program.h"

#define IR_NONE ((uint32_t)-1)

enum ir_op {
#define OP(sym, text, result, args, imm, flags) IR_##sym,
#include "translator/ir/ir_ops.def"
#undef OP
	IR_N_OPS
};

/** What may be done with an operation; the meanings are in ir_ops.def. */
enum ir_flags {
	IR_FAIL = 1,
	IR_SLOT = 2,
	IR_END = 4,
	IR_WRITE = 8,
	IR_MEM = 16,
	IR_PURE = 32,
};

/** What ir_ins.imm holds; see ir_ops.def. */
enum ir_imm {
	IR_IMM_NONE, IR_IMM_NUM, IR_IMM_STR, IR_IMM_GLOBAL, IR_IMM_FUNC,
	IR_IMM_INTRIN, IR_IMM_FMT, IR_IMM_ITER, IR_IMM_BLOCK, IR_IMM_REGNO,
	IR_IMM_PLACE, IR_IMM_STATOP, IR_IMM_REGEX,
	IR_IMM_SAVED, IR_IMM_C,
};

struct ir_op_info {
	const char *name, *result, *args;
	enum ir_imm imm;
	unsigned flags;
};
extern const struct ir_op_info ir_ops[IR_N_OPS];

enum ir_type { IR_T_NONE, IR_T_NUM, IR_T_STR, IR_T_STAT };

typedef uint32_t ir_reg;	/* index in func->regs */

struct ir_reg_info {
	enum ir_type type;
	const char *name;	/* the script's variable, or NULL */
	uint32_t slot;		/* of a string variable, for all that is assigned to it; or
				   IR_NONE */
};

/** A piece of memory in a function's frame. */
struct ir_slot {
	uint32_t size;		/* bytes, multiple of 8 */
	uint32_t cap;		/* bytes of the longest string in it: size - 1 at most */
	uint32_t off;		/* set by frames.c */
};

struct ir_ins {
	enum ir_op op;
	ir_reg dst;		/* IR_NONE if it has no result */
	uint32_t n_args;
	ir_reg *args;
	int64_t imm;		/* see ir_ops.def */
	int64_t imm2;		/* BRANCH: block if zero; keys: mask of "*"; LOAD, STORE:
				   bytes; IKEY: key; ESAVE, EGET: offset */
	bool sign, user;	/* LOAD: it has a sign; LOAD, STORE, LOADS, LOADT: memory of a
				   program */
	uint32_t slot;		/* index in func->slots, or IR_NONE */
	uint32_t loc;		/* index in unit->locs */
};

struct ir_block {
	VEC(struct ir_ins) ins;
	uint32_t on_error;	/* block, or IR_NONE */
};

/** An iteration over an array: a foreach of a function. */
struct ir_iter {
	uint32_t global;
	int32_t sort;		/* enum stp_sort or key number */
	uint32_t op;		/* enum stp_stat_op, to sort aggregates by */
	int32_t dir;		/* 1 ascending, -1 descending, 0 not sorted */
	uint32_t any;		/* slice keys that match everything, a bit each */
	bool has_limit, has_slice;
	uint32_t depth;		/* foreach loops over the same array around it, in this
				   function */
	uint32_t off;		/* of its struct stp_iter in the frame */
};

/** A value that the entry handler of a return probe saves for its handler. */
struct ir_saved {
	enum ir_type type;
	uint32_t off;		/* in the saved bytes */
	uint32_t cap;		/* of a string */
};

/** The size of the word before the saved values, which says whether the entry
 *  handler has run to its end. */
#define IR_SAVED_HEAD 8

/** The greatest ir_func.height of a function that need not check how much of the
 *  kernel stack is left. */
#define IR_SHALLOW 8

enum ir_func_kind { IR_HANDLER, IR_CONDITION, IR_FUNCTION };

/** A source location in the script or the tapset, for messages at run time. */
struct ir_loc {
	struct span at;
	bool is_library;
	uint32_t from;		/* of a location in the tapset: index + 1 of the script's
				   location that leads to it; 0: not known here */
	uint32_t caller;	/* in an inlined function: index + 1 of the call; else 0 */
	const char *callee;	/* at a call: name of the script's function; or NULL */
};

struct ir_func {
	enum ir_func_kind kind;
	const char *name;
	uint32_t index;		/* in unit->funcs */
	struct span span;
	enum ir_type ret;	/* IR_FUNCTION */
	bool is_clone;		/* a copy of a script's function, for one
				   probe (sema/context.c) */
	uint32_t n_params;	/* the first registers */
	VEC(struct ir_reg_info) regs;
	VEC(struct ir_block) blocks;
	VEC(struct ir_slot) slots;
	VEC(struct ir_iter) iters;
	/* made by frames.c */
	uint32_t frame;		/* own bytes */
	uint32_t deep_frame;	/* along the deepest call path */
	bool recursive;
	uint32_t height;	/* functions in the longest chain of calls that begins with
				   it; a cycle counts as one */
	bool looks;		/* checks the kernel stack when it is entered */
	/* made by locks.c, over everything it calls: bits of sets of globals */
	uint64_t counts, freezes, locks;
	bool late_locks;	/* LOCK takes the locks; else they are taken before it runs */
	bool writes_condition;	/* it sets a global that some condition reads */
	bool prints;
	/* made by attach.c, for handlers of rows in programs */
	bool asks_program;	/* may wait for the program's memory, or look up its mappings */
	/* handlers and conditions */
	enum stp_kind_id probe_kind;
	bool is_return;		/* the probe is hit when a function returns */
	bool by_look;	/* a condition that is evaluated with its locks, to arm the probe;
			   the handler begins by evaluating it again */
	struct ir_func *entry;	/* the entry handler whose saved values this handler or
				   function reads; or NULL */
	bool is_entry;		/* it is an entry handler */
	VEC(struct ir_saved) saved;
	uint32_t saved_bytes;	/* with IR_SAVED_HEAD */
};

struct ir_global {
	const struct global *g;
	enum stp_global_class class;
	enum ir_type type;	/* of the value */
	bool is_map;
	uint32_t n_keys;
	enum ir_type *keys;
	uint32_t set;		/* number of its set, among those of its class */
	uint32_t counter;	/* of a scalar counter: words from the context
				   down to its cell */
	uint32_t iters;		/* the most iterations over it that are nested */
	uint32_t stat_bytes;	/* STP_STAT_SIZE of its aggregates */
	bool in_condition;	/* a condition reads it */
	bool in_c;		/* embedded C uses it: never a counter */
	bool grows;		/* only begin and end probes make it smaller */
	uint32_t stacks;	/* keys that are stacks, a bit each: such a key has
				   addresses, whose text is made when it is printed */
};

struct regex;

struct ir_fmt {
	const char *text;
	size_t len;
	const char *kinds;	/* a letter for each value: n number, s string, a aggregate,
				   k address, K stack; m kernel memory, u user memory: two
				   arguments, address and bytes */
	uint32_t loc;
};

/** A global that embedded C names, and whether it is read or written. */
struct ir_c_use {
	uint32_t global;
	bool write;
};

/**
 * A function or an expression in C: EMBED calls it.  Its arguments and its
 * result are a struct in the frame (emit_embed.c has its layout).
 */
struct ir_c {
	const char *name;	/* in C: "stp_ec_f_0" */
	const char *text;
	struct span span;	/* the token that holds the text */
	bool is_expr;
	bool pure;		/* no effect but its result */
	bool by_pointer;	/* passes strings by pointer: it does not change them */
	bool plain_names;	/* members of THIS have the script's names */
	bool prints;
	enum ir_type ret;
	uint32_t n_params;
	const char **params;	/* [n_params] names */
	enum ir_type *types;	/* [n_params] */
	VEC(struct ir_c_use) uses;	/* each global at most twice */
	uint32_t frame;		/* bytes of the struct of arguments and result */
};

/** C at file level. */
struct ir_c_block {
	const char *text;
	struct span span;
	bool last;		/* follows everything else in the unit of C */
};

/** A probe that is attached: location and handler. */
struct ir_row {
	const struct probe *probe;
	const struct probe_location *location;
	const char *text;	/* from which RTEXT makes its string, or NULL */
	uint32_t handler;	/* index among handlers */
	uint32_t entry;		/* index among handlers, or IR_NONE */
	uint32_t cond;		/* index among conditions, or IR_NONE */
	/* how it is attached: ir_attach() */
	enum stp_kind_id kind;	/* of a function: the mechanism */
	enum stp_point point;	/* when it is hit */
	uint32_t flags;		/* enum stp_row_flags */
	uint32_t with;		/* of an entry served by a kretprobe: the row of the return */
};

/** A function whose entry calls a trampoline: see
 *  runtime/linux/trampoline.h. */
struct ir_trampoline {
	const char *name;
	int64_t site;		/* offset from the unit's anchor */
	bool is_in_module;	/* its site is known when the module is
				   loaded */
	unsigned n_args;	/* registers with arguments: di, si, ... */
	unsigned n_words;	/* of arguments on the stack */
	struct ir_stub_side {
		uint32_t n;	/* handlers that run there */
		uint32_t reads;	/* what they read: ir_reads() */
	} entry, ret;
	uint32_t saved_bytes;	/* of all its rows */
	VEC(uint32_t) saved;	/* offset of the values of each row that saves some */
};

/** A row that uses a trampoline.  The values that its entry handler saves are
 *  at offset @saved of the trampoline's saved bytes. */
struct ir_trampoline_row {
	uint32_t row, trampoline;
	uint32_t saved, saved_bytes;
};

/**
 * A symbol: of the kernel, with its link address (0: not known); or of a
 * module, named "module:symbol", with an offset from it.
 */
struct ir_symbol {
	const char *name;
	uint64_t addr;
	const char *build_id;	/* of the module's file, or NULL */
};

static inline bool ir_symbol_is_of_module(const struct ir_symbol *s)
{
	return strchr(s->name, ':') != NULL;
}

/** A file whose stacks are unwound or whose variables handlers read: a program,
 *  a library, the vDSO; with its unwind data and symbols. */
struct ir_object {
	const char *path, *build_id;
	const struct stp_unwind *rows;
	size_t n;
	const struct ir_name *names;	/* if handlers make text of addresses */
	size_t n_names;
};

/** A symbol of the file of a struct ir_object; in the blob it is a struct stp_name. */
struct ir_name {
	uint32_t at, size;
	const char *name;
};

struct ir_unit {
	struct arena *arena;
	struct arena *code;		/* holds the functions; freed by ir_close() */
	struct program *program;
	VEC(struct ir_func *) funcs;
	VEC(struct ir_func *) handlers;	/* those of kind IR_HANDLER, in order */
	VEC(struct ir_func *) conds;
	VEC(struct ir_global) globals;	/* same index as program->globals */
	VEC(struct ir_fmt) fmts;
	VEC(const struct regex *) regexes;	/* RTEST, RFIND */
	VEC(struct ir_loc) locs;
	VEC(struct ir_row) rows;
	VEC(struct ir_symbol) symbols;	/* SYM, MSYM */
	bool has_module_symbols;	/* MSYM */
	bool has_callers;		/* a row is restricted to callers */
	bool shows_lines;		/* prints source lines of kernel code */
	bool shows_program_lines;	/* prints source lines of programs */
	bool has_spaces;		/* handlers ask for user addresses */
	bool has_namespaces;		/* handlers read ids in namespaces */
	bool has_target_set;		/* handlers read the set of targets */
	VEC(struct ir_object) objects;
	VEC(struct ir_trampoline) trampolines;	/* by address; may be none */
	VEC(struct ir_trampoline_row) trampoline_rows;
	const char *anchor;		/* exported; sites are offsets from it */
	VEC(struct ir_c *) cs;		/* EMBED */
	VEC(struct ir_c_block) c_blocks;
	bool has_c;			/* there is a second unit to compile */
	uint32_t n_counters;		/* words of counter cells */
	bool squares;			/* some @variance is asked for */
	bool aborts;			/* abort() is called: CATCH may fail */
	uint32_t string_len;		/* longest string; no NUL */
	uint64_t backtrace;		/* the most addresses of a printed stack */
	uint32_t max_nesting;		/* MAXNESTING for recursion */
	uint32_t frame;			/* the largest deep_frame of handlers and conditions */
	bool has_frames, has_locks;	/* frames.c and locks.c have run */
};

/* ---- making ------------------------------------------------------------- */

struct path_provider;

struct ir_options {
	uint32_t string_len;		/* MAXSTRINGLEN; counts the NUL */
	uint64_t backtrace;		/* MAXBACKTRACE */
	uint32_t max_nesting;
	bool plain_names;	/* C as before 1.8: THIS->x */
	bool events;		/* lower_event.c marks printing statements */
	bool no_timeline;	/* span() and other timeline functions do nothing */
	struct reach *reach;	/* target variables, see program.h */
	/* lower_tape.c: hits are recorded; or they come from this recording
	 * (not NULL) */
	bool record;
	const struct ir_tape *tape;
};

/**
 * The part of a recording that the compilation for --replay needs: what was
 * read where.  Numbers are those of the file (runtime/uapi/tape.h).
 */
struct ir_tape {
	const char *path;
	const char *release;	/* of the recorded kernel; "" if there is none */
	bool is_written;	/* a client has written the hits, not a run */
	struct hash *keys;	/* key -> number + 1; a key is n or s, for a read where it
				   happens N or S, then the expression's text */
	struct hash *points;	/* name of a location -> struct ir_tape_point */
	const struct ir_tape_def *defs;
	const char *const *names;	/* of points that were hit */
	size_t n_names;
};

/** What one probe of the recorded script reads at the start of a hit. */
struct ir_tape_def {
	const uint32_t *keys;
	size_t n;
};

/** A probe location of a recording.  `defs` are indexes in ir_tape.defs: what its
 *  hits have read; none if it was not hit. */
struct ir_tape_point {
	uint32_t number;
	const char *name;
	VEC(uint32_t) defs;
};

/**
 * Lowers the checked program @p.  Returns NULL after errors, which are in its
 * diagnostics.  The unit is in the program's arena; its functions are in an
 * arena of their own, which ir_close() frees.
 */
struct ir_unit *ir_lower(struct program *p, const struct ir_options *o);
void ir_close(struct ir_unit *u);

/** The phases of passes, by what the unit is after them. */
enum ir_phase {
	IR_SMALLER,		/* equal handlers are one; optimised */
	IR_LAID_OUT,		/* frames, locks, how rows are attached */
};

/**
 * Runs the passes of @phase in the order of the table in passes.c; without
 * @optimise, those that only optimise are left out.  Returns false after an
 * internal-error diagnostic: a rule was broken.
 */
bool ir_passes(struct ir_unit *u, struct diags *d, enum ir_phase phase,
	       bool optimise);
/**
 * What is known of the sums that a function stores (grows.c).  ir_sums_create()
 * finds, for each register of @f that only one instruction sets, that instruction;
 * ir_sums_free() frees the result.  ir_only_grows() returns true if @in, an
 * instruction of the function's block @b, cannot make a global smaller.  It may
 * return false although @in cannot.
 */
struct ir_sums *ir_sums_create(const struct ir_func *f);
void ir_sums_free(struct ir_sums *s);
bool ir_only_grows(const struct ir_sums *s, const struct ir_block *b,
		   const struct ir_ins *in);
/** Returns the index of @sp in locs, where it is added unless one of the last few
 *  entries is equal.  For a location in the tapset, @from is the index + 1 of the
 *  script's location that leads there, or 0. */
uint32_t ir_loc(struct ir_unit *u, struct span sp, uint32_t from);
/** Returns the index of a location that is @loc in a function inlined for the call
 *  at location @call: the outermost of its callers is @call.  Adds it if it is new. */
uint32_t ir_loc_called(struct ir_unit *u, uint32_t loc, uint32_t call);
/** Returns the index + 1 of the script's location that @loc is, or that leads
 *  to it; or 0. */
uint32_t ir_script_loc(const struct ir_unit *u, uint32_t loc);


/**
 * Returns what each function, with those that it calls, may read at the probe
 * location: an array, by the function's index, of one word of bits each.  The
 * caller frees it.  There is one bit for each word of the registers
 * (path_register_word()).  IR_READS_PLACE: the address of the location and of the
 * stack.  IR_READS_ALL: anything.  (reads.c)
 */
#define IR_READS_PLACE (1u << 30)
#define IR_READS_ALL (1u << 31)
uint32_t *ir_reads(const struct ir_unit *u);
/** Returns the same bits for @text, the text of a row; 0 if it is NULL. */
uint32_t ir_reads_text(const char *text);
/** Returns the same bits for the registers that matter at a call:
 *  path_is_calling_register(). */
uint32_t ir_calling_words(void);

/** Adds a note on how many functions are probed in which way, and why, for -v. */
void ir_attach_tell(const struct ir_unit *u, struct diags *d);
/** Adds a note for each probe whose handler changes the system, but not more than
 *  20.  For use before a run. */
void ir_changes_tell(const struct ir_unit *u, struct diags *d);
/** Returns true if the row is the return of a kernel function, also if a
 *  trampoline serves it. */
bool ir_is_kernel_return(const struct ir_row *r);
/** Returns the number of kretprobes that the module attaches.  Call it when the
 *  rows of trampolines are known. */
size_t ir_attach_kretprobes(const struct ir_unit *u);

/** Checks every rule.  Returns false after the first violation, an
 *  internal-error diagnostic that names @after, the pass before. */
bool ir_verify(const struct ir_unit *u, struct diags *d, const char *after);

/** Returns why an EMBED does not fit the C that it calls, or NULL; for
 *  verify.c. */
const char *ir_c_misfit(const struct ir_unit *u, const struct ir_func *f,
			const struct ir_ins *in);
/** Returns true if none of the globals that @c names is a counter, and all of class
 *  locked are locked while @f runs.  In a condition they need not be locked. */
bool ir_c_is_locked(const struct ir_unit *u, const struct ir_func *f,
		    const struct ir_c *c);

/** Prints the unit as text, for --dump=ir; ir_print_func() prints the blocks of
 *  one function. */
void ir_print(const struct ir_unit *u, struct buf *out);
void ir_print_func(const struct ir_unit *u, const struct ir_func *f,
		   struct buf *out);

/* ---- facts of operations ------------------------------------------------ */

/** Returns true if this instruction, as it is used here, can fail. */
bool ir_may_fail(const struct ir_unit *u, const struct ir_ins *in);
/** Returns true if @in may be removed when its result is not needed. */
bool ir_is_droppable(const struct ir_unit *u, const struct ir_ins *in);
/** Returns true if @in may change the text of a string @global; an unknown
 *  operation may. */
bool ir_ends_reference(const struct ir_ins *in, uint32_t global);
/** Returns true if @in may touch a global of class locked; an unknown operation
 *  may. */
bool ir_touches_locked(const struct ir_unit *u, const struct ir_func *f,
		       const struct ir_ins *in);
/** Fills @ret with the successors of @b, without its error edge.  Returns their
 *  number. */
unsigned ir_successors(const struct ir_block *b, uint32_t ret[2]);

/* ---- facts of intrinsics ------------------------------------------------ */

struct ir_intrinsic {
	const char *name, *result, *params, *contexts;
	bool pure, writes;
	bool matches;		/* uses the last match */
	bool reads_regs;	/* of the probe location */
	bool fails;		/* may fail */
	bool is_text;		/* lower_symbols.c replaces it by others and a format */
	bool of_system;		/* its file in the runtime can ask the system */
};
/** Returns the index of the intrinsic @name, or -1. */
int ir_intrinsic_find(const char *name);
const struct ir_intrinsic *ir_intrinsic(int index);
size_t ir_intrinsic_count(void);

#endif
