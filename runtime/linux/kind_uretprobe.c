/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind uretprobe: a handler when a function of a program returns, and
 * another at its entry if the row has one.  The values that the entry saves are
 * kept in a slot until the return.
 *
 * A call is identified by its task and by its place on the stack, which differs
 * between all calls of a task that have not returned.  A call that is left by
 * longjmp(), exec or the end of its task never returns; its slot is reclaimed when
 * no slot is free.  If no slot can be reclaimed, the task allocates more slots
 * before it continues into the function: it may sleep there.
 */
#include <linux/hash.h>
#include <linux/mutex.h>
#include <linux/sched/task.h>
#include <linux/spinlock.h>

#include "runtime/linux/uprobe.h"
#include "runtime/linux/user_fault.h"

#define BUCKET_BITS 8
#define SLOTS 1024		/* at the start, if the script gives no
				   number */
#define MOST_SLOTS 65536

/** A slot: a call that has not returned, or free. */
struct call {
	struct call *next;		/* in its bucket, or in the list of free
					   slots */
	struct task_struct *task;	/* referenced */
	unsigned long sp;		/* its stack pointer after the return */
	char data[];
};

/** Slots that were allocated together. */
struct chunk {
	struct chunk *next;
	u32 n;
	char slots[] __aligned(8);
};

/** The slots of a row. */
struct calls {
	raw_spinlock_t lock;
	struct call *buckets[1 << BUCKET_BITS];
	struct call *free;
	struct chunk *chunks;		/* the newest one first */
	u32 n, most;			/* number of slots, now and at most */
	u32 bytes;			/* of one slot */
	u64 no_slot;			/* calls that got none */
};

static DEFINE_MUTEX(growth);		/* guards chunks and n of struct calls */
static int unguarded;			/* -errno: the guards of return_guard.c are
					   not attached; 0: they are */

/* ---- slots; under the lock ---------------------------------------------- */

static STP_FN struct call **bucket_of(struct calls *c,
				      const struct task_struct *task)
{
	return &c->buckets[hash_ptr(task, BUCKET_BITS)];
}

/* Frees the slot that the pointer at @at leads to. */
static STP_FN void give_back_slot(struct calls *c, struct call **at)
{
	struct call *call = *at;

	*at = call->next;
	put_task_struct(call->task);
	call->next = c->free;
	c->free = call;
}

/* Returns true if @call is over: its task is dead; or its task is the current one,
 * and that makes a new call at @sp, which is not below @call on the stack. */
static STP_FN bool is_left(const struct call *call, unsigned long sp)
{
	return READ_ONCE(call->task->exit_state) ||
	       (call->task == current && call->sp <= sp);
}

/* Frees the slots of all calls that are over. */
static STP_FN void sweep(struct calls *c, unsigned long sp)
{
	struct call **at;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(c->buckets); i++)
		for (at = &c->buckets[i]; *at;)
			if (is_left(*at, sp))
				give_back_slot(c, at);
			else
				at = &(*at)->next;
}

/* Returns the pointer to the slot of the current task's call at @sp; to NULL: it has
 * none. */
static STP_FN struct call **find(struct calls *c, unsigned long sp)
{
	struct call **at = bucket_of(c, current);

	while (*at && ((*at)->task != current || (*at)->sp != sp))
		at = &(*at)->next;
	return at;
}

/* Returns a slot for the current task's new call at @sp; NULL: none is free. */
static STP_FN struct call *take_slot(struct calls *c, unsigned long sp)
{
	struct call **at = find(c, sp), *call;

	if (*at)
		return *at;		/* its call was left without a return */
	if (!c->free)
		sweep(c, sp);
	call = c->free;
	if (!call)
		return NULL;
	c->free = call->next;
	call->task = get_task_struct(current);
	call->sp = sp;
	at = bucket_of(c, current);
	call->next = *at;
	*at = call;
	return call;
}

/* ---- more slots --------------------------------------------------------- */

