/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks which features work on this host.  Each check is a function that fills in one
 * struct tapster_check.  The table checks[] has the order in which they are reported.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "libtapster/lib.h"
#include "translator/target/kernel/kernel.h"
#include "vm/vm.h"

struct doctor {
	struct tapster_session *s;
	const char *release;	/* of the kernel to check; "": not known */
	const char *cache;	/* its directory; NULL until check_cache() finds it */
	void (*fn)(void *data, const struct tapster_check *c);
	void *data;
};

/* Reports @c.  If the feature does not work and @c has no remedy, a general one is set. */
static void report(const struct doctor *d, struct tapster_check *c)
{
	if (c->ok)
		c->fix = NULL;
	else if (!c->fix)
		c->fix = d->cache ? "tapster --vm SCRIPT, which runs the "
				    "script in a guest"
				  : "TAPSTER_CACHE_DIR=/tmp/cache tapster "
				    "--doctor";
	d->fn(d->data, c);
}

/* Returns the first line that `@program --version` prints, or NULL. */
static const char *version_of(struct doctor *d, const char *program)
{
	const char *argv[] = { program, "--version", NULL };
	struct spawn sp = SPAWN_INIT;
	_cleanup_buf_ struct buf out = BUF_INIT;
	int status = 1;

	sp.argv = argv;
	sys_error_free(spawn_run(&sp, &out, &status));
	if (status)
		return NULL;
	return arena_strndup(d->s->arena, out.p, strcspn(out.p, "\n"));
}

static void from_program(struct doctor *d, struct tapster_check *c,
			 const char *program)
{
	c->detail = version_of(d, program);
	c->ok = c->detail;
	if (!c->ok)
		c->detail = arena_printf(d->s->arena, "%s is not installed",
					 program);
}

static void from_error(struct doctor *d, struct tapster_check *c,
		       struct sys_error *err, const char *good)
{
	c->ok = !err;
	c->detail = good;
	if (!err)
		return;
	c->detail = arena_strdup(d->s->arena, err->text);
	if (err->hint)
		c->fix = arena_strdup(d->s->arena, err->hint);
	sys_error_free(err);
}

/* ---- building ----------------------------------------------------------- */

static void check_compiler(struct doctor *d, struct tapster_check *c)
{
	from_program(d, c, "gcc");
	c->fix = "sudo apt-get install gcc";
}

static void check_headers(struct doctor *d, struct tapster_check *c)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	lib_names names = { 0 };

	c->ok = lib_finds_headers(d->s, d->release);
	lib_releases(d->s, &names);
	buf_printf(&b, c->ok ? "for %s" : "none for %s", d->release);
	for (size_t i = 0; i < names.n; i++)
		buf_printf(&b, "%s %s", i ? "," : "; installed:",
			   names.at[i]);
	c->detail = arena_strdup(d->s->arena, b.p);
	c->fix = vm_can_fetch(d->release)
		? arena_printf(d->s->arena, "tapster --fetch-kernel=%s",
			       d->release)
		: "-r DIR names the build tree of this kernel; or use tapster "
		  "--vm, which boots a kernel of the distribution";
}

static void check_image(struct doctor *d, struct tapster_check *c)
{
	_cleanup_free_ char *path = NULL;
	struct kernel *k;

	if (!d->cache) {
		c->detail = "no cache directory to unpack the image into";
		return;
	}
	from_error(d, c, vm_get_vmlinux(d->cache, d->release, &path),
		   arena_printf(d->s->arena, "for %s", d->release));
	if (c->ok)
		from_error(d, c, lib_kernel(d->s, &k), c->detail);
}

static void check_cache(struct doctor *d, struct tapster_check *c)
{
	from_error(d, c, lib_cache_dir(d->s, &d->cache), d->cache);
	if (c->ok)
		c->detail = d->cache;
}

static void check_own_files(struct doctor *d, struct tapster_check *c)
{
	const struct lib_paths *p = lib_paths(d->s);
	const char *missing = !p->runtime ? "the runtime" :
			      !p->staprun ? "staprun" :
			      !p->guest_init ? "the init program of guests" :
			      !p->host_lib ? "the runtime for --runtime=host" :
			      NULL;

	c->ok = !missing;
	c->detail = c->ok ? p->runtime :
		    arena_printf(d->s->arena, "%s is missing", missing);
	c->fix = "sudo make install; in the build tree, make";
}

/* ---- running here ------------------------------------------------------- */

static void check_load(struct doctor *d, struct tapster_check *c)
{
	const char *fix = NULL, *why;
	unsigned tag;

	why = lib_cannot_load(d->s, &fix, &tag);
	c->ok = !why;
	c->detail = why ? why : "you can load modules";
	c->fix = fix ? fix : "tapster --vm SCRIPT, which runs the script in a guest";
}

/* Checks whether there are types of a kernel that does not run: its image has them. */
static void check_types_of_image(struct doctor *d, struct tapster_check *c)
{
	const struct btf *types;
	struct kernel *k;

	check_image(d, c);
	if (c->ok && !lib_kernel(d->s, &k))
		from_error(d, c, kernel_types(k, &types), c->detail);
}

