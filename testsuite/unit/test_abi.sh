#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# abi.h stands in three worlds, alone, before and after the other's headers:
# none, libc, the kernel's; and it defines only names that begin with stp_ or
# STP_.  rows.h and wire.h likewise.
set -eu

top=$(cd "${TAPSTER_SOURCE:-${srcdir:-.}}" && pwd)
cc=${CC:-cc}	# perhaps with arguments: not quoted below
# shellcheck disable=SC2086
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0
failed=0

result() {	# status, what; the log tells why
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$dir/log"
		echo "not ok $n - $2"
		failed=1
	fi
}

# No pipe: the count would be kept in its shell.
compile() {	# what, flags...; the program is in t.c
	what=$1
	shift
	$cc -std=gnu11 -Wall -Wextra -Werror -fsyntax-only "$@" -I"$top" \
		"$dir/t.c" 2> "$dir/log" && status=0 || status=1
	result "$status" "$what"
}

includes() {
	for name; do
		echo "#include $name"
	done
}

for h in runtime/abi.h runtime/uapi/rows.h; do
	includes "\"$h\"" > "$dir/t.c"
	compile "$h alone" -nostdinc -ffreestanding
	includes "\"$h\"" "\"$h\"" > "$dir/t.c"
	compile "$h twice" -nostdinc
	includes "\"$h\"" "<stdio.h>" "<stdlib.h>" > "$dir/t.c"
	compile "$h before libc"
	includes "<stdio.h>" "<sys/types.h>" "\"$h\"" > "$dir/t.c"
	compile "$h after libc"
done
includes '"runtime/abi.h"' '"runtime/uapi/wire.h"' > "$dir/t.c"
compile "abi.h and wire.h" -nostdinc
{
	includes "<sys/ioctl.h>" '"runtime/uapi/wire.h"'
	echo 'int stp_x = STP_IOC_INFO;'
} > "$dir/t.c"
compile "wire.h after ioctl.h"

# Names: what the headers add to an empty file.
macros() {
	$cc -std=gnu11 -nostdinc -dM -E -I"$top" -x c "$1" | sort
}

for h in runtime/abi.h runtime/uapi/wire.h; do
	includes "\"$h\"" > "$dir/t.c"
	macros "$dir/t.c" > "$dir/with"
	macros /dev/null > "$dir/without"
	comm -23 "$dir/with" "$dir/without" | awk '{ print $2 }' |
		sed 's/(.*//' | grep -v '^STP_\|^stp_' > "$dir/log" || :
	result "$(wc -l < "$dir/log")" "$h defines only its own macros"
	$cc -std=gnu11 -nostdinc -P -E -I"$top" "$dir/t.c" |
		grep -oE '(struct|enum|union) +\w+ +\{|\w+\(' |
		grep -vE '(struct|enum|union) +stp_|^stp_|^__|sizeof|^(if|void)\(' \
		> "$dir/log" || :
	result "$(wc -l < "$dir/log")" "$h declares only its own names"
done

# The kernel's world, by its own build, for every kernel whose headers are
# here.
{
	includes '"runtime/abi.h"' '"runtime/uapi/wire.h"' \
		"<linux/module.h>" "<linux/kprobes.h>"
	echo 'const struct stp_script stp_script = { .abi = STP_ABI_VERSION };'
	echo 'MODULE_LICENSE("GPL");'
} > "$dir/before.c"
{
	includes "<linux/fs.h>" "<linux/percpu.h>" '"runtime/abi.h"' \
		'"runtime/uapi/wire.h"'
	echo 'int stp_after(void);'
	echo 'int stp_after(void) { return STP_IOC_START != 0; }'
} > "$dir/after.c"
printf 'obj-m := t.o\nt-y := before.o after.o\nccflags-y := -I%s -Werror\n' \
	"$top" > "$dir/Makefile"
seen=" "
for build in /lib/modules/*/build /usr/src/linux-headers-*; do
	[ -e "$build/Module.symvers" ] || continue
	real=$(readlink -f "$build")
	case $seen in *" $real "*) continue ;; esac
	seen="$seen$real "
	make -s -C "$real" M="$dir" modules > "$dir/log" 2>&1 && status=0 ||
		status=1
	result "$status" "abi.h in ${real##*/}"
	make -s -C "$real" M="$dir" clean > /dev/null 2>&1 || :
done
[ "$seen" != " " ] || echo "ok $((n + 1)) - abi.h in a kernel # SKIP no headers"
exit "$failed"
