/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The only function of the module that the function tracer can trace.
 * Each mechanism that uses the tracer is attached to this function, too.  One
 * call of it then proves that the hits of that mechanism arrive.
 */
#ifndef STP_LINUX_TRACED_H
#define STP_LINUX_TRACED_H

/** The argument with which a proof calls stp_traced().  A handler that sees
 *  another word did not get the registers of the call. */
#define STP_TRACED_WORD 0x7e57ab1e0ddba11ul

/** Does nothing, and returns @word. */
unsigned long stp_traced(unsigned long word);

#endif
