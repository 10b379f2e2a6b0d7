"""What one measurement is: a server, some work, a window, and all the figures of it."""
import time
from dataclasses import dataclass, field

from measuring.programs import Bare, Load, Server, Void, generator_cores, server_cores

LITTLE_ALCHEMISTS = ("--game", "little-alchemists", "--set", "level=7", "--set", "all-levels=true")
TRICK52 = ("--game", "trick52")  # only the bench server has it

WARM_UP_S = 2
# The load goes on while the figures at the window's end are asked for.
MARGIN_S = 4
MOST_GENERATOR_SHARE, MOST_OTHER_SHARE = 0.85, 0.15


@dataclass
class Work:
    game: tuple = LITTLE_ALCHEMISTS
    rooms: int = 500
    players: int = 4
    bots: int = 0  # of the players, the server's own
    store: str = "memory"
    threads: int = 1
    rate: float = 0  # actions a room and second by a schedule; 0: as soon as asked
    think_ms: int = 0
    seconds: float = 5
    flags: tuple = field(default=())  # further ones of `athanor load`
    patience_s: float = 300  # for all rooms to play

    @property
    def program(self):
        return "athanor-bench-server" if self.game == TRICK52 else "athanor-server"

    @property
    def connections(self):
        return self.rooms * (self.players - self.bots)

    def load_flags(self):
        flags = [*self.game, "--players", str(self.players), "--bots", str(self.bots), "--rooms", str(self.rooms), "--warm-up", str(WARM_UP_S),
                 "--duration", str(int(self.seconds + MARGIN_S)), *self.flags]
        if self.rate:
            flags += ["--rate", str(self.rate)]
        if self.think_ms:
            flags += ["--think", str(self.think_ms)]
        return flags


def busy_seconds():
    """Of each core, by whomever."""
    busy = {}
    for line in open("/proc/stat"):
        name, *ticks = line.split()
        if name.startswith("cpu") and name != "cpu":
            user, nice, system, _, _, irq, softirq, steal = map(int, ticks[:8])
            busy[int(name[3:])] = (user + nice + system + irq + softirq + steal) / 100
    return busy


class Cores:
    """What the cores do from now on."""

    def __init__(self):
        self.busy, self.at = busy_seconds(), time.monotonic()

    def until_now(self):
        """Busy seconds of each core, and the wall's."""
        return {core: busy - self.busy[core] for core, busy in busy_seconds().items()}, time.monotonic() - self.at


def other_share(spent, cores, own_seconds):
    """The share of these cores that went to others than the programs measured."""
    busy, wall = spent
    return round(max(0.0, (sum(busy[core] for core in cores) - own_seconds) / wall / len(cores)), 3)


def shares_of_others(spent, work, server_seconds, generator_share):
    server, generator = server_cores(work.threads), generator_cores(work.threads)
    generator_seconds = generator_share * spent[1]
    both = set(server) & set(generator)
    return {"server_core_other": other_share(spent, server, server_seconds + (generator_seconds if both else 0)),
            "generator_core_other": other_share(spent, generator, generator_seconds + (server_seconds if both else 0))}


def core_share(a, b):
    """Of one core, by the server, between two looks at /metrics."""
    return (b["process_cpu_seconds_total"] - a["process_cpu_seconds_total"]) / (b["athanor_clock_seconds"] - a["athanor_clock_seconds"])


def measure(work):
    """Every figure of one measurement with a fresh server."""
    with Server(work.store, threads=work.threads, program=work.program) as server, Load(server, work.load_flags()) as load:
        load.await_play(work.patience_s)
        time.sleep(WARM_UP_S / 2)
        joined_rss = server.rss()
        time.sleep(WARM_UP_S / 2)
        cores, a = Cores(), server.scrape()
        time.sleep(work.seconds)
        b, spent = server.scrape(), cores.until_now()
        if not load.runs():
            raise Void("the load ended before the window did")
        end_rss, peak_rss = server.rss(), server.status("VmHWM")
        figures = load.figures()
        result = summed_up(work, a, b, figures)
        return result | shares_of_others(spent, work, result["server_cpu_s"], figures["generator_cpu_share"]) | {
            "rss_mib": {"start": mib(server.start_rss), "joined": mib(joined_rss), "end": mib(end_rss), "peak": mib(peak_rss)},
            "rss_kib_per_room": round((joined_rss - server.start_rss) / work.rooms / 1024, 1)}


