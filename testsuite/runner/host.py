# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts with directives: host."""


def run(context, report):
    pass
