"""README.md: what a newcomer types, one rule for each kind of command."""
import json
import os
import re
import shlex
import subprocess

from site_folder import HERE, PATIENCE_S, Site, free_port, wait_until


class Newcomer(Site):
    page = "README.md"

    def __init__(self, bin_folder):
        super().__init__(bin_folder)
        self.variables = {}
        # Some commands need a server that lets one address do much; the page says with which flags.
        self.generous = shlex.split(re.search(r"`(--connections-per-address 0 [^`]*)`", (HERE / self.page).read_text()).group(1))

    def spelled_out(self, command):
        for name, value in self.variables.items():
            command = re.sub(r"\bCODE\b" if name == "CODE" else re.escape("$" + name) + r"\b", value, command)
        return shlex.split(command.replace("ws://127.0.0.1:8400", self.url))

    def demo(self, words):
        # Its server ends with it: another port.
        self.run(words + ["--plain", "--listen", f"127.0.0.1:{free_port()}", "--data", "demo-data"], r"You are in room [B-Z]{6}", "table\nquit\n")

    def serve(self, words):
        here = ["--listen", f"127.0.0.1:{self.port}"]
        self.serve_at(self.port, words + here + self.generous)
        # Again: it has the port already. Nobody is told to join this one.
        again = subprocess.run(words + here + ["--data", "other-data"], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE_S, text=True)
        if again.returncode != 1 or "Another program already listens" not in again.stdout or "joins" in again.stdout:
            raise SystemExit(f"a second server on the port ended with {again.returncode} and said:\n{again.stdout}")

    def serve_friends(self, words):
        """Its address would open it to others: this machine alone."""
        port = free_port()
        self.serve_at(port, [word.replace("0.0.0.0:8400", f"127.0.0.1:{port}") for word in words] + ["--data", "friends-data"])

    def serve_at(self, port, words):
        process, said = self.start(words)
        joining = re.compile(r"A friend joins: (\S+) play --server (\S+) --room CODE")
        line = wait_until(lambda: joining.search(said()) or process.poll() is not None, "the join line")
        if line is True or line.group(2) != f"ws://127.0.0.1:{port}" or not os.access(line.group(1), os.X_OK):
            raise SystemExit(f"the join line cannot be typed:\n{said()}")

    def remember(self, words):
        name, value = words[0].split("=", 1)
        if not os.access(self.folder / value, os.X_OK):
            raise SystemExit(f"there is no program {value}")
        self.variables[name] = value

    def host(self, words):
        said = self.run(words, r"You are in room")
        self.variables["CODE"] = re.search(r"You are in room ([B-Z]{6})", said).group(1)

    def play(self, words):
        self.run(words, r"You are in room " + self.variables["CODE"])

    def watch(self, words):
        process, said = self.start(words)
        wait_until(lambda: "You are watching room" in said() or process.poll() is not None, "what watching shows")
        if "You are watching room" not in said():
            raise SystemExit(said())

    def export(self, words):
        """Of a finished game: a room of its own, whose absent host is played for by defaults once he counts as away."""
        athanor = self.variables["athanor"]
        code = self.open_room(self.url)
        self.start([athanor, "bot", "--room", code])
        watcher, seen = self.start([athanor, "watch", "--room", code])
        wait_until(lambda: "Bot, ready" in seen() or watcher.poll() is not None, "the bot")
        self.run([athanor, "play", "--room", code], r"You are in room", "ready\nstart\n")
        wait_until(lambda: watcher.poll() is not None, "the end of a game")  # who watches without a keyboard leaves at the end
        self.run([code if word == self.variables["CODE"] else word for word in words], r"the journal, \d+ bytes")

    def verify(self, words):
        self.run(words, r"Proved: from this seed")

    def replay(self, words):
        self.run(words, r"begins")

    def admin(self, words):
        expected = {"list": self.variables["CODE"], "inspect": "Room " + self.variables["CODE"], "announce": r"Said in \d+ rooms?\.", "backup": "a copy of every room"}
        self.run(words, expected[words[2]])

    def games(self, words):
        self.run(words, r"little-alchemists")

    def load(self, words):
        self.run(words, "")
        given = dict(zip(words, words[1:]))
        report = json.loads((self.folder / given["--json"]).read_text())
        if report["games_finished"] != int(given["--rooms"]) * int(given["--games"]):
            raise SystemExit(f"not every game came to its end: {report}")

    def help(self, words):
        self.run(words, r"--data|announce")

    RULES = [
        (r"\./deploy/run --demo$", demo),
        (r"\./deploy/run --listen ", serve_friends),
        (r"\./deploy/run$", serve),
        (r"build/release/bin/athanor-server .*--help$", help),
        (r"[a-z]+=\S+$", remember),
        (r"\$server admin ", admin),
        (r"\$athanor host ", host),
        (r"\$athanor play ", play),
        (r"\$athanor watch ", watch),
        (r"\$athanor games$", games),
        (r"\$athanor export ", export),
        (r"\$athanor verify ", verify),
        (r"\$athanor replay ", replay),
        (r"\$athanor load ", load),
    ]
