/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Commands for the script and files: load, save, edit.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "prompt/prompt_private.h"

static void set_file(struct prompt *p, const char *name)
{
	char *copy = xstrdup(name);

	free(p->file);
	p->file = copy;
	p->is_changed = p->is_told = false;
}

void file_add(struct prompt *p, const char *name)
{
	bool was_empty = !p->script.n;
	char *text = whole_file(name, NULL);

	if (!text) {
		prompt_fail(p, "cannot read '%s': %s", name, strerror(errno));
		return;
	}
	if (prompt_add(p, text, false) && was_empty)
		set_file(p, name);
	free(text);
}

void file_load(struct prompt *p, char **words)
{
	if (!words[1] || words[2]) {
		prompt_fail(p, "load needs the name of one file: load FILE");
		return;
	}
	file_add(p, words[1]);
}

/* ---- save ---- */

static void write_script(struct prompt *p, const char *name)
{
	char *text = script_text(&p->script, true);
	FILE *f = p->ops->create(p->data, name);
	int code = f ? 0 : errno;

	if (f) {
		fputs(text, f);
		code = ferror(f) ? EIO : 0;
		if (fclose(f))
			code = errno;
	}
	free(text);
	if (code)
		prompt_fail(p, "cannot write '%s': %s", name, strerror(code));
	else
		set_file(p, name);
}

void file_save(struct prompt *p, char **words)
{
	bool force = words[1] && !strcmp(words[1], "-f");
	const char *name = words[force ? 2 : 1] ?: p->file;

	if (!name)
		prompt_fail(p, "the script has no file yet: save FILE");
	else if (words[1] && words[force ? 2 : 1] && words[force ? 3 : 2])
		prompt_fail(p, "save needs the name of one file");
	else if (!force && access(name, F_OK) == 0 &&
		 (!p->file || strcmp(name, p->file)))
		prompt_fail(p, "'%s' exists; to replace it, type: save -f %s",
			    name, name);
	else
		write_script(p, name);
}

/* ---- edit ---- */

/* Returns the value of environment variable @name; NULL if it is not set or empty. */
static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static bool run_editor(const char *name)
{
	char *command = xasprintf("%s \"$1\"", variable("VISUAL") ?:
				     variable("EDITOR") ?:
				     "$(command -v editor || echo vi)");
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		execl("/bin/sh", "sh", "-c", command, "sh", name, (char *)NULL);
		_exit(127);
	}
	free(command);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return pid > 0 && status == 0;
}

/* Creates a new file with the script.  Returns its name, which the caller
 * frees, or NULL after an error, which is reported. */
static char *write_temporary(struct prompt *p)
{
	char *text = script_text(&p->script, true);
	char *name = temporary_file("tapster-", ".stp", text, strlen(text));

	if (!name)
		prompt_fail(p, "cannot create a temporary file: %s; set TMPDIR "
			    "to a directory that you can write to",
			    strerror(errno));
	free(text);
	return name;
}

static void take_back(struct prompt *p, char *name)
{
	char *text = whole_file(name, NULL);

	if (text && prompt_add(p, text, true)) {
		unlink(name);
		free(name);
	} else {
		fprintf(stderr, "the script is as before; the text is in '%s': "
			"type edit to correct it, or delete that file\n", name);
		p->edited = name;
	}
	free(text);
}

void file_edit(struct prompt *p, char **words)
{
	char *name = p->edited && access(p->edited, R_OK) == 0 ?
		p->edited : NULL;

	if (!name)
		free(p->edited);
	p->edited = NULL;
	name = name ?: write_temporary(p);
	if (!name)
		return;
	if (run_editor(name)) {
		take_back(p, name);
		return;
	}
	prompt_fail(p, "the editor failed, and the script is as before; set "
		    "EDITOR to the editor that you want");
	unlink(name);
	free(name);
}
