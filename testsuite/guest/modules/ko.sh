# SPDX-License-Identifier: LGPL-2.1-or-later
# Modules of the distribution's kernel: . guest/modules/ko.sh

# The module $1, as "fs/binfmt_misc", unpacked, to the file $2.
unpack_module()
{
	r=$(uname -r)
	for f in "/lib/modules/$r" "/var/cache/tapster/kernels/$r/modules" \
		 "$HOME/.cache/tapster/kernels/$r/modules"; do
		for ko in "$f/kernel/$1".ko*; do
			case $ko in
			*'*') ;;
			*.xz) xz -dc "$ko" >"$2" ;;
			*) cp "$ko" "$2" ;;
			esac
		done
	done
}
