/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looks at the mappings of processes: when a process is met for the first time,
 * and again when it has more or less code than at the last look.  Nothing here
 * waits for the lock of the mappings.
 */
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>

#include "runtime/arch/arch.h"
#include "runtime/compat/irq_work.h"
#include "runtime/linux/space_files.h"
#include "runtime/linux/space_table.h"
#include "runtime/linux/spaces.h"

#define MOST_AREAS 4096		/* of a process that are looked at */
#define MET_BITS 8
#define REST 64			/* pause after a long look, as a multiple of its
				   time */
#define REST_NONE_NS 100000000ull	/* pause after a look that found no
					   room */
#define CHEAP_AREAS 512		/* looking at this many needs no pause */

/* A process that has been met, while it ran a certain program (exec_id). */
struct met {
	const struct mm_struct *mm;
	u64 exec_id, start;	/* start: when the process began */
	unsigned long code;	/* pages of code at the last look */
	u64 rests;		/* it is not looked at again before that time,
				   ns */
	struct stp_space_id id;
};

/* A look at the mappings of a process; one per CPU. */
struct look {
	u32 busy, n;		/* 1: in use; number of maps[] */
	u32 areas;		/* areas of the process that were looked at */
	bool cut;		/* the process has more mappings */
	u64 began;
	struct stp_map maps[STP_MAPS_OF_ONE];
	struct file *files[STP_MAPS_OF_ONE];
};

static struct met *met;		/* by hash of mm; under the lock of space_table.h */
static struct look *looks;	/* by CPU */

/* ---- one process -------------------------------------------------------- */

/* Returns true if area @v, which is at @offset of its file, continues the last
 * mapping of @l. */
static STP_FN bool goes_on(const struct look *l, const struct vm_area_struct *v,
			   u64 offset)
{
	const struct stp_map *last = l->n ? &l->maps[l->n - 1] : NULL;

	return last && v->vm_file && l->files[l->n - 1] == v->vm_file &&
	       last->end == v->vm_start &&
	       last->offset + (last->end - last->start) == offset;
}

/* Adds area @v, if it is of a file or has code.  Adjacent areas of one file, in the
 * file's order, become one mapping. */
static STP_FN void add_area(struct look *l, const struct vm_area_struct *v)
{
	u64 offset = v->vm_file ? (u64)v->vm_pgoff << PAGE_SHIFT : 0;
	bool is_code = v->vm_flags & VM_EXEC;
	bool is_vdso = !v->vm_file &&
		       v->vm_start == stp_arch_vdso_at(v->vm_mm);

	if (goes_on(l, v, offset)) {
		l->maps[l->n - 1].end = v->vm_end;
		l->maps[l->n - 1].is_code |= is_code;
	} else if ((v->vm_file || is_code) && l->n == STP_MAPS_OF_ONE) {
		l->cut = true;
	} else if (v->vm_file || is_code) {
		l->files[l->n] = v->vm_file;
		l->maps[l->n++] = (struct stp_map){
			.start = v->vm_start, .end = v->vm_end,
			.offset = offset,
			.file = is_vdso ? STP_VDSO_FILE : STP_NO_FILE,
			.is_code = is_code,
		};
	}
}

static STP_FN void add_areas(struct look *l, struct mm_struct *mm)
{
	struct vm_area_struct *v;

	l->n = l->areas = 0;
	l->cut = false;
	l->began = stp_os_now();
	for (v = find_vma(mm, 0); v && l->areas < MOST_AREAS;
	     v = find_vma(mm, v->vm_end), l->areas++)
		add_area(l, v);
	l->cut |= v != NULL;
}

/* ---- spaces; under the lock --------------------------------------------- */

static STP_FN struct stp_space_id intern(struct look *l, u32 tgid)
{
	u32 i;

	for (i = 0; i < l->n; i++)
		if (l->files[i])
			l->maps[i].file = stp_space_file(l->files[i]);
	if (l->cut)
		stp_space_table_cut();
	return stp_space_table_get(l->maps, l->n, tgid);
}

/* Returns true if @m is of the process of @t, and of the program that it runs. */
static STP_FN bool is_process(const struct met *m, const struct task_struct *t,
			      const struct mm_struct *mm)
{
	return m->mm == mm && m->exec_id == t->self_exec_id &&
	       m->start == t->group_leader->start_time;
}

