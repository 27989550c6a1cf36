/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Runs programs in a guest with a Debian kernel: a throw-away guest, or one that
 * stays for later runs.
 *
 * The room knows kernel images, QEMU and the protocol between host and guest
 * (proto.h).  It knows neither scripts nor modules nor records, which are only
 * bytes to it.  The host's root is visible in the guest, read-only under an
 * overlay in memory, so the host's programs run there.  A guest changes nothing
 * on the host but the files in vm_config.share.
 *
 *	vm_find_kernel(cache, "6.12", &release);
 *	vm_boot(&config, &vm);
 *	vm_wait(vm);			// or poll vm_fd(), vm_dispatch()
 *	vm_start(vm, &job);
 *	vm_wait(vm);
 *	vm_result(vm)->status;
 *	vm_destroy(vm);
 *
 * To run a script: put its module into the guest with vm_job.files, set argv to
 * VM_STAPRUN MODULE --records 3, and set `records`.  The bytes of VM_RECORDS are
 * then a record stream (runtime/uapi/wire.h).
 *
 * The files: kernel.c finds images, fetch.c fetches them, headers.c fetches
 * headers, index.c indexes modules, image.c unpacks images; modules.c and
 * initramfs.c make the guest's first file system; accel.c, devices.c and qemu.c
 * start QEMU; guest.c talks to the guest; kept.c finds guests that stay; init/
 * is the program inside.
 */
#ifndef VM_VM_H
#define VM_VM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct buf;
struct sys_error;

/* ---- kernels ------------------------------------------------------------ */

/**
 * Finds the newest kernel that matches @wanted and whose image is in /boot, in
 * /lib/modules or in @cache.  @wanted is a release ("6.1.0-9-amd64"), a series
 * ("6.12", its plain flavour), a series with a flavour ("6.12-rt"), or NULL for
 * any plain one.  *@ret: the release, to be freed.  Fails with [no-kernel-image].
 */
struct sys_error *vm_find_kernel(const char *cache, const char *wanted,
				 char **ret);

/** Returns true for the plain flavour, the default one: not -rt, -cloud or
 *  -debug. */
bool vm_is_plain(const char *release);

/** Returns true for "6.12" and "6.12-rt": no release has only two numbers. */
bool vm_is_series(const char *wanted);

/** Returns true if the distribution may have the kernel @wanted, by its name: a
 *  series or a version, perhaps with -rt or -cloud, or a release that ends in the
 *  architecture ("6.1.0-9-amd64"). */
bool vm_can_fetch(const char *wanted);

/**
 * Finds the newest kernel of the distribution that matches @wanted, in the local
 * package lists; installs and downloads nothing.  *@ret is to be freed.
 */
struct sys_error *vm_newest_kernel(const char *wanted, char **ret);

/**
 * Downloads and unpacks the package of vm_newest_kernel() into @cache.  Does nothing
 * if that release (or @wanted itself, if it is a release) has an image, as for
 * vm_find_kernel().  Needs no root.  *@ret (@ret may be NULL): the release, to be
 * freed.
 */
struct sys_error *vm_fetch_kernel(const char *cache, const char *wanted,
				  char **ret);

/**
 * Downloads and unpacks the headers of @release, and the packages that they need,
 * into @cache, unless they are there.  Needs no root.
 */
struct sys_error *vm_fetch_headers(const char *cache, const char *release);

/** Returns the build tree of the headers in @cache, to be freed, or NULL. */
char *vm_headers_dir(const char *cache, const char *release);

/**
 * Makes the index that modprobe needs in a guest, unless @release has one or is
 * not in @cache.  Report a failure, [no-modules-index], as a warning only: guests
 * of that kernel boot without an index.
 */
struct sys_error *vm_index_modules(const char *cache, const char *release);

/**
 * Finds the path of @release's uncompressed vmlinux; unpacks it into @cache if
 * necessary.  It is an ELF file without symbols, with .BTF and the kallsyms
 * tables.  *@ret is to be freed.
 */
struct sys_error *vm_get_vmlinux(const char *cache, const char *release,
				 char **ret);

/**
 * Returns the directory of @release's modules, with modules.order and kernel/;
 * to be freed.  It may be missing.
 */
char *vm_modules_dir(const char *cache, const char *release);

/**
 * Returns true if jobs in a guest of @release see the host's files.  Without
 * 9P, as in cloud flavours, they do not, and only `bare` jobs run.
 */
bool vm_shares_files(const char *cache, const char *release);

/* ---- the guest ---------------------------------------------------------- */

/** The path of vm_config.staprun for all jobs, also `bare` ones. */
#define VM_STAPRUN "/run/tapster/staprun"

/** The configuration of a guest.  Its strings are needed during vm_boot() only. */
struct vm_config {
	const char *cache;	/* directory, checked by the caller */
	const char *release;	/* as vm_find_kernel() gave it */
	const char *guest_init;	/* path of the program vm/guest-init */
	const char *staprun;	/* static; goes to VM_STAPRUN; or NULL */
	const char *append;	/* more kernel arguments, or NULL */
	unsigned cpus;		/* 0: 2 */
	unsigned memory_mb;	/* 0: 512 */
	unsigned boot_s;	/* the longest boot; 0: 5 with KVM, else 180 */
	bool icount;		/* count instructions: one CPU, no KVM */
	bool kaslr;		/* boot the compressed image, at a random
				   address; slower */
	unsigned disk_mb;	/* an empty disk at /disk, 16 or more; 0: none */
	bool net;		/* a network: the host is 10.0.2.2 there */
	const char *share;	/* a directory of the host that is writable
				   there: an absolute path, or NULL */
	/* the name of a guest that stays, see below; or NULL */
	const char *name;
	unsigned idle_s;	/* a guest with a name ends so many seconds
				   after its last run; 0: 600 */
};

