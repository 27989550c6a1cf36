# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scripts with directives: guest."""


def run(context, report):
    pass
