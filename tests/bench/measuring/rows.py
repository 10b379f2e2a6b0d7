"""The rows of the table. Each takes the arguments of the command line and gives what is printed; its single measurements are under
"passes"."""
import os
import shutil
import signal
import socket
import statistics
import time

from measuring.programs import CORES, Load, Server, raise_open_files
from measuring.window import LITTLE_ALCHEMISTS, TRICK52, Work, core_share, judged, measure, measure_bare

# One seat for a person and one for the server's own bot: as many rooms as there can be connections.
SMALL_ROOM = {"players": 2, "bots": 1}
GAMES = {"little-alchemists": LITTLE_ALCHEMISTS, "der-alchimist": ("--game", "der-alchimist"), "the-alchemists": ("--game", "the-alchemists"),
         "quacksalber": ("--game", "quacksalber")}


def median(values):
    return statistics.median(values)


def medians(passes, keys):
    return {key: round(median([p[key] for p in passes]), 3) for key in keys}


def notes(passes):
    found = sorted({note for p in passes for note in judged(p)})
    return {"notes": found} if found else {}


def size(arguments, number):
    """A number of rooms or connections, at the scale asked for."""
    return max(1, round(number * arguments.scale))


# --- speed ---

def throughput(arguments, work):
    """Accepted actions a server CPU second, as a share of what the bare broadcast does with the same sizes in the same pass."""
    ours, bares = [], []
    for _ in range(arguments.passes):
        ours.append(measure(work))
        bares.append(measure_bare(work, ours[-1]["bytes_per_update"], ours[-1]["bytes_per_request"]))
    ratios = [o["actions_per_cpu_s"] / b["actions_per_cpu_s"] for o, b in zip(ours, bares)]
    return medians(ours, ["rooms", "actions_per_cpu_s", "actions_per_s", "updates_per_action", "views_per_action", "bytes_per_update", "server_core",
                          "server_core_other", "generator_cpu_share"]) | {
        "stage_us": medians([o["stage_us"] for o in ours], ours[0]["stage_us"]), "store": work.store, "bare_per_cpu_s": median([b["actions_per_cpu_s"] for b in bares]), "ratio": round(median(ratios), 3),
        "p99_ms": median([o["latency_ms"]["p99"] for o in ours]), **notes(ours), "passes": [{"athanor": o, "bare": b} for o, b in zip(ours, bares)]}


def all_games(arguments):
    """The four games, 100 rooms of 4 each; at least 10 s, as the people of Der Alchimist take their time in contests."""
    passes = [{name: measure(Work(game=game, rooms=size(arguments, 100), seconds=max(10, arguments.seconds))) for name, game in GAMES.items()}
              for _ in range(arguments.passes)]
    return {name: medians([p[name] for p in passes], ["actions_per_cpu_s", "updates_per_action", "bytes_per_update"]) for name in GAMES} | {
        **notes([m for p in passes for m in p.values()]), "passes": passes}


def threads(arguments):
    """Two I/O threads against one. Without a core that neither has, the load takes its share of them: then what counts is twice the
    ratio of actions a CPU second."""
    passes = [[measure(Work(rooms=size(arguments, 500), threads=count, seconds=arguments.seconds)) for count in (1, 2)] for _ in range(arguments.passes)]
    by_wall = median([two["actions_per_s"] / one["actions_per_s"] for one, two in passes])
    by_cpu = median([2 * two["actions_per_cpu_s"] / one["actions_per_cpu_s"] for one, two in passes])
    return {"times": round(by_wall if len(CORES) > 2 else by_cpu, 2), "times_by_wall": round(by_wall, 2), "times_by_cpu": round(by_cpu, 2),
            "cores": len(CORES), **notes([m for p in passes for m in p]), "passes": passes}


def half(arguments, store):
    """Answer to own new view at half of the load that 500 rooms make when all answer at once."""
    passes = []
    for _ in range(arguments.passes):
        most = measure(Work(rooms=size(arguments, 500), store=store, seconds=arguments.seconds))
        rate = round(most["actions_per_s"] / 2 / most["rooms"], 3)
        passes.append(measure(Work(rooms=most["rooms"], store=store, rate=rate, seconds=arguments.seconds)) | {"most_actions_per_s": most["actions_per_s"]})
    latency = {q + "_ms": median([p["from_schedule_ms"][q] for p in passes]) for q in ("p50", "p99", "p999")}
    return latency | {"store": store} | medians(passes, ["rooms", "most_actions_per_s", "actions_per_s", "done_share", "server_core_other",
                                                         "generator_cpu_share"]) | {**notes(passes), "passes": passes}


def is_held(result):
    return result["from_schedule_ms"]["p99"] < 50 and result["done_share"] >= 0.97 and not judged_void(result)


def judged_void(result):
    return any(note.startswith("void") for note in judged(result))


