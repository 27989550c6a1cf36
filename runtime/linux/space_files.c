/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Identifies mapped files, and finds their names.  When a file is first seen mapped,
 * it is held (referenced), and a work item is queued.  The work item finds the name
 * of the file and releases the file.  Files of the blob's objects are held all the
 * time.
 */
#include <linux/file.h>
#include <linux/cred.h>
#include <linux/fs_struct.h>
#include <linux/irq_work.h>
#include <linux/magic.h>
#include <linux/path.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "runtime/arch/arch.h"
#include "runtime/compat/file_path.h"
#include "runtime/compat/fuse_magic.h"
#include "runtime/compat/inode_time.h"
#include "runtime/linux/program_file.h"
#include "runtime/linux/space_files.h"
#include "runtime/linux/space_table.h"
#include "runtime/linux/spaces.h"

#define LAYOUTS_OF_FILE 2	/* there is a slot of a file for each two spaces, */
#define LEAST_FILES 256		/* and these in addition */
#define BUCKETS 256

/* A slot: a file that was seen mapped, or free. */
struct seen_file {
	dev_t dev;
	u32 generation;
	u64 inode, size, written;
	u32 next;		/* in its bucket, or in the list of free slots;
				   0: none */
	s32 holders;		/* number of its mappings in spaces */
	bool is_used;		/* false: the slot is free */
	u32 object;		/* index in OBJECTS, or STP_NO_FILE */
	struct file *held;	/* NULL: its path is known */
	char *path;		/* NULL: not known yet */
	u64 link;		/* its link address */
	char build_id[STP_BUILD_ID_HEX];
};

static struct seen_file *files;	/* [STP_VDSO_FILE] is the vDSO, no file */
static u32 n_files, max_files;	/* slots that were ever used; all slots */
static u32 buckets[BUCKETS], free_files;	/* first slots; 0: none */

/* The files of the blob's objects, which are held. */
static struct object_file {
	struct file *file;	/* or NULL */
	u64 link;
} *objects;

static struct path root;	/* of the reader of the records */

static u32 n_objects(void)
{
	return stp_blob_n(stp_run.blob, STP_SEC_OBJECTS);
}

/* ---- identity ----------------------------------------------------------- */

/* Returns true if @s is the file of @i, which has not been written since. */
static STP_FN bool is_file(const struct seen_file *s, const struct inode *i)
{
	return s->inode == i->i_ino && s->dev == i->i_sb->s_dev &&
	       s->generation == i->i_generation &&
	       s->size == i_size_read(i) && s->written == stp_inode_written(i);
}

static STP_FN u32 *bucket_of(u64 inode, dev_t dev)
{
	return &buckets[(inode ^ dev) % BUCKETS];
}

/* Returns the object whose file has @inode, or STP_NO_FILE.  The files of
 * objects are held, so that none of their inodes is reused. */
static STP_FN u32 object_of(const struct inode *inode)
{
	u32 i;

	for (i = 0; i < n_objects(); i++)
		if (objects[i].file &&
		    d_real_inode(objects[i].file->f_path.dentry) == inode)
			return i;
	return STP_NO_FILE;
}

static void settle(struct work_struct *unused);
static DECLARE_WORK(work, settle);

/* Queues the work item.  Handlers do not queue it themselves: they may have
 * interrupts off in a way that lockdep does not know. */
static void settle_soon(struct irq_work *unused)
{
	schedule_work(&work);
}

static DEFINE_IRQ_WORK(soon_settled, settle_soon);

/* Returns a free slot, or 0 if there is none. */
static STP_FN u32 take_slot(void)
{
	u32 i = free_files;

	if (i)
		free_files = files[i].next;
	else if (n_files < max_files)
		i = n_files;
	return i;
}

