/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes the guest's first file system; the cache keeps it per kernel.
 */
#ifndef VM_INITRAMFS_H
#define VM_INITRAMFS_H

struct sys_error;
struct vm_config;

/**
 * Returns in *@ret the path, to be freed, of the archive with /init, /staprun and
 * /modules for the kernel of @c.  Makes the archive if the cache has none that was
 * made from the same files.
 */
struct sys_error *initramfs_get(const struct vm_config *c, char **ret);

#endif
