/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A program of C++ whose calls pass and return objects by address, without optimisation: its
 * parameters are where the convention says, and nowhere else yet.
 */
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct counted {
	long id;

	explicit counted(long n) : id(n) {}
	counted(const counted &o) : id(o.id + 1) {}
	~counted() { id = 0; }
};

struct simple {
	long id;
};

static long text(std::string s, int k)
{
	return (long)s.size() + k;
}

static long list(std::vector<int> v, int k)
{
	return v[0] + k;
}

static long only(std::unique_ptr<simple> p, int k)
{
	return p->id + k;
}

static long by_address(counted c, int k)
{
	return c.id + k;
}

static long by_content(simple c, int k)
{
	return c.id + k;
}

static counted make(int k)
{
	return counted(k);
}

static std::shared_ptr<simple> share(int k)
{
	return std::make_shared<simple>(simple{ k });
}

int main()
{
	long sum = text("hello", 11) + list({ 7, 8 }, 12) +
		   only(std::make_unique<simple>(simple{ 5 }), 13) +
		   by_address(counted(20), 14) + by_content({ 40 }, 15) +
		   make(16).id + share(17)->id;

	return sum == 0;
}
