# SPDX-License-Identifier: LGPL-2.1-or-later
"""What hints show as code or as options, and a script that has it.

The text of the hint, the options that tapster gets, and its script.  Where
the hint has N, NAME or `%s` the script has a plausible number or name.
PROGRAM stands for a small program with debug information.
"""
import pathlib

from . import kernels

HOST = ["--runtime=host"]
KERNEL = ["--vm=6.1"]
BEGIN = "probe begin { exit() }"
READ = 'probe kernel.function("vfs_read")'
TREE = f"/lib/modules/{kernels.buildable('6.1')}/build"
PROGRAM = "@PROGRAM@"
SCRIPTS = pathlib.Path(__file__).resolve().parents[1] / "scripts"


def printed(expression, before="", options=HOST):
    return options, f"{before} probe begin {{ println({expression}) }}"


def in_read(expression):
    return KERNEL, READ + f" {{ println({expression}) }}"


def in_main(body, point='function("main")'):
    return KERNEL, f'probe process("{PROGRAM}").{point} {{ {body} }}'


def matched(pattern):
    return HOST, f'probe begin {{ s = "a" if (s =~ "{pattern}") exit() }}'


# Of the handlers and of what was lost: runtime/core/hint.c
AT_RUN_TIME = {
    "-D MAXMAPENTRIES=N": (HOST + ["-D", "MAXMAPENTRIES=9"], BEGIN),
    "-D KRETACTIVE=N": (KERNEL + ["-D", "KRETACTIVE=9"],
                        'probe kernel.function("vfs_read").return '
                        "{ println(pid()) }"),
    ".maxactive(N)":
        (KERNEL, 'probe kernel.function("vfs_read").return.maxactive(9), '
                 f'process("{PROGRAM}").function("main").return.maxactive(9) '
                 "{ println(pid()) }"),
    "-D MAXLAYOUTS=N": (HOST + ["-D", "MAXLAYOUTS=99"], BEGIN),
    "-D MAXTRYLOCK=N": (HOST + ["-D", "MAXTRYLOCK=9"], BEGIN),
    "-D MAXACTION=N": (HOST + ["-D", "MAXACTION=9"], BEGIN),
    "-D MAXTIME=MS": (HOST + ["-D", "MAXTIME=9"], BEGIN),
    "-D STP_OVERLOAD_THRESHOLD=MS":
        (HOST + ["-D", "STP_OVERLOAD_THRESHOLD=9"], BEGIN),
    "-D MAXSTRINGLEN=N": (HOST + ["-D", "MAXSTRINGLEN=99"], BEGIN),
    "-s 16": (HOST + ["-s", "16"], BEGIN),
    "global a[N]": (HOST, "global a[9] probe begin { a[1] = 1 "
                          "println(a[1]) exit() }"),
    "global a%[N]": (HOST, "global a%[9] probe begin { a[1] = 1 "
                           "println(a[1]) exit() }"),
    "try { ... } catch { }":
        (HOST, "probe begin { try { error(\"\") } catch { } exit() }"),
    "d ? n / d : 0":
        (HOST, "probe begin { d = 0 n = 1 println(d ? n / d : 0) exit() }"),
    "@count(s) ? @avg(s) : 0":
        (HOST, "global s probe begin { s <<< 1 "
               "println(@count(s) ? @avg(s) : 0) exit() }"),
    "foreach (i in @hist_log(s))":
        (HOST, "global s probe begin { s <<< 1 "
               "foreach (i in @hist_log(s)) println(i) exit() }"),
    "user_string(@entry($filename))":
        (KERNEL, 'probe kernel.function("do_sys_openat2").return '
                 "{ println(user_string(@entry($filename))) }"),
    'if (s =~ "...")':
        (HOST, 'probe begin { s = "a" if (s =~ "...") println(s) exit() }'),
    "kernel_buffer_quoted(ADDRESS, SIZE)":
        (KERNEL, 'probe kernel.function("vfs_read").call '
                 '{ printf("%s", kernel_buffer_quoted($buf, 8)) }'),
    "ngroups()":
        (HOST, 'probe begin { if ("a" =~ "a") println(ngroups()) exit() }'),
    "probe POINT ? { ... }":
        (KERNEL, 'probe kernel.function("vfs_read") ? { println(pid()) }'),
    ".read.maxsize(N)":
        (KERNEL, 'probe procfs("a").read.maxsize(9) { $value = "b" }'),
    "++": (HOST, "global n probe begin { n++ println(n) exit() }"),
    "<<<": (HOST, "global s probe begin { s <<< 1 println(@sum(s)) exit() }"),
    "tapster --cost SCRIPT": (HOST + ["--cost"], BEGIN),
    'kprobe.function("NAME")':
        (KERNEL, 'probe kprobe.function("vfs_read") { exit() }'),
}

