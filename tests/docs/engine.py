"""The commands with docker in them, which both pages have. With an engine they run as the page shows them, except that image, volumes
and project have names of their own, the name of the house is localhost, and building puts a label on the image that is tried. Without one, only
that a rule here knows the command and that the files which it names are there."""
import os
import re

from site_folder import Site, free_port, wait_until

VOLUMES = ("athanor-data", "athanor-seats", "athanor-certificates")


class Engine:
    def __init__(self, site: Site, image):
        self.site, self.image = site, image
        self.tag = f"athanor-docs-{os.getpid()}"
        self.port = free_port()  # the site's own server has another
        self.url = f"ws://127.0.0.1:{self.port}"
        self.room = self.later = None
        self.saved = self.restored = False
        if not image:
            return
        self.compose = "docker compose" if self.quiet("docker", "compose", "version") else "docker-compose"
        self.has_caddy = bool(os.environ.get("ATHANOR_CHECK_PULL")) or self.quiet("docker", "image", "inspect", "caddy:2")
        page = site.folder / "deploy/compose.yaml"
        page.write_text(self.own_names(page.read_text().replace("image: athanor", f"image: {self.tag}")))
        site.environment |= {"COMPOSE_PROJECT_NAME": self.tag, "ATHANOR_PUBLISH": f"127.0.0.1:{self.port}", "ATHANOR_DOMAIN": "localhost"}
        self.publish_source("first")

    # --- helpers ---

    def quiet(self, *words):
        return self.site.ends_well(words)

    def own_names(self, text):
        """The text with the names of volumes changed, but not athanor-data.tar.gz."""
        names = "|".join(VOLUMES)
        return re.sub(rf"\b({names})(?=:|$)", lambda found: found.group().replace("athanor", self.tag), text, flags=re.MULTILINE)

    def publish_source(self, label):
        """The project as it is upstream: its image is the one that is tried, with this label."""
        upstream = self.site.folder / "upstream"
        upstream.mkdir(exist_ok=True)
        (upstream / "Dockerfile").write_text(f"FROM {self.image}\nLABEL state={label}\n")
        (upstream / ".dockerignore").write_text("*\n")
        git = "git -c user.name=docs -c user.email=docs@localhost"
        self.site.shell(f"cd upstream && git init -q -b main . && git add . && {git} commit -q -m {label}", "")
        if not (self.site.folder / ".git").exists():
            self.site.shell("git init -q -b main . && git pull -q upstream main && git remote add origin ./upstream && git fetch -q origin"
                            " && git branch -q --set-upstream-to origin/main", "")

    def is_ready(self):
        return self.quiet("athanor-server", "healthcheck", "--url", f"http://127.0.0.1:{self.port}/readyz")

    def rooms(self):
        return self.site.shell(f"{self.compose} -f deploy/compose.yaml exec -T server athanor-server admin list", "")

    def terminal(self, line, expected):
        """A command that wants a terminal."""
        return self.site.run(["script", "-qec", line, "/dev/null"], expected)

    # --- one rule for each kind of command ---

    def follow(self, rule, command):
        for file in re.findall(r"\bdeploy/\S+", command):
            if not (self.site.folder / file).exists():
                raise SystemExit(f"there is no {file}")
        if not self.image:
            print("  not run: it needs an engine, see tests/deploy/image", flush=True)
            return
        line = self.own_names(command).replace("docker compose", self.compose).replace("ATHANOR_DOMAIN=games.example.org", "ATHANOR_DOMAIN=localhost")
        rule(self, line)

    def up(self, line):
        self.site.shell(line, "")
        wait_until(self.is_ready, "the server of compose")
        self.room = self.room or self.site.open_room(self.url)

    def up_with_caddy(self, line):
        if not self.has_caddy:
            print("  not run: the image caddy:2 is not here (docker pull caddy:2)", flush=True)
            return
        self.site.shell(line, "")
        page = ("curl", "-fsSk", "-m", "3", "--noproxy", "*", "https://localhost/healthz")
        wait_until(lambda: self.quiet(*page), "an answer through Caddy")

    def up_with_new_image(self, line):
        self.site.shell(line, "")
        wait_until(self.is_ready, "the server with the new image")
        self.site.shell(f'docker inspect "$({self.compose} -f deploy/compose.yaml ps -q server)"', '"state": "second"')
        self.must_list(self.room)

    def client(self, line):
        line = line.replace("--entrypoint athanor athanor ", f"--name {self.tag}-client --entrypoint athanor {self.image} ")
        line = line.replace("wss://games.example.org", self.url).replace("CODE", self.room)
        _, said = self.site.start(["script", "-qefc", f"stty rows 40 cols 120; {line}", "/dev/null"])
        wait_until(lambda: self.room in said() and "Ada" in said(), f"the room on the screen of the client in the image; it says {said()!r}")
        self.quiet("docker", "rm", "-f", f"{self.tag}-client")

    def stop(self, line):
        self.site.shell(line, "")
        if self.is_ready():
            raise SystemExit("the server still answers")

    def save(self, line):
        self.site.shell(line, "")
        self.site.shell("tar -tzf athanor-data.tar.gz", r"athanor\.sqlite")
        self.saved = True

    def restore(self, line):
        self.site.shell(line, "")
        self.restored = True

    def tighten(self, line):
        self.site.shell(line, "")
        self.site.shell(line.replace("chmod 700", "stat -c mode:%a:"), "mode:700:")

    def begin(self, line):
        self.site.shell(line, "")
        wait_until(self.is_ready, "the server to start again")
        self.must_list(self.room)
        if self.restored and self.later in self.rooms():
            raise SystemExit("a room that is younger than the backup outlived the restore")
        if self.saved and not self.restored:
            self.later = self.site.open_room(self.url)
            self.must_list(self.later)

    def must_list(self, code):
        if code not in self.rooms():
            raise SystemExit(f"room {code} is gone:\n{self.rooms()}")

    def list_rooms(self, line):
        self.terminal(line, self.room)

    def back_up(self, line):
        self.terminal(line, "a copy of every room")

    def take_out(self, line):
        self.site.shell(line, "")
        with open(self.site.folder / "tonight.sqlite", "rb") as file:
            if not file.read(16).startswith(b"SQLite format 3"):
                raise SystemExit("what was taken out is no database")

    def end(self):
        if not self.image:
            return
        self.quiet("docker", "rm", "-f", f"{self.tag}-client")
        self.quiet(*self.compose.split(), "-f", "deploy/compose.yaml", "--profile", "tls", "down", "-v", "--timeout", "5")
        for volume in VOLUMES:
            self.quiet("docker", "volume", "rm", self.own_names(volume))
        self.quiet("docker", "rmi", self.tag)

    def tell_of_caddy(self, line):
        if self.has_caddy:
            self.site.shell(line, "caddy|certificate|tls")

    def is_there(self, line):
        """The engine's own command, named as such."""
        self.site.shell(line + " version", "")

    RULES = [
        (r"docker compose$", is_there),
        (r"docker compose .* --profile tls logs proxy$", tell_of_caddy),
        (r"docker compose .* up -d --build$", up_with_new_image),
        (r"[A-Z_]+=\S+ docker compose .* --profile tls up -d$", up_with_caddy),
        (r"docker compose .* up -d$", up),
        (r"docker compose .* stop server$", stop),
        (r"docker compose .* start server$", begin),
        (r"docker compose .* exec server athanor-server admin list$", list_rooms),
        (r"docker compose .* exec server athanor-server (?:admin )?backup ", back_up),
        (r"docker cp ", take_out),
        (r"docker run .* tar .*-czf ", save),
        (r"docker run .* tar .*-xzf ", restore),
        (r"docker run .* chmod 700 /data$", tighten),
        (r"docker run .* --entrypoint athanor athanor play ", client),
    ]
