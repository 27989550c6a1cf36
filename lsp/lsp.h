/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A server of the Language Server Protocol, 3.17: what an editor asks about
 * scripts while they are written.  A client of <tapster.h> like any other.
 */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include <stdio.h>

/** Serve one client.  @release: the kernel that scripts are for; NULL: the
 *  running one if it is known, else the newest that is.  The exit status. */
int lsp_run(const char *release, FILE *in, FILE *out);

#endif
