"""deploy/README.md: what a host types, one rule for each kind of command."""
import json
import os
import re
import shlex
import shutil

from site_folder import HERE, Site, free_port, wait_until


# In their place stand folders inside the scratch folder.
SYSTEM_FOLDERS = ("/usr/local/bin", "/etc/systemd/system", "/etc/nginx/conf.d")


class Host(Site):
    page = "deploy/README.md"

    def __init__(self, bin_folder):
        super().__init__(bin_folder)
        self.data = self.folder / "srv/athanor"
        for folder in SYSTEM_FOLDERS:
            (self.folder / folder[1:]).mkdir(parents=True)
        self.by_hand = f"127.0.0.1:{free_port()}"
        self.room = None

    def spelled_out(self, command):
        command = re.sub(r"^sudo ", "", command).replace("0.0.0.0:8400", self.by_hand).replace("/srv/athanor", str(self.data))
        for folder in SYSTEM_FOLDERS:
            command = re.sub(rf" {folder}\b", f" {self.folder}{folder}", command)
        return shlex.split(command.replace("CODE", self.room) if self.room else command)

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

    def install(self, words):
        self.run(words, "")

    def enable(self, words):
        """Without systemd as process 1: it is enabled in the scratch folder, and what the unit starts is started."""
        unit = self.folder / f"etc/systemd/system/{words[-1]}.service"
        if shutil.which("systemctl"):
            self.run(["systemctl", "--root", str(self.folder), "enable", words[-1]], "")
        lines = [line.partition("=")[::2] for line in unit.read_text().splitlines()]
        program = self.folder / next(value for name, value in lines if name == "ExecStart")[1:]
        variables = [value for name, value in lines if name == "Environment"] + [f"ATHANOR_LISTEN={self.by_hand}"]
        state = self.folder / "var/lib/athanor"
        process, said = self.start(["env", *[value.replace("/var/lib/athanor", str(state)) for value in variables], str(program)])
        self.await_server(process, said, self.by_hand)
        process.terminate()
        if process.wait() != 0 or not (state / "athanor.sqlite").exists():
            raise SystemExit(f"the service did not end well or kept nothing: {said()}")

    def service(self, words):
        """Needs systemd as process 1; tests/deploy has the unit checked by systemd-analyze."""
        if words[-1] != "nginx" and not (self.folder / f"deploy/{words[-1]}.service").exists():
            raise SystemExit(f"there is no service {words[-1]}")

    def set_variable(self, words):
        name, value = words[1].split("=", 1)
        self.environment[name] = value

    def understood(self, program, words):
        """Programs that read a file of deploy/; tests/deploy runs them before the server."""
        if shutil.which(program, path=f"{self.environment['PATH']}:/usr/sbin") is None:
            print(f"  not run: {program} is not installed", flush=True)
        else:
            self.run(words, "")

    def caddy(self, words):
        self.environment["XDG_DATA_HOME"] = str(self.folder)
        self.understood("caddy", ["env", *["validate" if word == "run" else word for word in words], "--adapter", "caddyfile"])

    def nginx(self, words):
        """The site as it was installed, with a certificate of its own."""
        site = self.folder / "etc/nginx/conf.d/athanor.conf"
        text = site.read_text()
        for name in ("fullchain.pem", "privkey.pem"):
            text = re.sub(rf"/etc/letsencrypt/\S*/{name}", str(self.folder / name), text)
        site.write_text(text)
        self.run(["openssl", "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=localhost", "-keyout", "privkey.pem", "-out", "fullchain.pem"], "")
        whole = self.folder / "nginx.conf"
        whole.write_text(f"pid {self.folder}/nginx.pid;\nevents {{}}\nhttp {{\n  access_log off;\n  include {site};\n}}\n")
        self.understood("nginx", [shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx", *words[1:], "-e", "stderr", "-c", str(whole)])

    def self_signed(self, words):
        """The server takes the pair, and a friend who was given the certificate believes it."""
        self.run(words, "")
        plain, within = (f"127.0.0.1:{free_port()}" for _ in range(2))
        process, said = self.start(["athanor-server", "--listen", plain, "--tls-listen", within, "--tls-certificate", "fullchain.pem", "--tls-key", "privkey.pem", "--store", "memory"])
        self.await_server(process, said, plain)
        self.run(["athanor", "games", "--server", f"wss://{within}", "--ca", "fullchain.pem"], "little-alchemists")

    def prometheus(self, words):
        self.understood("promtool", ["promtool", "check", "config", words[-1].removeprefix("--config.file=")])

    def inspect(self, words):
        said = self.run(words, self.room)
        if ("Known to seat" in said) != ("--reveal" in words):
            raise SystemExit(f"secrets are shown if and only if --reveal asks for them:\n{said}")

    def list_rooms(self, words):
        self.run(words, self.room)

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
        (r"athanor-server (?:admin )?backup ", back_up),
        (r"chown ", give_away),
        (r"export [A-Z_]+=\S+$", set_variable),
        (r"sudo install ", install),
        (r"sudo systemctl enable --now ", enable),
        (r"(sudo )?systemctl (restart|reload) ", service),
        (r"sudo journalctl -u ", service),
        (r"ATHANOR_DOMAIN=\S+ caddy run ", caddy),
        (r"sudo nginx -t$", nginx),
        (r"prometheus ", prometheus),
        (r"openssl req ", self_signed),
        (r"athanor-server admin list ", list_rooms),
        (r"athanor-server admin inspect ", inspect),
        (r"git pull$", pull),
    ]
