# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts compiled and run on runtime/host, as ordinary processes."""

from concurrent.futures import ThreadPoolExecutor

from runner import compare, directives, tap


def command(context, test):
    argv = [context.tapster, "--runtime=host", *test.options]
    if test.workload:
        argv += ["-c", test.workload]
    return [*argv, str(test.path), *test.arguments]


def run(context, report):
    tests = directives.collect(context, report, "host")

    def one(test):
        return tap.run(command(context, test), cwd=context.testsuite,
                       timeout=test.time)

    with ThreadPoolExecutor(2) as pool:
        for test, (status, out, err) in zip(tests, pool.map(one, tests)):
            said = "timeout" if status == -1 else str(status)
            wrong = compare.judge(test, said, out, err)
            report.check(f"host: {test.name}", not wrong, wrong)
