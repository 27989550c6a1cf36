# SPDX-License-Identifier: LGPL-2.1-or-later
"""The cmocka programs that the Makefile lists in UNIT_TESTS."""

from concurrent.futures import ThreadPoolExecutor

from runner import tap

ENV = {
    "CMOCKA_MESSAGE_OUTPUT": "TAP",
    "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}


def listed(build):
    status, out, err = tap.run(["make", "-s", "-C", str(build),
                                "print-unit-tests"])
    return status, out.split(), out + err


def build_all(context, report, programs):
    status, out, err = tap.run(["make", "-s", "-k", "-j2", "-C",
                                str(context.asan), *programs], timeout=1800)
    report.check("unit: build", status == 0, out + err)


def run(context, report):
    status, programs, said = listed(context.asan)
    if status:
        report.fail("unit", said)
        return
    programs = [p for p in programs if context.wants(p)]
    build_all(context, report, programs)
    env = dict(ENV, TAPSTER_SOURCE=str(context.source),
               TAPSTER_BUILD=str(context.build))

    def one(program):
        path = context.asan / program
        if not path.exists():
            return program, 127, "", "not built"
        return program, *tap.run([str(path)], env, cwd=context.source)

    with ThreadPoolExecutor(2) as pool:
        for program, status, out, err in pool.map(one, programs):
            tap.count(report, program.rsplit("/", 1)[-1], status, out, err)
