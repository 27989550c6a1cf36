/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Includes the header of the architecture that the module is compiled for.
 */
#ifndef STP_ARCH_ARCH_H
#define STP_ARCH_ARCH_H

#ifdef CONFIG_X86_64
#include "runtime/arch/x86_64.h"
#else
#error "this architecture needs a file in runtime/arch"
#endif

#endif
