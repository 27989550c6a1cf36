/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The life of a run: check the script, set up, start, stop, free.
 */
#include "runtime/core/handler.h"

/* ---- looking at the script ---------------------------------------------- */

static const struct stp_kind *row_kind(stp_u32 id)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_kinds; i++)
		if (stp_script.kinds[i]->id == id)
			return stp_script.kinds[i];
	return NULL;
}

static const char *check_ids(const struct stp_row *r, stp_u32 index)
{
	if (r->alt_n > index || r->alt > index - r->alt_n)
		return "row's alternatives do not stand before it";
	if (r->handler >= stp_script.n_handlers)
		return "row's handler outside";
	if (r->entry_handler != STP_NONE &&
	    r->entry_handler >= stp_script.n_handlers)
		return "row's entry handler outside";
	if (r->cond != STP_NONE && r->cond >= stp_script.n_conds)
		return "row's condition outside";
	if (!row_kind(r->kind))
		return "a probe kind is not linked in";
	return NULL;
}

const char *stp_run_init(void)
{
	const struct stp_blob *b = (const struct stp_blob *)stp_script.blob;
	const char *bad;
	stp_u32 i;

	if (stp_script.abi != STP_ABI_VERSION)
		return "script made for another runtime";
	bad = stp_blob_check(b, stp_script.blob_end - stp_script.blob);
	if (!bad && stp_blob_n(b, STP_SEC_GLOBALS) != stp_script.n_globals)
		bad = "blob and script differ in their globals";
	for (i = 0; !bad && i < stp_blob_n(b, STP_SEC_ROWS); i++)
		bad = check_ids(stp_blob_row(b, i), i);
	if (!bad && b->hash != stp_blob_hash(b, b->size))
		bad = "blob: it has changed since it was made";
	if (bad)
		return bad;
	stp_run.blob = b;
	stp_set_state(STP_LOADED);
	for (i = 0; i < STP_N_LIMITS; i++)
		stp_run.limits[i] = stp_blob_limit_value(b, i);
	stp_globals_init();
	return NULL;
}

int stp_run_set_limit(stp_u32 id, stp_s64 v)
{
	if (id >= STP_N_LIMITS || v < 0)
		return -STP_EINVAL;
	/* slots and keys have been laid out for the length in the blob */
	if (id == STP_LIM_STRINGLEN &&
	    (stp_u64)v != stp_run.limits[STP_LIM_STRINGLEN])
		return -STP_EINVAL;
	stp_run.limits[id] = v;
	return 0;
}

/* ---- sites -------------------------------------------------------------- */

static bool takes_own_lock(const struct stp_handler *h)
{
	return h->flags & STP_H_OWN_LOCK && stp_os_owns_irqs();
}

/* Returns true if no other probe is armed while a handler of the row runs.  A begin probe
 * that is an alternative runs after others are armed. */
static bool runs_alone(const struct stp_row *r)
{
	return r->kind <= STP_KIND_ERROR &&
	       (r->kind != STP_KIND_BEGIN || !r->alt_n);
}

static void fill_site(struct stp_site *s, stp_u32 row, stp_u32 handler)
{
	const struct stp_row *r = stp_blob_row(stp_run.blob, row);
	const struct stp_handler *h = &stp_script.handlers[handler];

	s->fn = h->fn;
	s->hit = h->hit;
	s->counts = stp_gate_sets(h->counts);
	s->freezes = stp_gate_sets(h->freezes);
	s->handler = h;
	s->index = row;
	s->row = r;
	s->probe = r->probe;
	s->kind = row_kind(r->kind);
	s->look = r->cond == STP_NONE ? NULL : &stp_script.conds[r->cond];
	s->cond = s->look && !s->look->by_look ? s->look->fn : NULL;
	s->alone = runs_alone(r);
	s->gate = s->counts | STP_GATE_STOPPED | STP_GATE_PAUSED;
	if (s->cond || h->freezes || (h->flags & STP_H_CHANGES_COND) ||
	    stp_run.chunk < STP_CHUNK || stp_must_meet())
		s->gate |= STP_GATE_SLOW;
	else if (stp_locks_first(h) && !takes_own_lock(h))
		s->hit = stp_hit_locked;
	s->usual_gate = s->gate;
}

