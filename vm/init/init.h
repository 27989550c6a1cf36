/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The guest's first and only program of ours: what its parts offer.
 *
 * It is static, knows libc and vm/proto.h, and is process 1: whatever it
 * can't do ends the guest with a FAILED frame or a line on the console.
 */
#ifndef VM_INIT_H
#define VM_INIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "vm/proto.h"

/** Where the host's root appears, writable through an overlay. */
#define INIT_ROOT "/root"

/* boot.c: the world of the guest */

/** Mount proc, sys, dev and debugfs below @root ("" for the initramfs). */
void boot_mount_kernel(const char *root);
/** Load /modules/NNN-*.ko in the order of their names. */
void boot_load_modules(void);
/** The host's root, read-only by 9p; boot_fresh_root() puts it at INIT_ROOT. */
void boot_mount_host(void);
/**
 * From now on /lib/modules there leads to this kernel's, which are in @dir of
 * the host: those that are in its cache, as well.
 */
void boot_set_modules(const char *dir);
/**
 * In a child: its root is INIT_ROOT, in a mount namespace of its own.  Not by
 * chroot(2) alone, as the kernel gives nobody in a chroot a user namespace.
 */
bool boot_enter_root(void);
/** Forget what a job wrote there. */
void boot_fresh_root(void);
/** Say why on port and console, then power off. */
void boot_die(const char *what) __attribute__((noreturn));
void boot_power_off(void) __attribute__((noreturn));

/* devices.c: what the guest has if it was asked for */

/** 127.0.0.1 answers; a network card has its address. */
void devices_network(void);
/** This directory of the host is writable; "": none. */
void devices_share(const char *path);
/** Mount disk and directory below @root. */
void devices_mount(const char *root);
/** What was written to the directory is on the host. */
void devices_sync(void);

/* port.c: frames */

/** Wait for the port to appear and open it. */
void port_open(void);
int port_fd(void);
void port_send(enum vm_frame_type type, const void *p, size_t n);
/** When the host goes, wait that long for another one; 0: power off at once. */
void port_stay(unsigned seconds);
/** Wait for another host, or power off. */
void port_wait(void);
/** Read one frame; the caller frees @ret.  Its type is 0 if the host is gone. */
struct vm_frame port_receive(char **ret);
/** The next port_receive() returns this one. */
void port_hold(struct vm_frame f, char *p);

/* feed.c: a job's input, and its terminal */

struct feed {
	int fd;			/* what the job reads is written there; -1 */
	char *bytes;		/* that are not written yet */
	size_t n;
	bool ends;		/* after them */
	bool terminal;		/* fd is a terminal's */
};

/** A pipe: where the job reads is returned. */
int feed_pipe(struct feed *f);
/** A terminal below @root: the job's side of it is returned. */
int feed_terminal(struct feed *f, const char *root);
/** From the host; the bytes are copied. */
void feed_add(struct feed *f, const char *p, size_t n);
void feed_resize(struct feed *f, const char *p, size_t n);
/** Returns true if there is something to write once fd takes it. */
bool feed_waits(const struct feed *f);
/** Writes what fd takes, and reports it to the host. */
void feed_write(struct feed *f);
void feed_close(struct feed *f);

/* job.c: one job at a time */

void job_file(const char *p, size_t n);
void job_run(const char *p, size_t n);

/* left.c: what a job leaves behind */

struct left;
/**
 * What there is now; the caller gives it to left_destroy().  With a name of a
 * @module: that one and probes, and nothing else.
 */
struct left *left_create(const char *module);
void left_destroy(struct left *l);
/**
 * What is there now and was not in @before, a line each; "" = nothing.
 * The caller frees the text.
 */
char *left_compare(const struct left *before);
/**
 * Unload the modules that are there now and were not in @before, and tell of
 * each that goes.  False: one is in use, perhaps by another, or for a moment.
 */
bool left_unload(const struct left *before, FILE *told);
/**
 * Kernel messages since the last call that report trouble, as "log: ", each with
 * the lines that follow it, as "log| "; the caller frees the text.
 */
char *left_messages(void);

#endif