def mib(size):
    return round(size / 2**20, 1)


def stages(a, b):
    """Seconds that each stage of an answer took altogether between two looks."""
    head = 'athanor_stage_seconds_sum{stage="'
    return {name[len(head):-2]: b[name] - a[name] for name in b.values if name.startswith(head)}


def summed_up(work, a, b, figures):
    """From two looks at /metrics, and from what the load tool has found."""
    def passed(name):
        return b[name] - a[name]

    cpu, wall = passed("process_cpu_seconds_total"), passed("athanor_clock_seconds")
    actions = passed('athanor_answers_total{result="accepted"}')
    messages_in = passed("athanor_messages_in_total")
    if actions == 0:
        raise Void("nothing was played in the window")
    result = {
        "server": "athanor", "version": b.version, "store": work.store, "threads": work.threads, "mode": figures["mode"], "game": figures["game"],
        "rooms": work.rooms, "connections": figures["connections"], "window_s": round(wall, 3), "actions": int(actions),
        "actions_per_s": round(actions / wall, 1), "server_cpu_s": round(cpu, 4), "cpu_s_per_1000": round(1000 * cpu / actions, 4),
        "actions_per_cpu_s": round(actions / cpu), "server_core": round(cpu / wall, 3),
        "updates_per_action": round(passed("athanor_updates_sent_total") / actions, 3),
        "bytes_per_update": round(passed("athanor_bytes_out_total") / passed("athanor_updates_sent_total")),
        "bytes_per_request": round(passed("athanor_bytes_in_total") / messages_in),
        "stage_us": {name: round(total / actions * 1e6, 1) for name, total in stages(a, b).items()},
        "coalesced": int(passed("athanor_updates_coalesced_total")), "commits": int(passed('athanor_store_commits_total{result="durable"}')),
        "closed_slow": int(passed('athanor_sessions_closed_total{reason="slow_reader"}'))}
    kept = ("views_per_action", "bytes_per_view", "latency_ms", "from_write_ms", "from_schedule_ms", "all_seats_ms", "scheduled", "done_share",
            "generator_cpu_share", "connections_per_s", "slow_readers", "errors", "leaks", "undecodable", "closed", "games_finished")
    return result | {key: figures[key] for key in kept}


def judged(result):
    """Why it counts for nothing or for less: the generator's share, others on the server's core, lines that broke."""
    notes = []
    if result["server_core_other"] > MOST_OTHER_SHARE:
        notes.append("contended")
    elif result["generator_cpu_share"] > MOST_GENERATOR_SHARE:
        notes.append("void: the generator was the limit")
    if result.get("closed"):
        notes.append("void: lines broke")
    return notes


def measure_bare(work, size, send):
    """The same connections and message sizes without a game: messages answered a server CPU second, and the rest."""
    bare = Bare(work.rooms, size, send, work.seconds + WARM_UP_S + MARGIN_S, work.think_ms)
    try:
        time.sleep(WARM_UP_S)
        cores, a = Cores(), bare.scrape()
        time.sleep(work.seconds)
        b = bare.scrape()
        cpu, wall, actions = (b[key] - a[key] for key in ("cpu_s", "clock_s", "messages"))
        spent, figures = cores.until_now(), bare.figures()
        return {"server": "bare", "rooms": work.rooms, "window_s": round(wall, 3), "actions": actions, "actions_per_s": round(actions / wall, 1),
                "actions_per_cpu_s": round(actions / cpu), "server_core": round(cpu / wall, 3), "generator_cpu_share": figures["cpu_share"],
                "latency_ms": figures["latency_ms"], **shares_of_others(spent, work, cpu, figures["cpu_share"])}
    finally:
        bare.stop()
