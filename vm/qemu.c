/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Starts a microvm: with minimal firmware, without PCI, with devices on
 * virtio-mmio.  The unpacked vmlinux is entered through PVH.  Without KVM, neither
 * firmware nor timers tell the kernel how fast the CPU is, so the kernel gets the
 * TSC's frequency and its loops per jiffy as arguments.  Without these arguments it
 * hangs before its first message.
 *
 * QEMU gets these of our descriptors and no others: 0 is the port, 1 the console,
 * 2 the console, too, for QEMU's own errors, and 3 the disk, if there is one.
 *
 * TCG runs all CPUs in one thread: its multi-threaded form crashes when code is
 * patched under load, which tracing does.
 */
#include "vm/qemu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/target.h"
#include "base/tags/vm.h"
#include "base/vec.h"
#include "vm/accel.h"
#include "vm/devices.h"
#include "vm/file.h"
#include "vm/initramfs.h"
#include "vm/kept.h"
#include "vm/kernel.h"
#include "vm/proto.h"
#include "vm/vm.h"

#define PROGRAM "qemu-system-x86_64"

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/*
 * The CPU of TCG, without cmpxchg16b: QEMU 7.2 computes the flags of that
 * instruction from those of an earlier one.  A kernel that allocates memory with
 * cmpxchg16b and is interrupted before the next comparison returns with a random NT or
 * TF, and dies of a double fault, once in some hundred boots.
 */
#define TCG_CPU "max,-cx16"

/* Returns the frequency of the host's TSC in kHz, measured over ten milliseconds.  A
 * guest without KVM sees the host's TSC. */
static unsigned long tsc_khz(void)
{
	struct timespec ten_ms = { .tv_nsec = 10000000 };
	uint64_t t0 = now_ns(), c0 = __rdtsc();

	nanosleep(&ten_ms, NULL);
	return (unsigned long)((__rdtsc() - c0) * 1000000 / (now_ns() - t0));
}

/* Adds the TSC's frequency, and the loops per jiffy: the TSC's ticks in the four
 * milliseconds of a jiffy.  If that number were wrong, the kernel's delays would be
 * wrong by the same factor. */
static void add_clock(struct buf *b, unsigned long khz)
{
	buf_printf(b, " lpj=%lu tsc_early_khz=%lu", 4 * khz, khz);
}

/* Returns the kernel's arguments, to be freed.  With -icount the TSC counts
 * instructions, one a nanosecond. */
static char *kernel_arguments(const struct vm_config *c, bool kvm)
{
	struct buf b = BUF_INIT;

	buf_puts(&b, "console=ttyS0 quiet panic=-1 oops=panic rdinit=/init "
		     "no_timer_check tsc=reliable random.trust_cpu=on "
		     "nowatchdog rcupdate.rcu_cpu_stall_suppress=1 "
		     "cryptomgr.notests kfence.sample_interval=0 "
		     "mitigations=off");
	if (!kvm)
		add_clock(&b, c->icount ? 1000000 : tsc_khz());
	if (c->append)
		buf_printf(&b, " %s", c->append);
	return b.p;
}

typedef VEC(const char *) args;

static void add_machine(args *a, const struct vm_config *c, bool kvm)
{
	vec_push(a, "-M");
	vec_push(a, "microvm");
	/* small and quick to start; which firmware is the default depends on
	 * the distribution, and not every one shows Linux the devices */
	vec_push(a, "-bios");
	vec_push(a, "qboot.rom");
	vec_push(a, "-accel");
	if (kvm)
		vec_push(a, "kvm");
	else if (c->icount)
		vec_push(a, "tcg,tb-size=256");
	else
		vec_push(a, "tcg,thread=single,tb-size=256");
	vec_push(a, "-cpu");
	vec_push(a, kvm ? "host" : TCG_CPU);
	if (c->icount) {
		vec_push(a, "-icount");
		vec_push(a, "shift=0,sleep=off");
	}
}

static void add_port(args *a, const struct vm_config *c)
{
	vec_push(a, "-chardev");
	vec_push(a, c->name ? "file,id=console,path=/dev/fd/1,append=on"
			    : "file,id=console,path=/dev/fd/1");
	vec_push(a, "-chardev");
	vec_push(a, c->name ? "socket,id=port,fd=0,server=on,wait=off"
			    : "socket,id=port,fd=0");
}

static void add_devices(args *a)
{
	static const char *const fixed[] = {
		"-nodefaults", "-no-user-config", "-no-reboot",
		"-display", "none",
		"-serial", "chardev:console",
		"-device", "virtio-serial-device,max_ports=2",
		"-device", "virtserialport,chardev=port,name=" VM_PORT_NAME,
		"-fsdev", "local,id=root,path=/,security_model=none,"
			  "readonly=on,multidevs=remap",
		"-device", "virtio-9p-device,fsdev=root,mount_tag=" VM_ROOT_TAG,
	};

	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		vec_push(a, fixed[i]);
}

