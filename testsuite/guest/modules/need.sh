# SPDX-License-Identifier: LGPL-2.1-or-later
# For tests that need something of the guest: . guest/modules/need.sh

# Run $@, without which the test means nothing: if it fails, the test ends.
need()
{
	"$@" && return
	echo "this test needs '$*', which failed" >&2
	exit 1
}

# The command $1 within half a minute.
wait_for()
{
	for _ in $(seq 600); do
		sh -c "$1" && return 0
		sleep 0.05
	done
	echo "never: $1"
	exit 1
}
