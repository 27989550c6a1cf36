# SPDX-License-Identifier: LGPL-2.1-or-later
# The long texts of the tags of messages; tapster --explain shows them.
.PHONY: install-explain uninstall-explain
install-data-local: install-explain
install-explain:
	$(MKDIR_P) "$(DESTDIR)$(pkgdatadir)/explain"
	$(INSTALL_DATA) $(srcdir)/doc/explain/*.md \
		"$(DESTDIR)$(pkgdatadir)/explain"
uninstall-local: uninstall-explain
uninstall-explain:
	rm -rf "$(DESTDIR)$(pkgdatadir)/explain"

# Scripts to begin with; tapster --examples lists them.
.PHONY: install-examples uninstall-examples
install-data-local: install-examples
install-examples:
	cd "$(srcdir)" && for f in examples/*.stp examples/*/*.stp; do \
		$(MKDIR_P) "$(DESTDIR)$(pkgdatadir)/$${f%/*}" && \
		$(INSTALL_DATA) "$$f" "$(DESTDIR)$(pkgdatadir)/$$f" || \
		exit 1; \
	done
uninstall-local: uninstall-examples
uninstall-examples:
	rm -rf "$(DESTDIR)$(pkgdatadir)/examples"

nodist_man1_MANS = doc/tapster.1
dist_man8_MANS = doc/staprun.8
EXTRA_DIST += doc/flame.svg doc/tapster.1.in doc/corpus.md doc/kernels.md \
	examples/forks.stp examples/hello.stp examples/kernel-flames.stp \
	examples/vfs-reads.stp \
	examples/vfs-top.stp \
	examples/embed/Makefile examples/embed/epoll.c \
	examples/embed/minimal.c
CLEANFILES += doc/tapster.1
doc/tapster.1: $(srcdir)/doc/tapster.1.in tapster/gen-doc$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) doc && tapster/gen-doc$(EXEEXT) man \
		< $(srcdir)/doc/tapster.1.in | \
		sed 's|@DOCDIR@|$(docdir)|' > $@

# The language by example, what differs, how it works, and what programs read,
# for those who have no tree.
dist_doc_DATA = doc/differences.md doc/markers.md doc/internals.md \
	doc/costs.md doc/features.md doc/library.md doc/output.schema.json \
	doc/services.md CHANGELOG.md
manualdir = $(docdir)/manual
manual_DATA = $(srcdir)/doc/manual/*.md
