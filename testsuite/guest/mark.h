/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Markers as <sys/sdt.h> makes them, in our own words: a nop, and a note that
 * says where it is and where its arguments are.
 */
#define MARK(name, semaphore, operands, ...)                                   \
	__asm__ volatile("990:	nop\n"                                        \
			 "	.pushsection .note.stapsdt,\"\",\"note\"\n"    \
			 "	.balign 4\n"                                   \
			 "	.4byte 992f-991f, 994f-993f, 3\n"              \
			 "991:	.asciz \"stapsdt\"\n"                         \
			 "992:	.balign 4\n"                                   \
			 "993:	.8byte 990b, .base_of_notes, " semaphore "\n"  \
			 "	.asciz \"truth\", \"" name "\", \"" operands    \
			 "\"\n"                                               \
			 "994:	.balign 4\n"                                   \
			 "	.popsection\n"                                 \
			 "	.ifndef .base_of_notes\n"                      \
			 "	.pushsection .stapsdt.base,\"aG\",\"progbits\","\
			 ".stapsdt.base,comdat\n"                              \
			 "	.weak .base_of_notes\n"                        \
			 "	.hidden .base_of_notes\n"                      \
			 ".base_of_notes: .space 1\n"                          \
			 "	.popsection\n"                                 \
			 "	.endif\n"                                      \
			 : : __VA_ARGS__ : "memory")
