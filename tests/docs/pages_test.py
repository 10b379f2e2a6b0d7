"""No command of a page gets past its test, and nothing else is taken for one."""
import re
import sys
import unittest

sys.dont_write_bytecode = True
from engine import Engine
from host import Host
from newcomer import Newcomer
from pages import commands_of

PAGE = """Type `athanor-server --listen :1 --data x` or `--listen`, read `Another program listens`, then

```
docker compose up    # starts it
unheard-of --flag

$athanor games
```

```text
 a picture
```

and `systemctl restart athanor` or `$server admin list`, not `athanor.service`.
"""


class Pages(unittest.TestCase):
    def test_every_line_of_a_block_and_every_command_in_the_text_is_found_in_order(self):
        self.assertEqual(commands_of(PAGE), ["athanor-server --listen :1 --data x", "docker compose up", "unheard-of --flag", "$athanor games",
                                             "systemctl restart athanor", "$server admin list"])

    def test_an_unknown_command_has_no_rule(self):
        for rules in (Newcomer.RULES, Host.RULES, Engine.RULES):
            for command in ("unheard-of --flag", "docker compose -f deploy/compose.yaml down -v", "docker run --privileged athanor", "$athanor fly"):
                self.assertFalse([pattern for pattern, _ in rules if re.match(pattern, command)], command)


if __name__ == "__main__":
    unittest.main()
