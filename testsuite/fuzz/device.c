/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Several threads ask the device of a session everything at once, holder and
 * onlookers, from before SETUP until after the release; then the module is
 * removed, and the next life begins.
 *
 *	device FILE.ko MODULE SECONDS [SEED]	lives until the time is over
 *	device FILE.ko MODULE stall	STOP returns although the holder pretends
 *					to read, and kill -9 ends one that waits
 *
 * The kernel must not complain, and every life must end.  It goes on until each
 * thing that is tried has happened, for a minute more at most.  Needs root.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/uapi/wire.h"
#include "testsuite/fuzz/device_module.h"

#define PAGE 4096ul
#define ONLOOKERS 2
#define MAX_RINGS 8

/** What happened, over all lives: each has to, or nothing was tried. */
enum what {
	LIVES, SETUPS, STARTS, STOPS, MAPS, HOLDER_POLLS, ONLOOKER_POLLS,
	ANSWERS, REFUSALS, N_WHATS
};

static const char *const what_words[N_WHATS] = {
	"lives", "setups", "starts", "stops", "maps", "polls of the holder",
	"polls of onlookers", "answers", "refusals",
};

static atomic_ulong happened[N_WHATS];
static atomic_bool over;	/* of this life */
static char node[256];
static int holder = -1;

static void count(enum what w)
{
	atomic_fetch_add(&happened[w], 1);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void load(const char *path, const char *name)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || !fuzz_load(fd))
		fuzz_die(path);
	close(fd);
	holder = fuzz_open(name, O_RDWR, node, sizeof(node));
}

/* ---- asking ------------------------------------------------------------- */

static void ask(int fd, unsigned long request, void *arg)
{
	count(ioctl(fd, request, arg) ? REFUSALS : ANSWERS);
}

/* Numbers that are small, or at an edge. */
static uint64_t odd(unsigned *seed)
{
	static const uint64_t edges[] = {
		0, 1, 7, 8, 4095, 4096, 65536, INT32_MAX, UINT32_MAX,
		INT64_MAX, UINT64_MAX, 1ull << 62, (uint64_t)-4096,
	};
	unsigned n = rand_r(seed);

	return n % 2 ? n / 2 % 40
		     : edges[n / 2 % (sizeof(edges) / sizeof(*edges))];
}

static void ask_snapshot(int fd, unsigned *seed)
{
	static _Thread_local char buffer[65536];
	struct stp_ioc_snapshot s = {
		.global = rand_r(seed) % 4,
		.size = rand_r(seed) % 2 ? sizeof(buffer) : odd(seed),
		.buf = rand_r(seed) % 8 ? (uintptr_t)buffer : odd(seed),
	};

	if (s.size > sizeof(buffer))
		s.buf = 0;
	ask(fd, STP_IOC_SNAPSHOT, &s);
}

/* What anybody may ask, and may ask in vain. */
static void ask_something(int fd, unsigned *seed)
{
	union {
		struct stp_ioc_info info;
		struct stp_ioc_stats stats;
		struct stp_ioc_row row;
		struct stp_ioc_times times;
		struct stp_ioc_symbol symbol;
		struct stp_ioc_mapped mapped;
	} u = { .row.row = odd(seed) };
	static const unsigned long requests[] = {
		STP_IOC_INFO, STP_IOC_STATS, STP_IOC_ROW, STP_IOC_TIMES,
		STP_IOC_SYMBOL, STP_IOC_MAPPED, STP_IOC_PAUSE, STP_IOC_RESUME,
		_IO('T', 0x6f),
	};
	unsigned n = rand_r(seed) % 10;

	if (n == 9)
		ask_snapshot(fd, seed);
	else if (rand_r(seed) % 16)
		ask(fd, requests[n], &u);
	else
		ask(fd, requests[n], (void *)(uintptr_t)odd(seed));
}

static void poll_once(int fd, enum what w)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	if (poll(&p, 1, 0) >= 0)
		count(w);
}

static void read_some(int fd, unsigned *seed)
{
	static _Thread_local char buffer[8192];

	if (pread(fd, buffer, rand_r(seed) % sizeof(buffer),
		  (off_t)odd(seed)) < 0)
		count(REFUSALS);
	else
		count(ANSWERS);
}

