/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Any bytes at all, as event definitions.
 *
 * What is read without complaint must print as a script, parse back to the
 * same tree, and print the same again.  What is not must give messages that
 * can be rendered.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/diag.h"
#include "events/events.h"
#include "testsuite/compiler/parse_session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct parse_session *s = parse_session_create();
	struct events *ev = events_create(&s->env);
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct ast_file *f;

	events_add(ev, parse_session_text(s, (const char *)data, size));
	f = events_finish(ev);
	if (diags_errors(s->env.diags))
		parse_session_render(s, &out);
	else if (!parse_session_round_trip(s, f, &out))
		abort();
	parse_session_destroy(s);
	return 0;
}
