"""A NATS server from Debian's package, in a temporary folder, on a free port of the loopback device."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def listens(port):
    with socket.socket() as s:
        s.settimeout(1)
        return s.connect_ex(("127.0.0.1", port)) == 0


def find_server():
    for place in ("nats-server", "/usr/sbin/nats-server", "/usr/bin/nats-server"):
        found = shutil.which(place)
        if found:
            return found
    return None


class Broker:
    """One server; with `routes`, a member of a cluster."""

    def __init__(self, name="one", cluster_port=None, routes=None):
        self.folder = tempfile.mkdtemp(prefix="shrike-nats-")
        self.port = free_port()
        self.process = None
        self.extra = []
        if routes:
            self.extra = ["--cluster_name", "shrike", "--cluster", f"nats://127.0.0.1:{cluster_port}", "--routes", routes]
        self.name = name

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def start(self, wait=True):
        log = open(os.path.join(self.folder, "log"), "a")
        words = [find_server(), "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", os.path.join(self.folder, "js"),
                 "-n", self.name] + self.extra
        self.process = subprocess.Popen(words, stdout=log, stderr=log)
        log.close()
        for _ in range(200 if wait else 0):
            if listens(self.port):
                return
            time.sleep(0.05)

    def kill(self):
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def close(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def cluster(n=3):
    ports = [free_port() for _ in range(n)]
    routes = ",".join(f"nats://127.0.0.1:{p}" for p in ports)
    members = [Broker(f"n{i}", ports[i], routes) for i in range(n)]
    for member in members:
        member.start(wait=False)
    for member in members:
        for _ in range(200):
            if listens(member.port):
                break
            time.sleep(0.05)
    return members
