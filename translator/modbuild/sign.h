/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Signs a module, for kernels that load only signed modules.
 */
#ifndef TRANSLATOR_MODBUILD_SIGN_H
#define TRANSLATOR_MODBUILD_SIGN_H

struct arena;
struct sys_error;

/**
 * Appends a signature to the module file @path with the kernel tree's own
 * scripts/sign-file and the digest that its configuration names, or sha256.  @key
 * is a PEM file (or a pkcs11: URI), @cert the X.509 certificate.  Fails with
 * [sign-failed] if the key, certificate or sign-file is missing, or with the first
 * line of its output if sign-file fails; with [spawn-failed] if it cannot be run.
 */
struct sys_error *sign_module(struct arena *a, const char *headers_dir,
			      const char *key, const char *cert,
			      const char *path);

#endif