struct vm;

/*
 * A guest that has a name stays after vm_destroy().  The next vm_boot() with
 * that name uses it as it is: release, cpus, memory_mb, disk_mb, net and share
 * must be the guest's, unless they are 0 or NULL.  The other fields that concern
 * the boot are ignored then.  One process at a time uses a guest.
 */

/** Returns true for a letter, then letters, digits, "_" and "-"; 32 characters at
 *  most. */
bool vm_is_guest_name(const char *name);
/** Finds the running guest @name.  *@release is its kernel, to be freed, or NULL
 *  if there is none. */
struct sys_error *vm_find_guest(const char *cache, const char *name,
				char **release);
/** Ends the guest @name, also if another process uses it.  Fails if it does not
 *  run. */
struct sys_error *vm_stop_guest(const char *cache, const char *name);
/** Appends the running guests as text for users, with commas between them. */
struct sys_error *vm_list_guests(const char *cache, struct buf *ret);

enum vm_state {
	VM_BOOTING,
	VM_IDLE,	/* vm_start() may be called */
	VM_RUNNING,	/* a job runs */
	VM_GONE,	/* powered off, crashed or killed: see vm_result() */
};

enum vm_outcome {
	VM_EXITED,	/* the job ended by itself */
	VM_TIMED_OUT,	/* the job was killed; if the state is VM_GONE, the
			   guest, too */
	VM_CRASHED,	/* the kernel crashed or the guest ended: see log */
};

enum vm_stream { VM_OUT, VM_ERR, VM_RECORDS };

/** A file to put into the guest before a job. */
struct vm_file {
	const char *path;	/* absolute, as the job will see it */
	mode_t mode;
	const void *bytes;
	size_t n;
};

typedef void (*vm_output_fn)(void *arg, enum vm_stream stream, const char *p,
			     size_t n);

/** A program to run.  Only @output and @arg are needed after vm_start(). */
struct vm_job {
	const char *const *argv;	/* NULL-terminated; found in PATH */
	const char *const *env;		/* whole environment; NULL: a plain one */
	const char *cwd;		/* NULL: "/" */
	bool bare;		/* in the initramfs, without the host's files */
	bool records;		/* has descriptor 3: stream VM_RECORDS */
	bool input;		/* vm_input() is its descriptor 0; else /dev/null */
	/* the type of a terminal that is descriptors 0, 1 and 2, all stream
	 * VM_OUT; needs `input`; or NULL */
	const char *terminal;
	unsigned timeout_s;	/* 0: none */
	/*
	 * The name of the job's module, if the job's files, modules and
	 * processes stay in the guest.  result.left then reports only probes
	 * and this module.  NULL: all of these are removed after the job.
	 */
	const char *keep;
	const struct vm_file *files;
	size_t n_files;
	vm_output_fn output;	/* NULL: output is dropped */
	void *arg;
};

/** The result of a job. */
struct vm_result {
	enum vm_outcome outcome;
	int status;		/* exit status, 128 + N for signal N */
	const char *left;	/* leftovers, one per line; "": none */
	const char *log;	/* the console's text so far; of a guest with a
				   name only if it was late or is gone */
};

/**
 * Starts to boot a guest, or uses the running one of that name.  Fails with
 * [no-qemu], [no-kernel-image], [guest-failed]; with [bad-option] if the running one
 * differs from @c.  The boot has succeeded when the state is VM_IDLE.
 */
struct sys_error *vm_boot(const struct vm_config *c, struct vm **ret);
/** Frees @vm, which may be NULL.  Kills the guest, unless it has a name and has been
 *  VM_IDLE before. */
void vm_destroy(struct vm *vm);

enum vm_state vm_state(const struct vm *vm);
/** Returns the guest's configuration, with the defaults filled in. */
const struct vm_config *vm_configuration(const struct vm *vm);
/** Returns true if the guest has been booting for 20 s or more.  The console's text
 *  may say why. */
bool vm_is_late(const struct vm *vm);

/** Starts a job; the state must be VM_IDLE. */
void vm_start(struct vm *vm, const struct vm_job *job);
/** Sends @sig to the job's first process, if a job runs. */
void vm_signal(struct vm *vm, int sig);
/** Queues @sig with @value for the job's first process, if a job runs. */
void vm_signal_value(struct vm *vm, int sig, uint32_t value);

/** Returns how many bytes vm_input() takes now. */
size_t vm_input_room(const struct vm *vm);
/** Gives the job @n bytes of input, at most vm_input_room(); 0: the end.  Does nothing,
 *  also for the end, if vm_input_room() is 0. */
void vm_input(struct vm *vm, const void *p, size_t n);
/** Sets the size of the job's terminal, if a job runs.  Call it after vm_start(), too: a
 *  new terminal has no size. */
void vm_resize(struct vm *vm, unsigned rows, unsigned columns);

/** Returns a descriptor that is readable when vm_dispatch() can do something. */
int vm_fd(const struct vm *vm);
/** Handles the events that have come, without waiting; calls vm_job.output. */
void vm_dispatch(struct vm *vm);
/**
 * Dispatches until the state is VM_IDLE or VM_GONE.  Fails only if the guest is gone
 * and has never been VM_IDLE: [guest-failed], [guest-timeout].
 */
struct sys_error *vm_wait(struct vm *vm);

/** Returns the result of the last job; valid until the next vm_start(). */
const struct vm_result *vm_result(struct vm *vm);

#endif