/* Groups the sites by kind: counts them, then puts those that are not alternatives
 * first, and the alternatives after them. */
static void group_sites(void)
{
	struct stp_run *s = &stp_run;
	stp_u32 first[STP_N_KINDS], later[STP_N_KINDS], i;

	memset(s->kind_at, 0, sizeof(s->kind_at));
	memset(s->n_first, 0, sizeof(s->n_first));
	for (i = 0; i < s->n_sites; i++) {
		s->kind_at[s->sites[i].row->kind + 1]++;
		if (!s->sites[i].row->alt_n)
			s->n_first[s->sites[i].row->kind]++;
	}
	for (i = 0; i < STP_N_KINDS; i++) {
		s->kind_at[i + 1] += s->kind_at[i];
		first[i] = s->kind_at[i];
		later[i] = first[i] + s->n_first[i];
	}
	for (i = 0; i < s->n_sites; i++) {
		const struct stp_row *r = s->sites[i].row;

		s->by_kind[r->alt_n ? later[r->kind]++ : first[r->kind]++] =
			&s->sites[i];
	}
}

static int setup_sites(void)
{
	stp_u64 n = stp_blob_n(stp_run.blob, STP_SEC_ROWS);
	struct stp_run *s = &stp_run;
	stp_u32 i;

	s->n_sites = n;
	s->sites = stp_os_alloc(n * sizeof(*s->sites));
	s->entries = stp_os_alloc(n * sizeof(*s->entries));
	s->by_kind = stp_os_alloc(n * sizeof(*s->by_kind));
	if (n && (!s->sites || !s->entries || !s->by_kind))
		return -STP_ENOMEM;
	for (i = 0; i < n; i++) {
		const struct stp_row *r = stp_blob_row(s->blob, i);

		fill_site(&s->sites[i], i, r->handler);
		if (r->entry_handler == STP_NONE)
			continue;
		fill_site(&s->entries[i], i, r->entry_handler);
		s->entries[i].index = n;	/* not counted as hits of the row */
		s->entries[i].cond = NULL;	/* it belongs to the return */
		s->sites[i].entry = &s->entries[i];
	}
	group_sites();
	return 0;
}

/* ---- setup and free ----------------------------------------------------- */

static int setup_part(enum stp_part part, int (*setup)(void))
{
	stp_u64 before = stp_run.memory;
	int err = setup();

	stp_run.parts[part] = stp_run.memory - before;
	return err;
}

int stp_run_setup(void)
{
	struct stp_run *s = &stp_run;
	stp_u64 actions = s->limits[STP_LIM_ACTION];
	int err;

	s->chunk = actions < STP_CHUNK ? actions : STP_CHUNK;
	s->seed = stp_os_random();
	s->fmt_opts.hist_width = s->limits[STP_LIM_HIST_WIDTH];
	s->fmt_opts.hist_elision = s->limits[STP_LIM_HIST_ELISION];
	err = setup_sites();
	if (!err)
		err = setup_part(STP_PART_CONTEXTS, stp_workspaces_setup);
	if (!err)
		err = setup_part(STP_PART_GLOBALS, stp_globals_setup);
	return err;
}

static struct stp_site **sites_of(stp_u32 kind, stp_u32 *n)
{
	*n = stp_run.kind_at[kind + 1] - stp_run.kind_at[kind];
	return stp_run.by_kind + stp_run.kind_at[kind];
}

static void free_kinds(void)
{
	struct stp_site **sites;
	stp_u32 kind, n;

	for (kind = 0; stp_run.by_kind && kind < STP_N_KINDS; kind++) {
		sites = sites_of(kind, &n);
		if (n && row_kind(kind)->free)
			row_kind(kind)->free(sites, n);
	}
}

void stp_run_free(void)
{
	struct stp_run *s = &stp_run;
	stp_u64 n = s->n_sites;

	if (!s->blob)
		return;
	free_kinds();
	if (stp_script.spaces)
		stp_script.spaces->end();
	stp_globals_free();
	stp_workspaces_free();
	stp_os_free(s->sites, n * sizeof(*s->sites));
	stp_os_free(s->entries, n * sizeof(*s->entries));
	stp_os_free(s->by_kind, n * sizeof(*s->by_kind));
	s->sites = s->entries = NULL;
	s->by_kind = NULL;
	s->n_sites = 0;
}