STP_FN u32 stp_space_file(struct file *f)
{
	const struct inode *inode = file_inode(f);
	u32 *bucket = bucket_of(inode->i_ino, inode->i_sb->s_dev), i;
	struct seen_file *s;

	for (i = *bucket; i; i = files[i].next)
		if (is_file(&files[i], inode))
			return i;
	i = take_slot();
	if (!i)
		return STP_NO_FILE;
	s = &files[i];
	s->dev = inode->i_sb->s_dev;
	s->inode = inode->i_ino;
	s->generation = inode->i_generation;
	s->size = i_size_read(inode);
	s->written = stp_inode_written(inode);
	s->object = object_of(inode);
	s->is_used = true;
	s->next = *bucket;
	*bucket = i;
	smp_store_release(&s->held, get_file(f));
	if (i == n_files)
		smp_store_release(&n_files, n_files + 1);
	irq_work_queue(&soon_settled);
	return i;
}

STP_FN void stp_space_file_hold(u32 file, s32 more)
{
	if (file != STP_NO_FILE)
		files[file].holders += more;
}

/* Frees slot @i, whose file is in no space and has its path.  Returns that path,
 * which the caller frees. */
static char *forget(u32 i)
{
	struct seen_file *s = &files[i];
	u32 *at = bucket_of(s->inode, s->dev);
	char *path = s->path;

	while (*at != i)
		at = &files[*at].next;
	*at = s->next;
	memset(s, 0, sizeof(*s));
	s->next = free_files;
	free_files = i;
	return path;
}

void stp_space_files_sweep(void)
{
	unsigned long flags;
	char *path;
	u32 i;

	for (i = STP_VDSO_FILE + 1; i < READ_ONCE(n_files); i++) {
		path = NULL;
		if (!stp_space_trylock(&flags))
			return;
		if (files[i].is_used && !files[i].holders && !files[i].held &&
		    files[i].path)
			path = forget(i);
		stp_space_unlock(flags);
		kfree(path);
	}
}

STP_FN const struct stp_object *stp_space_file_object(u32 file)
{
	u32 object = file == STP_NO_FILE ? file : files[file].object;

	return object == STP_NO_FILE ? NULL
				     : stp_blob_object(stp_run.blob, object);
}

/* ---- names -------------------------------------------------------------- */

STP_FN const char *stp_space_file_path(u32 file)
{
	return smp_load_acquire(&files[file].path);
}

STP_FN const char *stp_space_file_build(u32 file)
{
	return files[file].build_id;
}

STP_FN void stp_space_file_identity(u32 file, struct stp_ioc_mapped *ret)
{
	ret->inode = files[file].inode;
	ret->dev_major = MAJOR(files[file].dev);
	ret->dev_minor = MINOR(files[file].dev);
}

/* Returns the end of @path that is the path under the root directory of the process
 * that started the run.  @path begins at the root of the kernel thread that asks for
 * paths, which may be another one.  @buf: PATH_MAX bytes. */
static const char *without_root(const char *path, char *buf)
{
	const char *dir = d_path(&root, buf, PATH_MAX);
	size_t n = IS_ERR(dir) || !dir[1] ? 0 : strlen(dir);

	return n && !strncmp(path, dir, n) && path[n] == '/' ? path + n : path;
}

/* Returns the path of @f, allocated, or NULL.  @buf: 2 * PATH_MAX bytes. */
static char *path_of(struct file *f, char *buf)
{
	const char *path = stp_file_path(f, buf, PATH_MAX);

	return IS_ERR(path) ? NULL
		: kstrdup(without_root(path, buf + PATH_MAX), GFP_KERNEL);
}

/* Returns true if the file may be read.  A file system of a user may never
 * answer, and a kernel thread that waits for it cannot be ended. */
static bool is_safe(const struct file *f)
{
	const struct super_block *sb = file_inode(f)->i_sb;

	return sb->s_user_ns == &init_user_ns &&
	       sb->s_magic != FUSE_SUPER_MAGIC;
}

/* Finds the path, the build id and the link address of @s, and releases its file.
 * Without memory it changes nothing. */
static void name_file(struct seen_file *s)
{
	char *buf = kmalloc(2 * PATH_MAX, GFP_KERNEL), *path;
	struct file *f = s->held;

	if (!buf)
		return;
	path = path_of(f, buf);
	kfree(buf);
	if (!path)
		return;
	if (is_safe(f)) {
		stp_build_id(f, s->build_id);
		stp_link_address(f, &s->link);
	}
	smp_store_release(&s->path, path);
	smp_store_release(&s->held, NULL);
	fput(f);
}

