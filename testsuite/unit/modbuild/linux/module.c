/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <linux/module.h>

#include "abi.h"

static int __init stp_init(void)
{
	return stp_script.begin(KBUILD_MODNAME);
}

static void __exit stp_exit(void)
{
}

module_init(stp_init);
module_exit(stp_exit);
MODULE_DESCRIPTION("test");
MODULE_LICENSE("GPL");
