/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program of C++ to probe: see uprobe-cpp.stp. */
#define KEEP __attribute__((noipa))

namespace shapes {
struct base {
	int id;
	virtual ~base() {}
	virtual int area(int k) { return k; }
};

struct tag {
	char letter;
};

class square : public base, public tag {
public:
	int side;
	static int count;

	square(int s) : side(s)
	{
		id = 7;
		letter = 'q';
		count++;
	}
	KEEP int area(int k) override;
	KEEP int scale(double by) { return (int)(side * by); }
	KEEP int scale(int by) { return side * by; }
};

int square::count;

/* Numbers of floating point, inherited and own. */
struct extent {
	double width;
	float depth;
};

struct block : extent, tag {
	long own;
	double parts[2];
	struct {
		float low, high;
	} range;
};

struct solid : block {
	int mass;
	virtual ~solid() {}
};

struct loose : virtual extent {
	int free;
};

/* One extent, which both halves inherit. */
struct upper : virtual extent {
	int up;
	virtual ~upper() {}
};

struct lower : virtual extent {
	int down;
};

struct both : upper, lower {
	long double exact;
};

KEEP long show_both(both *b, upper *u, long double exact)
{
	return b->up + b->down + u->up + (exact > b->exact);
}

KEEP long show(block copy, const solid *p, const block &r, loose *l)
{
	return copy.own + p->mass + r.own + l->free;
}

int square::area(int k)
{
	return side * side + k;
}
}

namespace {
KEEP int hidden(int n)
{
	return n + 1;
}
}

template <class T> KEEP T twice(T x)
{
	return x + x;
}

KEEP int area(shapes::base &b)
{
	return b.area(3);
}

int main()
{
	shapes::square s(4);
	shapes::solid b;
	shapes::loose l;

	b.width = 2.5;
	b.depth = -0.1f;
	b.letter = 'x';
	b.own = 5;
	b.parts[0] = 1e100;
	b.parts[1] = 1.0 / 3;
	b.range = { 3, 1e-10f };
	b.mass = 8;
	l.free = 2;
	l.width = -7;
	l.depth = 0.5f;
	shapes::both both;
	both.width = 6;
	both.depth = 1;
	both.up = 11;
	both.down = 12;
	both.exact = -1.25e4000L;
	if (shapes::show_both(&both, &both, 1.0L / 3) != 35)
		return 3;
	if (shapes::show(b, &b, b, &l) != 20)
		return 2;

	return area(s) + s.scale(2) + s.scale(2.0) + hidden(1) + twice(3) +
	       (int)twice(2.5) != 19 + 8 + 8 + 2 + 6 + 5;
}
