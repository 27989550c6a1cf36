# SPDX-License-Identifier: LGPL-2.1-or-later
# The part of the runtime that reads and shows records in user space.
STP_CORE_USER_SOURCES = \
	runtime/abi.h runtime/uapi/rows.h runtime/uapi/wire.h \
	runtime/core/types.h \
	runtime/core/args.c \
	runtime/core/blob.c runtime/core/blob.h \
	runtime/core/fmt.c runtime/core/fmt.h \
	runtime/core/hist.c \
	runtime/core/json.c \
	runtime/core/record.c runtime/core/record.h \
	runtime/core/render.c \
	runtime/core/stat.c runtime/core/stat.h

noinst_LTLIBRARIES += runtime/libstpcore.la
runtime_libstpcore_la_SOURCES = $(STP_CORE_USER_SOURCES)
