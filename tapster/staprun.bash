# bash completion for staprun
# SPDX-License-Identifier: LGPL-2.1-or-later

_staprun()
{
	local word=${COMP_WORDS[COMP_CWORD]} values

	case ${COMP_WORDS[COMP_CWORD - 1]} in
	--format) values="text json" ;;
	--attach | --disable | --enable)
		values=$("$1" --list 2>/dev/null | sed -n 's/^\([^ ]\{1,\}\).*/\1/p') ;;
	*)	[[ $word != -* ]] ||
			values=$("$1" --help 2>/dev/null | sed -n 's/^  \(-[^ ]*\).*/\1/p') ;;
	esac
	if [[ $values ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
	else
		mapfile -t COMPREPLY < <(compgen -f -X '!*.ko' -- "$word"; compgen -d -- "$word")
	fi
}
complete -o filenames -F _staprun staprun tapster-staprun
