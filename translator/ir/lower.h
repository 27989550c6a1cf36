/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the lower_*.c files share while they turn the AST into IR.
 *
 * build.c makes blocks, registers and instructions; lower_expr.c, _stmt.c,
 * _print.c and _path.c each know one part of the language; lower.c drives.
 */
#ifndef IR_LOWER_H
#define IR_LOWER_H

#include "translator/ir/ir.h"
#include "translator/target/types/types.h"

/** An access path with the values that the script computes for it. */
struct lower_path {
	struct ast_expr *e;
	const struct path *path;
	const struct ir_func *f;	/* the function that has these registers */
	ir_reg base;			/* what it starts from; IR_NONE: 0 */
	const ir_reg *indexes;		/* of its [ ], in their order */
};

/** A location in the traced system, memory or a register, that is read,
 *  written, or both. */
struct lower_spot {
	struct ast_expr *e;
	const struct path_op *at;	/* LOAD or REG; NULL: reads as 0, a write does
					   nothing */
	const struct path_op *bits;	/* the BITFIELD after it, or NULL */
	ir_reg addr;			/* of a LOAD */
};

static inline bool lower_spot_has_address(const struct lower_spot *s)
{
	return s->at && s->at->kind == PATH_LOAD;
}

/** A generated function that returns the name of a value of an enumeration. */
struct lower_names {
	const struct ctype *type;
	uint32_t call;			/* imm of its CALL; see callee() in lower.c */
};

/** A loop around the current statement. */
struct lower_loop {
	struct lower_loop *outer;
	uint32_t on_break, on_continue;
	uint32_t iter;			/* foreach: its iteration; else
					   IR_NONE */
};

struct lower {
	struct ir_unit *u;
	struct program *p;
	const struct ir_options *o;
	struct ir_func *f;
	uint32_t cur;			/* the current block */
	uint32_t on_error;		/* of new blocks */
	struct lower_loop *loop;
	const struct function *fn;	/* or NULL in a probe */
	const struct ast_file *file;	/* for private names */
	uint32_t *c_of;			/* program's function -> cs, + 1 */
	uint32_t *ir_of;		/* program's function -> funcs */
	struct ir_func *handler;	/* the handler whose code or callee is lowered */
	const struct probe_location *location;	/* for target variables */
	const char *row_text;			/* RTEXT of that location, or
						   NULL */
	const struct probe *probe;		/* that has the location */
	VEC(struct lower_names) names;
	VEC(uint32_t) extra;		/* index in unit->funcs of functions that are
					   not the program's; see callee() */
	struct hash *regexes;			/* pattern -> number + 1 */
	struct hash *symbols;			/* name and address -> index + 1 */
	struct hash *handlers;			/* code as bytes -> row whose handler has it */
	struct arena *keys;			/* of handlers */
	struct hash *clones;			/* a function's AST -> how many copies were
						   lowered */
	bool keeps_match;			/* some function uses the last
						   match */
	/* lower_entry.c, for the handler that is lowered */
	struct ir_func *entry;			/* the entry handler; NULL: nothing is saved */
	uint32_t entry_cur;			/* its current block */
	VEC(const struct ast_expr *) entry_exprs;	/* by number of the saved value: the
							   argument of @entry, or NULL */
	/* lower_tape.c */
	VEC(struct lower_column) columns;	/* values read at the hit's start */
	VEC(uint32_t) needs;	/* keys that the handler looks up in a hit */
	uint8_t *traits;	/* [function] bits, see lower_tape.c; NULL: not known */
	unsigned as_usual;	/* not 0: reads are lowered as without --record */
	struct hash *ordinals;	/* number of a point -> how many rows it has */
	VEC(struct lower_wanted) wanted;	/* probes that must have been recorded */
};

/** A value that a handler reads at its start, to record it. */
struct lower_column {
	const char *key;	/* interned: n or s, then the expression */
	ir_reg value, failed;
};

/** A probe as the user wrote it.  Aliases and patterns make several probes of
 *  it; at least one of them must have been recorded. */
struct lower_wanted {
	struct span at;
	const char *name;	/* its alias, or the name of its first location */
	bool is_there;		/* one of those probes has a row, or is optional */
};

/* ---- build.c ------------------------------------------------------------ */

struct ir_func *lower_new_func(struct lower *l, enum ir_func_kind kind,
			       const char *name, struct span sp);
uint32_t lower_block(struct lower *l);
ir_reg lower_reg(struct lower *l, enum ir_type type, const char *name);
uint32_t lower_slot(struct lower *l, uint32_t size, uint32_t cap);
uint32_t lower_loc(struct lower *l, struct span sp);
enum ir_type lower_type(enum base_type t);

/** Appends an instruction to the current block; @dst IR_NONE: it has no result.
 *  The pointer is valid until the next instruction is appended. */
struct ir_ins *lower_ins(struct lower *l, enum ir_op op, ir_reg dst,
			 struct span sp, unsigned n_args, const ir_reg *args);
