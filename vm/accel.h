/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Whether this machine's KVM works, found out once per boot.
 */
#ifndef VM_ACCEL_H
#define VM_ACCEL_H

#include <stdbool.h>

/**
 * True if /dev/kvm runs a one-instruction guest within two seconds.  The
 * answer is kept in @cache under the boot's id.
 */
bool accel_kvm_works(const char *cache);
/** Records that KVM does not work, whatever the check said. */
void accel_kvm_failed(const char *cache);

#endif
