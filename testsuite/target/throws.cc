// SPDX-License-Identifier: LGPL-2.1-or-later
// throws N: calls through virtual functions, lambdas, sorted containers and
// exceptions that unwind them, on a second thread as well; for run-unwind.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

extern "C" __attribute__((noinline, noipa)) int inner(int n)
{
	return n * 7 % 13;
}

namespace {

struct step {
	virtual ~step() = default;
	virtual int take(int n, int depth) = 0;
};

struct guard {
	int &count;
	~guard() { count += inner(count); }
};

struct downward : step {
	step *other = nullptr;
	int left = 0;

	__attribute__((noinline)) int take(int n, int depth) override
	{
		guard g{ left };

		if (depth > 6)
			throw std::runtime_error(std::to_string(n));
		return other->take(inner(n), depth + 1) + 1;
	}
};

struct sideways : step {
	step *other = nullptr;
	std::map<std::string, std::vector<int>> all;

	__attribute__((noinline)) int take(int n, int depth) override
	{
		auto &v = all[std::to_string(inner(n))];

		v.push_back(n);
		std::sort(v.begin(), v.end(), [](int a, int b) {
			return inner(a) < inner(b);
		});
		if (n % 5)
			return other->take(n + 1, depth + 1) + 1;
		return inner(int(v.size()));
	}
};

__attribute__((noinline)) int work(int n)
{
	downward down;
	sideways side;
	int sum = 0;
	std::function<int(int)> call = [&](int i) {
		return side.take(i, 0);
	};

	down.other = &side;
	side.other = &down;
	for (int i = 0; i < n; i++) {
		try {
			sum += call(i);
		} catch (const std::runtime_error &e) {
			sum -= inner(std::atoi(e.what()));
		}
	}
	return sum;
}

}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::atoi(argv[1]) : 10, second = 0;
	std::thread t([&] { second = work(n); });
	int first = work(n);

	t.join();
	return first != second;
}
