/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Opens the program files of rows, and attaches the probes in these files.
 *
 * A file is opened once for all rows of a kind.  It stays open until the kind is
 * detached.
 */
#include <linux/file.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/percpu.h>
#include <linux/sched/mm.h>

#include "runtime/arch/arch.h"
#include "runtime/linux/program_file.h"
#include "runtime/linux/strays.h"
#include "runtime/linux/uprobe.h"

/** A program file; the files of a kind are an array. */
struct stp_ufile {
	const struct stp_location *location;	/* NULL: not opened yet */
	struct stp_probed_file opened;
	struct inode *inode;		/* the one that holds the bytes */
	unsigned long mapped, bytes;	/* set by map_file(); 0: not mapped */
	int err;			/* -errno of opening it */
};

/* The probes of all sites of a kind, and their files. */
struct uprobes {
	struct stp_ufile *files;	/* of locations and of programs */
	bool follows;			/* some sites need the process tree */
	bool has_tried;			/* try_out() has registered a consumer
					   since the last end_proof() */
	struct stp_uprobe probes[];
};

/* Returns the probes of the kind whose sites are @sites, from the first one on. */
static struct uprobes *all_of(struct stp_site **sites)
{
	struct stp_uprobe *first = sites[0]->priv;

	return container_of(first, struct uprobes, probes[0]);
}

/* Returns the probes of all sites of the kind of @site.  They are found by the first
 * site of the kind, as attach() may get only some of the sites. */
static struct uprobes *all_of_kind(const struct stp_site *site)
{
	return all_of(stp_run.by_kind + stp_run.kind_at[site->row->kind]);
}

/* ---- files -------------------------------------------------------------- */

static int open_file(struct stp_ufile *u)
{
	int err = stp_probed_open(u->location, &u->opened);

	if (!err)
		u->inode = d_real_inode(u->opened.file->f_path.dentry);
	return err;
}

/* Returns the file of location @place, and opens it the first time.  Locations in
 * one file have the same name and build id.  If opening fails, `err` says so. */
static struct stp_ufile *file_of(struct stp_ufile *files, u32 place)
{
	const struct stp_location *p = stp_blob_location(stp_run.blob, place);
	struct stp_ufile *u = files;

	while (u->location && u->location->name != p->name)
		u++;
	if (!u->location) {
		u->location = p;
		u->err = open_file(u);
	}
	return u;
}

static const struct mm_struct *proving;	/* the runner's memory, while it has files
					   mapped; else NULL */
static bool has_proved;			/* prove() has looked at a breakpoint */

/* ---- processes ---------------------------------------------------------- */

/* Returns false if no hit in the process of @mm is wanted, as far as @mm shows
 * that. */
static bool wants_mm(const struct stp_uprobe *p, struct mm_struct *mm)
{
	bool ret = !p->program || stp_uprobe_runs(p->program, mm);
#ifdef CONFIG_MEMCG
	const struct stp_row *row = p->site->row;
	const struct task_struct *owner;

	rcu_read_lock();
	owner = rcu_dereference(mm->owner);
	if (owner && row->uprobe.pid)
		ret &= owner->tgid == row->uprobe.pid;
	if (owner && row->flags & STP_ROW_OF_TARGET)
		ret &= stp_tree_has(owner->tgid);
	rcu_read_unlock();
#endif
	return ret;
}

/* Returns true if the row has a counter (semaphore), which is in the memory of
 * the processes that map the program. */
static bool has_counter(const struct stp_row *row)
{
	return row->uprobe.semaphore && !row->uprobe.caller;
}

/* Returns true if the process of @mm gets the breakpoint.  Children inherit the
 * breakpoints of their parent, so each hit checks its process again. */
static bool filter(STP_UPROBE_FILTER(uc, mm))
{
	return mm != READ_ONCE(proving) &&
	       wants_mm(container_of(uc, struct stp_uprobe, uc), mm);
}

/* ---- probes ------------------------------------------------------------- */

static u64 address_of(const struct stp_row *row)
{
	return stp_blob_location(stp_run.blob, row->location)->addr;
}

/* Registers the consumer of a probe.  Returns 0 or -errno. */
static int add(struct stp_uprobe *p)
{
	const struct stp_row *row = p->site->row;
	int err;

	if (stp_uprobe_chooses(row) || has_counter(row))
		p->uc.filter = filter;
	if (stp_is_unplugged(STP_UNPLUG_REST))
		return 0;
	err = stp_uprobe_register(&p->handle, p->file->inode, address_of(row),
				  has_counter(row) ? row->uprobe.semaphore : 0,
				  &p->uc);
	p->is_registered = !err;
	return err;
}

/* Unregisters the consumer of a probe, which is that of its host if it has one.  So
 * the first call for one of a pair ends the hits of both. */
