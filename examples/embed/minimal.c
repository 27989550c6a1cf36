/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Run a script and print what it prints. */
#include <stdio.h>
#include <tapster.h>

static void on_text(void *data, const char *text, size_t len)
{
	fwrite(text, 1, len, data);
}

int main(int argc, char **argv)
{
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;
	struct tapster_session *s = tapster_new();
	int status;

	cb.text = on_text;
	tapster_set_callbacks(s, &cb, stdout);
	tapster_set(s, "runtime", argc > 2 ? argv[2] : "kernel");
	tapster_add_text(s, "minimal", argc > 1 ? argv[1] :
			 "probe begin { println(\"hello\") exit() }");
	tapster_run_start(s);
	status = tapster_run_wait(s);
	for (size_t i = 0; i < tapster_diagnostic_count(s); i++)
		fputs(tapster_render(s, i, TAPSTER_TEXT), stderr);
	tapster_free(s);
	return status;
}
