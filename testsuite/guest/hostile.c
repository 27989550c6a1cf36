/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * hostile DIR: maps files in DIR, and puts something else where they were.
 * at() is called with an address in each before that and after it; then with
 * one of our own, ten times a second.  DIR/opened comes to be if somebody opens
 * one of the FIFOs; DIR/pid says who to end.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { PLAIN, FIFO, LINK, NOTES, N_KINDS };
enum { NOTE_BYTES = 512 << 20, A_TENTH = 100000 };

extern const char __executable_start[];

__attribute__((noipa)) static void at(int kind, int is_late, const void *where)
{
	__asm__ volatile("" : : "r"(where), "r"(kind), "r"(is_late));
}

static void check(int ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(1);
}

static void copy_self(const char *path)
{
	char command[200];

	snprintf(command, sizeof(command), "cp /proc/%d/exe %s", getpid(),
		 path);
	check(!system(command), "cp");
}

/* All of them of the same half gigabyte. */
static void write_notes(const char *path)
{
	Elf64_Ehdr head = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			     ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_DYN, .e_machine = EM_X86_64,
		.e_version = EV_CURRENT, .e_ehsize = sizeof(head),
		.e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 65534,
		.e_phoff = sizeof(head),
	};
	Elf64_Phdr load = { .p_type = PT_LOAD, .p_flags = PF_R | PF_X,
			    .p_filesz = NOTE_BYTES, .p_memsz = NOTE_BYTES };
	Elf64_Phdr note = { .p_type = PT_NOTE, .p_offset = 4 << 20,
			    .p_filesz = NOTE_BYTES - (4 << 20), .p_align = 4 };
	FILE *f = fopen(path, "w");

	check(f != NULL, path);
	fwrite(&head, sizeof(head), 1, f);
	fwrite(&load, sizeof(load), 1, f);
	for (int i = 1; i < head.e_phnum; i++)
		fwrite(&note, sizeof(note), 1, f);
	check(!fclose(f) && !truncate(path, NOTE_BYTES), path);
}

/* Where at() would be, were it the file's. */
static const char *map(const char *path)
{
	int fd = open(path, O_RDONLY);
	char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd,
		       0);

	check(fd >= 0 && p != MAP_FAILED, path);
	close(fd);
	return p + ((const char *)at - __executable_start);
}

static void replace(enum kind kind, const char *path, const char *deleted)
{
	if (kind != FIFO && kind != LINK)
		return;
	check(!unlink(path), path);
	if (kind == FIFO)
		check(!mkfifo(path, 0666) && !mkfifo(deleted, 0666), path);
	else
		check(!symlink("plain", path) && !symlink("plain", deleted),
		      path);
}

/* Only while somebody reads it can a FIFO be opened like this. */
static void watch(const char *name, const char *opened)
{
	int fd = open(name, O_WRONLY | O_NONBLOCK);

	if (fd >= 0)
		close(open(opened, O_WRONLY | O_CREAT, 0666));
}

static void write_pid(void)
{
	FILE *f = fopen("pid", "w");

	check(f && fprintf(f, "%d\n", getpid()) > 0 && !fclose(f), "pid");
}

int main(int argc, char **argv)
{
	static const char *const names[] = { "plain", "fifo", "link", "notes" };
	static const char *const deleted[] = {
		"plain (deleted)", "fifo (deleted)", "link (deleted)",
		"notes (deleted)",
	};
	const char *where[N_KINDS];

	check(argc == 2 && !chdir(argv[1]), "DIR");
	write_pid();
	for (int i = 0; i < N_KINDS; i++) {
		(i == NOTES ? write_notes : copy_self)(names[i]);
		where[i] = map(names[i]);
		at(i, 0, where[i]);
	}
	usleep(3 * A_TENTH);
	for (int i = 0; i < N_KINDS; i++)
		replace(i, names[i], deleted[i]);
	for (int i = 0; i < N_KINDS; i++)
		at(i, 1, where[i]);
	for (;;) {
		for (int i = 0; i < 10000; i++) {
			watch(names[FIFO], "opened");
			watch(deleted[FIFO], "opened");
			usleep(A_TENTH / 10000);
		}
		at(N_KINDS, 1, (const void *)at);
	}
}
