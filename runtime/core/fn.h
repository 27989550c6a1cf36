/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declares the intrinsics of intrinsics.def that the runtime defines.  Each is
 * defined in the file of its subject.  Those about strings and about the run, for example,
 * are in core; those about tasks are in linux/fn_task.c and host/task.c.
 */
#ifndef STP_CORE_FN_H
#define STP_CORE_FN_H

#include "runtime/core/handler.h"

/** Begins the definition of an intrinsic: no probe may be in it, and its address is not
 *  taken. */
#define STP_INTRINSIC STP_FN STP_CALLED

/* For each kind of result: its C type, and the C parameter for its memory. */
#define STP_RESULT_n stp_s64
#define STP_RESULT_s struct stp_str
#define STP_RESULT_s13 struct stp_str
#define STP_RESULT_s15 struct stp_str
#define STP_RESULT_s32 struct stp_str
#define STP_SLOT_n
#define STP_SLOT_s , struct stp_slot slot
#define STP_SLOT_s13 , struct stp_slot slot
#define STP_SLOT_s15 , struct stp_slot slot
#define STP_SLOT_s32 , struct stp_slot slot

/* For each combination of parameters: the C parameters. */
#define STP_PARAMS_
#define STP_PARAMS_n , stp_s64 a
#define STP_PARAMS_s , struct stp_str a
#define STP_PARAMS_nn , stp_s64 a, stp_s64 b
#define STP_PARAMS_ns , stp_s64 a, struct stp_str b
#define STP_PARAMS_sn , struct stp_str a, stp_s64 b
#define STP_PARAMS_ss , struct stp_str a, struct stp_str b
#define STP_PARAMS_nnn , stp_s64 a, stp_s64 b, stp_s64 d
#define STP_PARAMS_nns , stp_s64 a, stp_s64 b, struct stp_str d
#define STP_PARAMS_snn , struct stp_str a, stp_s64 b, stp_s64 d
#define STP_PARAMS_sss , struct stp_str a, struct stp_str b, struct stp_str d
#define STP_PARAMS_snsn \
	, struct stp_str a, stp_s64 b, struct stp_str d, stp_s64 e

/** The C prototype of a row of intrinsics.def. */
#define STP_PROTOTYPE(name, result, params)                                    \
	STP_CALLED STP_RESULT_##result                                         \
	stp_fn_##name(struct stp_ctx *c STP_SLOT_##result STP_PARAMS_##params)

/* The declaration of a row of intrinsics.def, by its home: nothing for abi, which the
 * headers in runtime/abi declare, and for none. */
#define STP_DECLARE_core(...) STP_PROTOTYPE(__VA_ARGS__);
#define STP_DECLARE_os(...) STP_PROTOTYPE(__VA_ARGS__);
#define STP_DECLARE_linux(...) STP_PROTOTYPE(__VA_ARGS__);
#define STP_DECLARE_zero(...) STP_PROTOTYPE(__VA_ARGS__);
#define STP_DECLARE_host(...) STP_PROTOTYPE(__VA_ARGS__);
#define STP_DECLARE_abi(...)
#define STP_DECLARE_none(...)

#define X(name, result, params, contexts, effect, home)                        \
	STP_DECLARE_##home(name, result, params)
#include "runtime/intrinsics.def"
#undef X

#endif
