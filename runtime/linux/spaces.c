/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A process' mappings are looked at when it is met for the first time, and
 * again when it has more or less code than then.  Whoever holds the lock of
 * the mappings is not waited for.
 */
#include <linux/hash.h>
#include <linux/irq_work.h>
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>

#include "runtime/arch/arch.h"
#include "runtime/linux/space_files.h"
#include "runtime/linux/spaces.h"

#define MAX_SPACES 1024		/* below STP_MAX_SPACES */
#define MAX_MAPS (16 * 1024)	/* of all spaces */
#define MAPS_OF_ONE 256
#define MOST_AREAS 4096		/* of a process that are looked at */
#define MET_BITS 8

struct space {
	u32 first, n;		/* in maps */
	u32 hash;
	u32 tgid;		/* of the first process */
};

/* A process that has been met.  What it runs may be another program. */
struct met {
	const struct mm_struct *mm;
	u64 exec_id, start;
	unsigned long code;	/* pages of code it had */
	u32 space;
};

/* What is being looked at, one on each CPU. */
struct look {
	u32 busy, n;
	struct stp_map maps[MAPS_OF_ONE];
	struct file *files[MAPS_OF_ONE];
};

static struct stp_map *maps;
static struct space *spaces;	/* [0] is not used */
static u32 n_maps, n_spaces;
static struct met *met;
static struct look *looks;
static DEFINE_RAW_SPINLOCK(lock);	/* of all these */

/* ---- one process -------------------------------------------------------- */

static STP_FN bool goes_on(const struct look *l, const struct vm_area_struct *v,
			   u64 offset)
{
	const struct stp_map *last = l->n ? &l->maps[l->n - 1] : NULL;

	return last && v->vm_file && l->files[l->n - 1] == v->vm_file &&
	       last->end == v->vm_start &&
	       last->offset + (last->end - last->start) == offset;
}

