" SPDX-License-Identifier: LGPL-2.1-or-later
" Vim takes .stp for stored procedures of SQL, so this one has to replace that.
autocmd BufNewFile,BufRead *.stp,*.stpm set filetype=systemtap
autocmd BufNewFile,BufRead * if getline(1) =~# '^#!.*\<\(tapster\|stap\)\>' | set filetype=systemtap | endif
