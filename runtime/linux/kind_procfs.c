/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind procfs: files in /proc/tapster_MODULE.  When a process reads the
 * first bytes of a file, the handler runs, and the process gets the value that the
 * handler leaves.  When a process writes to a file, the handler runs with the
 * written bytes.  Only one handler runs at a time.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "runtime/compat/proc_data.h"
#include "runtime/core/handler.h"

#define MAX_PATH 128

/* A row: the reading or the writing of one file. */
struct probe {
	struct stp_value value;		/* first: site->priv */
	struct stp_site *site;
	struct entry *entry;		/* NULL: not attached */
};

/* A file, or a directory on the way to one. */
struct entry {
	const char *path;
	u32 path_len;
	bool is_file;
	umode_t mode;
	struct probe *read, *write;	/* of a file; either may be NULL */
	struct proc_dir_entry *pde;
};

/* The text that is read from one open file.  The handler makes it whenever the first
 * byte is read, and at the first read if that begins at another byte. */
struct opened {
	struct entry *entry;
	bool is_made;
	u32 len;
	char text[];
};

static DEFINE_MUTEX(one);	/* held while a handler runs */
static struct probe *probes;
static u32 n_probes;
static struct entry *entries;
static u32 n_entries, max_entries;
static struct proc_dir_entry *top;

/* ---- files -------------------------------------------------------------- */

static void run(struct probe *p)
{
	if (stp_is_running())
		stp_run_serial(p->site);
}

static int on_open(struct inode *inode, struct file *file)
{
	struct entry *e = stp_proc_data(inode);
	struct opened *o = kvzalloc(sizeof(*o) +
				    (e->read ? e->read->value.cap : 0),
				    GFP_KERNEL);

	if (!o)
		return -ENOMEM;
	o->entry = e;
	file->private_data = o;
	return 0;
}

static int on_release(struct inode *inode, struct file *file)
{
	kvfree(file->private_data);
	return 0;
}

static int make_text(struct opened *o, struct probe *p)
{
	if (mutex_lock_interruptible(&one))
		return -ERESTARTSYS;
	p->value.len = 0;
	run(p);
	memcpy(o->text, p->value.p, p->value.len);
	o->len = p->value.len;
	o->is_made = true;
	mutex_unlock(&one);
	return 0;
}

static ssize_t on_read(struct file *file, char __user *to, size_t n,
		       loff_t *pos)
{
	struct opened *o = file->private_data;
	int err = 0;

	if (!o->entry->read)
		return -EINVAL;
	if (!*pos || !o->is_made)
		err = make_text(o, o->entry->read);
	return err ? err : simple_read_from_buffer(to, n, pos, o->text,
						   o->len);
}

static ssize_t on_write(struct file *file, const char __user *from, size_t n,
			loff_t *pos)
{
	struct probe *p = ((struct opened *)file->private_data)->entry->write;

	if (!p)
		return -EINVAL;
	if (mutex_lock_interruptible(&one))
		return -ERESTARTSYS;
	p->value.len = min_t(size_t, n, p->value.cap);
	n = p->value.len;
	if (copy_from_user(p->value.p, from, n))
		n = -EFAULT;
	else
		run(p);
	mutex_unlock(&one);
	return n;
}

static const struct proc_ops ops = {
	.proc_open = on_open,
	.proc_release = on_release,
	.proc_read = on_read,
	.proc_write = on_write,
	.proc_lseek = default_llseek,
};

/* ---- the tree ----------------------------------------------------------- */

/* Returns the entry with the first @len bytes of @path, a new one if there is none;
 * NULL: the array is full. */
static struct entry *entry_of(const char *path, u32 len)
{
	u32 i;

	for (i = 0; i < n_entries; i++)
		if (entries[i].path_len == len &&
		    !memcmp(entries[i].path, path, len))
			return &entries[i];
	if (n_entries == max_entries)
		return NULL;
	entries[n_entries].path = path;
	entries[n_entries].path_len = len;
	return &entries[n_entries++];
}

static const char *path_of(const struct stp_site *site)
{
	const struct stp_blob *b = stp_run.blob;

	return stp_blob_str(b, stp_blob_location(b, site->row->location)->name);
}

/* Makes the directories of @path, and stores the one for its last component in
 * *@dir.  Returns 0 or -errno. */