/** Appends an instruction with a new register for its result, and a slot if it
 *  needs one.  Returns the register. */
ir_reg lower_value(struct lower *l, enum ir_op op, enum ir_type type,
		   struct span sp, int64_t imm, unsigned n_args,
		   const ir_reg *args);
ir_reg lower_num(struct lower *l, int64_t v);
ir_reg lower_str(struct lower *l, const char *interned);
/** Returns the slot of the string variable @dst, which holds all that is assigned to
 *  it.  The first call makes the slot. */
uint32_t lower_variable_slot(struct lower *l, ir_reg dst);
/** Copies @src to @dst, by the register's type. */
void lower_move(struct lower *l, ir_reg dst, ir_reg src, struct span sp);

/** Ends the current block by a jump.  Does nothing if it has its end already. */
void lower_jump(struct lower *l, uint32_t to);
void lower_branch(struct lower *l, ir_reg cond, uint32_t yes, uint32_t no);
/** Returns true if the current block has its end already. */
bool lower_ended(const struct lower *l);
/** Makes @block the current block. */
static inline void lower_at(struct lower *l, uint32_t block)
{
	l->cur = block;
}

/* ---- lower_expr.c ------------------------------------------------------- */

ir_reg lower_expr(struct lower *l, struct ast_expr *e);
/** Lowers @e.  Returns IR_NONE if @e has no value, because it prints or calls an
 *  intrinsic without a result; lower_expr() then returns a register with 0. */
ir_reg lower_any(struct lower *l, struct ast_expr *e);
/** Lowers a list of expressions, in order; later ones do not change the values
 *  of earlier ones.  @any_ret, if not NULL, gets a bit for each entry that is
 *  NULL: a `*`.  The array has room for one more register. */
ir_reg *lower_list(struct lower *l, const struct ast_exprs *list,
		   unsigned *any_ret);
/** Returns the register of a local variable or parameter. */
ir_reg lower_local(const struct lower *l, const struct symbol *s);
/** Returns true if evaluating @e assigns to anything; false for NULL. */
bool lower_writes(struct ast_expr *e);
/** Returns a register with the value of @r that no later assignment to a
 *  variable changes. */
ir_reg lower_keep(struct lower *l, ir_reg r, struct span sp);
/** Returns the IR operation of @op on numbers; for `+=`, that of `+`. */
enum ir_op lower_arith_op(enum ast_op op);
ir_reg lower_num_op(struct lower *l, enum ir_op op, struct span sp, ir_reg a,
		    ir_reg b);

/* ---- lower_assign.c ----------------------------------------------------- */

/** Lowers the value of a variable or an array's element. */
ir_reg lower_element(struct lower *l, struct ast_expr *e);
/** Lowers the aggregate that a STAT or HIST is about. */
ir_reg lower_aggregate(struct lower *l, struct ast_expr *arg);
/** Assigns @value to the variable, element or location @to. */
void lower_assign(struct lower *l, struct ast_expr *to, ir_reg value,
		  struct span sp);
/** Lowers EXPR_ASSIGN and EXPR_CREMENT, for their value. */
ir_reg lower_assignment(struct lower *l, struct ast_expr *e);
ir_reg lower_crement(struct lower *l, struct ast_expr *e);
/** Lowers @e for its effect only: counters are recognised here. */
void lower_effect(struct lower *l, struct ast_expr *e);

/* ---- the others --------------------------------------------------------- */

void lower_stmt(struct lower *l, struct ast_stmt *s);
/** Lowers a print expression.  Returns the string of sprint, sprintf and their like;
 *  IR_NONE if @e prints. */
ir_reg lower_print(struct lower *l, struct ast_expr *e);
/** Adds a record before the printing statement @e, whose format is @fmt.  The
 *  record holds the task that runs it, and the names of the printed values.  Without
 *  ir_options.events, adds nothing. */
void lower_event_print(struct lower *l, struct ast_expr *e, int64_t fmt);
/** Adds such a record before the call @e that prints @n values. */
void lower_event_shown(struct lower *l, struct ast_expr *e, int64_t fmt,
		       unsigned n);
/** Returns true if @fn is a function of timelines, in a session that has none. */
bool lower_event_is_silent(const struct lower *l, const struct function *fn);
/** Returns true if a function in use reads the last match. */
bool lower_keeps_match(const struct program *p);
ir_reg lower_regex(struct lower *l, struct ast_expr *e);
/** Lowers the call @e of an intrinsic that is_text; IR_NONE if it prints. */
ir_reg lower_shown(struct lower *l, struct ast_expr *e,
		   const struct ir_intrinsic *it, ir_reg *args);
/** Lowers a call of a function that is written in C. */
ir_reg lower_c_call(struct lower *l, struct ast_expr *e,
		    const struct function *f, const ir_reg *args);
