# SPDX-License-Identifier: LGPL-2.1-or-later
"""Eight clients with one connection each, fifty requests over each: what came back
by its status; then the server is asked to end."""
import collections
import http.client
import os
import signal
import sys
import threading

CLIENTS, REQUESTS = 8, 50
came = collections.Counter()


def client():
    connection = http.client.HTTPConnection('127.0.0.1', 8080)
    for i in range(REQUESTS):
        connection.request('GET', '/page' if i % 10 else '/none')
        answer = connection.getresponse()
        came[answer.status, len(answer.read())] += 1
    connection.close()


clients = [threading.Thread(target=client) for _ in range(CLIENTS)]
for each in clients:
    each.start()
for each in clients:
    each.join()
print('pages', came[200, 1000], 'missing', sum(
    n for (status, _), n in came.items() if status == 404),
      'all', sum(came.values()))
os.kill(int(sys.argv[1]), signal.SIGQUIT)
