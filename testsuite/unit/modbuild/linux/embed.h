/* SPDX-License-Identifier: GPL-2.0-or-later */
/** @file What embedded C of the test's runtime includes without saying so. */
#ifndef STP_LINUX_EMBED_H
#define STP_LINUX_EMBED_H
#include <linux/jiffies.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include "runtime/abi.h"
#endif
