/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Registers and unregisters uprobes.  Before 6.12 a registered probe is named
 * by its file and offset, since then by a handle.  Since 6.12 unregistering a
 * probe and waiting for its last hits are separate calls.  Since 6.13 handlers
 * get a word that is passed from an entry to its return; it is not used here.
 */
#ifndef STP_COMPAT_UPROBE_H
#define STP_COMPAT_UPROBE_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/uprobes.h>
#include <linux/version.h>

/** A registered probe, as stp_uprobe_unregister() needs it. */
struct stp_uprobe_handle {
	struct inode *inode;
	loff_t offset;
	struct uprobe *uprobe;
};

/**
 * Registers @uc at @offset of the file @inode and fills in @h.  @semaphore: the
 * offset in the file of a counter that is raised while the probe is registered;
 * 0: none.  Returns 0 or -errno.  May sleep.
 */
static inline int stp_uprobe_register(struct stp_uprobe_handle *h,
				      struct inode *inode, loff_t offset,
				      loff_t semaphore,
				      struct uprobe_consumer *uc)
{
	h->inode = inode;
	h->offset = offset;
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
	return uprobe_register_refctr(inode, offset, semaphore, uc);
#else
	h->uprobe = uprobe_register(inode, offset, semaphore, uc);
	return PTR_ERR_OR_ZERO(h->uprobe);
#endif
}

/** Unregisters @uc from @h.  After the next stp_uprobe_sync() there are no more
 *  hits. */
static inline void stp_uprobe_unregister(struct stp_uprobe_handle *h,
					 struct uprobe_consumer *uc)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
	uprobe_unregister(h->inode, h->offset, uc);
#else
	uprobe_unregister_nosync(h->uprobe, uc);
#endif
}

static inline void stp_uprobe_sync(void)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
	uprobe_unregister_sync();
#endif
}

/** Parameters of a consumer's filter().  Until 6.11 one of them is the reason
 *  of the call. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
#define STP_UPROBE_FILTER(uc, mm)                                              \
	struct uprobe_consumer *uc, enum uprobe_filter_ctx why,                \
		struct mm_struct *mm
#else
#define STP_UPROBE_FILTER(uc, mm)                                              \
	struct uprobe_consumer *uc, struct mm_struct *mm
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
#define STP_UPROBE_WORD
#define STP_UPROBE_WORD_ON
#else
#define STP_UPROBE_WORD , __u64 *unused
#define STP_UPROBE_WORD_ON , unused
#endif

/** Parameters of a consumer's handler(). */
#define STP_UPROBE_HIT(uc, regs)                                               \
	struct uprobe_consumer *uc, struct pt_regs *regs STP_UPROBE_WORD
/** The arguments with which a handler calls another handler. */
#define STP_UPROBE_HIT_ON(uc, regs) uc, regs STP_UPROBE_WORD_ON
/** Parameters of a consumer's ret_handler(). */
#define STP_UPROBE_RETURN(uc, func, regs)                                      \
	struct uprobe_consumer *uc, unsigned long func,                        \
		struct pt_regs *regs STP_UPROBE_WORD

#endif
