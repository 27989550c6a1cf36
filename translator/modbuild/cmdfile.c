/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Splits commands into words as a shell would; $$, make's escape, becomes $.  Then
 * each of cmdfile_cc(), cmdfile_world(), cmdfile_objtool() and cmdfile_ld() keeps the
 * words that its allow-list has.
 */
#include "translator/modbuild/cmdfile.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

/* ---- words */

struct scanner {
	struct arena *arena;
	const char *p, *end;
	bool shell;		/* the command has more than words: pipes, expansions */
};

static bool read_quoted(struct scanner *s, struct buf *word)
{
	char quote = *s->p++;

	while (s->p < s->end && *s->p != quote) {
		if (quote == '"' && *s->p == '\\' && s->p + 1 < s->end)
			s->p++;
		buf_putc(word, *s->p++);
	}
	if (s->p == s->end)
		return false;
	s->p++;
	return true;
}

static void read_dollar(struct scanner *s, struct buf *word)
{
	if (s->p + 1 < s->end && s->p[1] == '$') {
		buf_putc(word, '$');
		s->p += 2;
	} else {
		s->shell = true;
		s->p++;
	}
}

/* Appends the word at s->p to @word.  Returns false if a quote is not closed. */
static bool read_word(struct scanner *s, struct buf *word)
{
	while (s->p < s->end && !isspace((unsigned char)*s->p) &&
	       *s->p != ';') {
		switch (*s->p) {
		case '\'':
		case '"':
			if (!read_quoted(s, word))
				return false;
			break;
		case '$':
			read_dollar(s, word);
			break;
		case '\\':
			s->p++;
			if (s->p < s->end)
				buf_putc(word, *s->p++);
			break;
		case '|': case '&': case '<': case '>': case '`':
		case '(': case ')':
			s->shell = true;
			s->p++;
			break;
		default:
			buf_putc(word, *s->p++);
		}
	}
	return true;
}

static bool read_commands(struct scanner *s, struct cmdfile *ret)
{
	struct args command = ARGS_INIT(s->arena);

	for (;;) {
		_cleanup_buf_ struct buf word = BUF_INIT;

		while (s->p < s->end && isspace((unsigned char)*s->p))
			s->p++;
		if (s->p < s->end && *s->p != ';') {
			if (!read_word(s, &word))
				return false;
			args_add(&command, word.p);
			continue;
		}
		if (command.v.n && !s->shell)
			vec_push_in(s->arena, &ret->commands, command);
		if (s->p == s->end)
			return true;
		s->p++;
		s->shell = false;
		command = (struct args)ARGS_INIT(s->arena);
	}
}

/* Returns the command after `cmd_PATH := ` or `savedcmd_PATH := `, if the line
 * has one. */
static const char *command_of(const char *line, const char *end)
{
	static const char *const prefixes[] = { "cmd_", "savedcmd_" };
	const char *colon;

	for (size_t i = 0; i < 2; i++) {
		size_t n = strlen(prefixes[i]);

		if ((size_t)(end - line) < n || memcmp(line, prefixes[i], n))
			continue;
		colon = memmem(line, (size_t)(end - line), " := ", 4);
		return colon ? colon + 4 : NULL;
	}
	return NULL;
}

bool cmdfile_parse(struct arena *a, const char *text, size_t n,
		   struct cmdfile *ret)
{
	const char *line = text, *end = text + n;

	*ret = (struct cmdfile){ 0 };
	while (line < end) {
		const char *eol = memchr(line, '\n', (size_t)(end - line));
		const char *p;

		if (!eol)
			eol = end;
		p = command_of(line, eol);
		if (p) {
			struct scanner s = { a, p, eol, false };

			return read_commands(&s, ret);
		}
		line = eol + 1;
	}
	return false;
}

/* ---- allow-lists */