/* ---- input -------------------------------------------------------------- */

bool stp_run_wants_input(void)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_kinds; i++)
		if (stp_script.kinds[i]->input)
			return true;
	return false;
}

void stp_run_input(const char *p, stp_u32 size)
{
	struct stp_site **sites;
	stp_u32 i, n;

	for (i = 0; i < stp_script.n_kinds && stp_is_running(); i++) {
		if (!stp_script.kinds[i]->input)
			continue;
		sites = sites_of(stp_script.kinds[i]->id, &n);
		stp_script.kinds[i]->input(sites, n, p, size);
	}
}

/* ---- start and stop ----------------------------------------------------- */

static int prepare_all(void)
{
	struct stp_site **sites;
	stp_u32 kind, n;
	int err = 0;

	for (kind = 0; kind < STP_N_KINDS && !err; kind++) {
		sites = sites_of(kind, &n);
		if (n && row_kind(kind)->prepare)
			err = row_kind(kind)->prepare(sites, n);
	}
	return err;
}

static int attach(stp_u32 kind, struct stp_site **sites, stp_u32 n)
{
	if (!n || !row_kind(kind)->attach || !stp_is_running())
		return 0;
	if (stp_script.arm)
		stp_script.arm->decide(sites, n);
	return row_kind(kind)->attach(sites, n);
}

/* Attaches what is not an alternative, kinds in the order of their numbers: begin
 * handlers run first. */
static int attach_first(void)
{
	struct stp_site **sites;
	stp_u32 kind, n;
	int err = 0;

	for (kind = 0; kind < STP_N_KINDS && !err; kind++) {
		sites = sites_of(kind, &n);
		err = attach(kind, sites, stp_run.n_first[kind]);
	}
	return err;
}

/* Returns true if a better alternative to @r is attached, or was left out because an even
 * better one is attached. */
static bool has_better(const struct stp_row *r)
{
	const struct stp_site *s = stp_run.sites + r->alt;
	stp_u32 i;

	for (i = 0; i < r->alt_n; i++)
		if (s[i].attached > 0 || s[i].left_out)
			return true;
	return false;
}

/* The number of rows one after another, from @i on, that have the kind of row @i and are
 * alternatives to the same rows as row @i. */
static stp_u32 count_alike(stp_u32 i)
{
	const struct stp_row *r = stp_run.sites[i].row, *s;
	stp_u32 n;

	for (n = 1; i + n < stp_run.n_sites; n++) {
		s = stp_run.sites[i + n].row;
		if (s->kind != r->kind || s->alt != r->alt ||
		    s->alt_n != r->alt_n)
			break;
	}
	return n;
}

static void leave_out(struct stp_site **sites, stp_u32 n)
{
	while (n--)
		(*sites++)->left_out = true;
}

/* Attaches the alternatives that follow a point with `!`, in the order of the
 * rows. */
static int attach_alternatives(void)
{
	stp_u32 next[STP_N_KINDS], i, n, kind;
	struct stp_site **sites;
	int err = 0;

	for (i = 0; i < STP_N_KINDS; i++)
		next[i] = stp_run.kind_at[i] + stp_run.n_first[i];
	for (i = 0; i < stp_run.n_sites && !err; i += n) {
		const struct stp_row *r = stp_run.sites[i].row;

		n = 1;
		if (!r->alt_n)
			continue;
		kind = r->kind;
		n = count_alike(i);
		sites = stp_run.by_kind + next[kind];
		next[kind] += n;
		if (has_better(r))
			leave_out(sites, n);
		else
			err = attach(kind, sites, n);
	}
	return err;
}

static int begin_all(void)
{
	int err = 0;

	if (stp_script.module_syms)
		err = stp_script.module_syms->begin();
	if (!err && stp_script.spaces)
		err = stp_script.spaces->begin();
	if (!err && stp_script.namespaces)
		err = stp_script.namespaces->begin();
	if (!err && stp_script.target_set)
		err = stp_script.target_set->begin();
	if (!err)
		err = prepare_all();
	if (!err)
		err = attach_first();
	if (!err)
		err = attach_alternatives();
	return err;
}

