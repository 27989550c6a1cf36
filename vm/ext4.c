/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes an ext4 file system: blocks of 4 KB in groups of 32 768.  Each group
 * begins with a bitmap of its blocks, one of its inodes, and its inodes; in
 * group 0 the superblock and the descriptors of all groups come before these,
 * the journal and two directories after them.  No group has a backup of the
 * superblock, and nothing has a checksum: the disk does not outlive its guest.
 *
 * Zeros are not written: they stay holes of the file.  (Format:
 * Documentation/filesystems/ext4 of the kernel.)
 */
#include "vm/ext4.h"

#include <endian.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/tags/vm.h"

#define BLOCK 4096u
#define GROUP_BLOCKS 32768u
#define INODE 256u
#define BLOCKS_PER_INODE 4u	/* at least this many */
#define LEAST_GROUP 64u		/* blocks for files that a last group needs */

enum { ROOT = 2, JOURNAL = 8, LOST_FOUND = 11, FIRST_FREE_INODE = 12 };

struct super {
	uint32_t inodes, blocks, reserved, free_blocks, free_inodes;
	uint32_t first_block, log_block, log_cluster;
	uint32_t group_blocks, group_clusters, group_inodes;
	uint32_t mounted, written;
	uint16_t mounts, max_mounts, magic, state, on_error, minor;
	uint32_t checked, check_interval, creator, revision;
	uint16_t reserved_uid, reserved_gid;
	uint32_t first_inode;
	uint16_t inode_size, group;
	uint32_t compatible, incompatible, read_compatible;
	uint8_t uuid[16];
	char label[16], last_mounted[64];
	uint32_t algorithms;
	uint8_t prealloc, prealloc_dir;
	uint16_t reserved_gdt;
	uint8_t journal_uuid[16];
	uint32_t journal_inode, journal_device, orphans, hash_seed[4];
	uint8_t hash_version, journal_backup;
	uint16_t descriptor_size;
	uint32_t mount_options, first_meta_group, made;
	uint32_t journal_blocks[17], high[3];
	uint16_t min_extra, want_extra;
	uint32_t flags;
};

struct group {
	uint32_t block_map, inode_map, inodes;
	uint16_t free_blocks, free_inodes, directories, flags;
	uint32_t unused[3];
};

struct extent {
	uint32_t block;
	uint16_t n, start_high;
	uint32_t start;
};

struct inode {
	uint16_t mode, uid;
	uint32_t size, accessed, changed, modified, deleted;
	uint16_t gid, links;
	uint32_t sectors, flags, version;
	uint16_t magic, n_extents, max_extents, depth;
	uint32_t generation;
	struct extent extent[4];
	uint32_t more[7];
	uint16_t extra_size;
};

struct entry {
	uint32_t inode;
	uint16_t size;
	uint8_t name_size, type;
	char name[12];
};

/* The journal's superblock.  Its numbers have their high byte first. */
struct journal {
	uint32_t magic, type, number;
	uint32_t block, blocks, first, sequence, start, error;
	uint32_t features[3];
	uint8_t uuid[16];
	uint32_t users;
};

_Static_assert(sizeof(struct super) == 0x164, "as on the disk");
_Static_assert(sizeof(struct group) == 32, "as on the disk");
_Static_assert(sizeof(struct inode) == 0x84, "as on the disk");

struct layout {
	int fd;
	int error;		/* the first one of writing, or 0 */
	uint32_t now;		/* seconds since 1970 */
	uint32_t blocks, groups;
	uint32_t group_inodes;
	uint32_t table;		/* blocks that the inodes of a group take */
	uint32_t descriptors;	/* blocks of the descriptors of all groups */
	uint32_t journal;	/* blocks of the journal */
};

static uint32_t divide_up(uint32_t n, uint32_t by)
{
	return (n + by - 1) / by;
}

/* ---- where things are --------------------------------------------------- */

/* Returns the block of the group's first bitmap.  In group 0 the superblock and the
 * descriptors come before it. */
static uint32_t maps_at(const struct layout *l, uint32_t group)
{
	return group * GROUP_BLOCKS + (group ? 0 : 1 + l->descriptors);
}

static uint32_t inodes_at(const struct layout *l, uint32_t group)
{
	return maps_at(l, group) + 2;
}

static uint32_t journal_at(const struct layout *l)
{
	return inodes_at(l, 0) + l->table;
}

