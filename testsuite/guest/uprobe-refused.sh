#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#: run guest
#: kernel 6.1 6.12 rt
#: args -c{build}/testsuite/guest/refused {build}/testsuite/guest/refused
#: modules modules/refused-second.stp modules/refused-return.stp modules/refused-disarmed.stp modules/refused-target.stp modules/refused-optional.stp modules/refused-pattern.stp
# An instruction that the kernel cannot probe is no silence, though no process
# runs the program when the session starts: the kernel takes such a probe, and
# puts no breakpoint in later.
for module; do
	"$STAPRUN" "$module" -c "$BUILD/testsuite/guest/refused" >/tmp/out 2>&1
	status=$?
	sed 's/process(.*)\.function/process.function/; s| at /[^ ]*/modules/| at |' /tmp/out
	echo "status $status"
done
echo "modules: $(lsmod | grep -c '^stp_')"
