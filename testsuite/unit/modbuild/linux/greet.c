/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <linux/printk.h>

#include "abi.h"

const char *stp_words(void);

int stp_greet(const char *name)
{
	pr_info("%s %s\n", stp_words(), name);
	return 0;
}
