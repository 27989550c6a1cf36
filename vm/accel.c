/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs a tiny guest in a child process, because there are hosts where /dev/kvm
 * can be opened and the first guest never returns.  The guest has one page of
 * memory and one virtual CPU in real mode, and executes one HLT.  A child that
 * hangs in the kernel cannot be killed; nothing waits for it.
 */
#include "vm/accel.h"

#include <fcntl.h>
#include <linux/kvm.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "vm/file.h"

#define CHECK_MS 2000

static bool set_registers(int cpu)
{
	struct kvm_sregs sregs;
	struct kvm_regs regs = { .rip = 0, .rflags = 2 };

	if (ioctl(cpu, KVM_GET_SREGS, &sregs))
		return false;
	sregs.cs.base = 0;
	sregs.cs.selector = 0;
	return !ioctl(cpu, KVM_SET_SREGS, &sregs) &&
	       !ioctl(cpu, KVM_SET_REGS, &regs);
}

static bool run_to_halt(int kvm, int cpu)
{
	int size = ioctl(kvm, KVM_GET_VCPU_MMAP_SIZE, 0);
	struct kvm_run *run;

	if (size < (int)sizeof(*run))
		return false;
	run = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, cpu,
		   0);
	return run != MAP_FAILED && !ioctl(cpu, KVM_RUN, 0) &&
	       run->exit_reason == KVM_EXIT_HLT;
}

/* Runs the guest; the child calls this.  Returns true if the guest has executed HLT.
 * Closes nothing, because the child ends after this. */
static bool halt_one(void)
{
	int kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	int vm = kvm < 0 ? -1 : ioctl(kvm, KVM_CREATE_VM, 0);
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct kvm_userspace_memory_region region = {
		.memory_size = 4096,
		.userspace_addr = (uintptr_t)page,
	};
	int cpu;

	if (vm < 0 || page == MAP_FAILED)
		return false;
	page[0] = (char)0xf4;	/* hlt */
	if (ioctl(vm, KVM_SET_USER_MEMORY_REGION, &region))
		return false;
	cpu = ioctl(vm, KVM_CREATE_VCPU, 0);
	return cpu >= 0 && set_registers(cpu) && run_to_halt(kvm, cpu);
}

static bool check(void)
{
	struct pollfd p = { .events = POLLIN };
	int status = 1;
	pid_t pid;

	if (access("/dev/kvm", R_OK | W_OK))
		return false;
	pid = fork();
	if (!pid)
		_exit(!halt_one());
	if (pid < 0)
		return false;
	p.fd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (poll(&p, 1, CHECK_MS) == 1) {
		waitpid(pid, &status, 0);
	} else {
		kill(pid, SIGKILL);
		waitpid(pid, &status, WNOHANG);
		status = 1;
	}
	cleanup_close(&p.fd);
	return !status;
}

static char *boot_id(void)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	_cleanup_error_ struct sys_error *err =
		vm_file_read("/proc/sys/kernel/random/boot_id", &b);

	return vm_file_path("%.*s", (int)strcspn(b.p, "\n"), b.p);
}

static void remember(const char *cache, bool works)
{
	_cleanup_free_ char *path = vm_file_path("%s/kvm", cache);
	_cleanup_free_ char *id = boot_id();
	_cleanup_free_ char *line = vm_file_path("%s %s\n", id,
						 works ? "works" : "fails");

	/* if the cache cannot be written, the next call checks again */
	sys_error_free(vm_file_write(path, line, strlen(line), NULL));
}

bool accel_kvm_works(const char *cache)
{
	_cleanup_free_ char *path = vm_file_path("%s/kvm", cache);
	_cleanup_free_ char *id = boot_id();
	_cleanup_buf_ struct buf b = BUF_INIT;
	_cleanup_error_ struct sys_error *err = vm_file_read(path, &b);
	bool works;

	if (!err && id[0] && !strncmp(b.p, id, strlen(id)))
		return strstr(b.p, " works") != NULL;
	works = check();
	remember(cache, works);
	return works;
}

void accel_kvm_failed(const char *cache)
{
	remember(cache, false);
}
