/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * A function of the module's own that the function tracer can trace, the only
 * one: what attaches to functions is attached to it, too, and shows by one call
 * of it that hits arrive.
 */
#ifndef STP_LINUX_TRACED_H
#define STP_LINUX_TRACED_H

/** What the proof calls it with: a handler that sees another word was not
 *  given the registers of the call. */
#define STP_TRACED_WORD 0x7e57ab1e0ddba11ul

/** Does nothing, and returns @word. */
unsigned long stp_traced(unsigned long word);

#endif