/* ---- the holder --------------------------------------------------------- */

static void *map_page(int fd, unsigned ring, unsigned page, int prot)
{
	return mmap(NULL, PAGE, prot, MAP_SHARED, fd,
		    (off_t)(ring * STP_RING_STRIDE + page * PAGE));
}

/* The words of a reader, as nobody would write them. */
static void write_words(struct stp_ring_consumer *c, unsigned *seed)
{
	volatile struct stp_ring_consumer *to = c;

	switch (rand_r(seed) % 4) {
	case 0:
		to->tail = odd(seed);
		break;
	case 1:
		to->tail += 8 * (rand_r(seed) % 64);
		break;
	case 2:
		to->waiting = odd(seed);
		break;
	default:
		to->heard = odd(seed);
	}
}

static void touch(unsigned *seed)
{
	unsigned ring = rand_r(seed) % MAX_RINGS, page = rand_r(seed) % 40;
	int prot = page ? PROT_READ : PROT_READ | PROT_WRITE;
	volatile char *p = map_page(holder, ring, page, prot);

	if (p == MAP_FAILED) {
		count(REFUSALS);
		return;
	}
	count(MAPS);
	if (page)
		(void)*p;
	else
		write_words((void *)(uintptr_t)p, seed);
	munmap((void *)(uintptr_t)p, PAGE);
}

/* A ring's page that is not there ends in SIGBUS: then this thread goes on. */
static void *map_and_poll(void *arg)
{
	unsigned seed = (unsigned)(uintptr_t)arg;

	while (!atomic_load(&over)) {
		touch(&seed);
		poll_once(holder, HOLDER_POLLS);
		ask_something(holder, &seed);
		if (!(rand_r(&seed) % 8))
			read_some(holder, &seed);
		if (!(rand_r(&seed) % 32) && write(holder, "x\n", 2) < 0)
			count(REFUSALS);
	}
	return NULL;
}

static void set_up(unsigned *seed, bool well)
{
	struct stp_setting s[4] = { 0 };
	struct stp_ioc_setup arg = { (uintptr_t)s, rand_r(seed) % 4, 0 };

	for (unsigned i = 0; !well && i < arg.n; i++) {
		s[i].what = rand_r(seed) % 4;
		s[i].id = rand_r(seed) % 24;
		s[i].num = rand_r(seed) % 4096;
		s[i].str = (uintptr_t)"text";
		s[i].len = rand_r(seed) % 5;
	}
	if (well)
		arg.n = 0;
	if (!ioctl(holder, STP_IOC_SETUP, &arg))
		count(SETUPS);
	else
		count(REFUSALS);
}

static void nap(unsigned *seed)
{
	usleep(rand_r(seed) % 3000);
}

/* SETUP, START, STOP, each after what it must not follow. */
static void live(unsigned *seed)
{
	nap(seed);
	ask(holder, STP_IOC_START, NULL);
	set_up(seed, false);
	set_up(seed, true);
	nap(seed);
	if (rand_r(seed) % 4)
		count(ioctl(holder, STP_IOC_START) ? REFUSALS : STARTS);
	nap(seed);
	if (!(rand_r(seed) % 4))
		ask(holder, STP_IOC_CEASE, NULL);
	if (rand_r(seed) % 2)
		count(ioctl(holder, STP_IOC_STOP) ? REFUSALS : STOPS);
	if (!(rand_r(seed) % 8))
		set_up(seed, true);
}

/* ---- onlookers ---------------------------------------------------------- */

