#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# abi.h stands in three worlds, alone, before and after the other's headers:
# none, libc, the kernel's; and it defines only names that begin with stp_ or
# STP_.  rows.h and wire.h likewise.
set -eu

top=$(cd "${srcdir:-.}" && pwd)
cc=${CC:-cc}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

say() {
	echo "$*"
	failed=1
}

compile() {	# what, flags...; the program on stdin
	what=$1
	shift
	cat > "$dir/t.c"
	"$cc" -std=gnu11 -Wall -Wextra -Werror -fsyntax-only "$@" -I"$top" \
		"$dir/t.c" 2> "$dir/log" || {
		say "FAIL: $what"
		cat "$dir/log"
	}
}

for h in runtime/abi.h runtime/uapi/rows.h; do
	echo "#include \"$h\"" | compile "$h, no headers" -nostdinc -ffreestanding
	printf '#include "%s"\n#include "%s"\n' "$h" "$h" |
		compile "$h, twice" -nostdinc
	printf '#include "%s"\n#include <stdio.h>\n#include <stdlib.h>\n' "$h" |
		compile "$h, before libc"
	printf '#include <stdio.h>\n#include <sys/types.h>\n#include "%s"\n' \
		"$h" | compile "$h, after libc"
done
printf '#include "%s"\n#include "%s"\n' runtime/abi.h runtime/uapi/wire.h |
	compile "abi.h and wire.h" -nostdinc
printf '#include <sys/ioctl.h>\n#include "%s"\nint x = STP_IOC_INFO;\n' \
	runtime/uapi/wire.h | compile "wire.h, after ioctl.h"

# Names: what the headers add to an empty file.
for h in runtime/abi.h runtime/uapi/wire.h; do
	echo "#include \"$h\"" > "$dir/t.c"
	"$cc" -std=gnu11 -nostdinc -dM -E -I"$top" "$dir/t.c" |
		sort > "$dir/with"
	"$cc" -std=gnu11 -nostdinc -dM -E -x c /dev/null | sort > "$dir/without"
	comm -23 "$dir/with" "$dir/without" | awk '{ print $2 }' |
		sed 's/(.*//' | grep -v '^STP_\|^stp_' > "$dir/other" || :
	[ ! -s "$dir/other" ] || say "FAIL: $h defines $(tr '\n' ' ' < "$dir/other")"
	"$cc" -std=gnu11 -nostdinc -P -E -I"$top" "$dir/t.c" |
		grep -oE '(struct|enum|union) +[A-Za-z_0-9]+ +\{|[A-Za-z_0-9]+\(' |
		grep -vE '(struct|enum|union) +stp_|^stp_|__attribute__|__section__|__builtin|sizeof|^if\(|^void\(|__aligned' \
		> "$dir/other" || :
	[ ! -s "$dir/other" ] || say "FAIL: $h declares $(tr '\n' ' ' < "$dir/other")"
done

# The kernel's world, by its own build, for every kernel whose headers are
# here.
cat > "$dir/before.c" <<'END'
#include "runtime/abi.h"
#include "runtime/uapi/wire.h"
#include <linux/module.h>
#include <linux/kprobes.h>
const struct stp_script stp_script = { .abi = STP_ABI_VERSION };
MODULE_LICENSE("GPL");
END
cat > "$dir/after.c" <<'END'
#include <linux/fs.h>
#include <linux/percpu.h>
#include "runtime/abi.h"
#include "runtime/uapi/wire.h"
int stp_after(void);
int stp_after(void)
{
	return STP_IOC_START != 0;
}
END
printf 'obj-m := t.o\nt-y := before.o after.o\nccflags-y := -I%s -Werror\n' \
	"$top" > "$dir/Makefile"
seen=0
for build in /lib/modules/*/build /usr/src/linux-headers-*-amd64; do
	[ -e "$build/Module.symvers" ] || continue
	real=$(readlink -f "$build")
	case " ${done_:-} " in *" $real "*) continue ;; esac
	done_="${done_:-} $real"
	seen=1
	make -s -C "$build" M="$dir" modules > "$dir/log" 2>&1 || {
		say "FAIL: $build"
		cat "$dir/log"
	}
	make -s -C "$build" M="$dir" clean > /dev/null 2>&1 || :
done
[ "$seen" = 1 ] || echo "no kernel headers: that part is skipped"
exit "$failed"