int stp_run_start(void)
{
	int err;

	stp_run.attached = true;
	stp_run.starter = stp_os_task();
	stp_set_state(STP_RUNNING);
	err = begin_all();
	__atomic_store_n(&stp_run.starter, NULL, __ATOMIC_RELEASE);
	if (err)
		stp_run.failed = true;
	else if (stp_script.arm)
		stp_script.arm->begin();
	return err;
}

static void detach_all(void)
{
	struct stp_site **sites;
	stp_u32 kind, n;

	for (kind = STP_N_KINDS; kind--;) {
		sites = sites_of(kind, &n);
		if (n && row_kind(kind)->detach)
			row_kind(kind)->detach(sites, n);
	}
}

static void leave_as_armed(void)
{
	if (stp_script.arm)
		stp_script.arm->end();
}

int stp_run_pause(void)
{
	if (!stp_is_running())
		return -STP_EINVAL;
	stp_run.paused = true;
	__atomic_or_fetch(&stp_run.gate, STP_GATE_PAUSED, __ATOMIC_SEQ_CST);
	return 0;
}

/* It does not touch STP_GATE_STOPPED, which stp_run_cease() may be setting: that takes no
 * lock. */
int stp_run_resume(void)
{
	if (!stp_is_running())
		return -STP_EINVAL;
	stp_run.paused = false;
	__atomic_and_fetch(&stp_run.gate, ~STP_GATE_PAUSED, __ATOMIC_SEQ_CST);
	return 0;
}

void stp_run_stop(bool finish)
{
	struct stp_site **sites;
	stp_u32 kind, n;

	if (!stp_run.attached)
		return;
	stp_run.attached = false;
	stp_set_state(STP_STOPPING);
	leave_as_armed();
	stp_timing_how();
	detach_all();
	leave_as_armed();		/* again: the last hits may have called ask() */
	for (kind = 0; finish && kind < STP_N_KINDS; kind++) {
		sites = sites_of(kind, &n);
		if (n && row_kind(kind)->finish)
			row_kind(kind)->finish(sites, n, stp_run.failed);
	}
	if (stp_script.module_syms)
		stp_script.module_syms->end();
	if (stp_script.namespaces)
		stp_script.namespaces->end();
	if (stp_script.target_set)
		stp_script.target_set->end();
	stp_set_state(STP_STOPPED);
}

/* ---- words -------------------------------------------------------------- */

static void say(enum stp_rec_type type, stp_u32 probe, stp_u32 id,
		const void *p, stp_u32 n)
{
	struct stp_workspace *c = stp_run.workspaces[0];

	stp_os_enter_serial();
	c->can_wait = true;
	stp_out_single(c, type, probe, id, p, n);
	stp_os_leave_serial();
}

void stp_run_say(enum stp_rec_type type, stp_u32 probe, const char *text)
{
	say(type, probe, STP_ITEM_TEXT, text,
	    stp_min_u32(strlen(text), 1024));
}

/* If another task than the starter is killed, the run goes on: tasks that load modules
 * call this, too. */
bool stp_run_goes_on(stp_u32 done, stp_u32 n)
{
	char text[96];
	struct stp_sink s = { text, 0, sizeof(text) - 1, false, NULL, NULL };

	if (stp_run.starter == stp_os_task() && stp_os_is_killed())
		stp_run_cease();
	if (stp_is_running())
		return true;
	stp_sink_puts(&s, "the session ends before its probes are attached: ");
	stp_sink_put_dec(&s, done);
	stp_sink_puts(&s, " of ");
	stp_sink_put_dec(&s, n);
	stp_sink_puts(&s, " are");
	text[s.len] = 0;
	stp_run_say(STP_REC_WARNING, ~0u, text);
	return false;
}

/* The words for an error of the kernel when it attaches to a function. */
static const char *reason(int err)
{
	switch (-err) {
	case STP_ENOENT:
		return "this kernel has no such function";
	case STP_ENOMEM:
		return "not enough memory";
	case STP_EINVAL:
		return "the kernel does not allow probes at this address";
	case STP_ENOSPC:
		return "all four watchpoints of the processor are in use";
	case STP_EILSEQ:
		return "no instruction starts at this address";
	case STP_ENOLINK:
		return "the kernel accepts the probe, but its hits do not "
		       "arrive";
	default:
		return "the kernel refuses the probe";
	}
}