static void onlook(unsigned *seed)
{
	int fd = open(node, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	for (int i = rand_r(seed) % 200; i >= 0; i--) {
		poll_once(fd, ONLOOKER_POLLS);
		if (rand_r(seed) % 4)
			continue;
		ask_something(fd, seed);
		if (map_page(fd, 0, 0, PROT_READ) != MAP_FAILED) {
			printf("an onlooker has mapped a ring\n");
			exit(1);
		}
		read_some(fd, seed);
	}
	close(fd);
}

static void *onlook_on(void *arg)
{
	unsigned seed = (unsigned)(uintptr_t)arg;

	while (!atomic_load(&over))
		onlook(&seed);
	return NULL;
}

/* ---- lives -------------------------------------------------------------- */

static pthread_t begin(void *(*run)(void *), unsigned *seed)
{
	pthread_t t;

	if (pthread_create(&t, NULL, run, (void *)(uintptr_t)rand_r(seed)))
		fuzz_die("pthread_create");
	return t;
}

/* The device is released under the onlookers. */
static void one_life(const char *path, const char *name, unsigned *seed)
{
	pthread_t own, others[ONLOOKERS];
	int i;

	load(path, name);
	atomic_store(&over, false);
	own = begin(map_and_poll, seed);
	for (i = 0; i < ONLOOKERS; i++)
		others[i] = begin(onlook_on, seed);
	live(seed);
	nap(seed);
	close(holder);
	nap(seed);
	atomic_store(&over, true);
	pthread_join(own, NULL);
	for (i = 0; i < ONLOOKERS; i++)
		pthread_join(others[i], NULL);
	fuzz_unload(name);
	count(LIVES);
}

static bool all_happened(void)
{
	int i = 0;

	while (i < N_WHATS && atomic_load(&happened[i]))
		i++;
	return i == N_WHATS;
}

static int fuzz(const char *path, const char *name, double seconds,
		unsigned seed)
{
	double end = now() + seconds;

	while (now() < end || (!all_happened() && now() < end + 60))
		one_life(path, name, &seed);
	for (int i = 0; i < N_WHATS; i++)
		printf("%s%s %lu", i ? ", " : "", what_words[i],
		       atomic_load(&happened[i]));
	printf("\n");
	return !all_happened();
}

/* ---- a reader that pretends ---------------------------------------------- */

/* Moves the tail at every chance, to where it makes no room. */
static void *pretend(void *arg)
{
	volatile struct stp_ring_consumer *c = arg;
	uint64_t n = 0;

	while (!atomic_load(&over)) {
		c->tail = (1ull << 62) + (n++ % 2);
		usleep(500);
	}
	return NULL;
}

static void stop_stalled(void)
{
	struct stp_ring_consumer *words;
	pthread_t t;

	words = map_page(holder, 0, 0, PROT_READ | PROT_WRITE);
	if (words == MAP_FAILED ||
	    pthread_create(&t, NULL, pretend, words))
		fuzz_die("ring 0");
	if (ioctl(holder, STP_IOC_STOP))
		fuzz_die("STOP");
	atomic_store(&over, true);
	pthread_join(t, NULL);
	munmap(words, PAGE);
}

/* Reads on, but so slowly that a record takes longer than anybody waits. */
static void *crawl(void *arg)
{
	volatile struct stp_ring_consumer *c = arg;

	while (!atomic_load(&over)) {
		c->tail++;
		usleep(50000);
	}
	return NULL;
}

static pid_t crawler(void)
{
	pid_t pid = fork();
	void *words;
	pthread_t t;

	if (pid)
		return pid;
	words = map_page(holder, 0, 0, PROT_READ | PROT_WRITE);
	if (words == MAP_FAILED || pthread_create(&t, NULL, crawl, words))
		_exit(1);
	ioctl(holder, STP_IOC_STOP);
	_exit(0);
}

static void begin_session(const char *path, const char *name)
{
	unsigned seed = 1;

	atomic_store(&over, false);
	load(path, name);
	set_up(&seed, true);
	if (ioctl(holder, STP_IOC_START))
		fuzz_die("START");
}

static int stall(const char *path, const char *name)
{
	double began;
	pid_t pid;

	begin_session(path, name);
	began = now();
	stop_stalled();
	printf("STOP came back %s\n", now() - began < 60 ? "in time" : "late");
	close(holder);
	fuzz_unload(name);

	begin_session(path, name);
	pid = crawler();
	close(holder);
	sleep(2);
	began = now();
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	printf("kill -9 worked %s\n", now() - began < 5 ? "at once" : "late");
	fuzz_unload(name);
	return 0;
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 4) {
		fprintf(stderr,
			"usage: device FILE.ko MODULE SECONDS|stall [SEED]\n");
		return 2;
	}
	if (!strcmp(argv[3], "stall"))
		return stall(argv[1], argv[2]);
	return fuzz(argv[1], argv[2], atof(argv[3]),
		    argc > 4 ? (unsigned)atoi(argv[4]) : 1);
}
