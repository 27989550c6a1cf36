" SPDX-License-Identifier: LGPL-2.1-or-later
" Scripts of tapster: comments, words, formatting.
if exists('b:did_ftplugin')
	finish
endif
let b:did_ftplugin = 1

setlocal comments=s1:/*,mb:*,ex:*/,://,:#
setlocal commentstring=#\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal iskeyword=@,48-57,_
setlocal noexpandtab shiftwidth=8 softtabstop=0 tabstop=8
setlocal suffixesadd=.stp,.stpm
" gq formats a whole script: gggqG
if executable('tapster')
	setlocal formatprg=tapster\ --fmt\ -
endif
" :make shows mistakes in the list of errors
setlocal makeprg=tapster\ -p2\ %
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#

let b:match_words = '%(:%:%),%{:%}'
let b:undo_ftplugin = 'setlocal comments< commentstring< formatoptions<'
	\ . ' iskeyword< expandtab< shiftwidth< softtabstop< tabstop<'
	\ . ' suffixesadd< formatprg< makeprg< errorformat<'
	\ . ' | unlet! b:match_words'
