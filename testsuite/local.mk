# SPDX-License-Identifier: LGPL-2.1-or-later

# testsuite/run asks for the list and builds what it runs.
.PHONY: print-unit-tests
print-unit-tests:
	@echo $(UNIT_TESTS)
