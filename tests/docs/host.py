"""deploy/README.md: what a host types, one rule for each kind of command."""
import json
import os
import shlex
import shutil

from site_folder import HERE, Site, free_port, wait_until


class Host(Site):
    page = "deploy/README.md"

    def __init__(self, bin_folder):
        super().__init__(bin_folder)
        self.data = self.folder / "srv/athanor"
        self.by_hand = f"127.0.0.1:{free_port()}"
        self.room = None

    def spelled_out(self, command):
        return shlex.split(command.replace("0.0.0.0:8400", self.by_hand).replace("/srv/athanor", str(self.data)))

    def await_server(self, process, said, address):
        ready = ["athanor-server", "healthcheck", "--url", f"http://{address}/readyz"]
        wait_until(lambda: self.ends_well(ready) or process.poll() is not None, "the server")
        if process.poll() is not None:
            raise SystemExit(said())

    def prepare(self, words):
        presets = [preset["name"] for preset in json.loads((HERE / "CMakePresets.json").read_text())["buildPresets"]]
        if words[1] not in presets or not all(os.access(self.bin / target, os.X_OK) for target in words[2:]):
            raise SystemExit(f"there is no such preset or program: {shlex.join(words)}")
        self.run(words, "")

    def serve(self, words):
        process, said = self.start(words)
        self.await_server(process, said, self.by_hand)
        self.room = self.open_room(f"ws://{self.by_hand}")

    def check(self, words):
        self.run(["env", f"ATHANOR_LISTEN={self.by_hand}", *words], "")

    def help(self, words):
        self.run(words if words[-1] == "--help" else [*words, "--help"], "announce")

    def back_up(self, words):
        """The page says how to restore the file: that way its room is there again."""
        self.run(words, "a copy of every room")
        restored = self.folder / "restored"
        restored.mkdir(mode=0o700)
        shutil.copy(self.folder / "tonight.sqlite", restored / "athanor.sqlite")
        address = f"127.0.0.1:{free_port()}"
        process, said = self.start(["athanor-server", "--listen", address, "--data", str(restored)])
        self.await_server(process, said, address)
        self.run(["athanor-server", "admin", "list", "--data", str(restored)], self.room)

    def give_away(self, words):
        if os.geteuid() != 0:
            print("  not run: it needs root", flush=True)
            return
        folder = self.folder / "own"
        folder.mkdir(exist_ok=True)
        self.run([str(folder) if word == "FOLDER" else word for word in words], "")
        owner = folder.stat()
        if (owner.st_uid, owner.st_gid) != (8400, 8400) or "USER 8400:8400" not in (HERE / "Dockerfile").read_text():
            raise SystemExit("that is not the user of the image")

    def service(self, words):
        """Needs systemd as process 1; tests/deploy has the unit checked by systemd-analyze."""
        if not (self.folder / f"deploy/{words[-1]}.service").exists():
            raise SystemExit(f"there is no service {words[-1]}")

    def pull(self, words):
        """Brings what is new upstream, if this is a clone: with an engine it is one."""
        if self.engine.image:
            self.engine.publish_source("second")
            self.run(words, "")

    RULES = [
        (r"deploy/prepare ", prepare),
        (r"athanor-server --listen \S+ --data \S+$", serve),
        (r"athanor-server healthcheck$", check),
        (r"athanor-server admin( --help)?$", help),
        (r"athanor-server admin backup ", back_up),
        (r"chown ", give_away),
        (r"systemctl restart ", service),
        (r"git pull$", pull),
    ]
