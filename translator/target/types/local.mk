# SPDX-License-Identifier: LGPL-2.1-or-later
# Types, access paths, calling conventions.
translator_target_libtarget_la_SOURCES += \
	translator/target/types/access_path.c translator/target/types/access_path.h \
	translator/target/types/cc_classes.c translator/target/types/cc_classes.h \
	translator/target/types/cc_rust.c \
	translator/target/types/cc_x86_64_private.h \
	translator/target/types/cc_x86_64.c translator/target/types/cc_x86_64.h \
	translator/target/types/ctype.c translator/target/types/ctype.h \
	translator/target/types/ctype_put.c \
	translator/target/types/location.h \
	translator/target/types/address.h \
	translator/target/types/types.h
