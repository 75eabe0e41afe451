"""For tests that compare columns of a run with closed forms: the table of a run, and comparisons that are counted."""
import csv
import sys

_failed = 0


def read(name):
    """Columns of NAME.csv by their names."""
    rows = list(csv.reader(open(name + ".csv")))
    return {key: [float(row[i]) for row in rows[2:]] for i, key in enumerate(rows[0])}


def near(what, value, wanted, allowed):
    global _failed
    good = abs(value - wanted) <= allowed
    _failed += not good
    print("%s: %.9g, expected %.9g within %.1g%s" % (what, value, wanted, allowed, "" if good else "   WRONG"))


def within(what, value, low, high):
    global _failed
    good = low <= value <= high
    _failed += not good
    print("%s: %.9g, from %.9g to %.9g%s" % (what, value, low, high, "" if good else "   WRONG"))


def finish():
    """Exits with 1 where a comparison has failed."""
    sys.exit(1 if _failed else 0)
