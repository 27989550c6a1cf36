# SPDX-License-Identifier: LGPL-2.1-or-later
"""Random scripts that probe everything at once.

A script is a list of parts; what a part probes and what its handler does is
drawn from a random.Random, so a seed names all scripts of a run.
"""

BODIES = [
    "n++",
    "n++; s <<< n",
    "m[pid()]++",
    "m[cpu()]++; s <<< gettimeofday_ns() & 255",
    "if (n++ % 50 == 0) printf(\"%d %s %d\\n\", pid(), execname(), n)",
    "n++; text = sprintf(\"%s-%d\", execname(), tid())",
    "n++; try { s <<< @kderef(8, @kregister(5)) } catch { bad++ }",
    "n++; try { s <<< @uderef(4, @kregister(4)) } catch { bad++ }",
    "for (i = 0; i < 20; i++) n += i & 1",
    "if (text == \"x\") error(\"never\"); n++",
]

# For returns: what their entries have saved, too.
AFTER = BODIES[:5] + [
    "s <<< gettimeofday_ns() - @entry(gettimeofday_ns())",
    "m[@entry(pid())]++; n += @entry(n) & 1",
    "n++; text = @entry(sprintf(\"%s-%d\", execname(), tid()))",
]

TRACEPOINTS = ["sched_switch", "sched_wakeup", "sys_enter", "sys_exit",
               "kmalloc", "kfree", "mm_page_alloc", "irq_handler_entry",
               "softirq_entry", "timer_expire_entry", "hrtimer_expire_entry",
               "workqueue_execute_start", "module_load", "cpuhp_enter",
               "rcu_utilization", "signal_deliver", "page_fault_user"]

OTHERS = [
    "probe timer.ms(2) { n++ }",
    "probe timer.ms(7) { foreach (k in m) n += m[k]; delete m }",
    "probe timer.ms(11) { printf(\"%d\\n\", n); n = 0; delete s }",
    "probe timer.profile { n++ }",
    "probe perf.sw.cpu_clock.hz(100) { m[pid()]++ }",
    "probe perf.sw.page_faults.sample(3) { n++ }",
    "probe netfilter.hook(\"NF_INET_LOCAL_OUT\").pf(\"NFPROTO_IPV4\") "
    "{ n++ }",
    "probe procfs(\"torture\").read { $value = sprintf(\"%d\\n\", n) }",
]

# Of the processor's four there must be enough for all sessions at once.
WATCHED = ["panic_timeout", "jiffies_64"]

HEAD = """\
global hits, n, s, m%, text, bad, on
probe timer.ms(29) { on = !on }
probe kernel.trace("sys_enter") { hits++ }
"""
TAIL = """\
probe end { printf("hits %d bad %d\\n", hits, bad); delete m; delete s }
"""


def body(rng, texts):
    text = rng.choice(texts)
    return f"{{ {text} }}" if rng.randrange(4) else f"if (on) {{ {text} }}"


def probe(rng, names, kind, suffix="", texts=None):
    """A probe of these functions."""
    points = [f'{kind}("{name}"){suffix}?' for name in names]
    return f"probe {', '.join(points)} {body(rng, texts or BODIES)}\n"


def functions(rng, names, n, *how):
    return probe(rng, rng.sample(names, min(n, len(names))), *how)


def returns(rng, names, n):
    """Of @n functions the returns, of half of them the entries as well; some
    have two probes."""
    some = rng.sample(names, min(n, len(names)))
    return [probe(rng, some[n // 2:], "kernel.function", ".return", AFTER),
            probe(rng, some[:n // 2], "kernel.function", ".return", AFTER),
            probe(rng, some[:n // 2], "kernel.function", ".call"),
            probe(rng, some[::3], "kernel.function", ".return", AFTER)]


def coming_and_going(rng, all_returns):
    """Probes of a module that is loaded and unloaded meanwhile.  Returns of
    all its functions only where they are attached at once."""
    parts = []
    if not rng.randrange(2):
        parts.append('probe module("fixture").function("*")? { n++ }\n')
    if all_returns and not rng.randrange(2):
        parts.append('probe module("fixture").function("*").return? '
                     f"{body(rng, AFTER)}\n")
    return parts


def script(rng, names, size, n_returns):
    """One script; @size: about how many functions it probes, @n_returns of
    them at their returns."""
    parts = [HEAD]
    for _ in range(2):
        parts.append(functions(rng, names, max(1, size // 2),
                               "kernel.function"))
    # each of these is armed on its own, which takes its time
    parts.append(functions(rng, names, 2, "kprobe.function"))
    parts += returns(rng, names, n_returns)
    points = [f'kernel.trace("{t}")?' for t in rng.sample(TRACEPOINTS, 4)]
    parts.append(f"probe {', '.join(points)} {{ n++ }}\n")
    parts += [f"{text}\n" for text in rng.sample(OTHERS, 3)]
    if not rng.randrange(2):
        parts.append(f'probe kernel.data("{rng.choice(WATCHED)}").write '
                     '{ n++ }\n')
    parts += coming_and_going(rng, n_returns > size // 2)
    return "".join([*parts, TAIL])
