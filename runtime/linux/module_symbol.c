/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the addresses of modules' variables while their module is loaded.
 *
 * When a module is loaded, its variables are looked up before probes in it are
 * armed.  So handlers, in any context, only read an address, or 0.
 */
#include <linux/module.h>
#include <linux/mutex.h>

#include "runtime/core/handler.h"
#include "runtime/linux/module_symbol.h"

static u64 *addresses;		/* by index in LOCATIONS; 0: the module is not
				   loaded, or it is no variable */
static DEFINE_MUTEX(lock);	/* between the notifier and the run */

static u32 n_locations(void)
{
	return stp_blob_n(stp_run.blob, STP_SEC_LOCATIONS);
}

static const char *name_of(u32 location)
{
	const struct stp_blob *b = stp_run.blob;
	const struct stp_location *p = stp_blob_location(b, location);

	return p->space == STP_SPACE_DATA ? stp_blob_str(b, p->name) : NULL;
}

/* ---- modules come and go ------------------------------------------------ */

static bool is_in(const char *name, const struct module *m)
{
	size_t n = strlen(m->name);

	return !strncmp(name, m->name, n) && name[n] == ':';
}

/* Looks up the variables of module @m; if it is NULL, those of all modules. */
static void find(const struct module *m)
{
	const char *name;
	u32 i;

	for (i = 0; i < n_locations(); i++) {
		name = name_of(i);
		if (name && (!m || is_in(name, m)))
			WRITE_ONCE(addresses[i], stp_module_symbol(name));
	}
}

static void forget(const struct module *m)
{
	const char *name;
	u32 i;

	for (i = 0; i < n_locations(); i++) {
		name = name_of(i);
		if (name && is_in(name, m))
			WRITE_ONCE(addresses[i], 0);
	}
}

static int on_module(struct notifier_block *nb, unsigned long what, void *data)
{
	mutex_lock(&lock);
	if (addresses && what == MODULE_STATE_COMING)
		find(data);
	else if (addresses && what == MODULE_STATE_GOING)
		forget(data);
	mutex_unlock(&lock);
	return NOTIFY_DONE;
}

/* The notifier for modules.  Its priority lets it be called before that of
 * kprobe_attach.c, which arms probes in the module. */
static struct notifier_block notifier = {
	.notifier_call = on_module,
	.priority = 2,
};

static int begin(void)
{
	int err;

	addresses = stp_os_alloc((u64)n_locations() * sizeof(*addresses));
	if (!addresses)
		return -ENOMEM;
	err = register_module_notifier(&notifier);
	mutex_lock(&lock);
	find(NULL);
	mutex_unlock(&lock);
	return err;
}

static void end(void)
{
	if (!addresses)
		return;
	unregister_module_notifier(&notifier);
	stp_os_free(addresses, (u64)n_locations() * sizeof(*addresses));
	addresses = NULL;
}

const struct stp_module_syms stp_module_syms = { begin, end };

/* ---- for handlers ------------------------------------------------------- */

static STP_FN void not_loaded(struct stp_ctx *c, const char *name)
{
	char text[128];
	struct stp_sink to = { .p = text, .cap = sizeof(text) };
	size_t n = strcspn(name, ":");

	stp_sink_puts(&to, "the module '");
	stp_sink_put(&to, name, n < 64 ? n : 64);
	stp_sink_puts(&to, "' is not loaded");
	stp_fail_str(c, (struct stp_str){ text, to.len });
}

STP_FN stp_s64 stp_module_sym(struct stp_ctx *c, stp_u32 location)
{
	u64 addr = READ_ONCE(addresses[location]);

	if (likely(addr))
		return addr + stp_blob_location(stp_run.blob, location)->addr;
	not_loaded(c, name_of(location));
	return 0;
}