static int make_directories(const char *path, struct proc_dir_entry **dir)
{
	char name[MAX_PATH];
	const char *from = path, *to;

	for (*dir = top; (to = strchr(from, '/')); from = to + 1) {
		struct entry *e = entry_of(path, to - path);

		if (!e || e->is_file)
			return -EEXIST;
		if (!e->pde) {
			strscpy(name, from, min_t(size_t, sizeof(name),
						  to - from + 1));
			e->pde = proc_mkdir(name, *dir);
		}
		if (!e->pde)
			return -ENOMEM;
		*dir = e->pde;
	}
	return 0;
}

static int make_file(struct entry *e)
{
	const char *last = strrchr(e->path, '/');
	struct proc_dir_entry *dir;
	int err = make_directories(e->path, &dir);

	if (err)
		return err;
	e->pde = proc_create_data(last ? last + 1 : e->path, e->mode, dir,
				  &ops, e);
	return e->pde ? 0 : -ENOMEM;
}

/* ---- the kind ----------------------------------------------------------- */

static u32 size_of(const struct stp_site *site)
{
	u32 size = site->row->procfs.max_size;

	/* the longest string, without its NUL */
	return size ? size : stp_run.limits[STP_LIM_STRINGLEN] - 1;
}

static void give_back(struct stp_site **sites, u32 n)
{
	u32 i;

	for (i = 0; probes && i < n_probes; i++)
		stp_os_free(probes[i].value.p, probes[i].value.cap);
	stp_os_free(probes, (u64)n_probes * sizeof(*probes));
	stp_os_free(entries, (u64)max_entries * sizeof(*entries));
	probes = NULL;
	entries = NULL;
	n_probes = n_entries = max_entries = 0;
}

static u32 count_components(struct stp_site **sites, u32 n)
{
	u32 i, count = n;

	for (i = 0; i < n; i++) {
		const char *p = path_of(sites[i]);

		while ((p = strchr(p, '/'))) {
			p++;
			count++;
		}
	}
	return count;
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i;

	n_probes = n;
	max_entries = count_components(sites, n);
	probes = stp_os_alloc((u64)n * sizeof(*probes));
	entries = stp_os_alloc((u64)max_entries * sizeof(*entries));
	for (i = 0; probes && entries && i < n; i++) {
		probes[i].site = sites[i];
		sites[i]->priv = &probes[i];
		probes[i].value.p = stp_os_alloc(size_of(sites[i]));
		if (!probes[i].value.p)
			break;
		probes[i].value.cap = size_of(sites[i]);
	}
	if (i == n && probes && entries)
		return 0;
	give_back(sites, n);
	return -ENOMEM;
}

/* Notes the site as the reader or writer of its file, before that file is made.
 * Returns 0, or -EEXIST: something has that path already. */
static int join(struct stp_site *site)
{
	const char *path = path_of(site);
	struct probe *p = site->priv;
	struct entry *e = entry_of(path, strlen(path));

	if (!e || e->pde)
		return -EEXIST;
	e->is_file = true;
	e->mode |= site->row->procfs.mode;
	if (site->row->procfs.is_write)
		e->write = p;
	else
		e->read = p;
	p->entry = e;
	return 0;
}

static int make_top(void)
{
	char name[MODULE_NAME_LEN + 16];

	if (!top) {
		snprintf(name, sizeof(name), "tapster_%s", THIS_MODULE->name);
		top = proc_mkdir(name, NULL);
	}
	return top ? 0 : -ENOMEM;
}

static int attach_one(struct stp_site *site)
{
	struct probe *p = site->priv;
	int err = p->entry ? make_top() : -EEXIST;

	if (!err && !p->entry->pde)
		err = make_file(p->entry);
	if (err)
		return stp_site_refused(site, err);
	site->attached = 1;
	return 0;
}

static int attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++)
		join(sites[i]);
	for (i = 0; i < n; i++) {
		now = attach_one(sites[i]);
		err = err ? err : now;
	}
	return err;
}

/* Removes the files, and waits for handlers that run. */
static void detach(struct stp_site **sites, u32 n)
{
	proc_remove(top);
	top = NULL;
}

static const char *reason(int err)
{
	return err == -EEXIST ? "another file has this path" : NULL;
}

const struct stp_kind stp_kind_procfs = {
	.id = STP_KIND_PROCFS,
	.name = "procfs",
	.has = STP_HAS_VALUE,
	.prepare = prepare,
	.attach = attach,
	.reason = reason,
	.detach = detach,
	.free = give_back,
};
