/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of format/: a stream of records becomes text, JSON lines and typed
 * values.
 *
 * The bytes come from a module, over a pipe or a serial line, or from a host
 * program; nothing in them is trusted before runtime/core/record.c has checked the
 * whole record.  Code of runtime/core/ also renders the text, so the text is the same
 * here and in a stand-alone staprun.
 *
 *	f = format_create(&ops, arg, FORMAT_TEXT);
 *	bad = format_feed(f, p, n);	// whenever bytes come, cut anywhere;
 *					// NULL, or what is wrong
 *	format_status(f)		// after the last byte
 *	format_finish(f, ...)		// last: reports the end of the run
 *	format_destroy(f);
 */
#ifndef FORMAT_FORMAT_H
#define FORMAT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tapster.h>

struct format;

/** The form of the output.  EVENTS: no text, but records with the task that made
 *  them; see base/event_mark.h. */
enum format_form { FORMAT_TEXT, FORMAT_JSON, FORMAT_EVENTS };

/** An error or a warning of the running script. */
struct format_message {
	bool is_error;
	const char *tag;		/* "div-zero"; "" = none */
	struct tapster_location location;	/* in the script; line 0 = unknown */
	struct tapster_location library;	/* in the library, if it happened
						   there; or line 0 */
	const char *text;		/* without location, tag and hint */
	const char *hint;		/* what to do about it, or NULL */
	const char *line;		/* as staprun prints it, with newline; only
					   the first of its kind has the hint */
};

/** Callbacks; any may be NULL.  Pointers are valid until the callback returns. */
struct format_ops {
	/** The text of a record, or its JSON line, as @form of format_create()
	 *  says; never with FORMAT_EVENTS. */
	void (*text)(void *arg, const char *p, size_t n);
	/** Called each time that a printing statement has run, before text() for
	 *  the same record. */
	void (*record)(void *arg, const struct tapster_record *r);
	/** Called with all values of one global; there is no text for them then. */
	void (*snapshot)(void *arg, const struct tapster_snapshot *sn);
	/** Called after the snapshots of the globals. */
	void (*state)(void *arg, const struct tapster_state *st);
	void (*message)(void *arg, const struct format_message *m);
	/** @line is a line of staprun's table; the first time the table's title
	 *  line is before it. */
	void (*times)(void *arg, const struct tapster_times *t,
		      const char *line);
	void (*memory)(void *arg, const struct tapster_memory *m,
		       const char *line);
	void (*loss)(void *arg, const char *cause, uint64_t count);
	/** switch_file(): output before and after it goes to different
	 *  files. */
	void (*next_file)(void *arg);
	/** Returns the source location "file:line" of the code at @addr of
	 *  the running kernel, or NULL.  @symbol is the kernel's name for it,
	 *  "name+0x1a/0x2c0 [module]". */
	const char *(*source_line)(void *arg, uint64_t addr,
				   const char *symbol);
	/** Gets the names of functions that are inlined in the code at @addr,
	 *  the innermost first, @max at most; returns how many.  @symbol is as in
	 *  source_line(), or that of a program. */
	size_t (*inlined)(void *arg, uint64_t addr, const char *symbol,
			  const char **names, size_t max);
};

/** Creates a reader of one stream; free it with format_destroy().  @ops is copied. */
struct format *format_create(const struct format_ops *ops, void *arg,
			     enum format_form form);
void format_destroy(struct format *f);

/** Shows bytes of the traced system that would control a terminal as "\033", for text
 *  that goes to one. */
void format_escape(struct format *f);

/** Drops the text that is printed at the end for globals that no probe reads: a client
 *  that takes snapshots shows them in another way. */
void format_hide_shown(struct format *f);
/** Drops the text of format_hide_shown() only for globals with stacks among their keys. */
void format_hide_stacks(struct format *f);

/**
 * Takes @n bytes, and calls the callbacks for each record whose last byte has come.
 * Returns NULL, or a constant string that says what is wrong.  After an error all
 * further bytes are dropped, and NULL is returned for them.
 */
const char *format_feed(struct format *f, const void *p, size_t n);

/** Returns true once the first record has come. */
bool format_has_begun(const struct format *f);

/** Calls @fn with the format of each printing statement of the script, once the
 *  first record has come. */
void format_statements(const struct format *f,
		       void (*fn)(void *arg, const char *format), void *arg);

/** Calls @fn with the probe point of each entry in the blob's table of probes, with
 *  aliases expanded, once the first record has come. */
void format_probes(const struct format *f,
		   void (*fn)(void *arg, const char *point), void *arg);

/**
 * Set *@word to the value to send with the signal format_ask_signal to the process that
 * writes the records.  That process then switches row @probe of the attach table on or
 * off, or resets @global.  Return false if there is no such row or global, if the row is
 * a begin, end or error probe, or if the global never changes.
 */
extern const int format_ask_signal;
bool format_ask_switch(const struct format *f, size_t probe, bool on,
		       uint32_t *word);
bool format_ask_reset(const struct format *f, const char *global,
		      uint32_t *word);

/** The exit status in the stream's last record; -1 if that has not come. */
int format_status(const struct format *f);
/** The exit status of the command of -c in the last record; -1 if it has none. */
int format_command_status(const struct format *f);

/**
 * Reports the end of the run; does nothing if the stream's last record has not come.
 * @status is the exit status of the run, @command that of its command, -1 if there was
 * none.
 */
void format_finish(struct format *f, int status, int command);

#endif
