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

/** Where something comes from: foreign_home() has its name. */
enum home { BPFTRACE, DTRACE, PERF, C, AWK, PYTHON, JAVASCRIPT, SHELL };

struct foreign {
	const struct parse_env *env;
	const struct source *src;
	VEC(struct token) t;		/* TOK_EOF is the last */
	VEC(int) depth;			/* braces open before the token */
	VEC(uint32_t) torn;		/* where a line has a string without quote */
	parse_is_function *is_function;	/* or NULL */
	void *data;
	const char *said;		/* the complaint that is looked at, or NULL */
	const char *hinted;		/* its hint, or NULL */
};

/** Something found: @n tokens, @skip after the one that was looked at; what is
 *  wrong with them, and the cure. */
struct finding {
	size_t n, skip;
	const char *text, *hint;
	unsigned tag;			/* 0: other-language */
	int keyword;			/* used as a name; 0: none */
	struct span span;		/* a part of a token, if it has a length */
};

/** Examines token @i; false if it does not match. */
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
/** foreign_expr.c: operators, casts, and what is put without parentheses. */
foreign_matcher foreign_print_text, foreign_bare, foreign_operator,
	foreign_verb, foreign_cast, foreign_star, foreign_keys, foreign_wide,
	foreign_comma;
/** ... and after types were found: + of strings, == of a pointer, and more. */
foreign_matcher foreign_decimal, foreign_joined, foreign_pointed, foreign_scratch,
	foreign_collected, foreign_assigned;
/** foreign_value.c: lists, f-strings, regular expressions, the current task. */
foreign_matcher foreign_list, foreign_f_string, foreign_else_value,
	foreign_floor, foreign_substitution, foreign_regex, foreign_one_of,
	foreign_task, foreign_keyword, foreign_removed, foreign_environment;
/** ... and after the other passes. */
foreign_matcher foreign_repeated, foreign_string_set, foreign_call_set,
	foreign_dotted, foreign_constant, foreign_hidden, foreign_target,
	foreign_traced;
/** foreign_slip.c: brackets, numbers with units, operators of others. */
foreign_matcher foreign_point, foreign_number, foreign_brackets, foreign_slice,
	foreign_question, foreign_exists, foreign_of_nothing,
	foreign_short_function, foreign_argv, foreign_keyword_name;
/** ... and after the other passes. */
foreign_matcher foreign_syscall, foreign_second_key, foreign_indexed,
	foreign_idle, foreign_printed;
/** foreign_line.c: quotes, commas between statements, loops. */
foreign_matcher foreign_quote, foreign_between, foreign_colon, foreign_for_to,
	foreign_for_of, foreign_each;
/** foreign_form.c: comparisons, sorted loops, exceptions. */
foreign_matcher foreign_is_none, foreign_arrow_set, foreign_infix,
	foreign_order, foreign_caught, foreign_thrown, foreign_times,
	foreign_deleted;
/** ... and after the other passes. */
foreign_matcher foreign_negated, foreign_whole, foreign_keyed;
/** foreign_joint.c: what stands between a point and its body, declarations. */
foreign_matcher foreign_joint, foreign_missing_probe, foreign_header,
	foreign_first_value, foreign_called_condition;
/** foreign_text.c: streams, printing methods, texts with values in them. */
foreign_matcher foreign_stream, foreign_log, foreign_template,
	foreign_echo, foreign_dangling;
/** foreign_rust.c: println!("{}", x) and other macros of Rust. */
foreign_matcher foreign_rust;
/** ... and after the other passes. */
foreign_matcher foreign_property, foreign_array_property, foreign_untyped;
/** foreign_outside.c: what is outside of probes and functions. */
foreign_matcher foreign_outside;
/** Explains a text that has comments only. */
void foreign_explain_empty(struct foreign *f);
/** foreign_near.c: misspelt keywords, missing commas, a bracket too many. */
foreign_matcher foreign_unmatched, foreign_no_comma, foreign_text_operator,
	foreign_half_choice, foreign_type_argument, foreign_tuple, foreign_reserved, foreign_taken,
	foreign_unbraced, foreign_few, foreign_pairs, foreign_unbounded,
	foreign_awk_regex;
/** ... and after the other passes. */
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

/** What `%.name` is here, of an array or another value: a METHOD without
 *  arguments; or NULL. */
const char *foreign_find_property(struct foreign *f, const char *name,
				  const char *of);

/** How `comm` is written here, or NULL. */
const char *foreign_find_word(const char *name, enum home *home);

/** How the aggregate @name is printed; NULL if the script has none of it. */
const char *foreign_print_collected(struct foreign *f, const char *name);

/** How a field of an event is reached here, or NULL. */
const char *foreign_field(const char *name);

/** May the probe of @i have target variables; is it where a function returns? */
bool foreign_has_variables(struct foreign *f, size_t i);
bool foreign_returns(struct foreign *f, size_t i);

/** The point that shows $return to the body @i is in, if an alias hides it. */
const char *foreign_visible(struct foreign *f, size_t i);

/** ---- tokens; all take an index past the end ---- */

const struct token *foreign_at(const struct foreign *f, size_t i);
/** Returns true if the token is spelt like this. */
bool foreign_is(const struct foreign *f, size_t i, const char *text);
bool foreign_is_name(const struct foreign *f, size_t i);
/** The text from one token to before another; and as it is written here. */
const char *foreign_text(const struct foreign *f, size_t from, size_t to);
const char *foreign_here(struct foreign *f, size_t from, size_t to);
/** The bracket that closes the one at @i, or the last token. */
size_t foreign_close(const struct foreign *f, size_t i);
/** The end of the statement that @i is in: `;`, `}`, a bracket, a line. */
size_t foreign_end(const struct foreign *f, size_t i);
/** Returns true if a statement begins at @i. */
bool foreign_begins(const struct foreign *f, size_t i);
/** Where the value begins that ends before @i, and ends that begins there. */
size_t foreign_value_begin(const struct foreign *f, size_t i);
size_t foreign_value_end(const struct foreign *f, size_t i);
/** Returns true if the script declares a global @name. */
bool foreign_has_global(const struct foreign *f, const char *name);

/** `$1` in @form is the first of the arguments between @open and its end,
 *  `$2+` the second and all after it, `$0` are all of them. */
const char *foreign_fill(struct foreign *f, const char *form, size_t open);

#define foreign_print(f, ...) arena_printf((f)->env->arena, __VA_ARGS__)

#endif
