/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Types of every shape that C has, for the readers of debug information.
 */
#include <complex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum color { RED, GREEN = 7, BLUE };
enum sign { MINUS = -5, PLUS = 5 };
enum wide { SMALL = 1, HUGE = 0x123456789abcdef };
enum __attribute__((packed)) tiny { NONE, ALL = 200 };

struct later;
typedef struct later *later_p;
typedef int (*callback)(struct later *, const char *, ...);

struct bits {
	unsigned a : 1;
	int b : 5;
	unsigned : 3;
	uint64_t c : 40;
	unsigned char d;
	_Bool e : 1;
	enum color f : 4;
	short g : 9;
};

struct __attribute__((packed)) tight {
	char a;
	long b;
	int c : 3;
	short d;
	int e : 30;
};

struct nested {
	int before;
	union {
		int i;
		float f;
		struct {
			short low, high;
		};
		struct {
			char c[4];
		} named;
	};
	struct {
		unsigned x : 3;
		unsigned y : 7;
	};
	struct nested *next;
};

union mixed {
	char c;
	double d;
	struct bits b;
	long double ld;
};

struct arrays {
	int one[3];
	char two[2][5];
	const char *three[2][3][4];
	struct bits of[2];
	int none[0];
	int (*to)[7];
	int open[];
};

struct qualified {
	const int a;
	volatile unsigned long b;
	const volatile char *const c;
	int *restrict d;
	_Atomic int e;
	_Atomic(struct bits *) f;
};

struct numbers {
	bool a;
	signed char b;
	unsigned char c;
	short d;
	unsigned short e;
	long long f;
	unsigned long long g;
	__int128 h;
	unsigned __int128 i;
	float j;
	double k;
	long double l;
	float complex m;
	double complex n;
	_Complex int o;
	float __attribute__((vector_size(16))) p;
	__float128 q;
};

struct functions {
	callback a;
	void (*b)(void);
	int (*(*c)(int, callback))(char);
	void (*d[3])(struct later);
};

struct __attribute__((aligned(64))) lined {
	char a;
	int b __attribute__((aligned(16)));
};

struct empty {
};

struct holder {
	struct empty e;
	int x;
	later_p l;
	enum sign s;
	enum wide w;
	enum tiny t;
	struct lined li;
};

struct later {
	int here;
};

struct bits v_bits;
struct tight v_tight;
struct nested v_nested;
union mixed v_mixed;
struct arrays v_arrays;
struct qualified v_qualified;
struct numbers v_numbers;
struct functions v_functions;
struct holder v_holder;
struct later v_later;

int main(int argc, char **argv)
{
	int variable[argc];

	variable[0] = argv[0][0];
	return variable[0] == v_later.here;
}
