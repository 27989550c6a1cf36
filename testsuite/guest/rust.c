/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What calls rust.rs, once: work(3). */
unsigned long work(unsigned n);

int main(void)
{
	return work(3) != 1204;
}