/* Returns true if @m is of this process, and the process need not be looked at
 * again: it has as much code as at the last look, or the pause after that look is
 * not over.  (A process may map code all the time.) */
static STP_FN bool is_met(const struct met *m, const struct task_struct *t,
			  const struct mm_struct *mm)
{
	return is_process(m, t, mm) &&
	       (m->code == READ_ONCE(mm->exec_vm) ||
		stp_os_now() < READ_ONCE(m->rests));
}

/* ---- looking ------------------------------------------------------------ */

/* Returns the time before which the process is not looked at again, after the look
 * @l that found @space. */
static STP_FN u64 rest_of(const struct look *l, u32 space)
{
	u64 now = stp_os_now();

	if (!space)
		return now + REST_NONE_NS;
	return l->areas > CHEAP_AREAS ? now + REST * (now - l->began) : 0;
}

/* Keeps the result of a look, in place of another process with the same hash. */
static STP_FN void keep(struct look *l, const struct task_struct *t,
			const struct mm_struct *mm)
{
	struct met *m = &met[hash_ptr(mm, MET_BITS)];
	unsigned long flags;

	if (!stp_space_trylock(&flags))
		return;
	m->mm = mm;
	m->exec_id = t->self_exec_id;
	m->start = t->group_leader->start_time;
	m->code = READ_ONCE(mm->exec_vm);
	m->id = intern(l, t->tgid);
	m->rests = rest_of(l, m->id.space);
	stp_space_unlock(flags);
}

/* Returns true if the lock of the mappings may be released here: a realtime
 * kernel switches interrupts on when it does that. */
static STP_FN bool may_give_back(void)
{
	return !IS_ENABLED(CONFIG_PREEMPT_RT) ||
	       (!hardirq_count() && !irqs_disabled());
}

/* Looks at the mappings @mm, unless that would have to wait. */
static STP_FN void take_look(const struct task_struct *t, struct mm_struct *mm)
{
	struct look *l = &looks[raw_smp_processor_id()];

	if (cmpxchg(&l->busy, 0, 1))
		return;
	if (mmap_read_trylock(mm)) {
		add_areas(l, mm);
		keep(l, t, mm);
		mmap_read_unlock(mm);
	}
	WRITE_ONCE(l->busy, 0);
}

/* The task whose process a kernel thread will look at, on realtime kernels
 * only.  There is only one such task at a time; other tasks try again at their next
 * hit. */
static struct task_struct *waits;

static STP_FN void look_later(struct irq_work *unused)
{
	struct task_struct *t = xchg(&waits, NULL);
	struct mm_struct *mm = t ? get_task_mm(t) : NULL;

	rcu_read_lock();
	if (mm && pid_alive(t))		/* and so is its group's leader */
		take_look(t, mm);
	rcu_read_unlock();
	if (mm)
		mmput(mm);
	if (t)
		put_task_struct(t);
}

static DEFINE_IRQ_WORK(later, look_later);

static STP_FN void ask_for_look(struct task_struct *t)
{
	get_task_struct(t);
	if (cmpxchg(&waits, NULL, t))
		put_task_struct(t);
	else
		irq_work_queue(&later);
}

/* Looks at the mappings @mm of @t, now or (realtime kernels) a little later. */
static STP_FN void look_at(struct task_struct *t, struct mm_struct *mm)
{
	if (may_give_back())
		take_look(t, mm);
	else
		ask_for_look(t);
}

/*
 * Returns true if interrupts were on in the code that was hit.  Releasing the
 * lock of the mappings may wake a task, for which the kernel takes locks of the
 * scheduler: code that has interrupts on holds none of them, and neither does
 * code that a timer interrupts.  A handler that holds locks of its own has
 * switched interrupts off itself: the flags from before are in pub.irqs.
 */
static STP_FN bool were_irqs_on(const struct stp_workspace *c)
{
	return c->pub.irqs ? !irqs_disabled_flags((unsigned long)c->pub.irqs)
			   : !irqs_disabled();
}

/* Returns true for a watchpoint that a program hit itself: its own code holds
 * no locks of the kernel, though interrupts are off now. */
