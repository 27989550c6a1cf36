/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/modbuild/sign.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/build.h"
#include "translator/modbuild/args.h"
#include "translator/modbuild/files.h"
#include "translator/modbuild/headers.h"

/* Checks that a key or certificate can be read, because sign-file's message for one
 * that cannot be read says little. */
static struct sys_error *check_readable(const char *path)
{
	if (!strncmp(path, "pkcs11:", 7) || access(path, R_OK) == 0)
		return NULL;
	return sys_error(DIAG_SIGN_FAILED, errno, "cannot read '%s'", path);
}

/* Adds a path.  A name that begins with a dash gets "./" before it, because
 * sign-file would read it as an option. */
static void add_path(struct args *args, const char *path)
{
	args_addf(args, "%s%s", *path == '-' ? "./" : "", path);
}

struct sys_error *sign_module(struct arena *a, const char *headers_dir,
			      const char *key, const char *cert,
			      const char *path)
{
	_cleanup_free_ char *hash =
		headers_config(headers_dir, "CONFIG_MODULE_SIG_HASH");
	_cleanup_buf_ struct buf out = BUF_INIT;
	struct args args = ARGS_INIT(a);
	struct sys_error *err;
	int status;

	err = check_readable(key);
	if (!err)
		err = check_readable(cert);
	if (err)
		return err;
	args_addf(&args, "%s/scripts/sign-file", headers_dir);
	if (!file_exists(args.v.at[0]))
		return sys_error(DIAG_SIGN_FAILED, 0, "there is no %s",
				 args.v.at[0]);
	args_add(&args, hash && *hash ? hash : "sha256");
	add_path(&args, key);
	add_path(&args, cert);
	add_path(&args, path);
	err = args_run(&args, NULL, &out, &status);
	if (err)
		return err;
	if (status)
		return sys_error(DIAG_SIGN_FAILED, 0,
				 "cannot sign the module: %.*s",
				 (int)strcspn(out.p, "\n"), out.p);
	return NULL;
}