static void check_btf(struct doctor *d, struct tapster_check *c)
{
	struct utsname running;

	if (uname(&running) == 0 && strcmp(running.release, d->release)) {
		check_types_of_image(d, c);
		return;
	}
	c->ok = access("/sys/kernel/btf/vmlinux", R_OK) == 0;
	c->detail = c->ok ? "/sys/kernel/btf/vmlinux"
			  : "the running kernel does not contain them";
	c->fix = "boot a kernel that is built with CONFIG_DEBUG_INFO_BTF; or "
		 "use kprobe.function, which needs no types";
}

/* ---- guests ------------------------------------------------------------- */

static void check_qemu(struct doctor *d, struct tapster_check *c)
{
	from_program(d, c, "qemu-system-x86_64");
	c->fix = "sudo apt-get install qemu-system-x86";
}

static void check_kvm(struct doctor *d, struct tapster_check *c)
{
	bool exists = access("/dev/kvm", F_OK) == 0;

	c->ok = access("/dev/kvm", R_OK | W_OK) == 0;
	c->detail = c->ok ? "you can use /dev/kvm" :
		    exists ? "no permission for /dev/kvm: guests work, but "
			     "are slower" :
			     "/dev/kvm does not exist: guests work, but are "
			     "slower";
	c->fix = exists ? "sudo usermod -aG kvm $USER, then log in again" :
			  "sudo modprobe kvm-intel, or kvm-amd; in a virtual "
			  "machine, enable nested virtualization on its host";
}

static void check_guest_kernel(struct doctor *d, struct tapster_check *c)
{
	const char *wanted = lib_get(d->s, OPT_VM), *found = NULL;

	from_error(d, c, lib_guest_release(d->s, wanted ? wanted : "", &found),
		   NULL);
	if (c->ok) {
		c->ok = lib_finds_headers(d->s, found);
		c->detail = arena_printf(d->s->arena, c->ok ? "%s" :
					 "the headers of %s are not installed", found);
		c->fix = arena_printf(d->s->arena, "tapster --fetch-kernel=%s",
				      found);
	}
}

static void check_running(struct doctor *d, struct tapster_check *c)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!d->cache) {
		c->detail = "unknown: no cache directory";
		return;
	}
	from_error(d, c, vm_list_guests(d->cache, &b), NULL);
	if (c->ok)
		c->detail = b.n ? arena_strdup(d->s->arena, b.p) : "none";
}

/* ---- the runtime, for the kernel of -r ---------------------------------- */

/* The texts for parts of the runtime, or for files of the tapset, which are compiled one
 * by one: `what` they are, and what is reported if one compiles, and if not. */
struct parts {
	struct doctor *d;
	const char *what, *good, *fix;
};

static void report_part(void *data, const char *name, const char *why)
{
	struct parts *f = data;
	struct tapster_check c = {
		.feature = arena_printf(f->d->s->arena, "%s: %s", f->what,
					name),
		.ok = !why,
		.detail = why ? why : f->good,
		.fix = f->fix,
	};

	report(f->d, &c);
}

static void check_facilities(struct doctor *d)
{
	struct parts f = { d, "runtime", "compiled",
			   "none on this kernel; scripts that do not need "
			   "this part work, and tapster --vm boots another "
			   "kernel" };
	struct tapster_check c = { .feature = "runtime" };
	struct sys_error *err = lib_facilities(d->s, report_part, &f);

	if (!err)
		return;
	from_error(d, &c, err, NULL);
	report(d, &c);
}

/* Checks the files of the tapset.  Does nothing if the kernel's image is missing, which
 * the check "kernel image" has reported. */
static void check_tapsets(struct doctor *d)
{
	struct parts f = { d, "tapset", "compiled",
			   "none on this kernel; scripts that do not use this "
			   "file work, and tapster --vm boots another kernel" };
	struct tapster_check image = { 0 };

	check_image(d, &image);
	if (image.ok)
		lib_tapsets(d->s, report_part, &f);
}

static const struct {
	const char *feature;
	void (*check)(struct doctor *d, struct tapster_check *c);
} checks[] = {
	{ "tapster's own files", check_own_files },
	{ "cache", check_cache },
	{ "compiler", check_compiler },
	{ "kernel headers", check_headers },
	{ "kernel image: functions", check_image },
	{ "kernel types (BTF)", check_btf },
	{ "load modules here", check_load },
	{ "guests: QEMU", check_qemu },
	{ "guests: KVM", check_kvm },
	{ "guests: a kernel", check_guest_kernel },
	{ "guests: running", check_running },
};

void tapster_doctor(struct tapster_session *s,
		    void (*fn)(void *data, const struct tapster_check *c),
		    void *data)
{
	struct doctor d = { .s = s, .release = "", .fn = fn, .data = data };

	sys_error_free(lib_release(s, &d.release));
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		struct tapster_check c = { .feature = checks[i].feature };

		checks[i].check(&d, &c);
		report(&d, &c);
	}
	if (!lib_get(s, OPT_RELEASE))
		return;
	if (lib_finds_headers(s, d.release))
		check_facilities(&d);
	check_tapsets(&d);
}
