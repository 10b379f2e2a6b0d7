"""The programs that are measured and those that measure: started, pinned to cores, ended."""
import atexit
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BIN = os.path.join(ROOT, "build", os.environ.get("ATHANOR_PRESET", "release"), "bin")
CORES = sorted(os.sched_getaffinity(0))
CHILDREN = []


class Void(Exception):
    """A measurement that says nothing, and why."""


@atexit.register
def end_children():
    for child in CHILDREN:
        if child.poll() is None:
            child.kill()


def server_cores(threads=1):
    return CORES[:threads]


def generator_cores(threads=1):
    """Those the server does not have; the same ones when it has all."""
    return CORES[threads:] or CORES


def raise_open_files():
    """Up to what the system allows at most."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def spawn(command, cores, **more):
    def prepare():
        os.sched_setaffinity(0, cores)
        raise_open_files()

    CHILDREN.append(subprocess.Popen(command, preexec_fn=prepare, **more))
    return CHILDREN[-1]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_until(condition, what, seconds=60.0, pause=0.05):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Void(f"{what} did not happen within {seconds:.0f} s")
        time.sleep(pause)


class Scrape:
    """All figures of /metrics at one instant."""

    def __init__(self, text):
        self.values = {name: float(value) for name, value in re.findall(r"^([a-z_]+(?:\{[^}]*\})?) (\S+)$", text, re.M)}
        self.version = re.search(r'athanor_build_info\{[^}]*version="([^"]*)"', text).group(1)

    def __getitem__(self, name):
        return self.values[name]


class Server:
    """athanor-server, or the one that also offers trick52, with limits out of the way; ready when made."""

    LIMITS = ["--log-level", "error", "--connections-per-address", "0", "--max-connections", "40000", "--rooms-per-address", "1000000",
              "--guesses-per-address", "1000000", "--max-rooms", "1000000", "--messages-per-second", "100000", "--bot-delay-ms", "0"]

    def __init__(self, store="memory", data=None, threads=1, program="athanor-server"):
        self.port, self.store, self.threads = free_port(), store, threads
        self.own = data is None
        self.data = data or tempfile.mkdtemp(prefix="athanor-bench-")
        began = time.monotonic()
        self.process = spawn([f"{BIN}/{program}", "--listen", f"127.0.0.1:{self.port}", "--store", store, "--data", self.data,
                              "--threads", str(threads), *self.LIMITS], server_cores(threads), stdout=subprocess.DEVNULL)
        wait_until(self.is_ready, "the server's start", pause=0.002)
        self.ready_after = time.monotonic() - began
        self.start_rss = self.rss()

    def is_ready(self):
        if self.process.poll() is not None:
            raise Void("the server ended while it started")
        try:
            return self.page("/readyz", 1) is not None
        except OSError:
            return False

    def page(self, path, timeout=30):
        return urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=timeout).read().decode()

    def scrape(self):
        return Scrape(self.page("/metrics"))

    def status(self, field):
        return int(re.search(rf"{field}:\s+(\d+)", open(f"/proc/{self.process.pid}/status").read()).group(1)) * 1024

    def rss(self):
        return self.status("VmRSS")

    def stop(self, sig=signal.SIGTERM):
        self.process.send_signal(sig)
        self.process.wait()
        if self.own:
            shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Load:
    """`athanor load` on a server; see `athanor load --help` for the flags."""

    def __init__(self, server, flags):
        self.folder = tempfile.mkdtemp(prefix="athanor-bench-")
        self.json, self.err = os.path.join(self.folder, "load.json"), os.path.join(self.folder, "load.err")
        with open(self.err, "w") as err:
            self.process = spawn([f"{BIN}/athanor", "load", "--server", f"ws://127.0.0.1:{server.port}", "--json", self.json, *flags],
                                 generator_cores(server.threads), stdout=subprocess.DEVNULL, stderr=err)

    def runs(self):
        return self.process.poll() is None

    def said(self):
        with open(self.err) as err:
            return err.read()

    def await_play(self, seconds):
        """Until every room plays, which it says within a second."""
        def all_play():
            if not self.runs():
                self.figures()
                raise Void("the load ended before all rooms played")
            return "warming up" in self.said() or "measuring" in self.said()

        wait_until(all_play, "that all rooms play", seconds)

    def end_early(self):
        self.process.terminate()
        return self.figures()

    def figures(self):
        """Waits for its end. Void if something was wrong."""
        self.process.wait()
        figures = None
        if os.path.exists(self.json):
            with open(self.json) as file:
                figures = json.load(file)
        if figures is None or any(figures[key] for key in ("errors", "leaks", "undecodable", "lost_acknowledged")):
            raise Void(f"the load failed: {self.said()[-2000:]}")
        return figures

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)


class Bare:
    """The room broadcast with nothing of a game in it, and what drives it."""

    def __init__(self, rooms, size, send, seconds, think_ms=0):
        port = free_port()
        self.server = spawn([f"{BIN}/bare", "serve", "--port", str(port), "--size", str(int(size))], server_cores(), stdout=subprocess.PIPE, text=True)
        self.server.stdout.readline()
        self.driver = spawn([f"{BIN}/bare", "drive", "--port", str(port), "--rooms", str(rooms), "--send", str(int(send)),
                             "--duration", str(int(seconds)), "--think", str(think_ms)], generator_cores(), stdout=subprocess.PIPE, text=True)
        self.driver.stdout.readline()  # all are connected

    def scrape(self):
        """Messages answered so far, CPU seconds, clock."""
        self.server.send_signal(signal.SIGUSR1)
        return json.loads(self.server.stdout.readline())

    def figures(self):
        return json.loads(self.driver.communicate()[0])

    def stop(self):
        self.server.terminate()
        self.server.wait()
