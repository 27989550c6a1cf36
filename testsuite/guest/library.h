/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What program.c calls of its library. */
extern __thread long in_library;

/* 2 * n; in_library grows by n */
int twice(int n);
