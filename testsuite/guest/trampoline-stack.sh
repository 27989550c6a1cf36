#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: modules modules/stack.stp
# Arguments on the stack go through stubs: do_mmap() has 8, and 9 since 6.12,
# ip_make_skb() has 10, rtc_tm_to_ktime() a structure of 36 bytes.  What a
# function makes of them is right (the workload prints it), what it returns, and
# what entries and returns read of them by name; none is a kretprobe's.  Somebody
# sleeps in do_futex(), which has 7, until the module has gone.
# shellcheck source=testsuite/guest/modules/kill.sh
. guest/modules/kill.sh
mkfifo /tmp/go
cat >/tmp/sleeper.py <<'END'
import threading
lock = threading.Lock()
lock.acquire()
def wake():
    open("/tmp/go").read()
    lock.release()
threading.Thread(target=wake).start()
lock.acquire()
print("woken")
END
cat >/tmp/load.sh <<'END'
. guest/modules/need.sh
python3 guest/modules/stack.py
echo "direct: $(grep -c 'direct-->' /sys/kernel/tracing/enabled_functions)"
echo "kprobes: $(wc -l </sys/kernel/debug/kprobes/list)"
python3 /tmp/sleeper.py >/tmp/woken 2>&1 &
wait_for "grep -q futex /proc/$!/wchan"
END
"$STAPRUN" "$1" -c "sh /tmp/load.sh"
echo "modules: $(lsmod | grep -c '^stp_')"
echo go >/tmp/go
wait_for "test -s /tmp/woken"
cat /tmp/woken
echo "warnings: $(dmesg | grep -c 'WARNING:\|BUG:\|Oops')"