/* Parts of one file that lie as they do in the file are one mapping. */
static STP_FN void add_area(struct look *l, const struct vm_area_struct *v)
{
	u64 offset = v->vm_file ? (u64)v->vm_pgoff << PAGE_SHIFT : 0;
	bool is_code = v->vm_flags & VM_EXEC;
	bool is_vdso = !v->vm_file &&
		       v->vm_start == stp_arch_vdso_at(v->vm_mm);

	if (goes_on(l, v, offset)) {
		l->maps[l->n - 1].end = v->vm_end;
		l->maps[l->n - 1].is_code |= is_code;
	} else if ((v->vm_file || is_code) && l->n < MAPS_OF_ONE) {
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
	u32 left = MOST_AREAS;

	l->n = 0;
	for (v = find_vma(mm, 0); v && left--; v = find_vma(mm, v->vm_end))
		add_area(l, v);
}

/* ---- spaces; under the lock --------------------------------------------- */

static STP_FN u32 hash_of(const struct look *l)
{
	u64 h = l->n;
	u32 i;

	for (i = 0; i < l->n; i++)
		h = (h ^ l->maps[i].start ^ l->maps[i].end << 7 ^
		     l->maps[i].file) * 0x9e3779b97f4a7c15ull;
	return h >> 32;
}

static STP_FN u32 find_same(const struct look *l, u32 hash)
{
	u32 i;

	for (i = n_spaces; i; i--)
		if (spaces[i].hash == hash && spaces[i].n == l->n &&
		    !memcmp(&maps[spaces[i].first], l->maps,
			    l->n * sizeof(*maps)))
			break;
	return i;
}

static STP_FN u32 intern(struct look *l, u32 tgid)
{
	u32 i, hash;

	for (i = 0; i < l->n; i++)
		if (l->files[i])
			l->maps[i].file = stp_space_file(l->files[i]);
	hash = hash_of(l);
	i = find_same(l, hash);
	if (i || n_spaces + 1 == MAX_SPACES || l->n > MAX_MAPS - n_maps)
		return i;
	i = n_spaces + 1;
	memcpy(&maps[n_maps], l->maps, l->n * sizeof(*maps));
	spaces[i] = (struct space){ n_maps, l->n, hash, tgid };
	n_maps += l->n;
	smp_store_release(&n_spaces, i);
	return i;
}

static STP_FN bool is_met(const struct met *m, const struct task_struct *t,
			  const struct mm_struct *mm)
{
	return m->mm == mm && m->code == READ_ONCE(mm->exec_vm) &&
	       m->exec_id == t->self_exec_id &&
	       m->start == t->group_leader->start_time;
}

/* ---- looking ------------------------------------------------------------ */

static STP_FN void keep(struct look *l, const struct task_struct *t,
			const struct mm_struct *mm)
{
	struct met *m = &met[hash_ptr(mm, MET_BITS)];
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	m->mm = mm;
	m->exec_id = t->self_exec_id;
	m->start = t->group_leader->start_time;
	m->code = READ_ONCE(mm->exec_vm);
	m->space = intern(l, t->tgid);
	raw_spin_unlock_irqrestore(&lock, flags);
}

/* A realtime kernel that gives the lock of the mappings back switches interrupts
 * on. */
static STP_FN bool may_give_back(void)
{
	return !IS_ENABLED(CONFIG_PREEMPT_RT) ||
	       (!in_hardirq() && !irqs_disabled());
}

static STP_FN void look_at(const struct task_struct *t, struct mm_struct *mm)
{
	struct look *l = &looks[raw_smp_processor_id()];

	if (!may_give_back() || cmpxchg(&l->busy, 0, 1))
		return;
	if (mmap_read_trylock(mm)) {
		add_areas(l, mm);
		keep(l, t, mm);
		mmap_read_unlock(mm);
	}
	WRITE_ONCE(l->busy, 0);
}

/*
 * Giving the lock of the mappings back may wake somebody, which wants locks of
 * the scheduler: code that has interrupts on holds none of them, and neither
 * does a timer's interrupt of such code.  A handler that holds locks of its own has
 * them off, which says nothing of the code.
 */
static STP_FN bool were_irqs_on(const struct stp_cxt *c)
{
	return c->pub.irqs ? !irqs_disabled_flags(c->pub.irqs)
			   : !irqs_disabled();
}

static STP_FN bool may_look(struct stp_ctx *c)
{
	u32 kind = c->site->row->kind;

	if (in_nmi())
		return false;
	return were_irqs_on(stp_cxt(c)) ||
	       (in_hardirq() && (kind == STP_KIND_TIMER ||
				 (kind == STP_KIND_PERF &&
				  !stp_cxt(c)->regs)));
}

/* An interrupt that comes as soon as they are on. */
static STP_FN void look_soon(struct irq_work *unused)
{
	if (current->mm)
		look_at(current, current->mm);
}

static struct irq_work soon = IRQ_WORK_INIT_HARD(look_soon);

static STP_FN u32 known(const struct task_struct *t,
			const struct mm_struct *mm)
{
	const struct met *m = &met[hash_ptr(mm, MET_BITS)];
	unsigned long flags;
	u32 ret = 0;

	if (!in_nmi())
		raw_spin_lock_irqsave(&lock, flags);
	else if (!raw_spin_trylock_irqsave(&lock, flags))
		return 0;
	if (is_met(m, t, mm))
		ret = m->space;
	raw_spin_unlock_irqrestore(&lock, flags);
	return ret;
}

STP_FN u32 stp_space_of_current(struct stp_ctx *c)
{
	struct mm_struct *mm = current->mm;
	u32 ret;

	if (!mm || current->flags & PF_KTHREAD)
		return 0;
	ret = known(current, mm);
	if (ret)
		return ret;
	if (!may_look(c)) {
		irq_work_queue(&soon);
		return 0;
	}
	look_at(current, mm);
	return known(current, mm);
}

STP_FN u32 stp_space_here(void)
{
	struct mm_struct *mm = current->mm;
	u32 ret = known(current, mm);

	if (ret)
		return ret;
	look_at(current, mm);
	return known(current, mm);
}

STP_FN void stp_space_note(const struct task_struct *t, struct mm_struct *mm)
{
	/* without the lock: threads of the whole machine may be here, and most
	 * find that nothing is new */
	if (!is_met(&met[hash_ptr(mm, MET_BITS)], t, mm))
		look_at(t, mm);
}

/* A handler with interrupts off may not look on a realtime kernel, and neither
 * may an interrupt that it asks for. */
static STP_FN void meet(void)
{
	struct mm_struct *mm = current->mm;

	if (mm && !(current->flags & PF_KTHREAD) && !in_nmi() &&
	    may_give_back())
		stp_space_note(current, mm);
}

/* ---- asking ------------------------------------------------------------- */

STP_FN const struct stp_map *stp_space_find(u32 space, u64 addr)
{
	const struct stp_map *m;
	u32 low = 0, high, at;

	if (!space || space > smp_load_acquire(&n_spaces))
		return NULL;
	m = &maps[spaces[space].first];
	high = spaces[space].n;
	while (low < high) {
		at = low + (high - low) / 2;
		if (addr < m[at].start)
			high = at;
		else if (addr >= m[at].end)
			low = at + 1;
		else
			return &m[at];
	}
	return NULL;
}

static STP_FN u32 newest_with(u64 addr)
{
	u32 i = smp_load_acquire(&n_spaces);

	while (i && !stp_space_find(i, addr))
		i--;
	return i;
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

/* Where byte 0 of the mapping's file is, or would be. */
static STP_FN u64 beginning(u32 space, const struct stp_map *m)
{
	const struct stp_map *first = &maps[spaces[space].first];

	for (; m > first && m->offset && m[-1].file == m->file;)
		m--;
	return m->start - m->offset;
}

/* A file whose name is not known yet has not been read: what is linked to be
 * where it is lies low, and what is moved lies high. */
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

	return o && o == stp_blob_object(stp_session.blob, object);
}

/* The first mapping of a file has its beginning. */
STP_FN bool stp_space_place(u32 space, u32 object, u64 linked, u64 *ret)
{
	const struct stp_map *m = &maps[spaces[space].first];
	u32 n = spaces[space].n;
	u64 link;

	while (n && !is_of(m, object))
		m++, n--;
	if (!n || !stp_space_file_link(m->file, &link))
		return false;
	*ret = m->start - m->offset + linked - link;
	return true;
}

/* The last symbol that begins at @offset or before it and reaches there. */
static STP_FN const struct stp_name *name_at(const struct stp_object *o,
					     u64 offset)
{
	const struct stp_blob *b = stp_session.blob;
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

/* Others have their names asked for as soon as they are seen. */
static STP_FN const char *shown_path(const struct stp_map *m,
				     const struct stp_object *o)
{
	return o ? stp_blob_str(stp_session.blob, o->path)
		 : stp_space_file_path(m->file);
}

static STP_FN const char *build_of(const struct stp_map *m,
				   const struct stp_object *o)
{
	const char *id = o ? stp_blob_str(stp_session.blob, o->build_id)
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
			 name ? stp_blob_str(stp_session.blob, name->name) : "",
			 name ? offset - name->at : offset,
			 name ? (u64)name->size : m->end - m->start, path,
			 stp_space_linked(space, shown), build_of(m, o));
}

static int ask(struct stp_ioc_mapped *a)
{
	u32 space = stp_addr_space(a->addr);
	const struct stp_map *m;

	a->len = 0;
	if (!stp_addr_is_user(a->addr) || !maps)
		return -EINVAL;
	m = stp_space_find(space, stp_addr_shown(a->addr));
	if (!m || m->file == STP_NO_FILE)
		return 0;
	if (!stp_space_file_path(m->file))
		stp_space_files_settle();
	if (!stp_space_file_path(m->file))
		return 0;
	a->offset = offset_in(m, stp_addr_shown(a->addr));
	a->tgid = spaces[space].tgid;
	strscpy(a->build_id, stp_space_file_build(m->file),
		sizeof(a->build_id));
	strscpy(a->path, stp_space_file_path(m->file), sizeof(a->path));
	a->len = strlen(a->path);
	return 0;
}

/* ---- life --------------------------------------------------------------- */

static void end(void)
{
	stp_space_watch_end();
	irq_work_sync(&soon);
	stp_space_files_end();
	stp_os_free(maps, MAX_MAPS * sizeof(*maps));
	stp_os_free(spaces, MAX_SPACES * sizeof(*spaces));
	stp_os_free(met, sizeof(*met) << MET_BITS);
	stp_os_free(looks, (u64)nr_cpu_ids * sizeof(*looks));
	maps = NULL;
	spaces = NULL;
	met = NULL;
	looks = NULL;
	n_maps = n_spaces = 0;
}

static int begin(void)
{
	int err;

	maps = stp_os_alloc(MAX_MAPS * sizeof(*maps));
	spaces = stp_os_alloc(MAX_SPACES * sizeof(*spaces));
	met = stp_os_alloc(sizeof(*met) << MET_BITS);
	looks = stp_os_alloc((u64)nr_cpu_ids * sizeof(*looks));
	if (!maps || !spaces || !met || !looks)
		return -ENOMEM;
	err = stp_space_files_begin();
	return err ? err : stp_space_watch_begin();
}

const struct stp_spaces stp_spaces = {
	.begin = begin,
	.end = end,
	.ask = ask,
	.words = words,
	.is_chain = stp_ustack_is_chain,
	.meet = IS_ENABLED(CONFIG_PREEMPT_RT) ? meet : NULL,
};
