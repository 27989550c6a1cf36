/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the output as text, as JSON, or as the records themselves.  Bytes are
 * buffered, and written at the latest when there is nothing more to read, so no
 * line is delayed.  With -S a new file begins between two records.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "staprun/namer.h"
#include "staprun/staprun.h"

#define BUFFER (64u << 10)
#define PIECE 4096u	/* bytes that a pipe takes if poll() reports POLLOUT */

/* ---- files -------------------------------------------------------------- */

static void file_name(const struct output *out, char *buf, size_t size,
		      unsigned number)
{
	time_t now = time(NULL);
	struct tm tm;
	size_t n;

	localtime_r(&now, &tm);
	n = strftime(buf, size, out->o->output, &tm);
	if (!n)
		n = (size_t)snprintf(buf, size, "%s", out->o->output);
	if ((out->o->rotate_bytes || number) && n < size)
		snprintf(buf + n, size - n, ".%u", number);
}

/* Keeps the name of the current file until the file is removed.  By then the pattern
 * of -o gives another name, because it may contain the time. */
static void keep_name(struct output *out, const char *name)
{
	if (out->names)
		out->names[out->file % out->o->rotate_keep] =
			must(strdup(name));
}

static bool open_file(struct output *out)
{
	char name[4096];

	file_name(out, name, sizeof(name), out->file);
	keep_name(out, name);
	out->fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	out->written = 0;
	if (out->fd >= 0)
		return true;
	error("cannot write '%s': %s", name, strerror(errno));
	return false;
}

/* Removes the oldest file if rotate_keep files exist, before the next one is made. */
static void remove_oldest(struct output *out)
{
	char *name = out->names[out->file % out->o->rotate_keep];

	if (name)
		unlink(name);
	free(name);
}

static void next_file(struct output *out)
{
	close(out->fd);
	out->file++;
	if (out->names)
		remove_oldest(out);
	if (!open_file(out))
		out->broken = out->failed = true;
}

/* ---- bytes -------------------------------------------------------------- */

/* Reports a failed write, unless the reader has closed the pipe, which is no
 * error. */
static void complain(struct output *out, int code)
{
	if (code == EPIPE)
		return;
	out->failed = true;
	error("cannot write output: %s", strerror(code));
	if (code == EFBIG)
		hint("run `ulimit -f unlimited` first; or -o FILE -S MB,N "
		     "writes files of MB megabytes");
	else if ((code == ENOSPC || code == EDQUOT) && !out->o->rotate_keep)
		hint("%s-S MB,N keeps only the newest N files of MB megabytes",
		     out->o->output ? "" : "-o FILE ");
	else if (code == ENOSPC || code == EDQUOT)
		hint("free some space, or keep less: a smaller N in -S MB,N");
}

