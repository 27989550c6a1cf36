# SPDX-License-Identifier: LGPL-2.1-or-later
# Where the editors look: Vim and Neovim have the same files.
EDITORS_VIM = ftdetect ftplugin indent syntax
editors_nvim_dir = $(datadir)/nvim/site
editors_vim_dir = $(datadir)/vim/vimfiles
editors_emacsdir = $(datadir)/emacs/site-lisp
dist_editors_emacs_DATA = editors/emacs/tapster-mode.el
editors_vscodedir = $(datadir)/tapster/editors/vscode
dist_editors_vscode_DATA = \
	editors/vscode/readme.md \
	editors/vscode/extension.js \
	editors/vscode/language-configuration.json \
	editors/vscode/package-lock.json \
	editors/vscode/package.json
editors_vscode_syntaxesdir = $(editors_vscodedir)/syntaxes
dist_editors_vscode_syntaxes_DATA = \
	editors/vscode/syntaxes/systemtap.tmLanguage.json

install-data-local: install-editors
uninstall-local: uninstall-editors
.PHONY: install-editors uninstall-editors
install-editors:
	@for to in $(editors_vim_dir) $(editors_nvim_dir); do \
		for of in $(EDITORS_VIM); do \
			$(MKDIR_P) "$(DESTDIR)$$to/$$of" && \
			$(INSTALL_DATA) $(srcdir)/editors/vim/$$of/systemtap.vim \
				"$(DESTDIR)$$to/$$of" || exit 1; \
		done; \
	done
uninstall-editors:
	@for to in $(editors_vim_dir) $(editors_nvim_dir); do \
		for of in $(EDITORS_VIM); do \
			rm -f "$(DESTDIR)$$to/$$of/systemtap.vim"; \
		done; \
	done

EXTRA_DIST += editors/README.md \
	editors/vim/ftdetect/systemtap.vim \
	editors/vim/ftplugin/systemtap.vim \
	editors/vim/indent/systemtap.vim \
	editors/vim/syntax/systemtap.vim