static STP_FN bool is_watched_by_program(struct stp_ctx *c)
{
	struct pt_regs *regs = stp_workspace(c)->regs;

	return c->site->row->flags & STP_ROW_WATCH && regs && user_mode(regs);
}

/* Returns true in the interrupt of a timer, of which an event of perf that
 * counts time is one.  Events of the scheduler come in interrupts, too, with
 * its locks held: their registers say that interrupts were off. */
static STP_FN bool is_of_timer(struct stp_ctx *c)
{
	const struct pt_regs *regs = stp_workspace(c)->regs;

	if (!hardirq_count())
		return false;
	return c->site->row->kind == STP_KIND_TIMER ||
	       (c->site->row->kind == STP_KIND_PERF &&
		(!regs || !irqs_disabled_flags(stp_arch_flags(regs))));
}

/* Returns true if the handler may look at the mappings of the current process. */
static STP_FN bool may_look(struct stp_ctx *c)
{
	return !in_nmi() && (were_irqs_on(stp_workspace(c)) ||
			     is_watched_by_program(c) || is_of_timer(c));
}

/* Looks at the current process, in an interrupt that comes as soon as
 * interrupts are on. */
static STP_FN void look_soon(struct irq_work *unused)
{
	if (current->mm)
		look_at(current, current->mm);
}

static struct irq_work soon = IRQ_WORK_INIT_HARD(look_soon);

/* Returns the space of the process, or 0 if it is not known.  Sets *@is_new to
 * true if the mappings must be looked at, else to false.  If the
 * lock cannot be had, it returns 0 and leaves *@is_new unchanged. */
static STP_FN u32 known(const struct task_struct *t,
			const struct mm_struct *mm, bool *is_new)
{
	const struct met *m = &met[hash_ptr(mm, MET_BITS)];
	unsigned long flags;
	u32 ret = 0;

	if (!stp_space_trylock(&flags))
		return 0;
	*is_new = !is_met(m, t, mm);
	if (!*is_new && stp_space_table_touch(m->id))
		ret = m->id.space;
	else if (m->id.space)	/* it is retired: look again */
		*is_new = true;
	stp_space_unlock(flags);
	return ret;
}

/* Returns the space from an earlier look at the process, or 0.  It may lack
 * libraries, but the program is where it was. */
static STP_FN u32 earlier(const struct task_struct *t,
			  const struct mm_struct *mm)
{
	const struct met *m = &met[hash_ptr(mm, MET_BITS)];
	unsigned long flags;
	u32 ret = 0;

	if (!stp_space_trylock(&flags))
		return 0;
	if (is_process(m, t, mm) && stp_space_table_touch(m->id))
		ret = m->id.space;
	stp_space_unlock(flags);
	return ret;
}

STP_FN u32 stp_space_of_current(struct stp_ctx *c)
{
	struct mm_struct *mm = current->mm;
	bool is_new = true;
	u32 ret;

	if (!mm || current->flags & PF_KTHREAD)
		return 0;
	ret = known(current, mm, &is_new);
	if (!is_new)
		return ret;
	if (may_look(c)) {
		look_at(current, mm);
		ret = known(current, mm, &is_new);
	} else {
		irq_work_queue(&soon);
	}
	if (!ret && c->site->row->flags & STP_ROW_WATCH)
		ret = earlier(current, mm);
	return ret;
}

STP_FN u32 stp_space_here(void)
{
	struct mm_struct *mm = current->mm;
	bool is_new = true;
	u32 ret = known(current, mm, &is_new);

	if (!is_new)
		return ret;
	look_at(current, mm);
	return known(current, mm, &is_new);
}

STP_FN void stp_space_note(struct task_struct *t, struct mm_struct *mm)
{
	/* without the lock: threads on all CPUs may be here, and most find that
	 * nothing is new */
	const struct met *m = &met[hash_ptr(mm, MET_BITS)];

	if (!is_met(m, t, mm) || !stp_space_is_live(READ_ONCE(m->id.space)))
		look_at(t, mm);
}

static STP_FN void look_before(struct task_struct *t, struct mm_struct *mm)
{
	if (mm && !(t->flags & PF_KTHREAD) && !in_nmi() && may_give_back())
		stp_space_note(t, mm);
}

