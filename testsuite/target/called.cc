/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Functions that are called with classes, and constructors of classes with virtual
 * bases.  A function F has parameters p, q ... that it is called with the values of
 * globals F_p, F_q ..., and a result that is the value of F_result.
 */
#include <memory>
#include <string>

#define KEEP extern "C" __attribute__((noinline, noipa))
/* An optimiser must not leave out what it is used for. */
#define USE(x) asm volatile("" : : "r"(&(x)) : "memory")

/* What is passed by reference, and why. */
struct destroyed {
	long n;
	~destroyed() { USE(n); }
};

struct copied {
	int n;
	copied(int k) : n(k) {}
	copied(const copied &other) : n(other.n) {}
};

struct moved {
	int n;
	moved(int k) : n(k) {}
	moved(moved &&other) : n(other.n) {}
};

struct fixed {
	int n;
	fixed(int k) : n(k) {}
	fixed(const fixed &) = delete;
};

struct dispatching {
	int n;
	virtual int get() { return n; }
};

struct holding {
	char c;
	destroyed member[1];
};

struct inheriting : copied {
	int more;
	inheriting(int k) : copied(k), more(k) {}
};

template <class T> struct box {
	T n;
	box(T k) : n(k) {}
	box(const box &other) : n(other.n) {}
};

/* What is passed by value. */
struct defaulted {
	long n;
	defaulted() = default;
	defaulted(const defaulted &) = default;
	~defaulted() = default;
	long get() const { return n; }
};

struct movable {
	long n;
	movable(long k) : n(k) {}
	movable(const movable &) = delete;
	movable(movable &&) = default;
};

struct converted {
	long n;
	converted(long k) : n(k) {}
	template <class T> converted(const box<T> &b) : n(b.n) {}
};

int f1_q = 0x101, f2_q = 0x102, f3_q = 0x103, f4_q = 0x104, f5_q = 0x105,
    f6_q = 0x106, f7_q = 0x107, f8_q = 0x108, f9_q = 0x109, f10_q = 0x10a,
    f11_q = 0x10b, f12_q = 0x10c, f13_q = 0x10d, f14_q = 0x10e, f15_q = 0x10f;
destroyed f1_p = { 0x201 }, f1_result = { 0x301 };
copied f2_p(0x202), f2_result(0x302);
dispatching f4_p, f4_result;
holding f5_p = { 'c', { { 0x205 } } }, f5_result = { 'd', { { 0x305 } } };
inheriting f6_p(0x206), f6_result(0x306);
box<int> f7_p(0x207), f7_result(0x307);
defaulted f8_p = {}, f8_result = {};
converted f10_p(0x20a), f10_result(0x30a);
std::string one = "one";
int f13_result = 0x30d, f15_result = 0x30f;
std::shared_ptr<int> f14_result = std::make_shared<int>(1);
moved f3_result(0x303);
movable f9_result(0x309);
fixed f12_result(0x30c);
int defined_x = 0x401, defined_y = 0x402;

KEEP destroyed f1(destroyed p, int q) { USE(p); USE(q); return f1_result; }
KEEP copied f2(copied p, int q) { USE(p); USE(q); return f2_result; }
KEEP moved f3(moved p, int q) { USE(p); USE(q); return { f3_result.n }; }
KEEP dispatching f4(dispatching p, int q) { USE(p); USE(q); return f4_result; }
KEEP holding f5(holding p, int q) { USE(p); USE(q); return f5_result; }
KEEP inheriting f6(inheriting p, int q) { USE(p); USE(q); return f6_result; }
KEEP box<int> f7(box<int> p, int q) { USE(p); USE(q); return f7_result; }
KEEP defaulted f8(defaulted p, int q) { USE(p); USE(q); return f8_result; }
KEEP movable f9(movable p, int q) { USE(p); USE(q); return { f9_result.n }; }
KEEP converted f10(converted p, int q) { USE(p); USE(q); return f10_result; }
KEEP void f11(std::string p, int q) { USE(p); USE(q); }
KEEP fixed f12(int q) { USE(q); return { f12_result.n }; }
KEEP int f13(std::unique_ptr<int> p, int q) { USE(p); USE(q); return f13_result; }
KEEP std::shared_ptr<int> f14(std::shared_ptr<int> p, int q)
{
	USE(p);
	USE(q);
	return f14_result;
}
KEEP int f15(decltype(nullptr) p, int q) { USE(p); USE(q); return f15_result; }

/* A constructor is one function for whole objects and one for parts of them. */
struct root {
	int n;
	root() : n(1) {}
};

struct defined : virtual root {
	int sum;
	__attribute__((noinline, noipa)) defined(int x, int y) : sum(x + y)
	{
		USE(x);
		USE(y);
	}
};

struct derived : defined {
	derived() : defined(defined_x, defined_y) {}
};

int main()
{
	f8_p.n = 0x208;
	f8_result.n = 0x308;
	f4_p.n = 0x204;
	f4_result.n = 0x304;
	f1(f1_p, f1_q);
	f2(f2_p, f2_q);
	f3(moved(0x203), f3_q);
	f4(f4_p, f4_q);
	f5(f5_p, f5_q);
	f6(f6_p, f6_q);
	f7(f7_p, f7_q);
	f8(f8_p, f8_q);
	f9(movable(0x209), f9_q);
	f10(f10_p, f10_q);
	f11(one, f11_q);
	f12(f12_q);
	f13(std::make_unique<int>(1), f13_q);
	f14(std::make_shared<int>(1), f14_q);
	f15(nullptr, f15_q);
	defined whole(defined_x, defined_y);
	derived part;
	return whole.sum - part.sum;
}
