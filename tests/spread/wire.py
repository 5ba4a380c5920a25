"""What goes over a broker, to be listened to, changed and said again."""

import json
import socket
import threading


class Wire:
    """As much of NATS' protocol as it takes."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")
        self.file.readline()
        self.messages = []
        self.lock = threading.Lock()
        self.say(b"CONNECT " + json.dumps({"verbose": False, "pedantic": False, "headers": True, "no_responders": False}).encode() + b"\r\nPING\r\n")
        threading.Thread(target=self.listen, daemon=True).start()

    def say(self, data):
        with self.lock:
            self.socket.sendall(data)

    def publish(self, subject, data):
        self.say(f"PUB {subject} {len(data)}\r\n".encode() + data + b"\r\n")

    def lines(self):
        try:
            yield from self.file
        except OSError:
            return  # the broker is gone

    def listen(self):
        for line in self.lines():
            words = line.split()
            if words and words[0] == b"PING":
                self.say(b"PONG\r\n")
            if words and words[0] in (b"MSG", b"HMSG"):
                data = self.file.read(int(words[-1]) + 2)[:-2]
                head = int(words[-2]) if words[0] == b"HMSG" else 0
                self.messages.append((words[1].decode(), data[head:]))


def mutate(rng, data):
    data = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(data)) if data else 0
        kind = rng.randrange(4)
        if kind == 0 and data:
            data[at] = rng.randrange(256)
        elif kind == 1 and data:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del data[at:]
        else:
            data.append(rng.randrange(256))
    return bytes(data)


# ---- notes (src/job/piece.c) and the sum at their end (src/base/hash.c)
MASK = (1 << 64) - 1


def hash_mix(seed, x):
    x = (seed ^ (x + 0x9e3779b97f4a7c15 + (seed << 6) + (seed >> 2))) & MASK
    x ^= x >> 32
    x = x * 0x9e3779b97f4a7c15 & MASK
    x ^= x >> 29
    x = x * 0xbf58476d1ce4e5b9 & MASK
    return x ^ x >> 32


def hash_bytes(data):
    h = len(data)
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        h = hash_mix(h, int.from_bytes(data[at:at + 8], "little"))
    return hash_mix(h, int.from_bytes(data[whole:], "little"))


def seal(data):
    return data + hash_bytes(data).to_bytes(8, "little")


NOTE_HEAD = 1 + 8  # version, job


def note_text(note):
    """None: it is not whole."""
    if len(note) < NOTE_HEAD + 16 or seal(note[:-8]) != note:
        return None
    return note[NOTE_HEAD + 8:-8]


def note_with(note, text):
    """The same job's, with another text."""
    return seal(note[:NOTE_HEAD] + len(text).to_bytes(8, "little") + text)


def get_var(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def put_var(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])