/* Looks at the current process before the handler runs.  On a realtime kernel a
 * handler with interrupts off may not look itself, so its first hit would not
 * know the process. */
static STP_FN void meet(void)
{
	look_before(current, current->mm);
}

/* ---- asking ------------------------------------------------------------- */

STP_FN const struct stp_map *stp_space_find(u32 space, u64 addr)
{
	const struct stp_map *m;
	u32 low = 0, high = space ? stp_space_n(space) : 0, at;

	while (low < high) {
		at = low + (high - low) / 2;
		m = stp_space_map(space, at);
		if (addr < m->start)
			high = at;
		else if (addr >= m->end)
			low = at + 1;
		else
			return m;
	}
	return NULL;
}

static STP_FN u32 newest_with(u64 addr)
{
	unsigned long flags;
	u32 ret;

	if (!stp_space_trylock(&flags))
		return 0;
	ret = stp_space_table_newest(addr);
	stp_space_unlock(flags);
	return ret;
}

STP_FN u32 stp_space_with(u64 addr)
{
	u32 ret = newest_with(addr);

	if (ret)
		return ret;
	stp_space_watch_look();
	return newest_with(addr);
}

STP_FN const struct stp_object *stp_space_object(const struct stp_map *m)
{
	return stp_space_file_object(m->file);
}

static STP_FN u64 offset_in(const struct stp_map *m, u64 addr)
{
	return addr - m->start + m->offset;
}

/* Returns the address where byte 0 of the file of @m is mapped, or would be.  It is
 * computed from the first of the adjacent mappings of that file. */
static STP_FN u64 beginning(u32 space, const struct stp_map *m)
{
	u32 i = 0, n = stp_space_n(space);
	const struct stp_map *at = m;

	while (i < n && stp_space_map(space, i) != m)
		i++;
	for (; i && i < n && at->offset; i--) {
		const struct stp_map *before = stp_space_map(space, i - 1);

		if (before->file != at->file)
			break;
		at = before;
	}
	return at->start - at->offset;
}

/* Translates by the link address of the file.  While the name of a file is not
 * known, the file has not been read, and its link address is guessed: files that
 * are linked to a fixed address are below 4 GiB, and relocated ones above. */
STP_FN u64 stp_space_linked(u32 space, u64 addr)
{
	const struct stp_map *m = stp_space_find(space, addr);
	u64 begin, link;

	if (!m || m->file == STP_NO_FILE)
		return 0;
	begin = beginning(space, m);
	if (!stp_space_file_link(m->file, &link))
		link = begin >> 32 ? 0 : begin;
	return addr - begin + link;
}

static STP_FN bool is_of(const struct stp_map *m, u32 object)
{
	const struct stp_object *o = stp_space_object(m);

	return o && o == stp_blob_object(stp_run.blob, object);
}

/* Finds the file by its first mapping, which is that of the file's
 * beginning. */
STP_FN bool stp_space_address(u32 space, u32 object, u64 linked, u64 *ret)
{
	u32 n = stp_space_n(space), i = 0;
	const struct stp_map *m;
	u64 link;

	while (i < n && !is_of(stp_space_map(space, i), object))
		i++;
	if (i == n)
		return false;
	m = stp_space_map(space, i);
	if (!stp_space_file_link(m->file, &link))
		return false;
	*ret = m->start - m->offset + linked - link;
	return true;
}

/* Returns the last symbol that begins at @offset or before, if it covers
 * @offset; else NULL. */
static STP_FN const struct stp_name *name_at(const struct stp_object *o,
					     u64 offset)
{
	const struct stp_blob *b = stp_run.blob;
	const struct stp_name *n;
	u32 low = 0, high = o ? o->n_names : 0, at;

	while (low < high) {
		at = low + (high - low) / 2;
		if (stp_blob_name(b, o->first_name + at)->at <= offset)
			low = at + 1;
		else
			high = at;
	}
	if (!low)
		return NULL;
	n = stp_blob_name(b, o->first_name + low - 1);
	return offset - n->at < n->size ? n : NULL;
}

