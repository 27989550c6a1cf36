/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "staprun/staprun.h"

int main(int argc, char **argv)
{
	struct options o;
	int status;

	if (options_parse(argc, argv, &o, &status))
		return status;
	if (o.list)
		return list_sessions();
	if (o.clean)
		return clean_sessions();
	return loader_main(&o);
}