# Of the compiler.
OF_SCRIPTS = {
    # the language
    "write %s(%s)": (HOST, "function f(x, y) { return x + y } "
                           "probe begin { println(f(1, 2)) }"),
    "write == to compare": (HOST, "probe begin { if (pid() == 3) exit() }"),
    "(x = y) != 0":
        (HOST, "probe begin { y = 3 if ((x = y) != 0) println(x) }"),
    '%s == "%s"': (KERNEL, '%( CONFIG_SMP == "y" %? probe begin { exit() } %)'),
    'global %s': (HOST, "global a probe begin { a[1] = 2 println(a[1]) }"),
    "global %s\" outside": (HOST, "global a probe begin { a[1]++ delete a }"),
    "substr(%s, 0, 1)": (HOST, 'probe begin { s = "abc" '
                               "println(substr(s, 0, 1)) exit() }"),
    '@metric(reads, "Calls of read.", "program")':
        (HOST, '@metric(reads, "Calls of read.", "program") global reads '
               "probe begin { reads[execname()]++ println(1) exit() }"),
    "println(\"here\")": (HOST, 'probe begin { println("here") }'),
    "probe begin { println(\"hello\") }":
        (HOST, 'probe begin { println("hello") }'),
    "%s(...);": (HOST, "probe begin { exit(); }"),
    "return e": (HOST, "function f(e) { return e } "
                       "probe begin { println(f(1)) }"),
    "function %s:long or %s:string":
        (HOST + ["-g"], "function f:long() %{ STAP_RETVALUE = 1; %} "
                 "function g:string() %{ STAP_RETVALUE[0] = 0; %} "
                 "probe begin { println(f(), g()) }"),
    "sprint(x)": printed("sprint(x)", "global x = 3"),
    "x < y && y < z": printed("x < 2 && 2 < 3", "global x = 1"),
    "1 << %d": printed("1 << 10", "global x = 1"),
    "(%.*s)%.*s": printed("(x < 2) != 3", "global x = 1"),
    "strtol(s, 10)": printed("strtol(s, 10)", 'global s = "3"'),
    "@count(x), @sum(x), @avg(x) ...":
        printed("@count(x), @sum(x), @avg(x)", "global x probe end {x <<< 1}"),
    "@count(%s), @sum(%s), @min(%s), @max(%s), @avg(%s), print(@hist_log(%s))":
        (HOST, "global x probe begin { x <<< 1 print(@hist_log(x)) "
               "println(@count(x), @sum(x), @min(x), @max(x), @avg(x)) }"),
    "@count(%s)": printed("@count(x)", "global x probe end { x <<< 1 }"),
    "`next`": (HOST, "probe begin { next }"),
    "%{ #include <...> %}":
        (["-g", *KERNEL], "%{ #include <linux/fs.h> %} probe begin {exit()}"),
    '@enumname(value, "enum NAME")':
        printed('@enumname(1, "enum pid_type")', options=KERNEL),
    # patterns
    "[[:alpha:]]": matched("[[:alpha:]]"),
    "close it with ]; to include a ], put it first: []a]": matched("[]a]"),
    "(?:x)": matched("(?:x)"),
    r"close it with ), or write \\\\(": matched(r"\\("),
    r"\\\\)": matched(r"\\)"),
    r"\\\\{": matched(r"\\{"),
    r"\\\\^ and \\\\$": matched(r"\\^\\$"),
    r"to match the byte itself, put \\\\ before it": matched(r"\\*"),
    r"to match a backslash, write \\\\\\\\ in the script; \\\\ is":
        matched(r"\\\\"),
    "{n}": matched("a{2}"),
    "{n,}": matched("a{2,}"),
    "{n,m}": matched("a{2,3}"),
    # target variables
    "$x,": in_main("println($argc)"),
    "p->x": in_main("p = $argv println(@cast(p, \"struct file\", "
                    "\"kernel<linux/fs.h>\")->f_flags)"),
    "@kderef(8, p)": (["-g", *KERNEL], READ + " { p = $file "
                      "println(@kderef(8, p)) }"),
    "@defined($name)": in_read("@defined($name)"),
    "$$vars, $$parms, $$locals, $$return":
        in_main("println($$vars, $$parms, $$locals, $$return)",
                'function("main").return'),
    "$$vars": (KERNEL, 'probe kernel.trace("sched_switch") '
                       "{ println($$vars) }"),
    "@entry()": (KERNEL, READ + ".return { println(@entry($file)) }"),
    "@entry(...)": (KERNEL, READ + ".return { println(@entry($file)) }"),
    "@entry": (KERNEL, READ + ".return { println(@entry($file)) }"),
    '@cast(%s, "struct NAME")->member':
        in_read('@cast($file, "struct file")->f_flags'),
    '@cast(..., "TYPE")':
        in_read('@cast($file, "struct file")->f_flags'),
    '@cast(..., "struct ...")':
        in_read('@cast($file, "struct file")->f_flags'),
    '@cast(..., "%s", "MODULE" or "kernel<HEADER>")':
        in_read('@cast($file, "struct file", "kernel")->f_flags + '
                '@cast($file, "struct file", "kernel<linux/fs.h>")->f_flags'),
    "use [0]": in_read("$buf[0]"),
    "->%s": in_read("$file->f_flags"),
    "kprobe.function has ulong_arg(1) and returnval()":
        (KERNEL, 'probe kprobe.function("vfs_read").return { println(returnval()) } '
                 'probe kprobe.function("vfs_read") { println(ulong_arg(1)) }'),
    '@cast(&@var("%s"%s%s%s), "TYPE")':
        in_read('@cast(&@var("jiffies"), "long")'),
    '&@var("%s") + @cast(&@var("__per_cpu_offset"), "unsigned long")[CPU]':
        in_read('&@var("runqueues") + @cast(&@var("__per_cpu_offset"), '
                '"unsigned long")[0]'),
    "read a member with ->, append $":
        in_read("$file->f_flags, $file$"),
    "user_string(x)": in_read("user_string($buf)"),
    "kernel_string(x)": in_read("kernel_string($file->f_path->dentry"
                                "->d_name->name)"),
    "$%d (a number or a name) or @%d (a string)":
        (HOST, "probe begin { println(2) }"),
    "kernel.data(ADDRESS).length(N).write":
        (KERNEL, "probe kernel.data(0xffffffff81000000).length(8).write { println(1) }"),
    # options
    "add -g to": (["-g", *HOST], BEGIN),
    "add -g if": (["-g", *HOST], BEGIN),
    "add -g;": (["-g", *HOST], BEGIN),
    "-D MAXSTRINGLEN=%zu": (HOST + ["-D", "MAXSTRINGLEN=99"], BEGIN),
    "add -g, or raise one limit: -D MAXACTION=N, -D MAXTIME=MS, "
    "-D STP_NO_OVERLOAD":
        (["-g", "-D", "MAXACTION=9", "-D", "MAXTIME=9", "-D",
          "STP_NO_OVERLOAD", *HOST], BEGIN),
    "calls exit(); -u":
        (["-u", *HOST], "probe begin { exit() } probe end { }"),
    "-c CMD": (["-c", "true", *KERNEL], "probe process.begin { exit() }"),
    "-x PID": (["-x", "1", *HOST], BEGIN),
    "directory of -I": (["-I", "/", *HOST], BEGIN),
    "-r RELEASE": (["-r", kernels.buildable("6.1")], BEGIN),
    "-r DIR": (["-r", TREE], BEGIN),
    "use --vm=%s alone, or --vm -r %s": (["--vm", "-r", kernels.buildable("6.1")],
                                     BEGIN),
    "remove --runtime=host, or replace it with --vm": (KERNEL, BEGIN),
    '@cast(&@var("%s"), "TYPE")': in_read('@cast(&@var("jiffies"), "long")'),
    '"<stdio.h>", "kernel<linux/fs.h><linux/mm.h>"':
        in_read('@cast($file, "struct file", "kernel<linux/fs.h>'
                '<linux/mm.h>")->f_flags + @cast(0, "FILE", "<stdio.h>")'),
    # probe points
    "kernel.statement(ADDRESS).absolute":
        (["-g", *KERNEL], "probe kernel.statement(0xffffffff81000010)"
                          ".absolute { exit() }"),
    "timer.ms(N)": (KERNEL, "probe timer.ms(9) { exit() }"),
    'kernel.function("NAME")': (KERNEL, READ + " { exit() }"),
    'kernel.function("%s")': (KERNEL, READ + " { exit() }"),
    'kernel.function("security_%s").call':
        (KERNEL, 'probe kernel.function("security_file_open").call {exit()}'),
    'kernel.function("NAME").call': (KERNEL, READ + ".call { exit() }"),
    'kernel.function("NAME").return': (KERNEL, READ + ".return { exit() }"),
    ".return": (KERNEL, READ + ".return { exit() }"),
    "add .call": (KERNEL, READ + ".call { exit() }"),
    'kprobe.function("vfs_*")':
        (KERNEL, 'probe kprobe.function("vfs_*") { exit() }'),
    "process(PID).data(ADDRESS)":
        ([], 'probe process("/bin/bash").data(4096).write { exit() }'),
    "kernel.data(ADDRESS)":
        (KERNEL, 'probe kernel.data(0xffffffff82000000).rw { exit() }'),
    'tp_syscall("read,~read")':
        (KERNEL, 'probe tp_syscall("read,~read") { exit() }'),
    'kernel.trace("block_rq_*")':
        (KERNEL, 'probe kernel.trace("block_rq_*") { exit() }'),
    'kernel.trace("workqueue_*")':
        (KERNEL, 'probe kernel.trace("workqueue_*") { exit() }'),
    'write kernel.trace("%s")':
        (KERNEL, 'probe kernel.trace("sched_switch") { exit() }'),
    'kernel.trace("...")':
        (KERNEL, 'probe kernel.trace("sched_switch") { exit() }'),
    "`?`": (KERNEL, READ + " ? { exit() }"),
    "`=`": (["-g", *KERNEL], "probe netfilter.ipv4.pre_routing "
                             "{ $verdict = 1 }"),
    "procfs(...).read": (KERNEL, 'probe procfs("x").read { $value = "a" }'),
    "`=` or `.=`": (KERNEL, 'probe procfs("x").read { $value .= "a" }'),
    "`$value .= ...`": (KERNEL, 'probe procfs("x").read { $value .= "a" }'),
    'probe perf.hw.cpu_cycles.counter("%s") { }':
        (KERNEL, f'probe perf.hw.cpu_cycles.process("{PROGRAM}").counter("c") '
                 f'{{ }} probe process("{PROGRAM}").function("main") '
                 '{ println(@perf("c")) }'),
    'process("PATH")': in_main("exit()", "begin"),
    'process("PATH").function("NAME")': in_main("exit()"),
    'function("%s").inline': in_main("exit()", 'function("inner").inline'),
    '.plt("FUNCTION")': in_main("exit()", 'plt("puts")'),
    '.library("LIB").function("FUNCTION")':
        in_main("exit()", 'library("libc.so.6").function("puts")'),
    'process("PATH").statement("FUNCTION@FILE:LINE")':
        in_main("exit()", 'statement("main@p.c:8")'),
    'process("%s/*")': (KERNEL, 'probe process("/usr/bin/ap*").begin {exit()}'),
    '.nearest': in_main("exit()", 'statement("main@p.c:2").nearest'),
    "write a line as 12, +3 (after the function's first line)":
        in_main("exit()", 'statement("main@p.c+1")'),
    '"*@%s:%u"': in_main("exit()", 'statement("*@p.c:8")'),
    '"%s@FILE"': in_main("exit()", 'function("main@p.c")'),
}