static uint32_t root_at(const struct layout *l)
{
	return journal_at(l) + l->journal;
}

static uint32_t lost_found_at(const struct layout *l)
{
	return root_at(l) + 1;
}

static uint32_t group_size(const struct layout *l, uint32_t group)
{
	uint32_t rest = l->blocks - group * GROUP_BLOCKS;

	return rest < GROUP_BLOCKS ? rest : GROUP_BLOCKS;
}

/* Returns the number of used blocks, which are the first ones of the group. */
static uint32_t used_blocks(const struct layout *l, uint32_t group)
{
	return group ? 2 + l->table : lost_found_at(l) + 1;
}

static uint32_t used_inodes(uint32_t group)
{
	return group ? 0 : FIRST_FREE_INODE - 1;
}

/* Computes the layout for @mb megabytes.  A last group with fewer than LEAST_GROUP blocks
 * for files is left out. */
static void lay_out(struct layout *l, unsigned mb)
{
	uint32_t last;

	l->blocks = mb * (1048576u / BLOCK);
	l->groups = divide_up(l->blocks, GROUP_BLOCKS);
	l->group_inodes = divide_up(l->blocks / BLOCKS_PER_INODE / l->groups,
				    BLOCK / INODE) * (BLOCK / INODE);
	l->table = l->group_inodes * INODE / BLOCK;
	last = group_size(l, l->groups - 1);
	if (l->groups > 1 && last < 2 + l->table + LEAST_GROUP) {
		l->groups--;
		l->blocks -= last;
	}
	l->descriptors = divide_up(l->groups * sizeof(struct group), BLOCK);
	l->journal = l->blocks > GROUP_BLOCKS ? 4096 : 1024;
}

/* ---- writing ------------------------------------------------------------ */

static void put(struct layout *l, uint32_t block, size_t offset, const void *p,
		size_t n)
{
	off_t at = (off_t)block * BLOCK + (off_t)offset;

	if (!l->error && pwrite(l->fd, p, n, at) != (ssize_t)n)
		l->error = errno ? errno : EIO;
}

static void put_super(struct layout *l)
{
	struct super s = {
		.inodes = l->group_inodes * l->groups,
		.blocks = l->blocks,
		.log_block = 2, .log_cluster = 2,	/* 1024 << 2 */
		.group_blocks = GROUP_BLOCKS, .group_clusters = GROUP_BLOCKS,
		.group_inodes = l->group_inodes,
		.written = l->now, .checked = l->now, .made = l->now,
		.max_mounts = 0xffff,
		.magic = 0xef53,
		.state = 1,		/* clean */
		.on_error = 1,		/* go on */
		.revision = 1,
		.first_inode = LOST_FOUND,
		.inode_size = INODE,
		/* journal, attributes, indexes of directories, no backups */
		.compatible = 0x4 | 0x8 | 0x20 | 0x200,
		.incompatible = 0x2 | 0x40,	/* types in entries, extents */
		/* large and huge files, many links, larger inodes */
		.read_compatible = 0x2 | 0x8 | 0x20 | 0x40,
		.label = "scratch",
		.journal_inode = JOURNAL,
		.hash_version = 1,
		.mount_options = 0x4 | 0x8,	/* attributes, lists */
		.min_extra = 32, .want_extra = 32,
		.flags = 1,			/* the hash is of signed bytes */
	};

	for (uint32_t g = 0; g < l->groups; g++) {
		s.free_blocks += group_size(l, g) - used_blocks(l, g);
		s.free_inodes += l->group_inodes - used_inodes(g);
	}
	/* a fixed UUID does no harm if there are no random numbers */
	if (getrandom(s.uuid, sizeof(s.uuid), GRND_NONBLOCK) < 0 ||
	    getrandom(s.hash_seed, sizeof(s.hash_seed), GRND_NONBLOCK) < 0)
		memset(s.uuid, 1, sizeof(s.uuid));
	put(l, 0, 1024, &s, sizeof(s));
}

static void put_descriptor(struct layout *l, uint32_t group)
{
	struct group g = {
		.block_map = maps_at(l, group),
		.inode_map = maps_at(l, group) + 1,
		.inodes = inodes_at(l, group),
		.free_blocks = (uint16_t)(group_size(l, group) -
					  used_blocks(l, group)),
		.free_inodes = (uint16_t)(l->group_inodes - used_inodes(group)),
		.directories = group ? 0 : 2,
	};

	put(l, 1, group * sizeof(g), &g, sizeof(g));
}

