/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What ustacks.c and its libraries call of each other. */
#ifndef USTACKS_H
#define USTACKS_H

#define KEEP __attribute__((noipa))
/* After a call that is not to be the last thing that a function does. */
#define NO_TAIL() __asm__ volatile("" : : : "memory")

void lib_call(void (*f)(int), int n);
void plug_call(void (*f)(int), int n);

#endif
