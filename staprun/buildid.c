/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares build ids.  A script's addresses are valid for one build of the kernel,
 * and several builds may have the same release.  The kernel shows its build id, and
 * that of each module, as an ELF note in sysfs.  A note is {name size, size, type},
 * then the name and the bytes, each padded to a multiple of 4.  The note of a build
 * id has the name "GNU" and type 3.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "staprun/staprun.h"

#define ALIGN4(n) (((n) + 3) & ~(size_t)3)

bool buildid_parse(const char *p, size_t n, char hex[BUILDID_HEX])
{
	Elf64_Nhdr h;

	while (n >= sizeof(h)) {
		size_t name, desc;

		memcpy(&h, p, sizeof(h));
		name = ALIGN4((size_t)h.n_namesz);
		desc = ALIGN4((size_t)h.n_descsz);
		p += sizeof(h);
		n -= sizeof(h);
		if (name > n || desc > n - name)
			return false;
		if (h.n_type == NT_GNU_BUILD_ID && h.n_namesz == 4 &&
		    !memcmp(p, "GNU", 4) && h.n_descsz &&
		    2 * (size_t)h.n_descsz < BUILDID_HEX) {
			for (size_t i = 0; i < h.n_descsz; i++)
				sprintf(hex + 2 * i, "%02x",
					(unsigned char)p[name + i]);
			return true;
		}
		p += name + desc;
		n -= name + desc;
	}
	return false;
}

static bool read_id(const char *path, char hex[BUILDID_HEX])
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char notes[8192];
	ssize_t n = fd < 0 ? -1 : read(fd, notes, sizeof(notes));

	return n > 0 && buildid_parse(notes, (size_t)n, hex);
}

/* Checks the build id of one location in the kernel or a module; accepts other
 * locations.  If the blob or sysfs has no build id, the location is accepted: the
 * module checks it again. */
static bool check_location(const struct stp_blob *b, const struct stp_location *p)
{
	const char *want = stp_blob_str(b, p->build_id);
	const char *name = stp_blob_str(b, p->name);
	int n = (int)strcspn(name, ":");
	char path[200], have[BUILDID_HEX];
	bool kernel = p->space == STP_SPACE_VMLINUX;

	if (!*want || (!kernel && p->space != STP_SPACE_MODULE &&
		       p->space != STP_SPACE_DATA))
		return true;
	if (kernel)
		strcpy(path, "/sys/kernel/notes");
	else
		snprintf(path, sizeof(path),
			 "/sys/module/%.*s/notes/.note.gnu.build-id",
			 n < 64 ? n : 64, name);
	if (!read_id(path, have) || !strcmp(have, want))
		return true;
	error("the script is compiled for another build of %s%.*s",
	      kernel ? "this kernel" : "module ", kernel ? 0 : n, name);
	hint("compile it again on this machine, or with its image and headers; "
	     "the script needs build %s, but this is %s", want, have);
	return false;
}

bool buildid_check(const struct stp_blob *b)
{
	stp_u32 last = 0;

	for (stp_u32 i = 0; i < stp_blob_n(b, STP_SEC_LOCATIONS); i++) {
		const struct stp_location *p = stp_blob_location(b, i);

		/* thousands of locations have the kernel's build id, which is
		 * compared only once */
		if (p->space == STP_SPACE_VMLINUX && p->build_id == last)
			continue;
		if (!check_location(b, p))
			return false;
		if (p->space == STP_SPACE_VMLINUX)
			last = p->build_id;
	}
	return true;
}
