/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Calls what rust_calls.rs and rust_changed.rs have. */
void calls(void);
void changed(unsigned long n);
void sink(const char *p);

void sink(const char *p)
{
	*(volatile const char *)p;
}

int main(void)
{
	calls();
	changed(42);
	return 0;
}
