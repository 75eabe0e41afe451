"""What the scripts of this folder share: one command measured in a process of its own, and tables in Markdown."""
import json
import os
import signal
import subprocess
import sys
import threading

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


def measure(arguments, folder, limit=None):
    """Runs a command that prints JSON, in `folder`. A text instead of figures says why there are none; limit: seconds after
    which it is ended. (Not by RLIMIT_CPU: where that is set, Linux reads the process's clock by ticks.)"""
    log = os.path.join(folder, "log")
    out = os.path.join(folder, "summary.json")
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1")
    with open(out, "w", encoding="utf-8") as stdout, open(log, "w", encoding="utf-8") as stderr:
        process = subprocess.Popen(arguments, stdout=stdout, stderr=stderr, stdin=subprocess.DEVNULL, cwd=folder,
                                   env=environment)
        guard = threading.Timer(limit, process.kill) if limit else None
        if guard:
            guard.start()
        _, status, used = os.wait4(process.pid, 0)
        if guard:
            guard.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    if limit and process.returncode == -signal.SIGKILL:
        return f"> {limit} s"
    with open(out, encoding="utf-8") as file:
        text = file.read()
    if process.returncode != 0:
        with open(log, encoding="utf-8") as file:
            return f"exit status {process.returncode}: " + (file.read(300) or text[:300]).strip()
    return Measured(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, json.loads(text) if text else {})


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
