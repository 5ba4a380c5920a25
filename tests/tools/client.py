"""A language client over pipes: sends messages, waits for messages (never for seconds)."""

import json
import os
import pathlib
import queue
import subprocess
import threading

PATIENCE = 120  # for a message that must come; more means that it never does


def uri(path):
    return pathlib.Path(os.path.realpath(path)).as_uri()


class Client:
    """Messages that nobody has waited for stay in `pending`, in their order."""

    def __init__(self, command, folder=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self.inbox, self.pending, self.number, self.refuse = queue.Queue(), [], 0, set()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not line:
                self.inbox.put(None)
                return
            self.inbox.put(json.loads(stream.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def ask(self, method, **params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def call(self, method, **params):
        number = self.ask(method, **params)
        return self.wait(lambda m: m.get("id") == number and "method" not in m, f"the answer to {method}")

    def _take(self, what):
        message = self.inbox.get(timeout=PATIENCE)
        if message is None:
            raise SystemExit(f"client: the server is gone; waiting for {what}, with {self.pending}")
        if "method" in message and "id" in message:  # a request of the server's
            if message["method"] in self.refuse:
                self.send({"id": message["id"], "error": {"code": -32601, "message": "no"}})
            else:
                self.send({"id": message["id"], "result": None})
        self.pending.append(message)

    def wait(self, wanted, what):
        """The first message that is wanted; those before it are kept."""
        looked = 0
        while True:
            for i in range(looked, len(self.pending)):
                if wanted(self.pending[i]):
                    return self.pending.pop(i)
            looked = len(self.pending)
            try:
                self._take(what)
            except queue.Empty:
                raise SystemExit(f"client: {what} never came: {self.pending}") from None

    def event(self, method, **members):
        return self.wait(lambda m: m.get("method") == method and all(m["params"].get(k) == v for k, v in members.items()),
                         f"{method} {members}")["params"]

    def forget(self):
        self.pending.clear()

    # ---- the protocol -----------------------------------------------------------------------------------------

    def initialize(self, options=None, **capabilities):
        answer = self.call("initialize", processId=os.getpid(), rootUri=None, capabilities=capabilities,
                           initializationOptions=options)["result"]
        self.notify("initialized")
        return answer

    def open(self, path, text=None):
        with open(path, encoding="utf-8") as f:
            text = f.read() if text is None else text
        self.notify("textDocument/didOpen",
                    textDocument={"uri": uri(path), "languageId": "c", "version": 1, "text": text})

    def change(self, path, text):
        self.notify("textDocument/didChange", textDocument={"uri": uri(path), "version": 2}, contentChanges=[{"text": text}])

    def save(self, path, text):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        self.notify("textDocument/didSave", textDocument={"uri": uri(path)}, text=text)

    def close(self, path):
        self.notify("textDocument/didClose", textDocument={"uri": uri(path)})

    def hover(self, path, line):
        """Of a line, counted from 1 on as people do."""
        result = self.call("textDocument/hover", textDocument={"uri": uri(path)}, position={"line": line - 1, "character": 0})["result"]
        return result["contents"]["value"] if result else None

    def actions(self, path, line, diagnostics=()):
        at = {"line": line - 1, "character": 0}
        return self.call("textDocument/codeAction", textDocument={"uri": uri(path)}, range={"start": at, "end": at},
                         context={"diagnostics": list(diagnostics)})["result"]

    def diagnostics(self, path):
        return self.event("textDocument/publishDiagnostics", uri=uri(path))["diagnostics"]

    def quit(self):
        """The exit status."""
        self.call("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)
