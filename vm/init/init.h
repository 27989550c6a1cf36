/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The functions of the guest's init, which are shared by its files.
 *
 * It is a static program, our only one in the guest, and is process 1.  It knows
 * libc and vm/proto.h.  Anything that it cannot do ends the guest with a FAILED
 * frame or a line on the console.
 */
#ifndef VM_INIT_H
#define VM_INIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "vm/proto.h"

/** The mount point of the host's root, writable through an overlay. */
#define INIT_ROOT "/root"

/* boot.c: file systems and modules of the guest */

/** Mounts proc, sys, dev, debugfs and others below @root ("": the initramfs). */
void boot_mount_kernel(const char *root);
/** Loads /modules/NNN-*.ko in the order of their names. */
void boot_load_modules(void);
/** Mounts the host's root, read-only by 9p; boot_fresh_root() makes INIT_ROOT of
 *  it. */
void boot_mount_host(void);
/**
 * Sets the directory of the host that has this kernel's modules.  The next
 * boot_fresh_root() links them into /lib/modules of INIT_ROOT, so that modules
 * in the cache are found, too.
 */
void boot_set_modules(const char *dir);
/**
 * Makes INIT_ROOT the root of a child, in a mount namespace of its own.
 * chroot(2) alone is not enough: in a chroot the kernel creates no user
 * namespace.
 */
bool boot_enter_root(void);
/** Makes a new INIT_ROOT, without the files that a job has written. */
void boot_fresh_root(void);
/** Reports @what and errno at port and console, then powers off. */
void boot_die(const char *what) __attribute__((noreturn));
void boot_power_off(void) __attribute__((noreturn));

/* devices.c: the optional devices of the guest */

/** Makes 127.0.0.1 work; sets the address of a network card. */
void devices_network(void);
/** Sets the directory of the host that is writable; "": none. */
void devices_share(const char *path);
/** Mounts disk and directory below @root. */
void devices_mount(const char *root);
/** Waits until all that was written to the directory is on the host. */
void devices_sync(void);

/* port.c: frames */

/** Waits until the port appears, and opens it. */
void port_open(void);
int port_fd(void);
void port_send(enum vm_frame_type type, const void *p, size_t n);
/** Sets how long the guest waits for another host when its host has gone; 0: it
 *  powers off at once. */
void port_stay(unsigned seconds);
/** Waits for another host; powers off if none comes in time. */
void port_wait(void);
/** Reads one frame; the caller frees *@ret.  Its type is 0 if the host is gone. */
struct vm_frame port_receive(char **ret);
/** Puts a frame back: the next port_receive() returns it. */
void port_hold(struct vm_frame f, char *p);

/* feed.c: a job's input, and its terminal */

/** The input of a job. */
struct feed {
	int fd;			/* our end of the job's input; -1: none */
	char *bytes;		/* that are not written yet */
	size_t n;
	bool ends;		/* the input ends after these */
	bool terminal;		/* fd is a terminal's */
};

/** Makes a pipe for input; returns the job's end. */
int feed_pipe(struct feed *f);
/** Makes a terminal below @root; returns the job's side. */
int feed_terminal(struct feed *f, const char *root);
/** Adds input from the host, which is copied; @n 0: the end. */
void feed_add(struct feed *f, const char *p, size_t n);
void feed_resize(struct feed *f, const char *p, size_t n);
/** Returns true if bytes wait until fd takes them. */
bool feed_waits(const struct feed *f);
/** Writes as many bytes as fd takes, and reports their number to the host. */
void feed_write(struct feed *f);
void feed_close(struct feed *f);

/* job.c: one job at a time */

void job_file(const char *p, size_t n);
void job_run(const char *p, size_t n);

/* left.c: leftovers of a job */

struct left;
/**
 * Lists the modules, device nodes, processes, probes and so on that exist now;
 * the caller gives the list to left_destroy().  If @module is a name, lists only
 * that module and probes.
 */
struct left *left_create(const char *module);
void left_destroy(struct left *l);
/**
 * Returns what exists now and is not in @before, one per line; "" = nothing.
 * The caller frees the text.
 */
char *left_compare(const struct left *before);
/**
 * Unloads the modules that are loaded now and are not in @before, and writes the
 * name of each to @told.  Returns false if one is in use, perhaps by another one,
 * or only for a moment.
 */
bool left_unload(const struct left *before, FILE *told);
/**
 * Returns the kernel's messages since the last call that report a problem, as
 * "log: ", each with the lines that follow it, as "log| ".  The caller frees the
 * text.
 */
char *left_messages(void);

#endif