def think(arguments):
    """Rooms of trick52 with one action a second each: the largest step that is held, every step tried twice at most."""
    held, steps, rooms = 0, [], size(arguments, 250)
    while 4 * rooms <= 19_000:
        for _ in range(2):
            steps.append(measure(Work(game=TRICK52, rooms=rooms, rate=1, seconds=max(8, arguments.seconds))))
            if is_held(steps[-1]):
                break
        if not is_held(steps[-1]):
            break
        held, rooms = rooms, rooms * 2
    shown = [{"rooms": s["rooms"], "p99_ms": s["from_schedule_ms"]["p99"], "done_share": s["done_share"], "held": is_held(s)} for s in steps]
    return {"held_rooms": held, "steps": shown, **notes(steps), "passes": steps}


def cost(arguments):
    """CPU an action by number of rooms, at the same 2,000 actions a second over all of them, or one a room and 10 s if that is more."""
    counts = [size(arguments, n) for n in (10, 100, 1_000, 10_000)]
    passes = [{n: measure(Work(rooms=n, **SMALL_ROOM, rate=round(max(0.1, min(200, 2000 / n)), 3), seconds=arguments.seconds)) for n in counts}
              for _ in range(arguments.passes)]
    by_count = {n: medians([p[n] for p in passes], ["cpu_s_per_1000", "actions_per_s", "server_core_other"]) for n in counts}
    most, least = by_count[counts[-1]]["cpu_s_per_1000"], by_count[counts[0]]["cpu_s_per_1000"]
    return {"by_rooms": by_count, "largest_to_smallest": round(most / least, 2), **notes([m for p in passes for m in p.values()]), "passes": passes}


def slow(arguments):
    """What people suffer from others who do not read: 200 rooms, 4 spectators each, with none of them slow and with half of them silent."""
    work = {"rooms": size(arguments, 200), "rate": 5, "seconds": max(10, arguments.seconds)}
    silent = ("--slow-spectators", "0.5", "--slow-pause", "3600000")
    passes = [[measure(Work(**work, flags=("--spectators", "4", *flags))) for flags in ((), silent)] for _ in range(arguments.passes)]
    p99 = [median([p[i]["from_schedule_ms"]["p99"] for p in passes]) for i in (0, 1)]
    silents = [p[1] for p in passes]
    return {"p99_ms_without": p99[0], "p99_ms_with": p99[1]} | medians(silents, ["coalesced", "closed_slow"]) | {
        "rss_mib_with": median([p["rss_mib"]["end"] for p in silents]), "rss_mib_without": median([p[0]["rss_mib"]["end"] for p in passes]),
        **notes([m for p in passes for m in p]), "passes": passes}


# --- how much it holds ---

def many_connections(arguments):
    """4,750 rooms of 4, one action a room and 10 s."""
    work = Work(rooms=size(arguments, 4750), rate=0.1, seconds=max(20, arguments.seconds), patience_s=900)
    result = measure(work)
    return {key: result[key] for key in ("rooms", "connections", "actions_per_s", "done_share", "server_core", "rss_mib", "rss_kib_per_room",
                                         "connections_per_s")} | {
        "p50_ms": result["from_schedule_ms"]["p50"], "p99_ms": result["from_schedule_ms"]["p99"], **notes([result]), "passes": [result]}


def many_rooms(arguments):
    """10,000 rooms that play, a person and a bot in each, one action a room and 10 s."""
    each = idle(arguments)["kib_per_connection"]
    result = measure(Work(rooms=size(arguments, 10_000), **SMALL_ROOM, rate=0.1, seconds=max(20, arguments.seconds), patience_s=900))
    return {"rooms": result["rooms"], "connections": result["connections"], "kib_per_room": round(result["rss_kib_per_room"] - each, 1),
            "p99_ms": result["from_schedule_ms"]["p99"], "done_share": result["done_share"], "server_core": result["server_core"], **notes([result]),
            "passes": [result]}


def hello_frame():
    body = bytes([0x08, 1]) + bytes([0x12, 4, 0x08, 1, 0x12, 0])  # request 1, hello { protocol 1, client "" }
    mask = b"\1\2\3\4"
    return bytes([0x82, 0x80 | len(body)]) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(body))


def connect(port):
    s = socket.create_connection(("127.0.0.1", port))
    s.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    got = b""
    while b"\r\n\r\n" not in got:
        got += s.recv(4096)
    s.sendall(hello_frame())
    if not got.split(b"\r\n\r\n", 1)[1]:
        s.recv(4096)
    return s


def idle(arguments):
    """2,000 connections that were greeted and say nothing."""
    count = size(arguments, 2000)
    raise_open_files()
    with Server() as server:
        before = server.rss()
        sockets = [connect(server.port) for _ in range(count)]
        time.sleep(1)
        a = server.scrape()
        time.sleep(2)
        b = server.scrape()
        each = (server.rss() - before) / count
        for s in sockets:
            s.close()
    share = core_share(a, b)
    return {"connections": count, "kib_per_connection": round(each / 1024, 1), "idle_cpu_share": round(share, 4)}