static u64 chunk_bytes(const struct calls *c, u32 n)
{
	return sizeof(struct chunk) + (u64)n * c->bytes;
}

static void give_chunk(struct calls *c, struct chunk *chunk)
{
	u32 i;

	raw_spin_lock(&c->lock);
	for (i = 0; i < chunk->n; i++) {
		struct call *call = (void *)(chunk->slots + (u64)i * c->bytes);

		call->next = c->free;
		c->free = call;
	}
	raw_spin_unlock(&c->lock);
}

/* Adds @n slots, or as many as c->most still allows.  Returns 0, or -ENOMEM: no
 * further slot is allowed, or there is no memory. */
static int add_slots(struct calls *c, u32 n)
{
	struct chunk *chunk;

	n = min(n, c->most - c->n);
	chunk = n ? stp_os_alloc(chunk_bytes(c, n)) : NULL;
	if (!chunk)
		return -ENOMEM;
	chunk->n = n;
	chunk->next = c->chunks;
	c->chunks = chunk;
	c->n += n;
	give_chunk(c, chunk);
	return 0;
}

/* Doubles the number of slots, unless another task has done so meanwhile. */
static void make_more(struct calls *c)
{
	mutex_lock(&growth);
	if (!READ_ONCE(c->free))
		add_slots(c, c->n);
	mutex_unlock(&growth);
}

/* Makes more slots and takes one.  Returns NULL, and counts that, if no more
 * could be made or other tasks have taken them all.  The task may continue on
 * another CPU. */
static STP_FN noinline struct call *take_new_slot(struct calls *c,
						  unsigned long sp,
						  const struct pt_regs *regs)
{
	struct call *call;

	preempt_enable_notrace();
	make_more(c);
	preempt_disable_notrace();
	raw_cpu_write(stp_uprobe_function, instruction_pointer((void *)regs));
	raw_spin_lock(&c->lock);
	call = take_slot(c, sp);
	if (!call)
		c->no_slot++;
	raw_spin_unlock(&c->lock);
	return call;
}

/* ---- hits --------------------------------------------------------------- */

/* Handles the entry of a call.  The slot belongs to the call until the call returns,
 * so the handler needs no lock.  If the handler does not finish, the slot is
 * given back, and no handler runs at the return. */
static STP_FN void enter(struct calls *c, const struct stp_site *site,
			 struct pt_regs *regs)
{
	unsigned long sp = user_stack_pointer(regs) + sizeof(long);
	struct call *call;

	raw_spin_lock(&c->lock);
	call = take_slot(c, sp);
	raw_spin_unlock(&c->lock);
	if (unlikely(!call)) {
		call = take_new_slot(c, sp, regs);
		if (!call)
			return;
	}
	*(s64 *)call->data = 0;
	stp_fault_hit(site->entry, regs, call->data);
	if (*(s64 *)call->data)
		return;
	raw_spin_lock(&c->lock);
	give_back_slot(c, find(c, sp));
	raw_spin_unlock(&c->lock);
}

/* Handles the return of a call, if it has a slot. */
static STP_FN void leave(struct calls *c, const struct stp_site *site,
			 struct pt_regs *regs)
{
	unsigned long sp = user_stack_pointer(regs);
	struct call *call;

	raw_spin_lock(&c->lock);
	call = *find(c, sp);
	raw_spin_unlock(&c->lock);
	if (!call)
		return;
	stp_fault_hit(site, regs, call->data);
	raw_spin_lock(&c->lock);
	give_back_slot(c, find(c, sp));
	raw_spin_unlock(&c->lock);
}

static STP_FN int on_entry(STP_UPROBE_HIT(uc, regs))
{
	struct stp_uprobe *p = container_of(uc, struct stp_uprobe, uc);

	if (!stp_uprobe_wants(p) || !stp_uprobe_is_called(p->site->row, regs))
		return 0;
	if (stp_uprobe_is_deep(regs)) {
		atomic64_inc(&p->n_deep);
		return 0;
	}
	preempt_disable_notrace();
	raw_cpu_write(stp_uprobe_function, instruction_pointer(regs));
	enter(p->own, p->site, regs);
	preempt_enable_notrace();
	return 0;
}

