/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The functions of the guest's init, which are shared by its files.
 *
 * It is a static program and runs as process 1; the kernel also runs it as modprobe
 * (main.c).  It knows libc and vm/proto.h.  If it cannot do something that a job
 * needs, it ends the guest with a FAILED frame and a line on the console.
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
/** Mounts the host's root, read-only by 9p, for boot_fresh_root(); without 9p in the
 *  kernel that root is empty.  Puts VM_STAPRUN into the initramfs. */
void boot_mount_host(void);
/**
 * Sets the directory of the host that has this kernel's modules, and lets the
 * kernel load modules by this program.  The next boot_fresh_root() links the files in
 * that directory into /lib/modules of INIT_ROOT, so that modules in the cache are
 * found, too.
 */
void boot_set_modules(const char *dir);
/**
 * Makes INIT_ROOT the root of the calling process, a child of init, in a mount
 * namespace of its own.  chroot(2) alone is not enough: in a chroot the kernel
 * creates no user namespace.  Returns false on failure.
 */
bool boot_enter_root(void);
/** Makes a new INIT_ROOT: an overlay of the host's root, without the files that a
 *  job has written. */
void boot_fresh_root(void);
/** Reports @what and the text of errno by a FAILED frame and on the console, then
 *  powers off. */
void boot_die(const char *what) __attribute__((noreturn));
void boot_power_off(void) __attribute__((noreturn));

/* devices.c: the optional devices of the guest */

/** Makes 127.0.0.1 work; sets the address of the network card, if there is one. */
void devices_network(void);
/** Sets the directory of the host that is shared, writable; "": none. */
void devices_share(const char *path);
/** Mounts the disk and the shared directory below @root; with a network card writes
 *  resolv.conf. */
void devices_mount(const char *root);
/** Waits until all that was written to the shared directory is on the host. */
void devices_sync(void);

/* port.c: frames */

/** Waits until the port appears, 10 s at most, and opens it. */
void port_open(void);
int port_fd(void);
/** Sends a frame; drops it if the port is not open or the client has gone. */
void port_send(enum vm_frame_type type, const void *p, size_t n);
/** Sets how long the guest waits for another client when its client has gone; 0: it
 *  powers off without waiting. */
void port_stay(unsigned seconds);
/** Waits for another client; powers off if none comes in time. */
void port_wait(void);
/** Reads a frame and, to *@ret, its bytes with a NUL after them, which the caller
 *  frees.  The type is 0 if the client has gone. */
struct vm_frame port_receive(char **ret);
/** Puts a frame back: the next port_receive() returns it. */
void port_hold(struct vm_frame f, char *p);

/* feed.c: a job's input, and its terminal */

/** The input of a job. */
struct feed {
	int fd;			/* our end of the job's input; -1: none */
	char *bytes;		/* input that is not written to fd yet */
	size_t n;
	bool ends;		/* the input ends after `bytes` */
	bool terminal;		/* fd is a terminal's */
};

/** Makes a pipe for input; returns the job's end. */
int feed_pipe(struct feed *f);
/** Makes a terminal below @root; returns the job's side. */
int feed_terminal(struct feed *f, const char *root);
/** Adds input from the host, which is copied; @n 0: the end. */
void feed_add(struct feed *f, const char *p, size_t n);
void feed_resize(struct feed *f, const char *p, size_t n);
/** Returns true if bytes wait to be written. */
bool feed_waits(const struct feed *f);
/** Writes as many bytes as fd takes, and reports their number to the host.  If the
 *  job has closed its input, drops all bytes and reports them as taken. */
void feed_write(struct feed *f);
void feed_close(struct feed *f);

/* job.c: one job at a time */

/** Stores the file of a FILE frame. */
void job_file(const char *p, size_t n);
/** Runs the job of a JOB frame to its end, and sends EXIT and LEFT. */
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
 * name of each to @told.  Returns false if some could not be unloaded: they are in
 * use, perhaps by one another, or only for a moment.
 */
bool left_unload(const struct left *before, FILE *told);
/**
 * Returns the kernel's messages since the last call that report a problem, each as a
 * line "log: MESSAGE".  Some messages after it follow as lines "log| MESSAGE".  The
 * caller frees the text.
 */
char *left_messages(void);

#endif
