#compdef staprun tapster-staprun
# SPDX-License-Identifier: LGPL-2.1-or-later

local -a values
case $words[CURRENT-1] in
--format) values=(text json) ;;
--attach|--disable|--enable)
	values=(${${${(f)"$($words[1] --list 2>/dev/null)"}:#[ ]*}%% *}) ;;
*)	[[ $PREFIX == -* ]] &&
		values=(${${${(M)${(f)"$($words[1] --help 2>/dev/null)"}:#  -*}#  }%% *}) ;;
esac
if (( $#values )); then
	compadd -a values
else
	_files -g "*.ko"
fi
