/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of vm/: a throw-away guest that runs programs on a Debian kernel.
 *
 * It knows kernel images, QEMU and what host and guest say to each other
 * (proto.h); it knows neither scripts nor modules nor records, which are
 * bytes to it.  The host's root is visible in the guest, read-only under an
 * overlay in memory, so the host's programs run there; nothing the guest does
 * reaches the host.
 *
 *	vm_find_kernel(cache, "6.12", &release);
 *	vm_boot(&config, &vm);
 *	vm_wait(vm);			// or poll vm_fd(), vm_dispatch()
 *	vm_start(vm, &job);
 *	vm_wait(vm);
 *	vm_result(vm)->status;
 *	vm_destroy(vm);
 *
 * To run a script: put its module into the guest with vm_job.files, say
 * VM_STAPRUN MODULE --records 3 in argv and set `records`; what comes as
 * VM_RECORDS is then a record stream (runtime/uapi/wire.h).
 *
 * The pieces: kernel.c finds and fetch.c fetches images, headers.c fetches their
 * headers, index.c indexes their modules, image.c unpacks one,
 * modules.c and initramfs.c make the guest's first file system, accel.c,
 * devices.c and qemu.c the machine, guest.c the conversation, kept.c knows
 * guests that stay; init/ is the program inside.
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
 * The newest kernel that matches @wanted and whose image is in /boot or in
 * @cache: a release ("6.1.0-9-amd64"), a series ("6.12", its plain flavour),
 * a series with a flavour ("6.12-rt"), or NULL for any plain one.
 * @ret: the release, to be freed.  Fails with [no-kernel-image].
 */
struct sys_error *vm_find_kernel(const char *cache, const char *wanted,
				 char **ret);

/** Returns true for the plain flavour, which is meant if none is named: not
 *  -rt, -cloud, -debug. */
bool vm_is_plain(const char *release);

/** Returns true if the distribution may have it, by its name: a series, or one
 *  of its flavours. */
bool vm_can_fetch(const char *wanted);

/**
 * The newest kernel of the distribution that matches @wanted, from the local
 * package lists; installs and downloads nothing.
 */
struct sys_error *vm_newest_kernel(const char *wanted, char **ret);

/**
 * Download and unpack the package of vm_newest_kernel() into @cache, unless
 * it is there.  Needs no root.  @ret (may be NULL): the release, to be freed.
 */
struct sys_error *vm_fetch_kernel(const char *cache, const char *wanted,
				  char **ret);

/**
 * Download and unpack the headers of @release, and the packages that they need,
 * into @cache, unless they are there.  Needs no root.
 */
struct sys_error *vm_fetch_headers(const char *cache, const char *release);

/** Where they are in @cache: a build tree, to be freed; NULL: they are not. */
char *vm_headers_dir(const char *cache, const char *release);

/**
 * Make the index that modprobe needs in a guest, unless @release has one or is
 * not in @cache.  A failure, [no-modules-index], is a warning to the user:
 * guests of that kernel boot without an index.
 */
struct sys_error *vm_index_modules(const char *cache, const char *release);

/**
 * The path of @release's uncompressed vmlinux, unpacked into @cache if need
 * be: an ELF file without symbols, with .BTF and the kallsyms tables.
 * @ret is to be freed.
 */
struct sys_error *vm_get_vmlinux(const char *cache, const char *release,
				 char **ret);

/**
 * The directory of @release's modules, with modules.order and kernel/; to be
 * freed.  It need not be there.
 */
char *vm_modules_dir(const char *cache, const char *release);

/**
 * Returns true if jobs in a guest of @release see the host's files.  Without
 * 9P, as in cloud flavours, they do not, and only `bare` jobs run.
 */
bool vm_shares_files(const char *cache, const char *release);

/* ---- the guest ---------------------------------------------------------- */

/** Where jobs find vm_config.staprun, whatever they see besides. */
#define VM_STAPRUN "/run/tapster/staprun"

/** Strings stay the caller's and are needed during vm_boot() only. */
struct vm_config {
	const char *cache;	/* directory, checked by the caller */
	const char *release;	/* as vm_find_kernel() gave it */
	const char *guest_init;	/* path of the program vm/guest-init */
	const char *staprun;	/* static; goes to VM_STAPRUN; or NULL */
	const char *append;	/* more kernel arguments, or NULL */
	unsigned cpus;		/* 0: 2 */
	unsigned memory_mb;	/* 0: 512 */
	unsigned boot_s;	/* give up booting after that; 0: 60 */
	bool icount;		/* count instructions: one CPU, no KVM */
	bool kaslr;		/* boot the compressed image: slower, slides */
	unsigned disk_mb;	/* an empty disk at /disk, 16 or more; 0: none */
	bool net;		/* a network: the host is 10.0.2.2 there */
	const char *share;	/* writable there: an absolute path, or NULL */
	/* a guest that stays, see below: by this name; or NULL */
	const char *name;
	unsigned idle_s;	/* it ends that long after its last run; 0: 600 */
};