static void remove(struct stp_uprobe *p)
{
	if (p->host)
		p = p->host;
	if (p->is_registered)
		stp_uprobe_unregister(&p->handle, &p->uc);
	p->is_registered = false;
}

/* ---- proof that breakpoints are inserted -------------------------------- */

/*
 * Maps a file into the runner while its probes are attached; the runner does not
 * execute it.  The kernel checks an instruction only when it puts the first
 * breakpoint there.  If no process maps the file yet, the kernel accepts any
 * probe, and reports nothing later.  If the file cannot be mapped, because its
 * file system is mounted noexec or a security module forbids it, its probes are not
 * checked.
 */
static void map_file(struct stp_ufile *u)
{
	unsigned long addr;

	if (u->mapped || !current->mm)
		return;
	WRITE_ONCE(proving, current->mm);
	u->bytes = PAGE_ALIGN(i_size_read(u->inode));
	addr = vm_mmap(u->opened.file, 0, u->bytes, PROT_READ | PROT_EXEC,
		       MAP_PRIVATE, 0);
	u->mapped = IS_ERR_VALUE(addr) ? 0 : addr;
}

/* Unmaps all files, and waits for the end of consumers of try_out(). */
static void end_proof(struct uprobes *all)
{
	struct stp_ufile *u = all->files;

	for (; u && u->location; u++) {
		if (u->mapped)
			vm_munmap(u->mapped, u->bytes);
		u->mapped = 0;
	}
	WRITE_ONCE(proving, NULL);
	if (all->has_tried)
		stp_uprobe_sync();
	all->has_tried = false;
}

/* Returns true if the mapped file has a breakpoint at offset @at. */
static bool has_breakpoint(const struct stp_uprobe *p, u64 at)
{
	u8 code;

	return !get_user(code, (u8 __user *)p->file->mapped + at) &&
	       stp_arch_is_breakpoint(code);
}

/* Checks that the kernel has put a breakpoint where the probe is; only for the first
 * probe of the run that can be checked.  Returns 0 or -STP_ENOLINK. */
static int prove(const struct stp_uprobe *p)
{
	const struct stp_row *row = p->site->row;

	if (has_proved || !p->file->mapped || has_counter(row))
		return 0;
	has_proved = true;
	return has_breakpoint(p, address_of(row)) ? 0 : -STP_ENOLINK;
}

/* Returns true only for the runner, which has mapped the file. */
static bool filter_proof(STP_UPROBE_FILTER(uc, mm))
{
	return mm == READ_ONCE(proving);
}

static int on_no_hit(STP_UPROBE_HIT(uc, regs))
{
	return 0;
}

/* Returns 0 if the kernel can probe this instruction, or if that cannot be
 * tried; else -errno.  It registers a consumer for the runner, where no hit comes,
 * because the site's own consumer does not want the runner or is not registered
 * yet. */
static int try_out(struct stp_uprobe *p)
{
	const struct stp_row *row = p->site->row;
	struct stp_uprobe_handle handle;
	int err;

	if (!p->file->mapped || has_counter(row))
		return 0;
	if (stp_is_unplugged(STP_UNPLUG_REST))
		return prove(p);
	p->proof.filter = filter_proof;
	p->proof.handler = on_no_hit;
	err = stp_uprobe_register(&handle, p->file->inode, address_of(row), 0,
				  &p->proof);
	if (err)
		return err;
	err = prove(p);
	stp_uprobe_unregister(&handle, &p->proof);
	all_of_kind(p->site)->has_tried = true;
	return err;
}

/* Checks a probe and registers it, unless its site is disarmed.  Returns 0 or
 * -errno.  The site's own consumer gets a breakpoint in the mapped file only if the
 * site wants all processes; else try_out() checks. */
static int add_proved(struct stp_uprobe *p)
{
	bool is_disarmed = p->site->disarmed;
	int err = 0;

	map_file(p->file);
	if (is_disarmed || stp_uprobe_chooses(p->site->row))
		err = try_out(p);
	if (err || is_disarmed)
		return err;
	err = add(p);
	if (!err && !stp_uprobe_chooses(p->site->row))
		err = prove(p);
	if (err)
		remove(p);
	return err;
}

/* ---- attaching ---------------------------------------------------------- */

static u64 bytes_of(u32 n)
{
	return sizeof(struct uprobes) + (u64)n * sizeof(struct stp_uprobe);
}

static u64 bytes_of_files(u32 n)
{
	return (2ull * n + 1) * sizeof(struct stp_ufile);
}

