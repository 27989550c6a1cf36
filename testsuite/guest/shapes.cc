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

	return area(s) + s.scale(2) + s.scale(2.0) + hidden(1) + twice(3) +
	       (int)twice(2.5) != 19 + 8 + 8 + 2 + 6 + 5;
}
