"""A scratch folder that looks like this project after a build, and the programs that run in it."""
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PATIENCE_S = 240  # a deadline, never a pause


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise SystemExit(f"in vain: waited for {what}")


class Site:
    def __init__(self, bin_folder):
        self.folder = Path(tempfile.mkdtemp(prefix="athanor-docs-"))
        self.running = []
        self.engine = None
        self.bin = self.folder / "build/release/bin"
        self.bin.mkdir(parents=True)
        for program in ("athanor", "athanor-server"):
            (self.bin / program).symlink_to(Path(bin_folder).resolve() / program)
        shutil.copytree(HERE / "deploy", self.folder / "deploy")
        (self.folder / "deploy/prepare").write_text("#!/bin/sh\n")  # everything is built already
        self.port = free_port()
        self.url = f"ws://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "ATHANOR_SERVER": self.url,
                            "XDG_STATE_HOME": str(self.folder / "state"), "LC_ALL": "C.UTF-8"}

    def start(self, words):
        """Starts a program that goes on by itself; gives it and a function that reads what it said so far."""
        log = self.folder / f"log{len(self.running)}"
        process = subprocess.Popen(words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=log.open("wb"),
                                   stderr=subprocess.STDOUT, start_new_session=True)
        self.running.append(process)
        return process, lambda: log.read_text(errors="replace")

    def run(self, words, expected, given=None):
        """Runs a program to its end, which must be a good one, and gives what it said, which must match."""
        done = subprocess.run(words, cwd=self.folder, env=self.environment, input=given, stdin=None if given is not None else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE_S, text=True, errors="replace")
        if done.returncode != 0 or not re.search(expected, done.stdout):
            raise SystemExit(f"{shlex.join(words)}\nended with {done.returncode}; expected 0 and “{expected}” in:\n{done.stdout}")
        return done.stdout

    def shell(self, line, expected):
        """The same for a whole line, as a shell reads it."""
        return self.run(["bash", "-c", line], expected)

    def ends_well(self, words):
        return subprocess.run(words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0

    def open_room(self, url):
        said = self.run(["athanor", "host", "--server", url, "--no-play", "--players", "2", "--name", "Host"], r"--room [B-Z]{6}")
        return re.search(r"--room ([B-Z]{6})", said).group(1)

    def end(self):
        if self.engine:
            self.engine.end()
        for process in self.running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.running:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)
