/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes and reads the files of -b.  The records of each ring go unchanged to a
 * file of their own, after the script's blob: FILE_s has those of the serial
 * context, FILE_0 those of CPU 0 and so on.  Records are not put into order and not
 * made into text, so this is faster than other output.  --merge does both later, by
 * the numbers of the records, which are unique over all files.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/reader.h"
#include "staprun/staprun.h"

#define BUFFER (256u << 10)

/* ---- writing ------------------------------------------------------------ */

struct bulk_file {
	int fd;			/* -1: no record came yet */
	char *p;
	size_t n;
};

struct bulk {
	const char *name;
	const struct stp_blob *blob;
	struct bulk_file *at;	/* by ring */
	unsigned n;
	bool failed;
};

struct bulk *bulk_create(const char *name, unsigned n_rings,
			 const struct stp_blob *b)
{
	struct bulk *k = must(calloc(1, sizeof(*k)));

	k->name = name;
	k->blob = b;
	k->n = n_rings;
	k->at = must(calloc(n_rings, sizeof(*k->at)));
	for (unsigned i = 0; i < n_rings; i++)
		k->at[i].fd = -1;
	return k;
}

static void complain(struct bulk *k, const char *what)
{
	if (!k->failed)
		error("cannot %s files '%s_*': %s", what, k->name,
		      strerror(errno));
	k->failed = true;
}

static void write_all(struct bulk *k, int fd, const char *p, size_t n)
{
	while (n && !k->failed) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0) {
			complain(k, "write");
			return;
		}
		p += done;
		n -= (size_t)done;
	}
}

static void put(struct bulk *k, struct bulk_file *f, const void *p, size_t n)
{
	if (f->n + n > BUFFER) {
		write_all(k, f->fd, f->p, f->n);
		f->n = 0;
	}
	if (n > BUFFER) {
		write_all(k, f->fd, p, n);
		return;
	}
	memcpy(f->p + f->n, p, n);
	f->n += n;
}

static void put_blob(struct bulk *k, struct bulk_file *f)
{
	static const char zeros[8];
	struct stp_item item = { 0, k->blob->size };
	struct stp_rec rec = {
		.len = (stp_u32)(sizeof(rec) + sizeof(item)) +
		       STP_ALIGN8(k->blob->size),
		.type = STP_REC_BLOB,
		.probe = ~0u,
		.n_items = 1,
	};

	put(k, f, &rec, sizeof(rec));
	put(k, f, &item, sizeof(item));
	put(k, f, k->blob, k->blob->size);
	put(k, f, zeros, STP_ALIGN8(k->blob->size) - k->blob->size);
}

static bool open_file(struct bulk *k, unsigned ring)
{
	struct bulk_file *f = &k->at[ring];
	char name[4096], number[16] = "s";

	if (ring)
		snprintf(number, sizeof(number), "%u", ring - 1);
	if (snprintf(name, sizeof(name), "%s_%s", k->name, number) >=
	    (int)sizeof(name))
		errno = ENAMETOOLONG;
	else
		f->fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
			     0666);
	if (f->fd < 0) {
		complain(k, "make");
		return false;
	}
	f->p = must(malloc(BUFFER));
	put_blob(k, f);
	return true;
}

void bulk_put(struct bulk *k, unsigned ring, const struct stp_rec *rec)
{
	if (!k->failed && (k->at[ring].fd >= 0 || open_file(k, ring)))
		put(k, &k->at[ring], rec, rec->len);
}

bool bulk_flush(struct bulk *k)
{
	for (unsigned i = 0; i < k->n; i++) {
		write_all(k, k->at[i].fd, k->at[i].p, k->at[i].n);
		k->at[i].n = 0;
	}
	return !k->failed;
}

/* ---- merging ------------------------------------------------------------ */

struct source {
	const char *name;
	const char *p;		/* the file, mapped */
	size_t at, size;
	uint64_t seq;		/* of the record read last */
};

static bool map_source(struct source *s, const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p = MAP_FAILED;

	if (fd >= 0 && !fstat(fd, &st) && st.st_size)
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd,
			 0);
	if (fd >= 0)
		close(fd);
	if (p == MAP_FAILED) {
		error("cannot read '%s'", name);
		return false;
	}
	*s = (struct source){ name, p, 0, (size_t)st.st_size, 0 };
	return true;
}

/* Returns the next record, or NULL at the end of the file.  Damage is reported and
 * ends the file.  @b is NULL for the first record, which holds the blob. */
static const struct stp_rec *next_of(struct source *s,
				     const struct stp_blob *b)
{
	const struct stp_rec *rec = (const void *)(s->p + s->at);
	const char *bad;

	if (s->at == s->size)
		return NULL;
	bad = stp_rec_check(b, NULL, rec, s->size - s->at);
	if (bad) {
		error("'%s' is damaged after byte %zu: %s", s->name, s->at,
		      bad);
		s->at = s->size;
		return NULL;
	}
	s->at += rec->len;
	s->seq = rec->seq;
	return rec;
}

/* Returns the blob that all @n files begin with, as it is mapped in the first file;
 * NULL, after an error message, if a file has no blob or another one. */
static const struct stp_blob *common_blob(struct source *s, size_t n)
{
	const struct stp_blob *b = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct stp_rec *rec = next_of(&s[i], NULL);
		const struct stp_item *it = rec ? stp_rec_item(rec) : NULL;

		if (!rec || rec->type != STP_REC_BLOB ||
		    stp_blob_check(stp_item_bytes(it), it->len)) {
			error("'%s' is not a file written with -b", s[i].name);
			return NULL;
		}
		if (!b)
			b = (const void *)stp_item_bytes(it);
		else if (b->size != it->len ||
			 memcmp(b, stp_item_bytes(it), b->size)) {
			error("'%s' belongs to another script", s[i].name);
			return NULL;
		}
	}
	return b;
}

/* Returns the source, of those not at their end, whose `seq` is lowest; NULL if all are
 * at their end.  Reading that source next lets the fewest records wait for lower
 * numbers. */
static struct source *lowest(struct source *s, size_t n)
{
	struct source *best = NULL;

	for (size_t i = 0; i < n; i++)
		if (s[i].at < s[i].size && (!best || s[i].seq < best->seq))
			best = &s[i];
	return best;
}

static void show(void *out, const struct stp_rec *rec)
{
	output_record(out, rec);
}

static void never_wait(void *arg)
{
}

static int merge_sources(const struct options *o, struct source *sources,
			 size_t n, const struct stp_blob *b)
{
	struct output out;
	struct source *s;
	struct merge m;

	if (!output_init(&out, o, -1, b, b->size, NULL, never_wait,
			 NULL))
		return 1;
	merge_init(&m, show, &out);
	while ((s = lowest(sources, n))) {
		const struct stp_rec *rec = next_of(s, b);

		if (rec)
			merge_put(&m, rec);
	}
	merge_finish(&m);
	if (m.holes)
		warning("%llu records are missing from the files",
			(unsigned long long)m.holes);
	output_end(&out, m.holes || out.failed, -1);
	output_deinit(&out);
	merge_deinit(&m);
	return m.holes || out.failed;
}

int bulk_merge(const struct options *o)
{
	const struct stp_blob *b;
	struct source *s;
	size_t n = 0;

	while (o->settings[n])
		n++;
	s = must(calloc(n, sizeof(*s)));
	for (size_t i = 0; i < n; i++)
		if (!map_source(&s[i], o->settings[i]))
			return 1;
	b = common_blob(s, n);
	return b ? merge_sources(o, s, n, b) : 1;
}
