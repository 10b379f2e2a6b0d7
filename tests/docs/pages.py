"""Finds the commands that a page of Markdown tells people to type."""
import re

# How a command in running text begins; other things between backticks are names, options, messages.
COMMAND = re.compile(r"(\$\w+|(\./)?(build|deploy|tests)/\S+|athanor|athanor-server|chown|curl|docker|docker-compose|git|sudo|systemctl) ")


def commands_of(page):
    """Each line of a fenced block, without its comment, and each command in running text, in the page's order. A block that holds
    something else names its language: ```text."""
    found, fence = [], None
    for line in page.splitlines():
        if line.startswith("```"):
            fence = line[3:].strip() or "commands" if fence is None else None
        elif fence == "commands":
            command = re.sub(r"\s+#.*$", "", line).strip()
            if command:
                found.append(command)
        elif fence is None:
            found += [code for code in re.findall(r"`([^`]+)`", line) if COMMAND.match(code)]
    return found