/** Lowers an expression in C: %{ %}, @const. */
ir_reg lower_c_expr(struct lower *l, struct ast_expr *e);
/** Adds C at file level, and decides whether there is a unit of C at all. */
void lower_c_blocks(struct lower *l);
/** Adds the format @text of arguments of @kinds (see ir_fmt).  Returns its
 *  number. */
int64_t lower_format(struct lower *l, const char *text, size_t len,
		     const char *kinds, struct span sp);
/** Lowers @entry(...). */
ir_reg lower_entry(struct lower *l, struct ast_expr *e);
/** Returns true if the code being lowered runs at the entry of a return probe's
 *  function. */
bool lower_is_at_entry(const struct lower *l);
/** Lowers eval(@l, @data) in the entry handler, which saves the value.  Returns a
 *  register of the current function, into which the saved value is read. */
ir_reg lower_at_entry(struct lower *l, struct span sp,
		      ir_reg (*eval)(struct lower *l, void *data), void *data);
/** Ends the entry handler of @handler, and notes it there.  Returns its index among
 *  handlers, or IR_NONE if there is none. */
uint32_t lower_entry_end(struct lower *l, struct ir_func *handler);

/* ---- lower_tape.c: --record, --replay ------------------------------------ */

/** Lowers @e if its value is to be recorded, or comes from a recording: *@ret is the
 *  value's register.  Otherwise returns false. */
bool lower_tape(struct lower *l, struct ast_expr *e, ir_reg *ret);
/** Begins the handler of @pr.  With --record: reads what can be read at the
 *  start of a hit, and records it. */
void lower_tape_begin(struct lower *l, const struct probe *pr);
/** Reports a call of @f that a recording cannot hold. */
void lower_tape_check_call(struct lower *l, const struct ast_expr *e,
			   const struct function *f);
/** Reports a change of the traced system by @e, which a recording cannot hold. */
void lower_tape_check_change(struct lower *l, const struct ast_expr *e);
/** Reports that @e prints memory (%m), which a recording cannot hold. */
void lower_tape_check_memory(struct lower *l, const struct ast_expr *e);
/** Returns true if the conditions of probes belong to their handlers, because
 *  hits are recorded before conditions are evaluated. */
static inline bool lower_tape_takes_conditions(const struct lower *l)
{
	return l->o->record || l->o->tape;
}
/** Returns true if the body of @fn is not needed: its calls are looked up. */
bool lower_tape_replaces(struct lower *l, const struct function *fn);
/** Lowers the value of @function() in the hit that is replayed; 0 or "" if it
 *  has none. */
ir_reg lower_tape_who(struct lower *l, const char *function, enum ir_type type,
		      struct span sp);
/** Returns true if the probe @pr needs hits, and the recording has none at this
 *  location. */
bool lower_tape_lacks(const struct lower *l, const struct probe *pr,
		      const struct probe_location *at);
/** Decides which hits of the recording @row gets, and writes them into its text.  Its
 *  kind becomes STP_KIND_TAPE, except for begin, end and error.  Does nothing without
 *  --replay. */
void lower_tape_row(struct lower *l, struct ir_row *row);
/** Notes whether @pr has rows: those from index @first on.  Call it when all rows of
 *  @pr have been added. */
void lower_tape_end(struct lower *l, const struct probe *pr, size_t first);
/** Reports, after all probes, those that the recording does not have.  If a
 *  client wrote the hits, reports instead the hits that no probe gets. */
void lower_tape_report(struct lower *l);

/* ---- the traced system: lower_path.c, lower_target.c, lower_spot.c ------- */

/** Lowers what @path starts from, then its index expressions, in order. */
struct lower_path lower_path_find(struct lower *l, struct ast_expr *e,
				  const struct path *path);

/** Lowers the value that @n ops compute from @from (IR_NONE: 0). */
ir_reg lower_path_ops(struct lower *l, const struct lower_path *p,
		      const struct path_op *ops, size_t n, ir_reg from);
/** Lowers the op LOAD or STRING, which reads at the address @at. */
ir_reg lower_path_load(struct lower *l, const struct path_op *op, ir_reg at);
ir_reg lower_path_bits(struct lower *l, const struct path_op *op, ir_reg v);

/** Lowers @enum("NAME") and @enumname(e). */
ir_reg lower_enum(struct lower *l, struct ast_expr *e);
ir_reg lower_enumname(struct lower *l, struct ast_expr *e);

/** Returns true if @e is a location in the traced system: memory or a
 *  register. */
bool lower_is_spot(const struct ast_expr *e);
/** Lowers the value of a target variable, @cast, @var, -> on a value. */
ir_reg lower_target(struct lower *l, struct ast_expr *e);
/** Finds the location of @e; its address is computed once. */
struct lower_spot lower_spot(struct lower *l, struct ast_expr *e);
ir_reg lower_spot_read(struct lower *l, const struct lower_spot *s);
void lower_spot_write(struct lower *l, const struct lower_spot *s, ir_reg v,
		      struct span sp);

#endif
