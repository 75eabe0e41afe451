"""What the scripts of this folder share: one command measured in a process of its own, and tables in Markdown."""
import json
import os
import signal
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(ROOT, "build", "release", "sarrus")


class Measured:
    """cpu: user and system time of the process, s; memory: its peak, bytes; summary: what it printed as JSON."""

    def __init__(self, cpu, memory, summary):
        self.cpu, self.memory, self.summary = cpu, memory, summary


def need_program(path):
    if not os.access(path, os.X_OK):
        sys.exit(f"{path} is missing; run: make bench")
    return os.path.abspath(path)


# Linux counts the memory of who starts a process as the process's own until it has more: a small one starts it.
LAUNCHER = """import os, sys
pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(pid, 0)
with open(sys.argv[1], "w") as file:
    file.write("%r %r %d %d" % (used.ru_utime, used.ru_stime, used.ru_maxrss, os.waitstatus_to_exitcode(status)))
"""


def measure(arguments, folder, limit=None, accept=(0,)):
    """Runs a command that prints JSON, in `folder`. A text instead of figures says why there are none; limit: seconds after
    which it is ended; accept: exit statuses that are no failure. (Not by RLIMIT_CPU: where that is set, Linux reads the process's clock by ticks.)"""
    log, out, used = [os.path.join(folder, name) for name in ("log", "summary.json", "used")]
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1")
    with open(out, "w", encoding="utf-8") as stdout, open(log, "w", encoding="utf-8") as stderr:
        process = subprocess.Popen([sys.executable, "-I", "-S", "-c", LAUNCHER, used, *arguments], stdout=stdout, stderr=stderr,
                                   stdin=subprocess.DEVNULL, cwd=folder, env=environment, start_new_session=True)
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return f"> {limit} s"
    with open(out, encoding="utf-8") as file:
        text = file.read()
    with open(used, encoding="utf-8") as file:
        user, system, kilobytes, status = [float(word) for word in file.read().split()]
    if status not in accept:
        with open(log, encoding="utf-8") as file:
            return f"exit status {status:.0f}: " + (file.read(300) or text[:300]).strip()
    return Measured(user + system, kilobytes * 1024, json.loads(text) if text else {})


def row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def head(cells):
    row(cells)
    print("|" + "---|" * len(cells), flush=True)


def short(number):
    """Three digits, without an exponent where that is short."""
    if number is None or isinstance(number, str):
        return number or ""
    return f"{number:.3g}" if abs(number) < 1000 or abs(number) >= 1e7 else f"{number:.0f}"
