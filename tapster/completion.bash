# bash completion for tapster
# SPDX-License-Identifier: LGPL-2.1-or-later

# The values of option $2; $1 is the command.
_tapster_values()
{
	case $2 in
	--dump) echo tokens ast probes types target ir c rows locations variables ;;
	--format) echo text json trace-event ctf ;;
	--runtime) echo kernel host ;;
	--color | --colour) echo never auto always ;;
	--explain) "$1" --explain 2>/dev/null | sed 's/ .*//' ;;
	--example) "$1" --examples 2>/dev/null | sed -n 's/^\([a-z][^ ]*\)\.stp .*/\1/p' ;;
	-r) ls /lib/modules 2>/dev/null ;;
	-W) "$1" --explain 2>/dev/null | sed 's/ .*//; s/^/no-/' ;;
	*) return 1 ;;
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
	if [[ $before != -W || $word == no* ]] && [[ $word != -* ]] &&
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
