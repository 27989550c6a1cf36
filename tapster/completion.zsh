#compdef tapster
# SPDX-License-Identifier: LGPL-2.1-or-later

# The values of option $1.
_tapster_values()
{
	local -a values
	case $1 in
@VALUES@
	explain) values=(${${(f)"$($words[1] --explain 2>/dev/null)"}%% *}) ;;
	example) values=(${${(M)${(f)"$($words[1] --examples 2>/dev/null)"}:#[a-z]*.stp *}%%.stp *}) ;;
	r) values=(/lib/modules/*(N:t)) ;;
	W) values=(no-${^${${(f)"$($words[1] --explain 2>/dev/null)"}%% *}}) ;;
	l|L|complete)
		local -a kernel
		local at=${words[(I)-r]}
		(( at && at < CURRENT - 1 )) && kernel=(-r $words[at+1])
		values=(${(f)"$($words[1] $kernel --complete=${(Q)PREFIX} 2>/dev/null)"})
		compadd -S '' -a values
		return ;;
	*) _message $1; return ;;
	esac
	compadd -a values
}

_arguments -s -S \
	@OPTIONS@'*:script:_files -g "*.stp"'