/* Handles the entry of a function of which nothing is saved: only counts calls whose
 * returns the kernel will not report. */
static STP_FN int on_call(STP_UPROBE_HIT(uc, regs))
{
	struct stp_uprobe *p = container_of(uc, struct stp_uprobe, uc);

	if (stp_uprobe_is_deep(regs) && stp_uprobe_wants(p) &&
	    stp_uprobe_is_called(p->site->row, regs))
		atomic64_inc(&p->n_deep);
	return 0;
}

/* Does what on_call() does, for a consumer that a row at the entry shares, and calls
 * the handler of that row. */
static STP_FN int on_host_call(STP_UPROBE_HIT(uc, regs))
{
	struct stp_uprobe *p = container_of(uc, struct stp_uprobe, uc);

	if (stp_uprobe_is_deep(regs) && stp_uprobe_wants(p))
		atomic64_inc(&p->n_deep);
	return p->entry(STP_UPROBE_HIT_ON(uc, regs));
}

/* Does what on_host_call() does, if the rows want all processes and the handler of
 * the row at the entry needs nothing from the program. */
static STP_FN int on_plain_host_call(STP_UPROBE_HIT(uc, regs))
{
	struct stp_uprobe *p = container_of(uc, struct stp_uprobe, uc);

	if (stp_uprobe_is_deep(regs))
		atomic64_inc(&p->n_deep);
	return stp_fault_hit_plain(p->site, regs);
}

static STP_FN int on_return(STP_UPROBE_RETURN(uc, func, regs))
{
	struct stp_uprobe *p = container_of(uc, struct stp_uprobe, uc);

	if (!stp_uprobe_wants(p) ||
	    !stp_uprobe_was_called(p->ret->row, func, regs))
		return 0;
	preempt_disable_notrace();
	raw_cpu_write(stp_uprobe_function, func);
	if (p->own)
		leave(p->own, p->ret, regs);
	else
		stp_fault_hit(p->ret, regs, NULL);
	preempt_enable_notrace();
	return 0;
}

/* Handles a return in any process and from any caller, for which nothing is
 * saved. */
static STP_FN int on_any_return(STP_UPROBE_RETURN(uc, func, regs))
{
	const struct stp_site *site =
		container_of(uc, struct stp_uprobe, uc)->ret;

	preempt_disable_notrace();
	raw_cpu_write(stp_uprobe_function, func);
	stp_fault_hit(site, regs, NULL);
	preempt_enable_notrace();
	return 0;
}

/* Does what on_any_return() does, for a handler that needs nothing from the program,
 * either. */
static STP_FN int on_plain_return(STP_UPROBE_RETURN(uc, func, regs))
{
	return stp_fault_hit_plain(container_of(uc, struct stp_uprobe,
						uc)->ret, regs);
}

/* ---- memory ------------------------------------------------------------- */

static int make_calls(struct stp_uprobe *p)
{
	struct calls *c = stp_os_alloc(sizeof(*c));
	u64 n = p->site->row->uprobe.maxactive ?:
		stp_run.limits[STP_LIM_KRETACTIVE];

	p->own = c;
	if (!c)
		return -ENOMEM;
	raw_spin_lock_init(&c->lock);
	c->most = n ? min_t(u64, n, MOST_SLOTS) : MOST_SLOTS;
	c->bytes = ALIGN(sizeof(struct call) +
			 p->site->row->uprobe.data_size, 8);
	return add_slots(c, n ? c->most : SLOTS);
}