static void write_out(struct output *out, const char *p, size_t n)
{
	while (n && !out->broken) {
		ssize_t done;

		if (out->paced) {
			out->wait(out->arg);
			if (out->broken)
				return;
		}
		done = write(out->fd, p, out->paced && n > PIECE ? PIECE : n);
		if (done < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (done < 0) {
			out->broken = true;
			complain(out, errno);
			return;
		}
		p += done;
		n -= (size_t)done;
		out->written += (uint64_t)done;
	}
}

static bool make_room(struct stp_sink *s, stp_u32 n)
{
	struct output *out = s->arg;

	write_out(out, s->p, s->len);
	s->len = 0;
	return true;
}

void output_flush(struct output *out)
{
	if (out->sink.len)
		make_room(&out->sink, 0);
}

/* ---- records ------------------------------------------------------------ */

/* Sets time_ns to CLOCK_MONOTONIC, and seq to the time of day at that moment, in ns
 * since 1970.  Leaves both 0 if a clock cannot be read. */
static void put_clock(struct stp_rec *rec)
{
	struct timespec now, wall;

	if (clock_gettime(CLOCK_MONOTONIC, &now) ||
	    clock_gettime(CLOCK_REALTIME, &wall))
		return;
	rec->time_ns = (stp_u64)now.tv_sec * 1000000000 + (stp_u64)now.tv_nsec;
	rec->seq = (stp_u64)wall.tv_sec * 1000000000 + (stp_u64)wall.tv_nsec;
}

void output_item(struct output *out, enum stp_rec_type type, stp_u32 id,
		     const void *p, stp_u32 n)
{
	stp_u32 len = (stp_u32)(sizeof(struct stp_rec) +
				sizeof(struct stp_item)) + STP_ALIGN8(n);
	struct stp_rec *rec = must(calloc(1, len));
	struct stp_item *item = (struct stp_item *)(rec + 1);

	rec->len = len;
	rec->type = (stp_u16)type;
	rec->probe = ~0u;
	rec->n_items = 1;
	/* records that --merge reads were made at another time */
	if (type == STP_REC_BLOB && out->device >= 0)
		put_clock(rec);
	item->id = id;
	item->len = n;
	memcpy(item + 1, p, n);
	output_record(out, rec);
	free(rec);
}

static void put_value(struct output *out, enum stp_rec_type type, stp_u32 id,
		      stp_u64 value)
{
	output_item(out, type, id, &value, sizeof(value));
}

/* Shows the error or warning in @rec, if it has one, on stderr, after all earlier
 * output. */
static void show_error(struct output *out, const struct stp_rec *rec)
{
	struct stp_rec_error err;
	char buf[4096];
	struct stp_sink s = { buf, 0, sizeof(buf), false, NULL, NULL };

	if (!stp_rec_error(out->blob, rec, &err))
		return;
	output_flush(out);
	out->told |= rec->type != STP_REC_WARNING;
	stp_render_error(&s, out->blob, rec, &err);
	if (s.cut)
		s.p[s.len - 1] = '\n';
	stp_render_err_hint(&s, &out->hinted, err.err);
	if (write(STDERR_FILENO, s.p, s.len) < 0)
		out->failed = true;
}

/* Shows a record of type TIMES or MEMORY as a line on stderr, apart from the script's
 * output.  The first such line has the title of the table before it. */
static void show_times(struct output *out, const struct stp_rec *rec)
{
	char buf[4096];
	struct stp_sink s = { buf, 0, sizeof(buf), false, NULL, NULL };

	output_flush(out);
	if (!out->n_times++)
		stp_render_times_head(&s);
	if (rec->type == STP_REC_MEMORY)
		stp_render_memory(&s, rec);
	else
		stp_render_times(&s, out->blob, rec);
	if (write(STDERR_FILENO, s.p, s.len) < 0)
		out->failed = true;
}

void output_complaint(struct output *out, const struct stp_rec *rec)
{
	struct stp_rec_error err;

	if (!stp_rec_error(out->blob, rec, &err))
		return;
	if (out->o->format == FORMAT_TEXT)
		show_error(out, rec);
	else
		output_record(out, rec);
}

static void show_loss(const struct stp_blob *b, const struct stp_item *it)
{
	const char *hint = stp_cause_hint(it->id);
	char text[1024];
	struct stp_sink s = { .p = text, .cap = sizeof(text) - 1 };

	stp_render_loss(&s, b, it);
	text[s.len] = 0;
	warning("%s%s%s", text, hint ? "\n" STP_HINT : "", hint ? hint : "");
}

static void put_text(struct output *out, const struct stp_rec *rec)
{
	if (stp_render_out(&out->sink, out->blob, out->cuts, rec, &out->opts))
		return;
	show_error(out, rec);
	if (rec->type == STP_REC_TIMES || rec->type == STP_REC_MEMORY)
		show_times(out, rec);
	if (rec->type == STP_REC_LOSS)
		show_loss(out->blob, stp_rec_item(rec));
}

void output_record(struct output *out, const struct stp_rec *rec)
{
	if (out->symbols)
		names_put(out, rec);
	if (out->o->rotate_bytes && !out->broken &&
	    out->written + out->sink.len >= out->o->rotate_bytes) {
		output_flush(out);
		next_file(out);
	}
	if (rec->type == STP_REC_SWITCH && out->o->output && !out->o->bulk &&
	    !out->broken) {
		output_flush(out);
		next_file(out);
	}
	switch (out->o->format) {
	case FORMAT_TEXT:
		put_text(out, rec);
		break;
	case FORMAT_JSON:
		stp_render_json(&out->sink, out->blob, rec, &out->opts);
		break;
	case FORMAT_RECORDS:
		stp_sink_put(&out->sink, rec, rec->len);
		break;
	}
}

void output_times(struct output *out, stp_u32 row,
		  const struct stp_times *times)
{
	output_item(out, STP_REC_TIMES, row, times, sizeof(*times));
}

void output_memory(struct output *out, const struct stp_ioc_stats *stats)
{
	for (stp_u32 i = 0; i < STP_N_PARTS; i++)
		if (stats->parts[i])
			put_value(out, STP_REC_MEMORY, i, stats->parts[i]);
}

void output_losses(struct output *out, const struct stp_ioc_stats *stats)
{
	stp_u64 skipped = 0, v[2];

	for (stp_u32 i = 0; i < STP_N_CAUSES; i++)
		if (stp_cause_is_skip(i))
			skipped += stats->causes[i];
	output_flush(out);
	if (out->n_unknown)
		warning("%u addresses of programs have no names: the mappings "
			"of their processes are unknown", out->n_unknown);
	if (out->o->format == FORMAT_TEXT && (stats->errors || skipped))
		warning("Number of errors: %llu, skipped probes: %llu",
			stats->errors, skipped);
	for (stp_u32 i = 0; i < STP_N_CAUSES; i++)
		if (stats->causes[i])
			output_item(out, STP_REC_LOSS, i, v,
				    stp_loss_item(stats, i, v));
}

void output_end(struct output *out, int status, int command)
{
	struct {
		struct stp_rec r;
		struct stp_end_items items;
	} end = {
		.r = { sizeof(end), STP_REC_END, .probe = ~0u, .n_items = 2 },
		.items = STP_END_ITEMS(status, command),
	};

	if (command < 0) {
		end.r.n_items = 1;
		end.r.len -= sizeof(end.items.of_command) +
			     sizeof(end.items.command);
	}
	if (out->o->format != FORMAT_TEXT)
		output_record(out, &end.r);
	output_flush(out);
}

bool output_init(struct output *out, const struct options *o, int device,
		 const struct stp_blob *b, uint32_t blob_size,
		 const struct stp_cuts *cuts,
		 void (*wait)(void *arg), void *arg)
{
	struct stat st;

	memset(out, 0, sizeof(*out));
	out->wait = wait;
	out->arg = arg;
	out->o = o;
	out->blob = b;
	out->cuts = cuts;
	out->opts = stp_blob_fmt_opts(b);
	out->sink = (struct stp_sink){ must(malloc(BUFFER)), 0, BUFFER, false,
				       make_room, out };
	out->fd = o->format == FORMAT_RECORDS ? o->records_fd : STDOUT_FILENO;
	if (o->rotate_keep)
		out->names = must(calloc(o->rotate_keep, sizeof(char *)));
	if (o->output && !o->bulk && !open_file(out))
		return false;
	out->device = device;
	if (stp_blob_has_addresses(b)) {
		out->symbols = must(calloc(1, sizeof(*out->symbols)));
		out->namer = namer_create();
		stp_symtab_use(out->symbols, &out->opts);
	}
	out->opts.escapes = !o->raw && isatty(out->fd);
	out->paced = fstat(out->fd, &st) || !S_ISREG(st.st_mode);
	if (o->format != FORMAT_TEXT)
		/* the stream's first record */
		output_item(out, STP_REC_BLOB, 0, out->blob, blob_size);
	return true;
}

void output_deinit(struct output *out)
{
	for (unsigned i = 0; out->names && i < out->o->rotate_keep; i++)
		free(out->names[i]);
	free(out->names);
	free(out->sink.p);
	free(out->symbols);
	namer_destroy(out->namer);
	if (out->o->output && !out->o->bulk && out->fd >= 0)
		close(out->fd);
}
