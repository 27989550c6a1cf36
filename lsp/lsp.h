/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A server of the Language Server Protocol, 3.17: it answers an editor's
 * questions about scripts.  It is a client of <tapster.h> like any other.
 */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include <stdio.h>
#include <tapster.h>

/**
 * Serves one client until it sends "exit" or @in ends.  Scripts are compiled with the options of
 * @options, a session without a script.  @release: the kernel that scripts are for, unless the
 * client names one.  NULL: that of the options, else the running one if it is known, else the
 * newest known one.  Returns the exit status: 0 if the client has sent "shutdown", else 1.
 */
int lsp_run(const struct tapster_session *options, const char *release, FILE *in,
	    FILE *out);

/**
 * Completes a probe point for the TAB key of a shell: prints the words with which @typed can
 * continue to @out, one on each line.  @options and @release: see lsp_run().
 */
void lsp_complete_point(const struct tapster_session *options,
			const char *release, const char *typed, FILE *out);

#endif
