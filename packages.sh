# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh disable=SC2154 # $top is bootstrap's, which reads this
#
# The packages that bootstrap installs, by the names of each distribution.

# What building and running need (of names with a bar between them, the first that
# apt knows), ...
packages="build-essential autoconf automake libtool pkg-config flex bison
libelf-dev libdw-dev libzydis-dev libiberty-dev liblzma-dev libzstd-dev zlib1g-dev
libjson-c-dev libmicrohttpd-dev libcmocka-dev libncurses-dev libedit-dev qemu-system-x86 python3 xz-utils dpkg kmod"
# ... and what only the tests need: see also fetch-headers.
check_packages="libdebuginfod1t64|libdebuginfod1 shellcheck aspell aspell-en python3-jsonschema procps git man-db openssl
iproute2 mount e2fsprogs openssh-client mmdebstrap dwz clang llvm zstd gdb pahole bpftool strace golang-go chromium
prometheus babeltrace2 tmux neovim vim emacs-nox nodejs zsh fish"
# ... which may have brought its npm with it.
command -v npm >/dev/null || check_packages="$check_packages npm"

# What this system calls itself.
os_release()
{
	sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" /etc/os-release 2>/dev/null
}

system=$(os_release PRETTY_NAME) || :
codename=$(os_release VERSION_CODENAME) || :

# The kernel series that are tested, oldest first; empty: the newest kernel that
# the distribution has.
case $codename in
bookworm) series="6.1 6.12" ;;
trixie) series=6.12 ;;
*) series= ;;
esac

is_installed()
{
	test "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = \
		installed
}

# The newest release of the series $1, or of all, that modules can be built for
# here.
release_of()
{
	for build in /lib/modules/"${1:+$1.}"*-amd64/build; do
		test -d "$build" && basename "$(dirname "$build")"
	done | grep -Ev -- '-(rt|cloud)-amd64$' | sort -V | tail -n 1
}

# The package of the headers that the first script is built with.
first_headers()
{
	here=$(release_of "${series%% *}")
	if test -n "$here"; then
		echo "linux-headers-$here"
	else
		"$top/testsuite/fetch-headers" --newest "${series%% *}"
	fi
}

# Those of the kernels that are tested.
tested_headers()
{
	if test -n "$series"; then
		# shellcheck disable=SC2086
		"$top/testsuite/fetch-headers" --list $series
	else
		first_headers
	fi
}

to_build()
{
	echo "$packages"
	"$top/testsuite/fetch-headers" --needs "$(first_headers)"
}

to_check()
{
	echo "$packages $check_packages"
	# shellcheck disable=SC2046
	"$top/testsuite/fetch-headers" --needs $(tested_headers)
}

is_known()
{
	apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}

# The one of the names in $1 that is installed or else known; the last if none is.
choose()
{
	for name in $(echo "$1" | tr '|' ' '); do
		if is_installed "$name" || is_known "$name"; then
			break
		fi
	done
	echo "$name"
}

missing_of()
{
	for package in "$@"; do
		case $package in
		*"|"*) package=$(choose "$package") ;;
		esac
		is_installed "$package" || printf '%s ' "$package"
	done
}

# What is needed, as systems without apt call it; to be typed there.  Nobody has
# tried these lists.
other_names()
{
	common="flex bison autoconf automake libtool python3 kmod"
	if command -v dnf; then
		set -- "sudo dnf install" gcc make pkgconf elfutils-libelf-devel \
			elfutils-devel zydis-devel binutils-devel xz-devel \
			libzstd-devel zlib-devel json-c-devel libedit-devel libcmocka-devel \
			ncurses-devel kernel-devel qemu-system-x86 xz
	elif command -v pacman; then
		common="flex bison autoconf automake libtool python kmod"
		set -- "sudo pacman -S" base-devel libelf zydis binutils xz zstd \
			zlib json-c libedit cmocka ncurses linux-headers \
			qemu-system-x86
	elif command -v zypper; then
		set -- "sudo zypper install" gcc make pkg-config libelf-devel \
			libdw-devel zydis-devel binutils-devel xz-devel \
			libzstd-devel zlib-devel libjson-c-devel libedit-devel \
			libcmocka-devel ncurses-devel kernel-default-devel \
			qemu-x86 xz
	elif command -v apk; then
		set -- "doas apk add" build-base pkgconf elfutils-dev zydis-dev \
			binutils-dev xz-dev zstd-dev zlib-dev json-c-dev libedit-dev \
			cmocka-dev ncurses-dev linux-lts-dev qemu-system-x86_64 xz
	else
		return 1
	fi >/dev/null
	echo "$* $common"
}

# Only apt is asked for packages.
require_apt()
{
	command -v apt-get >/dev/null && return
	say "${system:-this system} has no apt-get, which this script installs with" >&2
	if names=$(other_names); then
		say "what is needed should be called so there (nobody has tried it):" >&2
		say "  $names" >&2
	else
		say "what is needed, by Debian's names: $packages" >&2
	fi
	die "then: autoreconf -fi && ./configure && make"
}

# Say which of the packages $1 no archive has that apt asks: newer kernels are
# in one that a machine may be set up without.
refuse_unknown()
{
	unknown=
	for package in $1; do
		is_known "$package" || unknown="$unknown $package"
	done
	test -n "$unknown" || return 0
	say "apt knows no package$unknown" >&2
	case $codename:$unknown in
	bookworm:*linux-*)
		say "Debian 12 has newer kernels in its security archive: add" >&2
		die "its suite bookworm-security to /etc/apt/sources.list, then repeat"
		;;
	esac
	die "see that apt's sources have the main archive of ${system:-this system}; then repeat"
}

# Install what $1, a function that prints package names, finds missing.  It is
# asked again after apt's lists were refreshed: there may be newer kernels.
install_packages()
{
	require_apt
	# shellcheck disable=SC2046 # lists of words, here and below
	missing=$(missing_of $("$1"))
	test -n "$missing" || return 0
	if test "$(id -u)" != 0; then
		say "packages are missing; type this, then repeat:" >&2
		die "  sudo apt-get install -y --no-install-recommends $missing"
	fi
	apt-get -q update
	# shellcheck disable=SC2046
	missing=$(missing_of $("$1"))
	refuse_unknown "$missing"
	say "installing: $missing"
	# shellcheck disable=SC2086
	DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
		--no-install-recommends $missing
}
