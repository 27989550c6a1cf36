# SPDX-License-Identifier: LGPL-2.1-or-later

# First that the rules can fail, then that they do not.
.PHONY: lint
lint:
	python3 $(srcdir)/testsuite/lint/test_lint.py
	python3 $(srcdir)/testsuite/lint/lint.py $(srcdir)

EXTRA_DIST += \
	testsuite/lint/aliases.py \
	testsuite/lint/callers.py \
	testsuite/lint/comments.py \
	testsuite/lint/documents.py \
	testsuite/lint/doors.py \
	testsuite/lint/doors.tbl \
	testsuite/lint/facilities.py \
	testsuite/lint/include_graph.py \
	testsuite/lint/includes.py \
	testsuite/lint/includes.tbl \
	testsuite/lint/lint.py \
	testsuite/lint/sizes.py \
	testsuite/lint/tapsets.py \
	testsuite/lint/test_lint.py \
	testsuite/lint/texts.py \
	testsuite/lint/tree.py \
	testsuite/lint/words.tbl testsuite/lint/names.tbl
