" SPDX-License-Identifier: LGPL-2.1-or-later
" Indents as tapster --fmt does: by the bracket that a line is in.
if exists('b:did_indent')
	finish
endif
let b:did_indent = 1

setlocal autoindent nocindent nolisp
setlocal indentexpr=TapsterIndent(v:lnum)
setlocal indentkeys=0{,0},0),!^F,o,O,e
let b:undo_indent = 'setlocal autoindent< indentexpr< indentkeys<'

if exists('*TapsterIndent')
	finish
endif

" Brackets within these count for nothing.
function s:IsText() abort
	for l:id in synstack(line('.'), col('.'))
		if synIDattr(l:id, 'name') =~# '^stap\(Comment\|String\|Embedded\)$'
			return 1
		endif
	endfor
	return 0
endfunction

" The line's code, without a comment at its end.
function s:Code(lnum) abort
	let l:text = getline(a:lnum)
	for l:at in range(strlen(l:text))
		for l:id in synstack(a:lnum, l:at + 1)
			if synIDattr(l:id, 'name') ==# 'stapComment'
				return substitute(strpart(l:text, 0, l:at), '\s\+$', '', '')
			endif
		endfor
	endfor
	return substitute(l:text, '\s\+$', '', '')
endfunction

" The line above that has code; 0: there is none.
function s:Above(lnum) abort
	let l:lnum = prevnonblank(a:lnum - 1)
	while l:lnum && s:Code(l:lnum) =~# '^\s*$'
		let l:lnum = prevnonblank(l:lnum - 1)
	endwhile
	return l:lnum
endfunction

" The line on which the statement begins that goes on at the bracket.
function s:First(lnum, col) abort
	let l:before = substitute(strpart(getline(a:lnum), 0, a:col - 1), '\s\+$', '', '')
	if l:before !~# ')$'
		return a:lnum
	endif
	call cursor(a:lnum, strlen(l:before))
	let l:lnum = searchpair('(', '', ')', 'bnW', 's:IsText()')
	return l:lnum > 0 ? l:lnum : a:lnum
endfunction

" The first line of what a statement without braces follows; 0: it is none.
function s:Header(lnum) abort
	let l:code = s:Code(a:lnum)
	if l:code =~# '\<else$'
		return a:lnum
	endif
	if l:code !~# ')$'
		return 0
	endif
	call cursor(a:lnum, strlen(l:code))
	let [l:line, l:col] = searchpairpos('(', '', ')', 'bnW', 's:IsText()')
	return l:line && strpart(getline(l:line), 0, l:col)
		\ =~# '^\s*\(}\s*\)\=\(else\s\+\)\=\(if\|while\|for\|foreach\)\s*($'
		\ ? l:line : 0
endfunction

" [column of the round bracket that the line is in, or -1; indent in braces]
function s:Inside(lnum) abort
	call cursor(a:lnum, 1)
	let [l:bline, l:bcol] = searchpairpos('{', '', '}', 'bnW', 's:IsText()')
	let [l:pline, l:pcol] = searchpairpos('[(\[]', '', '[)\]]', 'bnW', 's:IsText()', l:bline)
	if l:pline > l:bline || (l:pline == l:bline && l:pcol > l:bcol)
		return [virtcol([l:pline, l:pcol]), 0]
	endif
	if !l:bline
		return [-1, -1]
	endif
	let l:base = indent(s:First(l:bline, l:bcol))
	return [-1, getline(a:lnum) =~# '^\s*}' ? l:base : l:base + shiftwidth()]
endfunction

function TapsterIndent(lnum) abort
	call cursor(a:lnum, 1)
	let l:text = getline(a:lnum)
	if a:lnum > 1 && s:IsText() && l:text !~# '^\s*\(#\|//\|/\*\|"\|%{\)'
		return l:text =~# '^\s*\*' && getline(a:lnum - 1) =~# '^\s*/\*'
			\ ? indent(a:lnum - 1) + 1 : -1
	endif
	let l:above = s:Above(a:lnum)
	let l:before = l:above ? s:Code(l:above) : ''
	let [l:column, l:indent] = s:Inside(a:lnum)
	if l:column >= 0
		return l:column
	endif
	if l:indent < 0
		" further points of a probe
		return l:before =~# ',$' && l:before =~# '^\s*probe\>\|^\s\+' ? shiftwidth() : 0
	endif
	if l:text =~# '^\s*[{}]'
		return l:indent
	endif
	if l:before =~# '\(<<<\|[^-]-\|[^+]+\|[=*/.&|?:]\)$'
		return indent(l:above) + shiftwidth()
	endif
	let l:header = l:above ? s:Header(l:above) : 0
	while l:header
		let l:indent += shiftwidth()
		let l:above = s:Above(l:header)
		let l:header = l:above ? s:Header(l:above) : 0
	endwhile
	return l:indent
endfunction
