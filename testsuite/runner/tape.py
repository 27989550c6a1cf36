# SPDX-License-Identifier: LGPL-2.1-or-later
"""Recordings (runtime/uapi/tape.h): read block by block, and written."""
import struct

HEAD = b"tapster\x1a" + struct.pack("<II", 1, 0)
INFO, POINTS, KEYS, DEFS, HITS, END = range(1, 7)
MASK = (1 << 64) - 1


# ---- sums --------------------------------------------------------------------

def mixed(h, word):
    """stp_hash_more() of runtime/uapi/rows.h."""
    h = (h ^ word) * 0x9e3779b97f4a7c15 & MASK
    return h ^ h >> 32


def head_sum(kind, size, n):
    return mixed(mixed(0, kind << 32 | size), n) >> 16 & 0xffffffff


def block_sum(head, body):
    h = head
    whole = len(body) // 8 * 8
    for i in range(0, whole, 8):
        h = mixed(h, int.from_bytes(body[i:i + 8], "little"))
    h = mixed(h, int.from_bytes(body[whole:], "little"))
    return (h ^ h >> 29) * 0xff51afd7ed558ccd & MASK


# ---- reading -----------------------------------------------------------------

def blocks(data):
    """(type, offset, end) of each block."""
    at, ret = 16, []
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        end = at + 24 + (size + 7 & ~7)
        ret.append((kind, at, end))
        at = end
    return ret


def sealed(data):
    """The sums of blocks whose bytes were changed."""
    data = bytearray(data)
    for _, at, _ in blocks(data):
        kind, size, n = struct.unpack_from("<III", data, at)
        head = head_sum(kind, size, n)
        body = bytes(data[at + 24:at + 24 + size])
        struct.pack_into("<IQ", data, at + 12, head, block_sum(head, body))
    return bytes(data)


# ---- writing -----------------------------------------------------------------

def number(v):
    ret = bytearray()
    while v > 127:
        ret.append(v & 127 | 128)
        v >>= 7
    return bytes([*ret, v])


def string(text):
    return number(len(text)) + text


def value(v):
    """Of a read: a number that is not negative, or a string."""
    return string(v) if isinstance(v, bytes) else number(v << 1)


def block(kind, n, body):
    head = head_sum(kind, len(body), n)
    return struct.pack("<IIIIQ", kind, len(body), n, head,
                       block_sum(head, body)) + body + b"\0" * (-len(body) % 8)


def hit(values, failed=0):
    """One of the first def at the first point; @failed has bits of the reads that
    failed, whose values are errors."""
    return string(bytes(2) + number(failed) + b"".join(map(value, values)) +
                  b"\0")


def recording(point, keys, hits, release=b"", script=b""):
    """A recording of one probe; @hits are values, as hit() makes them."""
    out = [HEAD, block(INFO, 1, string(release) + string(b"0.2.0") +
                       string(script) + string(b"2026-01-01 00:00:00")),
           block(POINTS, 1, string(point)),
           block(KEYS, len(keys), b"".join(map(string, keys))),
           block(DEFS, 1, b"\0" + number(len(keys)) +
                 b"".join(map(number, range(len(keys)))))]
    for i in range(0, len(hits), 2000):
        some = hits[i:i + 2000]
        out.append(block(HITS, len(some), b"".join(some)))
    return b"".join([*out, block(END, 1, b"\0\0")])
