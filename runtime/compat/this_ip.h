/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Includes the header of _THIS_IP_, a small one of its own since 5.18.
 */
#ifndef STP_COMPAT_THIS_IP_H
#define STP_COMPAT_THIS_IP_H

#if __has_include(<linux/instruction_pointer.h>)
#include <linux/instruction_pointer.h>
#else
#include <linux/kernel.h>
#endif

#endif
