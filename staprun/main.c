/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "staprun/staprun.h"

int main(int argc, char **argv)
{
	struct options o;
	int status;

	if (options_parse(argc, argv, &o, &status))
		return status;
	if (o.list)
		return list_sessions(&o);
	if (o.disable)
		return disable_session(o.disable);
	if (o.enable)
		return enable_session(o.enable);
	if (o.merge)
		return bulk_merge(&o);
	if (o.clean)
		return clean_sessions();
	return loader_main(&o);
}
