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
