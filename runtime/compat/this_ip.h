/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * _THIS_IP_: it has a small header of its own since 5.18.
 */
#ifndef STP_COMPAT_THIS_IP_H
#define STP_COMPAT_THIS_IP_H

#if __has_include(<linux/instruction_pointer.h>)
#include <linux/instruction_pointer.h>
#else
#include <linux/kernel.h>
#endif

#endif
