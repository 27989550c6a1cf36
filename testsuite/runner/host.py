# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts compiled and run on runtime/host, as ordinary processes.

Each runs twice, optimised and with -u, and must print the same.
"""

from concurrent.futures import ThreadPoolExecutor

from runner import cases, compare, directives, tap


def command(context, test, how):
    argv = [context.tapster, "--runtime=host", *how, *test.options]
    if test.workload:
        argv += ["-c", test.workload]
    return [*argv, str(test.path), *test.arguments]


def run(context, report):
    tests = [(test, how) for test in directives.collect(context, report, "host")
             for how in ([], ["-u"])]

    def one(job):
        return tap.run(command(context, *job), cwd=context.testsuite,
                       timeout=job[0].time,
                       given=job[0].input.encode().decode(
                           "unicode_escape").encode())

    with ThreadPoolExecutor(2) as pool:
        for (test, how), (status, out, err) in zip(tests, pool.map(one, tests)):
            said = "timeout" if status == -1 else str(status)
            wrong = compare.judge(test, said, out, err)
            name = " ".join([test.name, *how])
            report.check(f"host: {name}", not wrong, wrong)
            if test.cases:
                cases.report_each(report, f"host: {name}", test.expected(),
                                  out)
