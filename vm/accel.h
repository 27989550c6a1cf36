/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks once per boot whether KVM works on this host.
 */
#ifndef VM_ACCEL_H
#define VM_ACCEL_H

#include <stdbool.h>

/**
 * Returns true if /dev/kvm runs a one-instruction guest within two seconds.  The
 * answer is kept in the file "kvm" of @cache until the host boots again; until then
 * there is no other check.
 */
bool accel_kvm_works(const char *cache);
/** Records in @cache that KVM does not work, although the check has succeeded. */
void accel_kvm_failed(const char *cache);

#endif
