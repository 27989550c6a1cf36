/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Explains tags of diagnostics.  The list of tags is compiled in, the long texts are
 * files.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/source.h"
#include "base/tags/base.h"
#include "base/tags/session.h"
#include "libtapster/lib.h"

static const struct tapster_tag tags[] = {
#define DIAG_SEVERITY_NOTE TAPSTER_NOTE
#define DIAG_SEVERITY_WARNING TAPSTER_WARNING
#define DIAG_SEVERITY_ERROR TAPSTER_ERROR
#define TAG(sym, name, severity, summary)                                      \
	{ name, DIAG_SEVERITY_##severity, summary },
#include "base/diag_tags.def"
#undef TAG
};
#define N_TAGS (sizeof(tags) / sizeof(tags[0]))

const struct tapster_tag *tapster_tag_at(size_t i)
{
	return i < N_TAGS ? &tags[i] : NULL;
}

int lib_unknown_tag(struct tapster_session *s, const char *tag)
{
	const char *names[N_TAGS], *near;
	char *hint = "tapster --explain lists all tags, and man function::NAME "
		     "documents a function of the tapset";

	for (size_t i = 0; i < N_TAGS; i++)
		names[i] = tags[i].name;
	near = diag_nearest(tag, names, N_TAGS);
	if (near)
		hint = arena_printf(s->arena, "did you mean \"%s\"?", near);
	return lib_error(s, DIAG_BAD_OPTION, hint,
			 "there is no message with the tag '%s'", tag);
}

static struct sys_error *read_text(struct tapster_session *s, const char *path,
				   const char **ret)
{
	struct sources *files = sources_create(s->arena);
	const struct source *src = NULL;
	struct sys_error *err = sources_add_file(files, SOURCE_EXTRA, path,
						 &src);

	if (!err)
		*ret = src->text;
	sources_destroy(files);
	return err;
}

int tapster_explain(struct tapster_session *s, const char *tag,
		    const char **text)
{
	const char *dir = lib_paths(s)->explain;
	struct sys_error *err;
	unsigned found;

	if (!diag_tag_find(tag, &found))
		return lib_unknown_tag(s, tag);
	if (!dir)
		return lib_error(s, DIAG_IO_ERROR,
				 "run make install",
				 "the explanations of messages are not "
				 "installed");
	err = read_text(s, arena_printf(s->arena, "%s/%s.md", dir,
					diag_tag_name(found)), text);
	return err ? lib_fail(s, err) : 0;
}

int tapster_examples(struct tapster_session *s, const char **dir)
{
	*dir = lib_paths(s)->examples;
	return *dir ? 0 : lib_error(s, DIAG_IO_ERROR,
				    "run make install",
				    "the example scripts are not installed");
}