int stp_uprobe_prepare(struct stp_site **sites, u32 n)
{
	struct uprobes *all = stp_os_alloc(bytes_of(n));
	bool follows = false;
	int err;
	u32 i;

	if (!all)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		all->probes[i].site = sites[i];
		sites[i]->priv = &all->probes[i];
		follows |= !!(sites[i]->row->flags & STP_ROW_OF_TARGET);
	}
	/* for each site a file and a program; an empty element ends the
	 * array */
	all->files = stp_os_alloc(bytes_of_files(n));
	if (!all->files)
		return -ENOMEM;
	err = follows ? stp_tree_begin() : 0;
	all->follows = follows && !err;
	return err;
}

void stp_uprobe_free(struct stp_site **sites, u32 n)
{
	struct uprobes *all;
	u32 i;

	if (!sites[0]->priv)
		return;
	all = all_of(sites);
	stp_os_free(all->files, bytes_of_files(n));
	for (i = 0; i < n; i++)
		sites[i]->priv = NULL;
	stp_os_free(all, bytes_of(n));
}

/* Opens the file of the site, and that of the program that its processes run.
 * Returns 0 or -errno. */
static int open_files(struct stp_site *site)
{
	struct stp_ufile *files = all_of_kind(site)->files;
	struct stp_uprobe *p = site->priv;
	u32 program = site->row->uprobe.program;
	const struct stp_ufile *u;

	p->file = file_of(files, site->row->location);
	if (p->file->err || !program)
		return p->file->err;
	u = file_of(files, program - 1);
	p->program = u->err ? NULL : file_inode(u->opened.file);
	return u->err;
}

/* Attaches a site.  Returns 0 or -errno.  A site whose probe has a host gets the
 * result of the host, which was attached or refused before. */
static int attach_site(struct stp_site *site)
{
	struct stp_uprobe *p = site->priv;
	int err;

	if (p->host)
		return p->host->is_registered ? 0 : p->host->site->attached;
	err = open_files(site);
	return err ? err : add_proved(p);
}

int stp_uprobe_attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n && stp_run_goes_on(i, n); i++) {
		now = attach_site(sites[i]);
		if (now)
			now = stp_site_refused(sites[i], now);
		else
			sites[i]->attached = 1;
		err = err ? err : now;
	}
	end_proof(all_of_kind(sites[0]));
	return err;
}

/* Returns true if another site shares the consumer of @p and is armed. */
static bool is_needed(const struct stp_uprobe *p)
{
	const struct stp_site *other = p->host ? p->host->site : p->ret;

	return other && other != p->site && other->attached > 0 &&
	       !other->disarmed;
}

int stp_uprobe_arm(struct stp_site *site)
{
	struct stp_uprobe *p = site->priv;

	if (p->host)
		p = p->host;
	return p->is_registered ? 0 : add(p);
}

/* Leaves the consumer of a pair until both sites are disarmed.  Until then the gate
 * stops the hits of the site that is off. */
void stp_uprobe_disarm(struct stp_site *site)
{
	if (is_needed(site->priv))
		return;
	remove(site->priv);
	stp_uprobe_sync();
}

void stp_uprobe_detach(struct stp_site **sites, u32 n)
{
	struct uprobes *all = sites[0]->priv ? all_of(sites) : NULL;
	struct stp_ufile *u;
	u32 i;

	if (!all)
		return;
	for (i = 0; i < n; i++)
		remove(sites[i]->priv);
	stp_uprobe_sync();
	if (all->follows)
		stp_tree_end();
	all->follows = false;
	for (u = all->files; u && u->location; u++)
		stp_probed_close(&u->opened);
}

const char *stp_uprobe_reason(int err)
{
	switch (-err) {
	case ENOENT:
		return "the file does not exist";
	case EISDIR:
		return "it is not a regular file";
	case ESTALE:
		return "the file is another build than the script was "
		       "compiled for; compile it again";
	case EOPNOTSUPP:
	case 524:	/* ENOTSUPP, the kernel's own */
		return "the kernel cannot single-step this instruction";
	case STP_ENOLINK:
		return "the kernel accepts the probe, but puts no breakpoint "
		       "into processes that map the file";
	default:
		return "the kernel refuses the probe";
	}
}

/* ---- addresses in the program ------------------------------------------- */

DEFINE_PER_CPU(unsigned long, stp_uprobe_function);

STP_FN stp_s64 stp_user_sym(struct stp_ctx *c, stp_s64 addr)
{
	const struct stp_row *row = c->site->row;
	struct pt_regs *regs = stp_workspace(c)->regs;
	unsigned long here = row->kind == STP_KIND_UPROBE
		? instruction_pointer(regs)
		: raw_cpu_read(stp_uprobe_function);

	return addr + here - row->uprobe.link;
}

bool stp_uprobe_is_atomic(const struct stp_row *row)
{
	return true;
}
