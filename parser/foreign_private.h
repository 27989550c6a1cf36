/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds syntax of other languages in the tokens of a script's text, before
 * macros and conditionals, as users see it.
 */
#ifndef PARSER_FOREIGN_PRIVATE_H
#define PARSER_FOREIGN_PRIVATE_H

#include "base/buf.h"
#include "base/vec.h"
#include "parser/token.h"

/** The language that a word comes from; foreign_home() returns its name. */
enum home { BPFTRACE, DTRACE, PERF, C, AWK, PYTHON, JAVASCRIPT, SHELL };

/** One text under examination.  Tokens are named by their index in t. */
struct foreign {
	const struct parse_env *env;
	const struct source *src;
	VEC(struct token) t;		/* TOK_EOF is the last */
	VEC(int) depth;			/* for each token, the braces open before it */
	VEC(uint32_t) torn;		/* offsets: from there on a line is not
					   examined, as a string lacks a quote */
	VEC(uint32_t) wrong;		/* offsets of the parser's complaints */
	parse_is_function *is_function;	/* or NULL */
	void *data;			/* for is_function() */
	const char *said;		/* text of the complaint that foreign_review()
					   examines; NULL in foreign_explain() */
	const char *hinted;		/* hint of this complaint, or NULL */
};

/** A match: the message and the hint that replace the complaint. */
struct finding {
	/* n: number of tokens that the message is about; 0, only for foreign_review():
	 * the span of the complaint stays.  skip, only for foreign_review(): the number of
	 * tokens from the examined one to the first of the n, which may be negative. */
	size_t n, skip;
	const char *text, *hint;
	unsigned tag;			/* 0: other-language */
	int keyword;			/* kind of a keyword that is used as a name; or 0 */
	struct span span;	/* only for foreign_review(): used in place of the n
				   tokens if its length is not 0 */
};

/** Examines token @i and fills in @ret, in which n is 1 and all else 0 before the call.
 *  Returns false if the token does not match; @ret is undefined then.  Matchers "after the
 *  other passes" are called by foreign_review() only. */
typedef bool foreign_matcher(struct foreign *f, size_t i, struct finding *ret);

/** foreign_head.c: names of probes with colons, and predicates. */
foreign_matcher foreign_head, foreign_period, foreign_predicate, foreign_suffix,
	foreign_pointless, foreign_spaced, foreign_fraction;
/** foreign_map.c: @x[k] = count(), self->x and other variables. */
foreign_matcher foreign_map, foreign_stat, foreign_self;
/** foreign_stmt.c: declarations and statements. */
foreign_matcher foreign_declared, foreign_typed, foreign_global, foreign_function, foreign_do,
	foreign_for, foreign_foreach, foreign_else_if, foreign_switch,
	foreign_logic, foreign_unquoted, foreign_curly, foreign_last_comma;
/** foreign_expr.c: operators, casts, statements without parentheses. */
foreign_matcher foreign_print_text, foreign_bare, foreign_operator,
	foreign_verb, foreign_cast, foreign_star, foreign_keys, foreign_wide,
	foreign_comma;
/** foreign_expr.c, after types were found: + of strings, == of a pointer, and more. */
foreign_matcher foreign_decimal, foreign_joined, foreign_pointed, foreign_scratch,
	foreign_collected, foreign_assigned;
/** foreign_value.c: lists, f-strings, regular expressions, the current task. */
foreign_matcher foreign_list, foreign_f_string, foreign_else_value,
	foreign_floor, foreign_substitution, foreign_regex, foreign_one_of,
	foreign_task, foreign_keyword, foreign_removed, foreign_environment;
/** foreign_value.c, after the other passes; foreign_repeated also before them. */
foreign_matcher foreign_repeated, foreign_string_set, foreign_call_set,
	foreign_dotted, foreign_constant, foreign_hidden, foreign_target,
	foreign_traced;
/** foreign_slip.c: brackets, numbers with units, operators of other languages. */
foreign_matcher foreign_point, foreign_number, foreign_brackets, foreign_slice,
	foreign_question, foreign_exists, foreign_of_nothing,
	foreign_short_function, foreign_argv, foreign_keyword_name;
/** foreign_slip.c, after the other passes. */
foreign_matcher foreign_syscall, foreign_second_key, foreign_indexed,
	foreign_idle, foreign_printed;
/** foreign_line.c: quotes, commas between statements, loops. */
foreign_matcher foreign_quote, foreign_between, foreign_colon, foreign_for_to,
	foreign_for_of, foreign_each;
/** foreign_form.c: comparisons, sorted loops, exceptions. */
foreign_matcher foreign_is_none, foreign_arrow_set, foreign_infix,
	foreign_order, foreign_caught, foreign_thrown, foreign_times,
	foreign_deleted;
/** foreign_form.c, after the other passes. */
foreign_matcher foreign_negated, foreign_whole, foreign_keyed;
/** foreign_joint.c: words between a point and its body, declarations. */
foreign_matcher foreign_joint, foreign_missing_probe, foreign_header,
	foreign_first_value, foreign_called_condition;
/** foreign_text.c: streams, printing methods, texts with values in them. */
foreign_matcher foreign_stream, foreign_log, foreign_template,
	foreign_echo, foreign_dangling;
