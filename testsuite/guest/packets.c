/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A workload whose packets can be counted.
 *
 *	packets N PORT		N packets to itself by UDP, of 100 bytes each;
 *				prints how many arrived
 *	packets -n N PORT	the same in a network namespace of its own
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int bring_up(int fd)
{
	struct ifreq r = { .ifr_name = "lo" };

	if (ioctl(fd, SIOCGIFFLAGS, &r) < 0)
		return -1;
	r.ifr_flags |= IFF_UP;
	return ioctl(fd, SIOCSIFFLAGS, &r);
}

static int open_socket(int port)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	struct timeval patience = { .tv_usec = 200000 };
	struct sockaddr_in self = {
		.sin_family = AF_INET,
		.sin_port = htons((unsigned short)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};

	if (fd < 0 || bring_up(fd) < 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience,
		       sizeof(patience)) < 0 ||
	    bind(fd, (void *)&self, sizeof(self)) < 0 ||
	    connect(fd, (void *)&self, sizeof(self)) < 0) {
		perror("packets");
		exit(1);
	}
	return fd;
}

int main(int argc, char **argv)
{
	int arrived = 0, first = argc > 1 && !strcmp(argv[1], "-n"), fd;
	char packet[100] = "";

	if (argc != first + 3) {
		fprintf(stderr, "usage: packets [-n] N PORT\n");
		return 2;
	}
	if (first && unshare(CLONE_NEWNET) < 0) {
		perror("unshare");
		return 1;
	}
	fd = open_socket(atoi(argv[first + 2]));
	for (int n = atoi(argv[first + 1]); n > 0; n--) {
		if (send(fd, packet, sizeof(packet), 0) < 0)
			continue;
		arrived += recv(fd, packet, sizeof(packet), 0) ==
			   (ssize_t)sizeof(packet);
	}
	printf("%d\n", arrived);
	return 0;
}
