#compdef tapster
# SPDX-License-Identifier: LGPL-2.1-or-later

# The values of option $1.
_tapster_values()
{
	local -a values
	case $1 in
	dump) values=(tokens ast probes types target ir c rows locations variables) ;;
	format) values=(text json trace-event ctf) ;;
	runtime) values=(kernel host) ;;
	color | colour) values=(never auto always) ;;
	explain) values=(${${(f)"$($words[1] --explain 2>/dev/null)"}%% *}) ;;
	example) values=(${${(M)${(f)"$($words[1] --examples 2>/dev/null)"}:#[a-z]*.stp *}%%.stp *}) ;;
	r) values=(/lib/modules/*(N:t)) ;;
	W) values=(no-${^${${(f)"$($words[1] --explain 2>/dev/null)"}%% *}}) ;;
	*) _message $1; return ;;
	esac
	compadd -a values
}

_arguments -s -S \
	@OPTIONS@'*:script:_files -g "*.stp"'
