/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A kernel as other rooms see it: its symbols, types, modules and tracepoints.
 */
#ifndef TARGET_KERNEL_KERNEL_H
#define TARGET_KERNEL_KERNEL_H

#include "translator/target/kernel/btf.h"
#include "translator/target/kernel/modules.h"
#include "translator/target/kernel/target.h"

#endif
