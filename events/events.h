/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of the room events/: definitions in the language of the kernel's
 * kprobe_events file in, syntax tree out.
 *
 *	events.c	lines: what is defined, deleted, defined twice
 *	point.c		the head of a definition: kind, name, place
 *	fetch.c		arguments: NAME=FETCH:TYPE
 *	filter.c	the condition after `if`
 *	body.c		a definition becomes a probe
 *	build.c		nodes
 *
 * A definition is a line, as the kernel takes it:
 *
 *	p[:[GROUP/]NAME] [MODULE:]SYMBOL[+OFFSET][%return]|ADDRESS [ARGUMENTS]
 *	r[MAXACTIVE][:[GROUP/]NAME] [MODULE:]SYMBOL [ARGUMENTS]
 *	p|r[:[GROUP/]NAME] PATH:OFFSET[(COUNTER)][%return] [ARGUMENTS]
 *	-:[GROUP/][NAME]
 *
 * with, at the end, what the kernel takes elsewhere: `if FILTER`.  From the
 * tree on it is a script like any other: its spans lie in the definition, where
 * each pass reports what is wrong.  The room knows no kernel and reads no file.
 */
#ifndef EVENTS_EVENTS_H
#define EVENTS_EVENTS_H

struct ast_file;
struct events;
struct parse_env;
struct source;

/** No definitions yet.  They live in @env's arena; @env must live on. */
struct events *events_create(const struct parse_env *env);

/**
 * Read the definitions of a text.  A later one may delete what an earlier one
 * defined, in whichever text that stood.  Errors go to @env's diags.
 */
void events_add(struct events *ev, const struct source *src);

/**
 * A file with one probe for each definition that is left, and one that prints
 * hits and misses at the end; NULL if no text was added.
 */
struct ast_file *events_finish(struct events *ev);

#endif