# Not of a script: other commands, lists, what code is about, and lists of
# tapster that LISTS runs.
WORDS = [
    "did you mean $%s?", "give it a type with @cast",
    "tapster --probes", 'process("libjvm.so").mark("*")',
    'process("python3").mark("function__entry")', '"@%s"', "'}'",
    "TAPSTER_CACHE_DIR=DIR", "TMPDIR=DIR", "write NAME=VALUE, with letters, digits and _.,/+=:- only",
    "`nm PROGRAM`", "in $PATH", "$PATH and the libraries", "`file PROGRAM`", "`file %s`", "`ls %s%.*s`",
    "`ls -d %s%s`", "`ls`", "`pgrep NAME`",
    "`ulimit -f unlimited`", "`ulimit -n 1024`", "`ulimit -u unlimited`",
    "`ulimit -v unlimited; ulimit -d unlimited`", "`ulimit -t unlimited`",
    "`grep -i ' [bdr] ' /proc/kallsyms`", "`grep ' NAME$' /proc/kallsyms`",
    "starts at %#llx (%s+%#llx), the next at %#llx (%s+%#llx)",
]

# What the options of these do, other options are tried with.
LISTS = {
    "`tapster -l 'syscall.*'`": (*KERNEL, "-l", "syscall.*"),
    "`tapster -l '%s'`": ["-l", 'kernel.function("vfs_read")'],
    "`tapster -L POINT`": ["-L", "syscall.read"],
    "`tapster -L 'POINT'`": ["-L", "syscall.read"],
    "`tapster --dump-probe-types`": ["--dump-probe-types"],
    "`--dump-probe-aliases`": ["--dump-probe-aliases"],
    "tapster --explain lists": ["--explain"],
    "tapster --doctor -r %s": ["--doctor", "-r", kernels.buildable("6.1")],
    # in the files of tests
    "write %s = VALUE": ["--test", str(SCRIPTS)],
    "tapster -v": ["-v", "-p1", "-e", BEGIN],
}

SHOWN = {**AT_RUN_TIME, **OF_SCRIPTS}