struct vm;

/*
 * A guest that has a name stays when vm_destroy() lets go of it, for the next
 * vm_boot() with that name, which takes it over as it is: fields of the
 * configuration that are 0 or NULL are those of the guest, others must be the
 * same.  One process at a time uses it.
 */

/** A letter, then letters, digits, "_" and "-": 32 at most. */
bool vm_is_guest_name(const char *name);
/** The kernel of the guest that runs by this name, to be freed; or NULL. */
struct sys_error *vm_find_guest(const char *cache, const char *name,
				char **release);
/** End it, also if another process uses it. */
struct sys_error *vm_stop_guest(const char *cache, const char *name);
/** Those that run, for people, with commas between them. */
struct sys_error *vm_list_guests(const char *cache, struct buf *ret);

enum vm_state {
	VM_BOOTING,
	VM_IDLE,	/* vm_start() may be called */
	VM_RUNNING,	/* a job runs */
	VM_GONE,	/* powered off, crashed or killed: vm_result() says */
};

enum vm_outcome {
	VM_EXITED,	/* the job ended by itself */
	VM_TIMED_OUT,	/* it was killed; the guest too if state is VM_GONE */
	VM_CRASHED,	/* the kernel oopsed or the guest vanished: see log */
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

/** Everything but @output and @arg is needed during vm_start() only. */
struct vm_job {
	const char *const *argv;	/* NULL-terminated; found in PATH */
	const char *const *env;		/* whole environment; NULL: a plain one */
	const char *cwd;		/* NULL: "/" */
	bool bare;		/* in the initramfs: nothing of the host */
	bool records;		/* has descriptor 3: stream VM_RECORDS */
	bool input;		/* vm_input() is its descriptor 0; else /dev/null */
	/* has a terminal of this type for 0, 1 and 2, all stream VM_OUT; or
	 * NULL; with `input` */
	const char *terminal;
	unsigned timeout_s;	/* 0: none */
	/*
	 * What it leaves is left there: files, modules, processes, of which
	 * result.left does not tell; but it tells of probes, and of this
	 * module.  Or NULL: the next job finds a fresh guest.
	 */
	const char *keep;
	const struct vm_file *files;
	size_t n_files;
	vm_output_fn output;	/* NULL: output is dropped */
	void *arg;
};

struct vm_result {
	enum vm_outcome outcome;
	int status;		/* exit status, 128 + N for signal N */
	const char *left;	/* what was left over, a line each; "" */
	const char *log;	/* the console's text so far */
};

/**
 * Start booting.  Fails with [no-qemu], [no-kernel-image], [guest-failed].
 * Whether the boot succeeds is seen by waiting for VM_IDLE.
 */
struct sys_error *vm_boot(const struct vm_config *c, struct vm **ret);
/** Kills the guest if it still runs and has no name.  NULL is fine. */
void vm_destroy(struct vm *vm);

enum vm_state vm_state(const struct vm *vm);
/** What the guest is, with the defaults filled in. */
const struct vm_config *vm_configuration(const struct vm *vm);
/** Returns true if the boot takes longer than 20 s; the console's text may say
 *  why. */
bool vm_is_late(const struct vm *vm);

/** Start a job; the state must be VM_IDLE. */
void vm_start(struct vm *vm, const struct vm_job *job);
/** Send @sig to the job's first process, if a job runs. */
void vm_signal(struct vm *vm, int sig);
/** The same for a signal that is queued with @value. */
void vm_signal_value(struct vm *vm, int sig, uint32_t value);

/** How many bytes vm_input() takes now. */
size_t vm_input_room(const struct vm *vm);
/** @n bytes, no more than there is room for, are for the job; 0: the end. */
void vm_input(struct vm *vm, const void *p, size_t n);
/** The size of the job's terminal, now or from its beginning. */
void vm_resize(struct vm *vm, unsigned rows, unsigned columns);

/** A descriptor that is readable when vm_dispatch() has something to do. */
int vm_fd(const struct vm *vm);
/** Do what can be done without waiting: calls back with output. */
void vm_dispatch(struct vm *vm);
/**
 * Dispatch until the state is VM_IDLE or VM_GONE.  A guest that ended before
 * it could run anything is an error: [guest-failed], [guest-timeout].
 */
struct sys_error *vm_wait(struct vm *vm);

/** Of the last job; valid until the next vm_start(). */
const struct vm_result *vm_result(struct vm *vm);

#endif
