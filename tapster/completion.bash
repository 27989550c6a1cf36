# bash completion for tapster
# SPDX-License-Identifier: LGPL-2.1-or-later

# The values of option $2; $1 is the command.
_tapster_values()
{
	case $2 in
@VALUES@
	--explain) "$1" --explain 2>/dev/null | sed 's/ .*//' ;;
	--example) "$1" --examples 2>/dev/null | sed -n 's/^\([a-z][^ ]*\)\.stp .*/\1/p' ;;
	-r) ls /lib/modules 2>/dev/null ;;
	-W) "$1" --explain 2>/dev/null | sed 's/ .*//; s/^/no-/' ;;
	*) return 1 ;;
	esac
}

# How the probe point $2 can go on; it may begin with a quote that is open.
_tapster_points()
{
	local point=$2 kernel=() i

	for ((i = 1; i < COMP_CWORD - 1; i++)); do
		[[ ${COMP_WORDS[i]} != -r ]] || kernel=(-r "${COMP_WORDS[i + 1]}")
	done
	compopt +o filenames -o nospace 2>/dev/null
	case $point in
	[\'\"]*) mapfile -t COMPREPLY < <("$1" "${kernel[@]}" --complete="${point:1}" 2>/dev/null) ;;
	*)	mapfile -t COMPREPLY < <("$1" "${kernel[@]}" --complete="${point//\\/}" 2>/dev/null)
		[[ ${#COMPREPLY[@]} -eq 0 ]] ||
			mapfile -t COMPREPLY < <(printf '%q\n' "${COMPREPLY[@]}") ;;
	esac
}

_tapster()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local values options
	options="@OPTIONS@"
	# --dump=x is three words
	if [[ $word == = ]]; then
		word=
	elif [[ $before == = && COMP_CWORD -gt 1 ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	if [[ $before == -[lL] ]]; then
		_tapster_points "$1" "$word"
	elif [[ $before != -W || $word == no* ]] && [[ $word != -* ]] &&
		values=$(_tapster_values "$1" "$before"); then
		compopt +o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
	elif [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
		[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
	else
		mapfile -t COMPREPLY < <(compgen -f -X '!*.stp' -- "$word"; compgen -d -- "$word")
	fi
}
complete -o filenames -F _tapster tapster
