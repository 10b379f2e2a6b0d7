"""Finds the commands that a page of Markdown tells people to type."""
import re

# How a command in running text begins; other things between backticks are names, options, messages.
COMMAND = re.compile(r"(\$\w+|(\./)?(build|deploy|tests)/[\w/-]+|athanor|athanor-server|caddy|chown|curl|docker|docker-compose|export|git|install|"
                     r"journalctl|nginx|prometheus|sudo|systemctl) ")


def is_command(text):
    """Perhaps with variables before it."""
    return COMMAND.match(re.sub(r"^([A-Z_]+=\S+ )+", "", text))


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
            found += [code for code in re.findall(r"`([^`]+)`", line) if is_command(code)]
    return found


def commands_in_comments(text):
    """Commands in the comments of a shell script, a Dockerfile and the like: behind two blanks or a colon.
    What ends with a full stop is a sentence."""
    found = []
    for line in text.splitlines():
        comment = re.match(r"\s*#(.*)", line)
        for piece in re.split(r"  +|: ", comment.group(1)) if comment else []:
            command = piece.strip()
            if not command.endswith(".") and is_command(command):
                found.append(command)
    return found