static struct sys_error *spawn_qemu(const args *a, int port, int console,
				    int disk, pid_t *ret)
{
	struct spawn s = SPAWN_INIT;
	struct sys_error *err;

	s.argv = a->at;
	s.fd_in = port;
	s.fd_out = s.fd_err = console;
	s.fd_more = disk;
	s.own_group = true;
	err = spawn_start(&s, ret);
	if (!err || strstr(err->text, strerror(ENOENT)) == NULL)
		return err;
	sys_error_free(err);
	return sys_error_hint(sys_error(DIAG_NO_QEMU, 0,
					"the guest needs " PROGRAM
					", which is not installed"),
			      "apt-get install qemu-system-x86");
}

/* The ends of port and console: [0] is ours, [1] QEMU's. */
struct ends {
	int port[2], console[2];
};

static void close_ends(struct ends *e, int which)
{
	cleanup_close(&e->port[which]);
	cleanup_close(&e->console[which]);
}

/* Makes the port, a pair of sockets, and the console's pipe. */
static bool make_ends(struct ends *e)
{
	return !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, e->port) &&
	       !pipe2(e->console, O_CLOEXEC);
}

/* Makes the ends for a guest that stays: QEMU's is a socket that later runs can connect
 * to, ours is connected to it.  The console is a file, and we have no end of it. */
static bool make_kept_ends(struct kept *k, struct ends *e)
{
	e->port[1] = kept_listen(k);
	e->port[0] = e->port[1] < 0 ? -1 : kept_connect(k);
	e->console[1] = kept_console(k);
	return e->port[0] >= 0 && e->console[1] >= 0;
}

static struct sys_error *start(const args *a, int disk, struct qemu *ret)
{
	struct ends e = { { -1, -1 }, { -1, -1 } };
	struct sys_error *err;

	if (ret->kept ? make_kept_ends(ret->kept, &e) : make_ends(&e))
		err = spawn_qemu(a, e.port[1], e.console[1], disk, &ret->pid);
	else
		err = sys_error(DIAG_GUEST_FAILED, errno,
				"cannot make a socket for the guest");
	close_ends(&e, 1);
	if (err) {
		close_ends(&e, 0);
		return err;
	}
	fcntl(e.port[0], F_SETFL, O_NONBLOCK);
	if (e.console[0] >= 0)
		fcntl(e.console[0], F_SETFL, O_NONBLOCK);
	ret->port = e.port[0];
	ret->console = e.console[0];
	return NULL;
}

static struct sys_error *find_kernel(const struct vm_config *c, char **ret)
{
	if (!c->kaslr)
		return vm_get_vmlinux(c->cache, c->release, ret);
	*ret = kernel_image(c->cache, c->release);
	return *ret ? NULL : kernel_lacks_image(c->cache, c->release);
}

struct sys_error *qemu_start(const struct vm_config *c, struct qemu *ret)
{
	bool kvm = !c->icount && accel_kvm_works(c->cache);
	_cleanup_free_ char *kernel = NULL, *initrd = NULL, *append = NULL;
	char cpus[16], memory[16];
	struct sys_error *err = find_kernel(c, &kernel);
	struct devices d = DEVICES_INIT;
	args a = { 0 };

	if (!err)
		err = initramfs_get(c, &initrd);
	if (!err)
		err = devices_make(c, &d);
	if (err) {
		devices_free(&d);
		return err;
	}
	append = kernel_arguments(c, kvm);
	snprintf(cpus, sizeof(cpus), "%u", c->icount ? 1 : c->cpus);
	snprintf(memory, sizeof(memory), "%u", c->memory_mb);
	vec_push(&a, PROGRAM);
	add_machine(&a, c, kvm);
	add_port(&a, c);
	add_devices(&a);
	for (size_t i = 0; i < d.args.n; i++)
		vec_push(&a, d.args.at[i]);
	const char *const rest[] = { "-smp", cpus, "-m", memory, "-kernel",
				     kernel, "-initrd", initrd, "-append",
				     append, NULL };
	for (size_t i = 0; i < sizeof(rest) / sizeof(*rest); i++)
		vec_push(&a, rest[i]);
	ret->kvm = kvm;
	err = start(&a, d.disk, ret);
	vec_free(&a);
	devices_free(&d);
	if (!err && ret->kept)
		err = kept_record(ret->kept, c, ret->pid);
	return err;
}

void qemu_kill(struct qemu *q)
{
	int status;

	if (q->pid > 0) {
		kill(q->pid, SIGKILL);
		waitpid(q->pid, &status, 0);
		q->pid = 0;
	}
	if (q->kept)
		kept_kill(q->kept);
}
