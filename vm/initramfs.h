/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The guest's first file system, kept in the cache per kernel.
 */
#ifndef VM_INITRAMFS_H
#define VM_INITRAMFS_H

struct sys_error;
struct vm_config;

/**
 * The path, to be freed, of an archive with /init, /staprun and /modules for
 * the kernel of @c; made when the cache has none of the same contents.
 */
struct sys_error *initramfs_get(const struct vm_config *c, char **ret);

#endif