/* Returns the path of the file, or NULL.  If the file is not the blob's, its
 * path is only found a little after the file was first seen. */
static STP_FN const char *shown_path(const struct stp_map *m,
				     const struct stp_object *o)
{
	return o ? stp_blob_str(stp_run.blob, o->path)
		 : stp_space_file_path(m->file);
}

static STP_FN const char *build_of(const struct stp_map *m,
				   const struct stp_object *o)
{
	const char *id = o ? stp_blob_str(stp_run.blob, o->build_id)
			   : stp_space_file_build(m->file);

	return *id ? id : "-";
}

static STP_FN u32 words(u64 addr, char *to, u32 size)
{
	u32 space = stp_addr_space(addr);
	u64 shown = stp_addr_shown(addr), offset;
	const struct stp_map *m = stp_space_find(space, shown);
	const struct stp_object *o;
	const struct stp_name *name;
	const char *path;

	if (!m || m->file == STP_NO_FILE)
		return 0;
	o = stp_space_object(m);
	path = shown_path(m, o);
	if (!path)
		return 0;
	offset = offset_in(m, shown);
	name = name_at(o, offset);
	return scnprintf(to, size, "%s+0x%llx/0x%llx [%s] 0x%llx %s 0",
			 name ? stp_blob_str(stp_run.blob, name->name) : "",
			 name ? offset - name->at : offset,
			 name ? (u64)name->size : m->end - m->start, path,
			 stp_space_linked(space, shown), build_of(m, o));
}

/* Fills in the answer about a->addr.  Returns false if there is none yet, because the
 * name of the file is not known. */
static bool answer(struct stp_ioc_mapped *a)
{
	u32 space = stp_addr_space(a->addr);
	const struct stp_map *m = NULL;
	const char *path;

	if (stp_space_was(space, a->seq))
		m = stp_space_find(space, stp_addr_shown(a->addr));
	if (!m || m->file == STP_NO_FILE)
		return true;
	path = stp_space_file_path(m->file);
	if (!path)
		return false;
	a->offset = offset_in(m, stp_addr_shown(a->addr));
	a->size = m->end - m->start;
	a->tgid = stp_space_tgid(space);
	stp_space_file_identity(m->file, a);
	strscpy(a->build_id, stp_space_file_build(m->file),
		sizeof(a->build_id));
	strscpy(a->path, path, sizeof(a->path));
	a->len = strlen(a->path);
	return true;
}

static bool locked_answer(struct stp_ioc_mapped *a)
{
	unsigned long flags;
	bool ret;

	if (!stp_space_trylock(&flags))
		return false;
	ret = answer(a);
	stp_space_unlock(flags);
	return ret;
}

static int ask(struct stp_ioc_mapped *a)
{
	a->len = 0;
	if (!met)
		return -EINVAL;
	stp_space_table_seen(a->seq);
	if (!stp_addr_is_user(a->addr))
		return a->addr ? -EINVAL : 0;
	if (!locked_answer(a)) {
		stp_space_files_settle();
		locked_answer(a);
	}
	return 0;
}

/* ---- life --------------------------------------------------------------- */

static void end(void)
{
	stp_space_watch_end();
	irq_work_sync(&soon);
	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		irq_work_sync(&later);
	stp_space_table_end();
	stp_space_files_end();
	stp_os_free(met, sizeof(*met) << MET_BITS);
	stp_os_free(looks, (u64)nr_cpu_ids * sizeof(*looks));
	met = NULL;
	looks = NULL;
}

static int begin(void)
{
	int err;

	met = stp_os_alloc(sizeof(*met) << MET_BITS);
	looks = stp_os_alloc((u64)nr_cpu_ids * sizeof(*looks));
	if (!met || !looks)
		return -ENOMEM;
	err = stp_space_table_begin();
	if (!err)
		err = stp_space_files_begin();
	return err ? err : stp_space_watch_begin();
}

const struct stp_spaces stp_spaces = {
	.begin = begin,
	.end = end,
	.ask = ask,
	.lost = stp_space_table_lost,
	.words = words,
	.is_chain = stp_ustack_is_chain,
	.look = look_before,
	.meet = IS_ENABLED(CONFIG_PREEMPT_RT) ? meet : NULL,
};
