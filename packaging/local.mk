# SPDX-License-Identifier: LGPL-2.1-or-later
# Packages and services.  Units go where configure's --with-systemdsystemunitdir
# says, and nowhere without it.
units = packaging/systemd/tapster@.service \
	packaging/systemd/tapster-module@.service
noinst_DATA += $(units)
CLEANFILES += $(units)
if UNITS
nodist_systemdsystemunit_DATA = $(units)
endif

# The sandbox is the same in both.
UNIT = $(AM_V_GEN)$(MKDIR_P) packaging/systemd && sed \
	-e '/@SANDBOX[@]/{r $(srcdir)/packaging/systemd/sandbox' -e 'd;}' \
	-e 's|@bindir[@]|$(bindir)|g' \
	-e 's|@docdir[@]|$(docdir)|g' \
	-e 's|@pkglibexecdir[@]|$(pkglibexecdir)|g' \
	-e 's|@sysconfdir[@]|$(sysconfdir)|g'
packaging/systemd/tapster@.service: \
		$(srcdir)/packaging/systemd/tapster.service.in \
		$(srcdir)/packaging/systemd/sandbox Makefile
	$(UNIT) $(srcdir)/packaging/systemd/tapster.service.in > $@
packaging/systemd/tapster-module@.service: \
		$(srcdir)/packaging/systemd/tapster-module.service.in \
		$(srcdir)/packaging/systemd/sandbox Makefile
	$(UNIT) $(srcdir)/packaging/systemd/tapster-module.service.in > $@
