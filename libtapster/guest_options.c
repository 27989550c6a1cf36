/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The options that describe a guest, in a table: each is a number in a range,
 * and a size is a number of megabytes that may have a unit.
 */
#include "libtapster/guest_options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#define DEFAULT_CPUS 2

static const struct guest_option {
	enum lib_option option;
	unsigned long min, max;
	const char *name, *expected;
} guest_options[] = {
	{ OPT_VM_CPUS, 1, 32, "vm-cpus", "a number from 1 to 32" },
	{ OPT_VM_MEMORY, 256, 65536, "vm-memory",
	  "a size from 256M to 64G, such as 1G" },
};

#define N_OPTIONS (sizeof(guest_options) / sizeof(guest_options[0]))

static const struct guest_option *find(enum lib_option o)
{
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (guest_options[i].option == o)
			return &guest_options[i];
	return NULL;
}

bool guest_option_is(enum lib_option o)
{
	return find(o);
}

/* "512", "512M", "2G" in megabytes; 0: it is no size. */
static unsigned long megabytes(const char *value)
{
	unsigned long n;
	char *unit;

	if (!isdigit((unsigned char)*value))
		return 0;
	errno = 0;
	n = strtoul(value, &unit, 10);
	if (errno || n > 1ul << 40)
		return 0;
	if (toupper((unsigned char)*unit) == 'G') {
		n <<= 10;
		unit++;
	} else if (toupper((unsigned char)*unit) == 'M') {
		unit++;
	}
	return *unit ? 0 : n;
}

const char *guest_option_wrong(enum lib_option o, const char *value)
{
	const struct guest_option *g = find(o);
	unsigned long n = megabytes(value);

	return !g || (n >= g->min && n <= g->max) ? NULL : g->expected;
}

int guest_options_check(struct tapster_session *s)
{
	for (size_t i = 0; i < N_OPTIONS && !lib_get(s, OPT_VM); i++)
		if (lib_get(s, guest_options[i].option))
			return lib_error(s, DIAG_BAD_OPTION,
					 "with --vm the script runs in a guest",
					 "--%s describes a guest, and there is "
					 "no --vm", guest_options[i].name);
	return 0;
}

unsigned guest_cpus(const struct tapster_session *s)
{
	unsigned n = (unsigned)lib_number(s, OPT_VM_CPUS);

	return n ? n : DEFAULT_CPUS;
}

unsigned guest_memory_mb(const struct tapster_session *s)
{
	const char *value = lib_get(s, OPT_VM_MEMORY);

	return value ? (unsigned)megabytes(value) : 0;
}