STP_FN bool stp_space_file_link(u32 file, u64 *ret)
{
	const struct seen_file *s = &files[file];

	if (s->object != STP_NO_FILE)
		*ret = objects[s->object].link;
	else if (smp_load_acquire(&s->path))
		*ret = s->link;
	else
		return false;
	return true;
}

static void settle(struct work_struct *unused)
{
	u32 n = smp_load_acquire(&n_files), i;

	for (i = 0; i < n; i++)
		if (smp_load_acquire(&files[i].held))
			name_file(&files[i]);
}

void stp_space_files_settle(void)
{
	irq_work_sync(&soon_settled);
	flush_work(&work);
}

/* ---- files of the blob's objects ---------------------------------------- */

/* Opens the file of an object.  Returns NULL if that is not possible, or if the file
 * is another build. */
static struct file *open_object(const struct stp_object *o)
{
	const struct stp_blob *b = stp_run.blob;
	const char *path = stp_blob_str(b, o->path);
	struct file *f = *path == '/' ? stp_open_program(path)
				      : ERR_PTR(-ENOENT);
	const char *want = stp_blob_str(b, o->build_id);
	char own[STP_BUILD_ID_HEX];

	if (IS_ERR(f))
		return NULL;
	if (!*want || (!stp_build_id(f, own) && !strcmp(own, want)))
		return f;
	filp_close(f, NULL);
	return NULL;
}

static bool is_vdso(const struct stp_object *o, const char *build_id)
{
	const struct stp_blob *b = stp_run.blob;

	return !strcmp(stp_blob_str(b, o->path), STP_VDSO_PATH) &&
	       !strcmp(stp_blob_str(b, o->build_id), build_id);
}

/* Adds the vDSO: all processes have the same one as staprun. */
static int add_vdso(void)
{
	const struct vdso_image *v = current->mm ? stp_arch_vdso(current->mm)
						 : NULL;
	struct seen_file *s = &files[STP_VDSO_FILE];
	u32 i;

	n_files = STP_VDSO_FILE + 1;
	s->object = STP_NO_FILE;
	s->path = kstrdup(STP_VDSO_PATH, GFP_KERNEL);
	if (v)
		stp_build_id_of_bytes(v->data, v->size, s->build_id);
	for (i = 0; v && i < n_objects(); i++)
		if (is_vdso(stp_blob_object(stp_run.blob, i), s->build_id))
			s->object = i;
	return s->path ? 0 : -ENOMEM;
}

int stp_space_files_begin(void)
{
	u32 i;

	max_files =
		stp_run.limits[STP_LIM_LAYOUTS] / LAYOUTS_OF_FILE + LEAST_FILES;
	memset(buckets, 0, sizeof(buckets));
	free_files = 0;
	files = stp_os_alloc((u64)max_files * sizeof(*files));
	objects = stp_os_alloc((n_objects() + 1ull) * sizeof(*objects));
	if (!files || !objects || add_vdso())
		return -ENOMEM;
	get_fs_root(current->fs, &root);
	for (i = 0; i < n_objects(); i++) {
		objects[i].file = open_object(stp_blob_object(stp_run.blob, i));
		if (objects[i].file)
			stp_link_address(objects[i].file, &objects[i].link);
	}
	return 0;
}

void stp_space_files_end(void)
{
	u32 i;

	irq_work_sync(&soon_settled);
	cancel_work_sync(&work);
	for (i = 0; i < n_files; i++) {
		if (files[i].held)
			fput(files[i].held);
		kfree(files[i].path);
	}
	for (i = 0; objects && i < n_objects(); i++)
		if (objects[i].file)
			filp_close(objects[i].file, NULL);
	if (root.dentry)
		path_put(&root);
	root = (struct path){ .mnt = NULL };
	stp_os_free(files, (u64)max_files * sizeof(*files));
	stp_os_free(objects, (n_objects() + 1ull) * sizeof(*objects));
	files = NULL;
	objects = NULL;
	n_files = 0;
}