static void set_bits(uint8_t *map, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		map[i / 8] |= (uint8_t)(1u << i % 8);
}

/* Writes the bitmaps of a group.  Bits of blocks and inodes that do not exist are
 * set. */
static void put_maps(struct layout *l, uint32_t group)
{
	uint8_t blocks[BLOCK] = { 0 }, inodes[BLOCK] = { 0 };

	set_bits(blocks, 0, used_blocks(l, group));
	set_bits(blocks, group_size(l, group), GROUP_BLOCKS);
	set_bits(inodes, 0, used_inodes(group));
	set_bits(inodes, l->group_inodes, GROUP_BLOCKS);
	put(l, maps_at(l, group), 0, blocks, BLOCK);
	put(l, maps_at(l, group) + 1, 0, inodes, BLOCK);
}

/* Writes inode @number, for a file or directory of @n blocks from block @start on. */
static void put_inode(struct layout *l, uint32_t number, uint16_t mode,
		      uint16_t links, uint32_t start, uint32_t n)
{
	struct inode i = {
		.mode = mode,
		.size = n * BLOCK,
		.accessed = l->now, .changed = l->now, .modified = l->now,
		.links = links,
		.sectors = n * (BLOCK / 512),
		.flags = 0x80000,		/* it has extents */
		.magic = 0xf30a, .n_extents = 1, .max_extents = 4,
		.extent = { { .n = (uint16_t)n, .start = start } },
		.extra_size = 32,
	};

	put(l, inodes_at(l, 0), (number - 1) * INODE, &i, sizeof(i));
}

/* Writes a directory of one block, whose entries are directories.  The last entry extends
 * to the end of the block. */
static void put_directory(struct layout *l, uint32_t block,
			  const struct entry *entries, size_t n)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		struct entry e = entries[i];

		e.name_size = (uint8_t)strlen(e.name);
		e.type = 2;		/* a directory */
		e.size = (uint16_t)(8 + (e.name_size + 3) / 4 * 4);
		if (i == n - 1)
			e.size = (uint16_t)(BLOCK - at);
		put(l, block, at, &e, sizeof(e));
		at += e.size;
	}
}

static void put_directories(struct layout *l)
{
	static const struct entry root[] = {
		{ .inode = ROOT, .name = "." },
		{ .inode = ROOT, .name = ".." },
		{ .inode = LOST_FOUND, .name = "lost+found" },
	};
	static const struct entry lost_found[] = {
		{ .inode = LOST_FOUND, .name = "." },
		{ .inode = ROOT, .name = ".." },
	};

	put_directory(l, root_at(l), root, 3);
	put_directory(l, lost_found_at(l), lost_found, 2);
	put_inode(l, ROOT, S_IFDIR | 0755, 3, root_at(l), 1);
	put_inode(l, LOST_FOUND, S_IFDIR | 0700, 2, lost_found_at(l), 1);
}

static void put_journal(struct layout *l)
{
	struct journal j = {
		.magic = htobe32(0xc03b3998),
		.type = htobe32(4),
		.block = htobe32(BLOCK),
		.blocks = htobe32(l->journal),
		.first = htobe32(1),
		.sequence = htobe32(1),
		.users = htobe32(1),
	};

	put(l, journal_at(l), 0, &j, sizeof(j));
	put_inode(l, JOURNAL, S_IFREG | 0600, 1, journal_at(l), l->journal);
}

struct sys_error *ext4_make(int fd, unsigned mb)
{
	struct layout l = { .fd = fd, .now = (uint32_t)time(NULL) };

	if (ftruncate(fd, (off_t)mb * 1048576))
		return sys_error(DIAG_GUEST_FAILED, errno,
				 "there is no space for a disk of %u MB", mb);
	lay_out(&l, mb);
	for (uint32_t g = 0; g < l.groups; g++) {
		put_descriptor(&l, g);
		put_maps(&l, g);
	}
	put_directories(&l);
	put_journal(&l);
	put_super(&l);
	if (!l.error)
		return NULL;
	return sys_error(DIAG_GUEST_FAILED, l.error,
			 "cannot write the guest's disk");
}