def seated(arguments):
    """1,000 rooms of 4 in which everybody thinks: set-up, memory of a room beyond its connections, idle cost."""
    each = idle(arguments)["kib_per_connection"]
    work = Work(rooms=size(arguments, 1000), think_ms=3_600_000, seconds=15)
    with Server() as server, Load(server, work.load_flags()) as load:
        before = server.scrape()
        load.await_play(work.patience_s)
        joined = server.scrape()
        time.sleep(1)
        rss, a = server.rss(), server.scrape()
        time.sleep(2)
        b = server.scrape()
        figures = load.end_early()
    idle_share = core_share(a, b)
    per_room = (rss - server.start_rss) / work.rooms / 1024
    cpu = joined["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]
    return {"rooms": work.rooms, "connections": work.connections, "kib_per_room_with_connections": round(per_room, 1),
            "kib_per_room": round(per_room - 4 * each, 1), "connections_per_s": figures["connections_per_s"],
            "connections_per_cpu_s": round(work.connections / cpu), "idle_cpu_share": round(idle_share, 4)}


# --- time ---

def start(arguments):
    """From the start on a journal with 10,000 unfinished rooms, after SIGKILL, until /readyz."""
    work = Work(rooms=size(arguments, 10_000), **SMALL_ROOM, think_ms=3_600_000, seconds=600, patience_s=900)
    server = Server("sqlite")
    server.own = False
    try:
        with Load(server, work.load_flags()) as load:
            load.await_play(work.patience_s)
            server.stop(signal.SIGKILL)
        journal = sum(os.path.getsize(os.path.join(server.data, name)) for name in os.listdir(server.data))
        times, rooms = [], 0
        for _ in range(arguments.passes):
            again = Server("sqlite", data=server.data)
            times.append(round(again.ready_after, 3))
            rooms = int(again.scrape()["athanor_rooms_known"])
            again.stop(signal.SIGKILL)
    finally:
        shutil.rmtree(server.data, ignore_errors=True)
    return {"unfinished_rooms": rooms, "journal_mib": round(journal / 2**20, 1), "ready_after_s": median(times), "all_s": times}


def slope_kib_per_minute(samples):
    """Least squares over (seconds, bytes)."""
    mean_t, mean_y = statistics.mean(t for t, _ in samples), statistics.mean(y for _, y in samples)
    spread = sum((t - mean_t) ** 2 for t, _ in samples)
    return sum((t - mean_t) * (y - mean_y) for t, y in samples) / spread * 60 / 1024


def soak(arguments):
    """200 rooms of 4 with SQLite, five actions a second each, two spectators, lines cut: memory over time."""
    seconds = arguments.minutes * 60
    work = Work(rooms=size(arguments, 200), store="sqlite", rate=5, seconds=seconds, flags=("--spectators", "2", "--reconnects", "2"))
    samples = []
    with Server("sqlite") as server, Load(server, work.load_flags()) as load:
        load.await_play(work.patience_s)
        began = time.monotonic()
        while time.monotonic() - began < seconds and load.runs():
            samples.append((time.monotonic() - began, server.rss()))
            time.sleep(min(10, seconds / 20))
        figures = load.figures()
    later = samples[len(samples) // 2:]
    return {"minutes": arguments.minutes, "rooms": work.rooms, "actions": figures["actions"], "games_finished": figures["games_finished"],
            "done_share": figures["done_share"], "p99_ms": figures["from_schedule_ms"]["p99"], "reconnects": figures["reconnects"],
            "rss_mib": [round(y / 2**20, 1) for _, y in samples[::max(1, len(samples) // 10)]], "rss_mib_end": round(samples[-1][1] / 2**20, 1),
            "slope_kib_per_minute_of_second_half": round(slope_kib_per_minute(later), 1)}


def row(game, rooms, store):
    return lambda arguments: throughput(arguments, Work(game=game, rooms=size(arguments, rooms), store=store, seconds=arguments.seconds))


ROWS = {
    "memory": row(LITTLE_ALCHEMISTS, 500, "memory"), "sqlite": row(LITTLE_ALCHEMISTS, 500, "sqlite"),
    **{f"trick52-{n}": row(TRICK52, n, "memory") for n in (1, 100, 500)},
    **{f"trick52-{n}-sqlite": row(TRICK52, n, "sqlite") for n in (1, 100, 500)},
    "games": all_games, "threads": threads, "half": lambda a: half(a, "memory"), "half-sqlite": lambda a: half(a, "sqlite"), "think": think,
    "cost": cost, "slow": slow, "connections": many_connections, "rooms": many_rooms, "idle": idle, "seated": seated, "start": start, "soak": soak}