static bool has_prefix(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

static bool has_one_of(const char *s, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (has_prefix(s, *prefixes))
			return true;
	return false;
}

static bool is_printable(const char *s)
{
	for (; *s; s++)
		if (!isgraph((unsigned char)*s))
			return false;
	return true;
}

bool cmdfile_cc_flag_ok(const char *s)
{
	static const char *const good[] = {
		"-f", "-m", "-O", "-std=", "-nostdinc", "--param=",
		"--target=", NULL,
	};
	static const char *const bad[] = {
		"-fplugin", "-fdump", "-fprofile", "-fcallgraph", "-fopt-info",
		"-fsave-", "-fmacro-prefix-map", "-ffile-prefix-map",
		"-fdebug-prefix-map", "-frandom-seed", "-fuse-ld", "-flto",
		"-fdiagnostics", NULL,
	};

	return is_printable(s) && has_one_of(s, good) && !has_one_of(s, bad);
}

bool cmdfile_world_flag_ok(const char *s)
{
	static const char *const good[] = {
		"-I/", "-include/", "-isystem/", "-D", "-U", NULL,
	};

	return is_printable(s) && has_one_of(s, good) &&
	       !has_prefix(s, "-DSTP_") && !strstr(s, "/../");
}

/* Returns true if @s is a subcommand of objtool, which has them until 5.18. */
static bool is_subcommand(const char *s)
{
	return !strcmp(s, "check") || !strcmp(s, "orc") ||
	       !strcmp(s, "generate");
}

bool cmdfile_objtool_flag_ok(const char *s)
{
	static const char *const bad[] = {
		"--link", "--ibt", "--dump", "--backup", "--output",
		"--verbose", NULL,
	};

	return is_printable(s) &&
	       (is_subcommand(s) ||
		(has_prefix(s, "--") && !has_one_of(s, bad)));
}

bool cmdfile_ld_flag_ok(const char *s)
{
	static const char *const good[] = {
		"-r", "-m", "-z", "-T", "--build-id", "--no-warn-",
		"--no-undefined", "--fix-cortex", "-EL", NULL,
	};

	return is_printable(s) && has_one_of(s, good);
}

bool cmdfile_program_ok(const char *s)
{
	if (!isalnum((unsigned char)*s) && *s != '/')
		return false;
	for (const char *p = s; *p; p++)
		if (!isalnum((unsigned char)*p) && !strchr("/._+-", *p))
			return false;
	return !strstr(s, "/../");
}

/* ---- picking */

static bool ends_with(const char *s, const char *suffix)
{
	size_t n = strlen(s), m = strlen(suffix);

	return n >= m && !strcmp(s + n - m, suffix);
}

const struct args *cmdfile_find(const struct cmdfile *c, const char *suffix)
{
	for (size_t i = 0; i < c->commands.n; i++)
		if (ends_with(basename(c->commands.at[i].v.at[0]), suffix))
			return &c->commands.at[i];
	return NULL;
}

static void add_path(struct args *ret, const char *base, const char *path)
{
	if (has_prefix(path, "./"))
		path += 2;
	if (*path == '/')
		args_add(ret, path);
	else
		args_addf(ret, "%s/%s", base, path);
}

bool cmdfile_cc(const struct args *command, struct args *ret)
{
	size_t i = 0;

	if (ends_with(command->v.at[0], "ccache") && command->v.n > 1)
		i++;
	if (!cmdfile_program_ok(command->v.at[i]))
		return false;
	args_add(ret, command->v.at[i++]);
	for (; i < command->v.n; i++) {
		const char *s = command->v.at[i];

		if (!strcmp(s, "--param") && i + 1 < command->v.n)
			args_addf(ret, "--param=%s", command->v.at[++i]);
		else if (cmdfile_cc_flag_ok(s))
			args_add(ret, s);
	}
	return ret->v.n > 1;
}

/* Returns -include, -isystem or -I if @s begins with it; else NULL. */
static const char *path_option(const char *s)
{
	static const char *const options[] = { "-include", "-isystem", "-I",
					       NULL };

	for (size_t i = 0; options[i]; i++)
		if (has_prefix(s, options[i]))
			return options[i];
	return NULL;
}

void cmdfile_world(const struct args *command, const char *base,
		   const char *without, struct args *ret)
{
	for (size_t i = 1; i < command->v.n; i++) {
		const char *s = command->v.at[i], *option = path_option(s);
		struct args path = ARGS_INIT(ret->arena);

		if (!option) {
			if (cmdfile_world_flag_ok(s))
				args_add(ret, s);
			continue;
		}
		s += strlen(option);
		if (!*s && i + 1 < command->v.n)
			s = command->v.at[++i];
		add_path(&path, base, s);
		if (!has_prefix(path.v.at[0], without))
			args_addf(ret, "%s%s", option, path.v.at[0]);
	}
}

bool cmdfile_objtool(const struct args *command, const char *base,
		     struct args *ret)
{
	add_path(ret, base, command->v.at[0]);
	for (size_t i = 1; i < command->v.n; i++)
		if (cmdfile_objtool_flag_ok(command->v.at[i]))
			args_add(ret, command->v.at[i]);
	return cmdfile_program_ok(ret->v.at[0]);
}

bool cmdfile_ld(const struct args *command, const char *base,
		struct args *ret)
{
	args_add(ret, command->v.at[0]);
	for (size_t i = 1; i < command->v.n; i++) {
		const char *s = command->v.at[i];
		const char *next = i + 1 < command->v.n ? command->v.at[i + 1]
							: NULL;

		if (!strcmp(s, "-o") && next) {
			i++;
		} else if ((!strcmp(s, "-m") || !strcmp(s, "-z")) && next) {
			args_addf(ret, "%s%s", s, next);
			i++;
		} else if (!strcmp(s, "-T") && next) {
			struct args path = ARGS_INIT(ret->arena);

			add_path(&path, base, next);
			args_addf(ret, "-T%s", path.v.at[0]);
			i++;
		} else if (cmdfile_ld_flag_ok(s)) {
			args_add(ret, s);
		}
	}
	return cmdfile_program_ok(ret->v.at[0]) && args_has(ret, "-r");
}
