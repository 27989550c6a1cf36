/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Opens files of programs and reads their ELF headers.  Everything read is
 * checked, because any user may have made the file.
 */
#include <linux/cred.h>
#include <linux/elf.h>
#include <linux/err.h>
#include <linux/fs.h>
#if __has_include(<linux/hex.h>)	/* since 6.4 */
#include <linux/hex.h>
#endif
#include <linux/sched/task.h>

#include "runtime/core/handler.h"
#include "runtime/linux/program_file.h"

#define MAX_SEGMENTS 64
#define MAX_NOTES 65536		/* bytes of a segment of notes that are
				   searched */
#define ID_BYTES 32
#define NOTE_BUILD_ID 3

struct file *stp_open_program(const char *path)
{
	struct cred *own = prepare_kernel_cred(&init_task);
	const struct cred *old;
	struct file *f;

	if (!own)
		return ERR_PTR(-ENOMEM);
	old = override_creds(own);
	f = filp_open(path, O_RDONLY | O_LARGEFILE | O_NONBLOCK, 0);
	revert_creds(old);
	put_cred(own);
	if (IS_ERR(f) || S_ISREG(file_inode(f)->i_mode))
		return f;
	filp_close(f, NULL);
	return ERR_PTR(-EISDIR);
}

/* ---- build ids --------------------------------------------------------- */

/** The bytes of a file, or of an image in memory. */
struct bytes {
	struct file *file;	/* NULL: the @n bytes at @p */
	const char *p;
	size_t n;
};

/* Reads @n bytes at @offset.  Returns false if there are fewer. */
static bool read_at(const struct bytes *f, void *to, size_t n, u64 offset)
{
	loff_t at = offset;

	if (f->file)
		return kernel_read(f->file, to, n, &at) == n;
	if (offset > f->n || n > f->n - offset)
		return false;
	memcpy(to, f->p + offset, n);
	return true;
}

/* Finds the build id in the @size bytes of notes at offset @at.  Returns 0 or
 * -ENOENT. */
static int find_in_notes(const struct bytes *f, u64 at, u64 size, char *hex)
{
	u64 end = at + min_t(u64, size, MAX_NOTES);
	u8 id[ID_BYTES];
	Elf64_Nhdr h;
	char name[4];

	while (at + sizeof(h) <= end && read_at(f, &h, sizeof(h), at)) {
		at += sizeof(h);
		if (h.n_type == NOTE_BUILD_ID && h.n_namesz == 4 &&
		    h.n_descsz <= ID_BYTES && read_at(f, name, 4, at) &&
		    !memcmp(name, "GNU", 4) &&
		    read_at(f, id, h.n_descsz, at + 4)) {
			*bin2hex(hex, id, h.n_descsz) = 0;
			return 0;
		}
		at += ALIGN((u64)h.n_namesz, 4) + ALIGN((u64)h.n_descsz, 4);
	}
	return -ENOENT;
}

/* Calls @take with @ret for the segments of @type, until it returns 0.  Returns 0;
 * -ENOEXEC, @f is no 64-bit ELF file; -ENOENT, it has no such segment; or the last
 * result of @take. */
static int each_segment(const struct bytes *f, u32 type,
			int (*take)(const struct bytes *f,
				    const Elf64_Phdr *ph, void *ret),
			void *ret)
{
	Elf64_Ehdr head;
	Elf64_Phdr ph;
	int err = -ENOENT;
	u32 i;

	if (!read_at(f, &head, sizeof(head), 0) ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) ||
	    head.e_phentsize != sizeof(ph))
		return -ENOEXEC;
	for (i = 0; i < min_t(u32, head.e_phnum, MAX_SEGMENTS) && err; i++) {
		if (!read_at(f, &ph, sizeof(ph), head.e_phoff + i * sizeof(ph)))
			break;
		if (ph.p_type == type)
			err = take(f, &ph, ret);
	}
	return err;
}

static int take_note(const struct bytes *f, const Elf64_Phdr *ph, void *hex)
{
	return find_in_notes(f, ph->p_offset, ph->p_filesz, hex);
}

int stp_build_id(struct file *f, char hex[STP_BUILD_ID_HEX])
{
	*hex = 0;
	return each_segment(&(struct bytes){ .file = f }, PT_NOTE, take_note,
			    hex);
}

int stp_build_id_of_bytes(const void *p, size_t n, char hex[STP_BUILD_ID_HEX])
{
	*hex = 0;
	return each_segment(&(struct bytes){ .p = p, .n = n }, PT_NOTE,
			    take_note, hex);
}

int stp_build_check(struct file *f, const char *hex)
{
	char own[STP_BUILD_ID_HEX];

	if (!*hex)
		return 0;
	return stp_build_id(f, own) || strcmp(own, hex) ? -ESTALE : 0;
}

int stp_open_location(const struct stp_location *at, struct file **ret)
{
	const struct stp_blob *b = stp_run.blob;
	struct file *f = stp_open_program(stp_blob_str(b, at->name));
	int err;

	if (IS_ERR(f))
		return PTR_ERR(f);
	err = stp_build_check(f, stp_blob_str(b, at->build_id));
	if (err)
		filp_close(f, NULL);
	else
		*ret = f;
	return err;
}

int stp_probed_open(const struct stp_location *at, struct stp_probed_file *ret)
{
	const struct stp_blob *b = stp_run.blob;
	struct file *f = stp_open_program(stp_blob_str(b, at->name));

	if (IS_ERR(f))
		return PTR_ERR(f);
	ret->file = f;
	ret->is_kept = !deny_write_access(f);
	return stp_build_check(f, stp_blob_str(b, at->build_id));
}

void stp_probed_close(struct stp_probed_file *p)
{
	if (p->is_kept)
		allow_write_access(p->file);
	if (p->file)
		filp_close(p->file, NULL);
	*p = (struct stp_probed_file){ };
}

static int take_link(const struct bytes *f, const Elf64_Phdr *ph, void *ret)
{
	*(u64 *)ret = ph->p_vaddr - ph->p_offset;
	return 0;
}

int stp_link_address(struct file *f, u64 *ret)
{
	*ret = 0;
	return each_segment(&(struct bytes){ .file = f }, PT_LOAD, take_link,
			    ret);
}