static void free_calls(struct stp_uprobe *p)
{
	struct calls *c = p->own;
	struct chunk *chunk;
	u32 i;

	if (!c)
		return;
	for (i = 0; i < ARRAY_SIZE(c->buckets); i++)
		while (c->buckets[i])
			give_back_slot(c, &c->buckets[i]);
	while ((chunk = c->chunks)) {
		c->chunks = chunk->next;
		stp_os_free(chunk, chunk_bytes(c, chunk->n));
	}
	stp_os_free(c, sizeof(*c));
}

/* ---- the kind ----------------------------------------------------------- */

typedef int on_return_fn(STP_UPROBE_RETURN(uc, func, regs));

static on_return_fn *handler_of(const struct stp_site *site)
{
	const struct stp_row *row = site->row;

	if (stp_uprobe_chooses(row) || row->uprobe.caller || site->entry)
		return on_return;
	return stp_fault_asks(site) ? on_any_return : on_plain_return;
}

/* Prepares the rows, and attaches the guards.  The guards cannot wait for attach():
 * rows at entries that share their consumers with these rows are attached
 * earlier, and from then on the returns are probed. */
static int prepare(struct stp_site **sites, u32 n)
{
	int err = stp_uprobe_prepare(sites, n);
	u32 i;

	if (!err)
		err = stp_uprobe_pair(sites, n);
	if (!err)
		unguarded = stp_guards_attach();
	for (i = 0; i < n && !err && !unguarded; i++) {
		struct stp_uprobe *p = sites[i]->priv;
		struct stp_uprobe *host = p->host ? p->host : p;

		host->ret = sites[i];
		host->uc.ret_handler = handler_of(sites[i]);
		if (host != p) {
			host->entry = host->uc.handler;
			host->uc.handler =
				stp_uprobe_chooses(host->site->row) ||
				stp_fault_asks(host->site)
					? on_host_call : on_plain_host_call;
		} else {
			p->uc.handler = sites[i]->entry ? on_entry : on_call;
		}
		if (sites[i]->entry)
			err = make_calls(p);
	}
	return err;
}

/* Attaches @sites.  Refuses all of them if the guards could not be attached:
 * no return may be probed then. */
static int attach(struct stp_site **sites, u32 n)
{
	int err = 0, now;
	u32 i;

	if (!unguarded)
		return stp_uprobe_attach(sites, n);
	for (i = 0; i < n; i++) {
		now = stp_site_refused(sites[i], unguarded);
		err = err ? err : now;
	}
	return err;
}

static void detach(struct stp_site **sites, u32 n)
{
	stp_uprobe_detach(sites, n);
	stp_guards_detach();
}

static void give_back(struct stp_site **sites, u32 n)
{
	u32 i;

	stp_guards_detach();
	for (i = 0; i < n && sites[i]->priv; i++)
		free_calls(sites[i]->priv);
	stp_uprobe_free(sites, n);
}

static void missed(const struct stp_site *site, u64 causes[STP_N_CAUSES])
{
	const struct stp_uprobe *p = site->priv;
	const struct calls *c = p ? p->own : NULL;

	if (c)
		causes[STP_CAUSE_RETURN_SLOTS] += READ_ONCE(c->no_slot);
	if (p)
		causes[STP_CAUSE_DEEP] += atomic64_read(
			&(p->host ? p->host : p)->n_deep);
	/* the losses of all sites are counted at the first one */
	if (site == stp_run.by_kind[stp_run.kind_at[STP_KIND_URETPROBE]])
		causes[STP_CAUSE_SWITCHED] += stp_guards_lost();
}

const struct stp_kind stp_kind_uretprobe = {
	.id = STP_KIND_URETPROBE,
	.name = "uretprobe",
	.is_of_program = true,
	.read = stp_fault_read,
	.write = stp_fault_write,
	.is_atomic = stp_uprobe_is_atomic,
	.prepare = prepare,
	.attach = attach,
	.reason = stp_uprobe_reason,
	.arm = stp_uprobe_arm,
	.disarm = stp_uprobe_disarm,
	.detach = detach,
	.free = give_back,
	.missed = missed,
};
