/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Types that only C++ has.
 */
#include <string>
#include <vector>

namespace outer {
namespace inner {
struct point {
	int x, y;
	static int origin;
	static const int dimensions = 2;
	enum unit { MM, INCH };
	struct label {
		const char *text;
		unit in;
	} name;
	int sum() const;
};
int point::sum() const
{
	return x + y;
}
int point::origin;
} // namespace inner
inline namespace v2 {
class versioned {
	short a = 3;

public:
	int get() const;
};
int versioned::get() const
{
	return a;
}
} // namespace v2
} // namespace outer

namespace {
struct hidden {
	long where;
};
} // namespace

struct base {
	int a;
	int shadow;
	virtual ~base();
};
base::~base()
{
}

struct other {
	char b;
};

struct empty {
};

struct derived : base, other, empty {
	int shadow;
	int &ref;
	int &&rref;
	union {
		int u;
		float f;
	};
	derived(int &r) : ref(r), rref(static_cast<int &&>(r)) { }
};

struct left : virtual base {
	int l;
};
struct right : virtual base {
	int r;
};
struct diamond : left, right {
	int d;
};

template <typename T, int N> struct box {
	T items[N];
	T *first;
};

enum class level : unsigned char { LOW = 1, HIGH = 255 };

struct pointers {
	int outer::inner::point::*data;
	int (outer::inner::point::*code)() const;
	level how;
	decltype(nullptr) nothing;
	wchar_t w;
	char16_t c16;
	bool flag : 1;
	level bits : 3;
};

outer::inner::point v_point;
outer::versioned v_versioned;
hidden v_hidden;
diamond v_diamond;
box<outer::inner::point, 3> v_box;
box<char, 7> v_chars;
pointers v_pointers;
std::string v_string;
std::vector<std::string> v_vector;

int main()
{
	int i = 4;
	derived v(i);

	return v.ref + v_hidden.where + v_point.sum() + v_versioned.get();
}
