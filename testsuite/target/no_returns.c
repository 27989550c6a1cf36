/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Functions of which run-returns knows whether their return can be probed.
 */
#define FUNCTION(name, body)                                                   \
	".type " name ", @function\n" name ":\n" body                          \
	".size " name ", . - " name "\n"
#define FRAME(body) ".cfi_startproc\n" body ".cfi_endproc\n"

__asm__(".text\n"
	/* Called, or pointed to; without unwind data. */
	FUNCTION("called", "xor %eax, %eax\n ret\n")
	FUNCTION("pointed", "ret\n")
	/* It reads the top of the stack, which is its own then. */
	FUNCTION("framed", FRAME("push %rbx\n .cfi_adjust_cfa_offset 8\n"
				 "mov (%rsp), %rbx\n pop %rbx\n"
				 ".cfi_adjust_cfa_offset -8\n ret\n"))
	/* What r12 points to is not the stack. */
	FUNCTION("twelve", FRAME("mov (%r12), %rax\n ret\n"))
	FUNCTION("outer", "push $1\n jmp jumped\n")
	FUNCTION("jumped", "add $8, %rsp\n ret\n")
	FUNCTION("undefined", FRAME(".cfi_undefined %rip\n ret\n"))
	FUNCTION("deeper", FRAME(".cfi_adjust_cfa_offset 16\n"
				 "add $16, %rsp\n"
				 ".cfi_adjust_cfa_offset -16\n ret\n"))
	FUNCTION("trampoline", ".cfi_startproc\n .cfi_signal_frame\n"
			       "nop\n ret\n .cfi_endproc\n")
	FUNCTION("reader", FRAME("endbr64\n xor %ecx, %ecx\n"
				 "mov (%rsp), %rax\n ret\n"))
	FUNCTION("taker", FRAME("pop %r8\n .cfi_adjust_cfa_offset -8\n"
				"push %r8\n .cfi_adjust_cfa_offset 8\n ret\n"))
	/* Known by name: the first instruction is a jump. */
	".globl __x86.get_pc_thunk.bx\n"
	FUNCTION("__x86.get_pc_thunk.bx", "jmp 1f\n1: mov (%rsp), %rbx\n ret\n")
	FUNCTION("called.cold", FRAME("ret\n")));

extern int called(void), pointed(void), framed(void), twelve(void);
extern int outer(void), undefined(void), deeper(void), trampoline(void);
extern int reader(void), taker(void);

static int (*const table[])(void) = {
	pointed, framed, twelve, outer, undefined, deeper, trampoline, reader,
	taker,
};

int main(int n, char **argv)
{
	return called() + (n > 9 ? table[n - 10]() : 0) + !argv;
}
