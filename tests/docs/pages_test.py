"""No command of a page gets past its test, and nothing else is taken for one."""
import re
import sys
import unittest

sys.dont_write_bytecode = True
from engine import Engine
from host import Host
from newcomer import Newcomer
from pages import commands_in_comments, commands_of
from site_folder import HERE

PAGE = """Type `athanor-server --listen :1 --data x` or `--listen`, read `Another program listens`, then

```
docker compose up    # starts it
unheard-of --flag

$athanor games
```

```text
 a picture
```

and `systemctl restart athanor`, `A=b caddy run`, `A=b` or `$server admin list`, not `athanor.service`.
"""


COMMENTS = """#!/bin/sh
# Starts it:               docker compose up -d
# With a name:  A_B=c docker compose up
#   install -m 644 deploy/x /etc/x
# Flags go on: ./deploy/run --listen :1
# deploy/README.md says more, and docker does not stand at the beginning here.
# nginx stands before the server.
x: docker compose down  # not at the beginning of its line
"""
# What hosts copy and read.
HOSTS_FILES = ["Dockerfile", *sorted(str(file.relative_to(HERE)) for file in (HERE / "deploy").rglob("*") if file.is_file() and file.suffix not in (".md", ".json"))]

PICTURES = {"README.md": "level7_120x40_en.txt", "client-cli/ui/README.md": "level7_own_80x24_en.txt"}


def without_blank_lines(text):
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


class Pages(unittest.TestCase):
    def test_every_line_of_a_block_and_every_command_in_the_text_is_found_in_order(self):
        self.assertEqual(commands_of(PAGE), ["athanor-server --listen :1 --data x", "docker compose up", "unheard-of --flag", "$athanor games",
                                             "systemctl restart athanor", "A=b caddy run", "$server admin list"])

    def test_commands_in_comments_are_found(self):
        self.assertEqual(commands_in_comments(COMMENTS), ["docker compose up -d", "A_B=c docker compose up", "install -m 644 deploy/x /etc/x", "./deploy/run --listen :1"])

    def test_a_command_in_a_comment_of_a_hosts_file_stands_on_a_page_and_is_run_there(self):
        on_pages = {command for page in ("README.md", "deploy/README.md") for command in commands_of((HERE / page).read_text())}
        found = {file: commands_in_comments((HERE / file).read_text()) for file in HOSTS_FILES}
        self.assertIn("deploy/athanor.service", found)
        self.assertGreaterEqual(len(found["deploy/compose.yaml"]), 2)
        for file, commands in found.items():
            for command in commands:
                if file != "deploy/prepare":  # a script of the project, whose comment says how it is used in general
                    self.assertIn(command, on_pages, f"{file}: no test runs this")

    def test_the_pictures_are_of_the_present_client(self):
        for page, golden in PICTURES.items():
            screen = without_blank_lines((HERE / "tests/terminal/golden" / golden).read_text())
            self.assertTrue(screen in without_blank_lines((HERE / page).read_text()), f"{page} shows another screen than tests/terminal/golden/{golden}: copy it")

    def test_an_unknown_command_has_no_rule(self):
        for rules in (Newcomer.RULES, Host.RULES, Engine.RULES):
            for command in ("unheard-of --flag", "docker compose -f deploy/compose.yaml down -v", "docker run --privileged athanor", "$athanor fly"):
                self.assertFalse([pattern for pattern, _ in rules if re.match(pattern, command)], command)


if __name__ == "__main__":
    unittest.main()
