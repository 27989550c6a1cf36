/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of the room events/: definitions in the language of the kernel's
 * kprobe_events file in, syntax tree out.
 *
 *	events.c	lines: what is defined, deleted, defined twice
 *	point.c		the head of a definition: kind, name, probe point
 *	fetch.c		arguments: NAME=FETCH:TYPE
 *	filter.c	the condition after `if`
 *	body.c		a definition becomes a probe
 *	build.c		nodes
 *
 * A definition is a line, as the kernel takes it:
 *
 *	p[:[GROUP/]NAME] [MODULE:]SYMBOL[+OFFSET][%return]|ADDRESS [ARGUMENTS]
 *	r[MAXACTIVE][:[GROUP/]NAME] [MODULE:]SYMBOL|ADDRESS [ARGUMENTS]
 *	f[MAXACTIVE][:[GROUP/]NAME] [MODULE:]SYMBOL[%return] [ARGUMENTS]
 *	p|r[:[GROUP/]NAME] PATH:OFFSET[(COUNTER)][%return] [ARGUMENTS]
 *	-:[GROUP/][NAME]
 *
 * A definition may end with `if FILTER`; the kernel takes filters in another file.
 * The tree is like that of any other script.  Its spans are in the definitions, so each
 * pass reports errors there.  The room knows no kernel and reads no file.
 */
#ifndef EVENTS_EVENTS_H
#define EVENTS_EVENTS_H

struct ast_file;
struct events;
struct parse_env;
struct source;

/** Creates an empty set of definitions in @env's arena.  @env must live as long as the
 *  set. */
struct events *events_create(const struct parse_env *env);

/**
 * Read the definitions of a text, which must live as long as the set.  A line may delete
 * definitions of earlier lines, in this text or an earlier one.  Errors are reported to the
 * diags of the parse_env; it is an error if the text has no definition.
 */
void events_add(struct events *ev, const struct source *src);

/**
 * Returns a file with one probe for each definition that is not deleted and, if there
 * are any, one probe that prints their hits and misses at the end; NULL if no text was
 * added.
 */
struct ast_file *events_finish(struct events *ev);

#endif
