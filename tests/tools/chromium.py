"""A page in chromium, driven over DevTools' protocol through a pipe: no network, no driver."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage", "--remote-debugging-pipe"]
KEYS = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Escape": 27, "Tab": 9}


class Failed(Exception):
    """What was wanted did not happen."""


class Browser:
    """One chromium with one page."""

    def __init__(self, width=1400, height=860, dark=False, limit=60):
        self.folder = tempfile.mkdtemp(prefix="shrike-browser-")
        self.limit = limit
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()

        def give():
            os.dup2(to_child, 3, inheritable=True)
            os.dup2(from_child, 4, inheritable=True)
        # Numbers above 4, so that neither copy overwrites the other.
        to_child, from_child = (os.dup(fd) if fd in (3, 4) else fd for fd in (to_child, from_child))
        self.child = subprocess.Popen(["chromium", *FLAGS, f"--user-data-dir={self.folder}/profile", f"--window-size={width},{height}", "about:blank"],
                                      preexec_fn=give, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_child)
        os.close(from_child)
        self.next, self.buffer, self.errors, self.session = 0, b"", [], None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.theme(dark)

    def close(self):
        try:
            self.child.terminate()
            self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- the protocol ----

    def _read(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                raise Failed("chromium does not answer")
            more = os.read(self.read_end, 1 << 20)
            if not more:
                raise Failed("chromium has ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, message):
        params = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"].get("exception", {}).get("description") or params["exceptionDetails"]["text"])
        if message.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        if message.get("method") == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(str(params["args"]))

    def ask(self, method, **params):
        self.next += 1
        message = {"id": self.next, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + self.limit
        while True:
            answer = self._read(deadline)
            if answer.get("id") != self.next:
                self._note(answer)
            elif "error" in answer:
                raise Failed(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    # ---- the page ----

    def theme(self, dark):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def js(self, code):
        """The value of an expression in the page."""
        result = self.ask("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failed(f"{code}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def open(self, path, place=""):
        """Opens a page anew and waits until its script is done; milliseconds that took in the browser."""
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=f"file://{os.path.abspath(path)}" + (f"#{place}" if place else ""))
        self.wait("document.body && document.body.dataset.ready")
        return int(self.js("document.body.dataset.ready"))

    def wait(self, code, what=None):
        deadline = time.monotonic() + self.limit / 2
        while time.monotonic() < deadline:
            try:
                value = self.js(code)
            except Failed:
                value = None
            if value:
                return value
            time.sleep(0.03)
        raise Failed(f"never: {what or code}; errors: {self.errors}")

    def settle(self):
        """Lets the page paint."""
        self.js("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))")

    def key(self, key):
        code = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        self.settle()

    def type(self, text):
        self.ask("Input.insertText", text=text)
        self.settle()

    def click(self, selector):
        """A real click, with the mouse, at the middle of the first element that the selector chooses."""
        box = self.js(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null; e.scrollIntoView({{block: 'nearest'}});"
                      "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        if not box:
            raise Failed(f"nothing to click at: {selector}")
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
        self.settle()

    def text(self, selector):
        return self.js(f"document.querySelector({json.dumps(selector)})?.textContent")

    def texts(self, selector):
        return self.js(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)")

    def picture(self, path):
        self.settle()
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))
