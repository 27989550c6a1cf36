/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The protocol between host and guest over the one virtio-serial port.  The host's
 * end is a run of tapster or of another user of vm.h, the client.
 *
 * Frames go in both directions: a header, then @len bytes.  The client begins with
 * HELLO; the guest answers READY when it can run jobs.  A job is zero or more
 * FILE frames, then JOB.  While it runs, the guest sends OUT, ERR and RECORDS as
 * bytes appear; at the end it sends EXIT and then LEFT.  One job runs at a time.
 * When the client closes the port, the guest powers off.  But if idle_s of HELLO is
 * not 0, the guest ends the job and waits for another client, which begins with a
 * HELLO again.  All bytes that this one receives before the READY with its nonce
 * were for the client before.
 *
 * Both ends run on one host and come from one build, so numbers are in its byte
 * order and there is no version.
 */
#ifndef VM_PROTO_H
#define VM_PROTO_H

#include <stdint.h>

/* The header of a frame. */
struct vm_frame {
	uint32_t type;		/* enum vm_frame_type */
	uint32_t len;		/* bytes after the header */
};

enum vm_frame_type {
	/* host to guest */
	VM_FRAME_HELLO = 1,	/* struct vm_hello */
	VM_FRAME_FILE,		/* strings: where, octal mode, path; bytes */
	VM_FRAME_JOB,		/* strings, each after a letter */
	VM_FRAME_SIGNAL,	/* struct vm_signal for the job's first process */
	VM_FRAME_INPUT,		/* bytes for its descriptor 0; none: the end */
	VM_FRAME_SIZE,		/* struct vm_size of its terminal */
	/* guest to host */
	VM_FRAME_READY,		/* u64 nonce */
	VM_FRAME_FAILED,	/* text: why the guest cannot run jobs */
	VM_FRAME_OUT,		/* bytes of the job's stdout */
	VM_FRAME_ERR,		/* bytes of the job's stderr */
	VM_FRAME_RECORDS,	/* bytes of the job's descriptor 3 */
	VM_FRAME_EXIT,		/* u32 exit status, 128 + N for signal N */
	VM_FRAME_LEFT,		/* text, a line for each leftover */
	VM_FRAME_TOOK,		/* u32: bytes of input that the job has taken */
};

struct vm_hello {
	uint64_t time_ns;	/* CLOCK_REALTIME of the host */
	char modules[248];	/* the host's directory of this kernel's modules */
	uint64_t nonce;		/* comes back with READY */
	uint32_t idle_s;	/* power off after this time without a client;
				   0: as soon as the client has gone */
	uint32_t unused;
	char share[4096];	/* a directory of the host that jobs can write to,
				   or "" */
};

struct vm_signal {
	uint32_t number;
	uint32_t has_value;	/* it is queued with `value` */
	uint32_t value;
};

struct vm_size {
	uint16_t rows, columns;
};

/* The most bytes of input that the job has not taken: the guest stores no more. */
#define VM_INPUT_MAX 65536u

/*
 * The letters of the strings of a JOB frame: argument, environment, directory.
 * `bare` runs the job in the initramfs, without the host's files.  `records` gives
 * it a descriptor 3.  `input` gives it a descriptor 0 that INPUT frames go to;
 * `terminal` makes descriptors 0, 1 and 2 a terminal.  `keep`, with the name of
 * the job's module, leaves files, modules and processes as they are at the end.
 * The first string of a FILE frame says where the file goes: "bare" is the
 * initramfs, "host" the root of other jobs.
 */
enum vm_job_letter {
	VM_JOB_ARG = 'a',
	VM_JOB_ENV = 'e',
	VM_JOB_DIR = 'd',
	VM_JOB_BARE = 'b',
	VM_JOB_RECORDS = 'r',
	VM_JOB_INPUT = 'i',
	VM_JOB_TERMINAL = 't',
	VM_JOB_KEEP = 'k',
};

#define VM_PORT_NAME "tapster"
#define VM_STAPRUN "/run/tapster/staprun"	/* as in vm.h */
#define VM_ROOT_TAG "hostroot"
#define VM_SHARE_TAG "share"
#define VM_FRAME_MAX (64u << 20)
#define VM_PIECE_MAX 32768u

#endif
