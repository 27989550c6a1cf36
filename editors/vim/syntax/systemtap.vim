" SPDX-License-Identifier: LGPL-2.1-or-later
" Scripts of tapster.  testsuite/users/run-editors compares the lists of words
" with those that the compiler has.
if exists('b:current_syntax')
	finish
endif
let s:save = &cpoptions
set cpoptions&vim

syntax case match
syntax sync minlines=100

" Words.  After -> and in a probe point they are names.
syntax keyword stapConditional if else
syntax keyword stapRepeat while for foreach in limit
syntax keyword stapStatement break continue next return delete try catch
syntax keyword stapDeclaration global private function option
syntax keyword stapType long string
syntax keyword stapPrint print print_char printd printdln printf println
syntax keyword stapPrint sprint sprintd sprintdln sprintf sprintln
syntax match stapFunction "\<\h\w*\ze\s*("
syntax match stapArrow "->" nextgroup=stapMember skipwhite
syntax match stapMember contained "\h\w*"

syntax match stapMacro "@\h\w*"
syntax match stapOperator "@\%(avg\|cast\|const\|count\|define\|defined\|entry\|enum\|enumname\|hist_linear\|hist_log\|kderef\|kregister\|max\|metric\|min\|perf\|probewrite\|sum\|uderef\|uregister\|var\|variance\)\>"
syntax match stapTarget "\$\$\=\w\+\$\{0,2}\|[$@]\%(#\|\d\+\)"

syntax match stapNumber "\<\%(0[xX]\x\+\|\d\+\)\>"
syntax match stapEscape contained "\\\%(\o\{1,3}\|x\x\+\|.\)"
syntax match stapConversion contained "%[-+ #0]*\%(\d\+\|\*\)\=\%(\.\%(\d\+\|\*\)\=\)\=l\=[bcdiouxXpsmM%]"
syntax region stapString start=+"+ skip=+\\.+ end=+"+ end=+$+ contains=stapEscape,stapConversion,@Spell

" Probe points, up to the body.
syntax region stapPoint matchgroup=stapProbe start="\<probe\>" end="\ze{" end="^\ze\%(probe\|function\|global\)\>" contains=stapString,stapNumber,stapComment,stapPointSign,stapComponent,stapMacro,stapCondition
syntax match stapComponent contained "\<\h[[:alnum:]_*]*"
syntax match stapPointSign contained "[?!,=+]"
syntax region stapCondition contained matchgroup=stapConditional start="\<if\s*(" end=")" contains=TOP

syntax match stapPreproc "%(\|%?\|%:\|%)"
syntax include @stapC syntax/c.vim
unlet! b:current_syntax
syntax region stapEmbedded matchgroup=stapPreproc start="%{" end="%}" contains=@stapC keepend

syntax keyword stapTodo contained TODO FIXME XXX NOTE
syntax match stapComment "\%([$@]\)\@<!#.*" contains=stapTodo,@Spell
syntax match stapComment "//.*" contains=stapTodo,@Spell
syntax region stapComment start="/\*" end="\*/" contains=stapTodo,@Spell

highlight default link stapConditional Conditional
highlight default link stapRepeat Repeat
highlight default link stapStatement Statement
highlight default link stapDeclaration Keyword
highlight default link stapProbe Keyword
highlight default link stapType Type
highlight default link stapPrint Function
highlight default link stapFunction Function
highlight default link stapArrow Operator
highlight default link stapMember Identifier
highlight default link stapMacro Macro
highlight default link stapOperator Special
highlight default link stapTarget Identifier
highlight default link stapNumber Number
highlight default link stapEscape SpecialChar
highlight default link stapConversion SpecialChar
highlight default link stapString String
highlight default link stapComponent Tag
highlight default link stapPointSign Delimiter
highlight default link stapPreproc PreProc
highlight default link stapTodo Todo
highlight default link stapComment Comment

let b:current_syntax = 'systemtap'
let &cpoptions = s:save
unlet s:save
