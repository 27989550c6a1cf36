/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A file is held from when it is seen mapped until its name has been asked
 * for, which a work item does at once; what the script was compiled for is held
 * all the time.
 */
#include <linux/file.h>
#include <linux/fs_struct.h>
#include <linux/irq_work.h>
#include <linux/path.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "runtime/arch/arch.h"
#include "runtime/compat/file_path.h"
#include "runtime/linux/build_id.h"
#include "runtime/linux/open.h"
#include "runtime/linux/space_files.h"
#include "runtime/linux/spaces.h"

#define MAX_FILES 1024

struct seen_file {
	dev_t dev;
	u32 generation;
	u64 inode;
	u32 object;		/* in OBJECTS, or STP_NO_FILE */
	struct file *held;	/* until its path is known */
	char *path;		/* NULL: not known yet */
	u64 link;
	char build_id[STP_BUILD_ID_HEX];
};

static struct seen_file *files;	/* [STP_VDSO_FILE] is none */
static u32 n_files;

/* Those of the blob, held. */
static struct object_file {
	struct file *file;	/* or NULL */
	u64 link;
} *objects;

static struct path root;	/* of who reads what we tell */

static u32 n_objects(void)
{
	return stp_blob_n(stp_session.blob, STP_SEC_OBJECTS);
}

/* ---- which -------------------------------------------------------------- */

static STP_FN bool is_file(const struct seen_file *s, const struct inode *i)
{
	return s->inode == i->i_ino && s->dev == i->i_sb->s_dev &&
	       s->generation == i->i_generation;
}

/* An inode that is held is itself and no other. */
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

/* Handlers do not queue work: they may have interrupts off in a way that is not
 * told to lockdep. */
static void settle_soon(struct irq_work *unused)
{
	schedule_work(&work);
}

static struct irq_work soon_settled = IRQ_WORK_INIT(settle_soon);

STP_FN u32 stp_space_file(struct file *f)
{
	const struct inode *inode = file_inode(f);
	struct seen_file *s;
	u32 i;

	for (i = STP_VDSO_FILE + 1; i < n_files; i++)
		if (is_file(&files[i], inode))
			return i;
	if (n_files == MAX_FILES)
		return STP_NO_FILE;
	s = &files[n_files];
	s->dev = inode->i_sb->s_dev;
	s->inode = inode->i_ino;
	s->generation = inode->i_generation;
	s->object = object_of(inode);
	s->held = get_file(f);
	smp_store_release(&n_files, n_files + 1);
	irq_work_queue(&soon_settled);
	return i;
}

STP_FN const struct stp_object *stp_space_file_object(u32 file)
{
	u32 object = file == STP_NO_FILE ? file : files[file].object;

	return object == STP_NO_FILE
		? NULL : stp_blob_object(stp_session.blob, object);
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

/* Paths are asked for by a thread of the kernel, whose root may be another
 * than that of who started the session. */
static const char *without_root(const char *path, char *buf)
{
	const char *dir = d_path(&root, buf, PATH_MAX);
	size_t n = IS_ERR(dir) || !dir[1] ? 0 : strlen(dir);

	return n && !strncmp(path, dir, n) && path[n] == '/' ? path + n : path;
}

static char *path_of(struct file *f, char *buf)
{
	const char *path = stp_file_path(f, buf, PATH_MAX);

	return IS_ERR(path) ? NULL
		: kstrdup(without_root(path, buf + PATH_MAX), GFP_KERNEL);
}

static void name_file(struct seen_file *s)
{
	char *buf = kmalloc(2 * PATH_MAX, GFP_KERNEL), *path;

	if (!buf)
		return;
	path = path_of(s->held, buf);
	kfree(buf);
	if (!path)
		return;
	stp_build_id(s->held, s->build_id);
	stp_link_address(s->held, &s->link);
	smp_store_release(&s->path, path);
	fput(s->held);
	s->held = NULL;
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
		if (files[i].held)
			name_file(&files[i]);
}

void stp_space_files_settle(void)
{
	irq_work_sync(&soon_settled);
	flush_work(&work);
}

/* ---- what the script was compiled for ----------------------------------- */

/* Of another build nothing is known. */
static struct file *open_object(const struct stp_object *o)
{
	const struct stp_blob *b = stp_session.blob;
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
	const struct stp_blob *b = stp_session.blob;

	return !strcmp(stp_blob_str(b, o->path), STP_VDSO_PATH) &&
	       !strcmp(stp_blob_str(b, o->build_id), build_id);
}

/* What staprun has is what all have. */
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
		if (is_vdso(stp_blob_object(stp_session.blob, i), s->build_id))
			s->object = i;
	return s->path ? 0 : -ENOMEM;
}

int stp_space_files_begin(void)
{
	u32 i;

	files = stp_os_alloc(MAX_FILES * sizeof(*files));
	objects = stp_os_alloc((n_objects() + 1ull) * sizeof(*objects));
	if (!files || !objects || add_vdso())
		return -ENOMEM;
	get_fs_root(current->fs, &root);
	for (i = 0; i < n_objects(); i++) {
		objects[i].file = open_object(stp_blob_object(stp_session.blob,
							      i));
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
	stp_os_free(files, MAX_FILES * sizeof(*files));
	stp_os_free(objects, (n_objects() + 1ull) * sizeof(*objects));
	files = NULL;
	objects = NULL;
	n_files = 0;
}