/** foreign_rust.c: println!("{}", x) and other macros of Rust. */
foreign_matcher foreign_rust;
/** foreign_text.c, after the other passes: properties. */
foreign_matcher foreign_property, foreign_array_property, foreign_untyped;
/** foreign_outside.c: text outside of probes and functions. */
foreign_matcher foreign_outside;
/** Explains a text that has comments only. */
void foreign_explain_empty(struct foreign *f);
/** foreign_near.c: misspelt keywords, missing commas, a bracket too many. */
foreign_matcher foreign_unmatched, foreign_no_comma, foreign_text_operator,
	foreign_half_choice, foreign_type_argument, foreign_tuple, foreign_reserved, foreign_taken,
	foreign_unbraced, foreign_few, foreign_pairs, foreign_unbounded,
	foreign_awk_regex;
/** Explains the comma that is missing before @i, in the call whose ( is at @open. */
void foreign_missing_comma(struct foreign *f, size_t open, size_t i,
			   struct finding *ret);
/** foreign_near.c, after the other passes. */
foreign_matcher foreign_misspelt;
/** foreign_checked.c: members, formats, parameters, aggregates. */
foreign_matcher foreign_members, foreign_conversion, foreign_formatless,
	foreign_logged, foreign_parameter, foreign_called_array, foreign_top,
	foreign_key_count, foreign_backwards, foreign_long_printed,
	foreign_unformatted, foreign_stackless, foreign_raised, foreign_dumped;
/** foreign_map.c: h = hist(x) of a global. */
foreign_matcher foreign_collecting;
/** foreign_word.c: variables and functions by name. */
foreign_matcher foreign_word, foreign_call, foreign_method, foreign_no_call;

const char *foreign_home(enum home home);

/** How the property @of.@name is written here: the METHOD row of foreign.def without
 *  arguments, for an array @of or another value; or NULL. */
const char *foreign_find_property(struct foreign *f, const char *name,
				  const char *of);

/** How a variable such as `comm` is written here, or NULL; *@home gets its language. */
const char *foreign_find_word(const char *name, enum home *home);

/** The statement that prints the aggregate @name; NULL if the script has no such
 *  aggregate. */
const char *foreign_print_collected(struct foreign *f, const char *name);

/** How the field @name of an event is written here, or NULL. */
const char *foreign_field(const char *name);

/** foreign_has_variables() returns true if the probe around @i may have target
 *  variables, foreign_returns() if it is a return probe of a function. */
bool foreign_has_variables(struct foreign *f, size_t i);
bool foreign_returns(struct foreign *f, size_t i);

/** The probe point to use for $return in the body around @i, if its own point is an alias
 *  syscall.NAME.return, which hides $return; else NULL. */
const char *foreign_visible(struct foreign *f, size_t i);

/** ---- tokens; all functions accept an index past the end ---- */

const struct token *foreign_at(const struct foreign *f, size_t i);
/** Returns true if token @i is written as @text. */
bool foreign_is(const struct foreign *f, size_t i, const char *text);
bool foreign_is_name(const struct foreign *f, size_t i);
/** Returns true if the token is the first one of a line that is not the first. */
bool foreign_is_new_line(const struct foreign *f, size_t i);
/** foreign_valid.c: returns true for a complaint of the parser about the text of the
 *  script. */
bool foreign_is_about_text(const struct diag *e);
/** Adds the offsets of such complaints to @f->wrong.  Called before one of them is
 *  discarded. */
void foreign_note_complaints(struct foreign *f);
/** Returns true if no complaint of the parser is about the statement or
 *  declaration around token @i: it parses by itself, and no complaint is near it. */
bool foreign_is_valid(const struct foreign *f, size_t i);
/** foreign_text() returns the text from token @from to before token @to, foreign_here()
 *  the translation of this text. */
const char *foreign_text(const struct foreign *f, size_t from, size_t to);
const char *foreign_here(struct foreign *f, size_t from, size_t to);
/** The innermost ( or [ that is open before @i in its statement; 0 if there is none. */
size_t foreign_enclosing(const struct foreign *f, size_t i);
/** The bracket that closes the one at @i, or the last token; @i if it opens none. */
size_t foreign_close(const struct foreign *f, size_t i);
/** The token that ends the statement that @i is in: `;`, a closing bracket, or the first
 *  token of another line or statement. */
size_t foreign_end(const struct foreign *f, size_t i);
/** Returns true if a statement may begin at @i. */
bool foreign_begins(const struct foreign *f, size_t i);
/** foreign_value_begin() returns the first token of the value that ends before @i,
 *  foreign_value_end() the token after the value that begins at @i. */
size_t foreign_value_begin(const struct foreign *f, size_t i);
size_t foreign_value_end(const struct foreign *f, size_t i);
/** Returns true if the script declares a global @name. */
bool foreign_has_global(const struct foreign *f, const char *name);

/** Returns @form with the arguments of the call whose `(` is token @open: `$1` becomes the
 *  first, `$2+` the second and all after it, `$0` all, `$$` a dollar.  A missing argument
 *  becomes x. */
const char *foreign_fill(struct foreign *f, const char *form, size_t open);

#define foreign_print(f, ...) arena_printf((f)->env->arena, __VA_ARGS__)

#endif
