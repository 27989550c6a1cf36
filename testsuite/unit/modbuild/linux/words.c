/* SPDX-License-Identifier: GPL-2.0-or-later */
const char *stp_words(void);

const char *stp_words(void)
{
	return "words of the greeting";
}
