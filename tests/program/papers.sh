#!/bin/sh
# docs/papers.md is what the program writes: the sections of items that run fast, line by line, and of all items what the
# overview says of them. Where this fails the page is stale: scripts/make-papers makes it again.
. "$(dirname "$0")/common"

items='2.figure2 3.table1 3.table2 4.table2 4.table3 4.table4 4.table5 4.table7 4.figure2 4.figure4 4.figure9 4.figure13 5.table1 5.table2 5.table3
5.figure1 5.figure5 5.figure7'
run 0 reproduce $items -o report.md --quiet
python3 - "$source_dir/docs/papers.md" report.md $items >differences <<'PYTHON' || fail "docs/papers.md is stale (scripts/make-papers): $(head -20 differences)"
import difflib, re, sys


def read(path):
    """The sections by item, and the rows of the overview by item, without links and the last column, CPU seconds."""
    sections, rows, current = {}, {}, None
    for line in open(path, encoding="utf-8").read().splitlines():
        if line.startswith("#"):
            found = re.match(r"### (\d\.\w+): ", line)
            current = sections.setdefault(found.group(1), []) if found else None
        if current is not None:
            current.append(re.sub(r"[0-9.]+e-1[3-9]", "tiny", line))  # rounding: of another size in another build
        found = current is None and re.match(r"\| \[?(\d\.\w+)\W", line)
        if found:
            rows[found.group(1)] = [cell.strip() for cell in line.split("|")][2:-2]
    return sections, rows


page, pages = read(sys.argv[1])
fresh, overview = read(sys.argv[2])
wrong = []
for item in sys.argv[3:]:
    wrong += list(difflib.unified_diff(page.get(item, []), fresh[item], "docs/papers.md", item, n=0, lineterm=""))
assert len(overview) == 72 and set(fresh) == set(sys.argv[3:])
for item, row in overview.items():
    columns = 3 if item in fresh else 2  # what was not run has no count
    if pages.get(item, [])[:columns] != row[:columns]:
        wrong.append(f"{item}: {row[:columns]}, the page has {pages.get(item)}")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
PYTHON