static void report(const struct stp_site *site, int err)
{
	const struct stp_blob *b = stp_run.blob;
	const struct stp_probe *probe = stp_blob_probe(b, site->probe);
	const char *why = site->kind->reason ? site->kind->reason(err) : NULL;
	struct {
		struct stp_error_item head;
		char text[256];
	} e = { .head = { ~0u, STP_ERR_ATTACH, ~0u, 0 } };
	struct stp_sink s = { e.text, 0, sizeof(e.text), false, NULL, NULL };

	stp_sink_puts(&s, "cannot attach ");
	stp_sink_puts(&s, stp_blob_str(b, probe->name));
	stp_sink_puts(&s, ": ");
	stp_sink_puts(&s, why ? why : reason(err));
	stp_sink_puts(&s, " (error ");
	stp_sink_put_dec(&s, -err);
	stp_sink_putc(&s, ')');
	say(STP_REC_ERROR, site->probe, STP_ITEM_ERROR, &e,
	    sizeof(e.head) + s.len);
}

int stp_site_refused(struct stp_site *site, int err)
{
	site->attached = err;
	if (site->row->flags & STP_ROW_WILDCARD) {
		stp_count(stp_run.workspaces[0], STP_CAUSE_ATTACH);
		return 0;
	}
	if (site->row->flags & (STP_ROW_OPTIONAL | STP_ROW_SUFFICIENT))
		return 0;
	report(site, err);
	return err;
}

/* ---- numbers ------------------------------------------------------------ */

static stp_u64 skipped(const stp_u64 *causes)
{
	return causes[STP_CAUSE_RECURSION] + causes[STP_CAUSE_LOCK] +
	       causes[STP_CAUSE_FROZEN];
}

stp_u64 stp_run_hits(stp_u32 row)
{
	stp_u64 n = 0;
	stp_u32 i;

	for (i = 0; i < stp_run.n_workspaces; i++)
		n += *stp_hits(stp_run.workspaces[i], row);
	return n;
}

void stp_run_stats(struct stp_ioc_stats *ret)
{
	struct stp_run *s = &stp_run;
	stp_u32 i, k;

	memset(ret, 0, sizeof(*ret));
	for (i = 0; i < s->n_workspaces; i++) {
		ret->errors += s->workspaces[i]->errors;
		ret->records += s->workspaces[i]->records;
		ret->handled += s->workspaces[i]->unmade;
		for (k = 0; k < STP_N_CAUSES; k++)
			ret->causes[k] += s->workspaces[i]->causes[k];
	}
	for (i = 0; i <= s->n_sites && s->n_workspaces; i++)
		ret->hits += stp_run_hits(i);
	ret->handled += ret->hits - skipped(ret->causes);
	for (i = 0; i < s->n_sites; i++)
		if (s->sites[i].kind->missed)
			s->sites[i].kind->missed(&s->sites[i], ret->causes);
	if (stp_script.spaces && stp_script.spaces->lost)
		ret->causes[STP_CAUSE_LAYOUTS] += stp_script.spaces->lost();
	ret->causes[STP_CAUSE_STRAY] +=
		__atomic_load_n(&stp_strays, __ATOMIC_RELAXED);
	ret->cut_at = s->cut_at;
	ret->memory = ret->parts[STP_PART_PROBES] = s->memory;
	for (k = 0; k < STP_N_PARTS; k++) {
		if (k == STP_PART_PROBES)
			continue;
		ret->parts[k] = s->parts[k];
		ret->parts[STP_PART_PROBES] -= s->parts[k];
	}
}

int stp_run_row(struct stp_ioc_row *row)
{
	stp_u64 causes[STP_N_CAUSES] = { 0 };
	const struct stp_site *s;
	stp_u32 k;

	if (row->row >= stp_run.n_sites)
		return -STP_EINVAL;
	s = &stp_run.sites[row->row];
	row->attached = s->off ? 3
		      : s->attached > 0 && s->disarmed ? 2 : s->attached;
	row->addr = s->addr;
	row->hits = stp_run_hits(row->row);
	if (s->kind->missed)
		s->kind->missed(s, causes);
	for (row->missed = 0, k = 0; k < STP_N_CAUSES; k++)
		row->missed += causes[k];
	return 0;
}
