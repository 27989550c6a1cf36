/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Changes bytes of the blob in a module and runs what the kernel still loads.
 *
 *	damage FILE.ko MODULE CHANGES [SEED]	one byte of the description of
 *						globals after the other
 *	damage FILE.ko MODULE every [SEED]	one byte of the whole blob after
 *						the other, by a step that
 *						makes MOST of them; none of
 *						its sections may be empty
 *
 * Then CHANGES times (every: MOST) one byte or two, anywhere.  Says how many modules were refused, and how many were not; the
 * kernel must not complain of those.  Needs root.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/uapi/wire.h"
#include "testsuite/fuzz/device_module.h"

#define MOST 600

static char *file;		/* the module as it was made */
static size_t file_size;
static struct stp_blob *blob;	/* in it */
static const char *module;
static unsigned refused, taken;

static void read_file(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		fuzz_die(path);
	file = malloc(64u << 20);
	file_size = file ? fread(file, 1, 64u << 20, f) : 0;
	fclose(f);
}

static void find_blob(void)
{
	for (size_t i = 0; i + sizeof(*blob) < file_size && !blob; i += 8) {
		struct stp_blob *b = (void *)(file + i);

		if (b->magic == STP_BLOB_MAGIC && b->hdr_size == sizeof(*b) &&
		    b->version == STP_BLOB_VERSION)
			blob = b;
	}
	if (!blob) {
		fprintf(stderr, "no blob is in the module\n");
		exit(1);
	}
}

/* A session as a runner would have it, so that handlers run. */
static void run_session(void)
{
	struct stp_ioc_setup setup = { 0 };
	char node[256];
	int fd = fuzz_open(module, O_RDWR, node, sizeof(node));

	if (!ioctl(fd, STP_IOC_SETUP, &setup) &&
	    !ioctl(fd, STP_IOC_START, NULL)) {
		usleep(50000);
		ioctl(fd, STP_IOC_STOP, NULL);
	}
	close(fd);
	fuzz_unload(module);
}

static void try_it(void)
{
	int fd = memfd_create("damaged", MFD_CLOEXEC);

	if (fd < 0 || write(fd, file, file_size) != (ssize_t)file_size)
		fuzz_die("memfd");
	if (fuzz_load(fd)) {
		taken++;
		run_session();
	} else {
		refused++;
	}
	close(fd);
}

static void change_each(char *p, size_t n, size_t step)
{
	for (size_t i = 0; i < n; i += step) {
		p[i]++;
		try_it();
		p[i]--;
	}
}

static void change_globals(void)
{
	change_each((char *)blob + blob->sec[STP_SEC_GLOBALS].off,
		    blob->sec[STP_SEC_GLOBALS].n *
			    sizeof(struct stp_global_info), 1);
}

static const char *const section_names[] = {
#define SECTION_NAME(sym, type) #sym,
	STP_SECTIONS(SECTION_NAME)
#undef SECTION_NAME
};

static void need_all_sections(void)
{
	for (int i = 0; i < STP_N_SECTIONS; i++)
		if (!blob->sec[i].n) {
			fprintf(stderr, "section %s is empty\n",
				section_names[i]);
			exit(1);
		}
}

static void change_anything(unsigned changes, unsigned seed)
{
	char *p = (char *)blob;

	for (unsigned i = 0; i < changes; i++) {
		uint32_t at = rand_r(&seed) % blob->size;
		uint32_t other = rand_r(&seed) % blob->size;
		char with = 1 + rand_r(&seed) % 255, more = 0;

		if (i % 2 && other != at)
			more = 1 + rand_r(&seed) % 255;
		p[at] ^= with;
		p[other] ^= more;
		try_it();
		p[at] ^= with;
		p[other] ^= more;
	}
}

static void change(const char *what, unsigned seed)
{
	if (!strcmp(what, "every")) {
		need_all_sections();
		change_each((char *)blob, sizeof(*blob), 1);
		change_each((char *)blob, blob->size, blob->size / MOST + 1);
		change_anything(MOST, seed);
	} else {
		change_globals();
		change_anything(atoi(what), seed);
	}
}

int main(int argc, char **argv)
{
	if (argc < 4) {
		fprintf(stderr, "usage: damage FILE.ko MODULE CHANGES|every "
				"[SEED]\n");
		return 2;
	}
	module = argv[2];
	read_file(argv[1]);
	find_blob();
	try_it();
	printf("as it was made: %u refused, %u taken\n", refused, taken);
	refused = taken = 0;
	change(argv[3], argc > 4 ? atoi(argv[4]) : 1);
	printf("damaged: %s refused, %u taken\n", refused ? "all" : "none",
	       taken);
	return 0;
}
