# SPDX-License-Identifier: LGPL-2.1-or-later
noinst_LTLIBRARIES += vm/libvm.la
vm_libvm_la_SOURCES = \
	vm/accel.c vm/accel.h \
	vm/fetch.c \
	vm/devices.c vm/devices.h \
	vm/ext4.c vm/ext4.h \
	vm/file.c vm/file.h \
	vm/guest.c vm/vm.h vm/proto.h \
	vm/image.c vm/image.h vm/lz4.c vm/lz4.h \
	vm/index.c \
	vm/initramfs.c vm/initramfs.h \
	vm/kept.c vm/kept.h \
	vm/kernel.c vm/kernel.h \
	vm/modules.c vm/modules.h \
	vm/headers.c \
	vm/packages.c vm/packages.h \
	vm/qemu.c vm/qemu.h
vm_libvm_la_CPPFLAGS = $(AM_CPPFLAGS) $(LZMA_CFLAGS) $(ZSTD_CFLAGS)

# What runs inside: static, and never with sanitizers.
pkglibexec_PROGRAMS += vm/guest-init
vm_guest_init_SOURCES = \
	vm/init/boot.c vm/init/init.h \
	vm/init/devices.c \
	vm/init/feed.c \
	vm/init/job.c \
	vm/init/left.c \
	vm/init/main.c \
	vm/init/port.c
vm_guest_init_CFLAGS = -std=gnu11 -O2 -g -Wall -Wextra -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes -Wvla -Wno-unused-parameter \
	$(WERROR)
vm_guest_init_LDFLAGS = -all-static

noinst_PROGRAMS += vm/guest-run
vm_guest_run_SOURCES = vm/guest_run.c
vm_guest_run_LDADD = vm/libvm.la base/libbase.la $(LZMA_LIBS) $(ZSTD_LIBS) $(ZLIB_LIBS)

check_PROGRAMS += testsuite/unit/test_vm
UNIT_TESTS += testsuite/unit/test_vm
testsuite_unit_test_vm_SOURCES = testsuite/unit/test_vm.c
testsuite_unit_test_vm_CPPFLAGS = $(AM_CPPFLAGS) $(CMOCKA_CFLAGS)
testsuite_unit_test_vm_LDADD = vm/libvm.la base/libbase.la $(LZMA_LIBS) $(ZSTD_LIBS) $(ZLIB_LIBS) \
	$(CMOCKA_LIBS)

# A guest's kernel that looks for mistakes, see vm/debug-kernel: half an hour of two
# processors, and 3 GB in debug-kernel/.
DEBUG_KERNEL_CACHE = /var/cache/tapster
.PHONY: debug-kernel
debug-kernel:
	$(srcdir)/vm/debug-kernel debug-kernel $(DEBUG_KERNEL_CACHE)
EXTRA_DIST += vm/debug-kernel vm/debug-kernel.config
