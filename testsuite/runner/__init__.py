# SPDX-License-Identifier: LGPL-2.1-or-later
"""The test driver's parts; see testsuite/run."""
