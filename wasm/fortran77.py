#!/usr/bin/env python3
"""Routines of LAPACK as Fortran 77, for f2c.

    wasm/fortran77.py ROUTINE.f                  the routine, to standard output
    wasm/fortran77.py --closure LAPACK NAME...   NAME PATH of these routines and all that they call

LAPACK says a few things in the Fortran of 1990: INTENT, RECURSIVE, EXIT, CYCLE, AIMAG. They become what they meant before; nothing else
changes. Locals must be automatic (f2c -a), since some routines call themselves.
"""
import pathlib
import re
import sys

CARD = 72  # columns of a line that count


def declaration(line):
    line = re.sub(r",\s*INTENT\s*\(\s*(IN|OUT|INOUT)\s*\)\s*::", " ", line, flags=re.I)
    line = re.sub(r"^(\s*)RECURSIVE\s+(SUBROUTINE)", r"\1\2", line, flags=re.I)
    return re.sub(r"\bAIMAG\b", "DIMAG", line, flags=re.I)


def joined(lines):
    """Statements: a list of the lines of each, comments apart."""
    statements = []
    for line in lines:
        comment = line[:1] in "cC*!" or not line.strip()
        if not comment and len(line) > 5 and line[5] not in " 0" and not line[:5].strip() and statements:
            statements[-1].append(line)
        else:
            statements.append([line])
    return statements


def text_of(statement):
    if statement[0][:1] in "cC*!":
        return ""
    return "".join(line[6:CARD].split("!")[0] for line in statement).strip().upper()


def rewrite(lines):
    """EXIT and CYCLE become jumps to labels that END DO gets, or to the label that the loop ends at."""
    result, loops, label = [], [], 9000
    for statement in joined(lines):
        text = text_of(statement)
        begin = re.match(r"DO\s+(?:(\d+)\s+)?\w+\s*=|DO\s*(\d+\s+)?WHILE", text)
        if begin:
            label += 2
            loops.append({"end": begin.group(1), "cycle": label, "exit": label + 1, "used": set()})
        jump = re.search(r"\b(EXIT|CYCLE)$", text)
        if jump and loops:
            kind = jump.group(1).lower()
            loop = loops[-1]
            loop["used"].add(kind)
            target = loop["end"] if kind == "cycle" and loop["end"] else loop[kind]
            statement[-1] = re.sub(r"\b(EXIT|CYCLE)\s*$", f"GO TO {target}", statement[-1].rstrip(), flags=re.I) + "\n"
        number = statement[0][:5].strip()
        ends = loops and (text in ("END DO", "ENDDO") and not loops[-1]["end"] or number and number == loops[-1]["end"])
        if ends and "cycle" in loops[-1]["used"] and not loops[-1]["end"]:
            result.append(f" {loops[-1]['cycle']} CONTINUE\n")
        result += statement
        while ends and loops and (not number or loops[-1]["end"] == number or text in ("END DO", "ENDDO")):
            loop = loops.pop()
            if "exit" in loop["used"]:
                result.append(f" {loop['exit']} CONTINUE\n")
            if not number:
                break
    return result


def texts_of(lapack):
    """Paths of all routines, by name; those in Fortran 90 have none."""
    paths = {}
    for folder in ("INSTALL", "BLAS/SRC", "SRC"):
        for path in pathlib.Path(lapack, folder).glob("*.[fF]*"):
            paths[path.stem] = path
    return paths


def closure(lapack, wanted):
    paths, found, waiting = texts_of(lapack), set(), list(wanted)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if paths[name].suffix != ".f":
            continue
        lines = paths[name].read_text(encoding="ascii", errors="replace").splitlines()
        text = "\n".join(line for line in lines if line[:1] not in "cC*!").lower()
        called = set(re.findall(r"\bcall\s+(\w+)", text)) | set(re.findall(r"\b(\w+)\s*\(", text))
        waiting += sorted(called & paths.keys() - found)
    for name in sorted(found):
        print(name, paths[name])


def main():
    if sys.argv[1] == "--closure":
        closure(sys.argv[2], sys.argv[3:])
        return
    with open(sys.argv[1], encoding="ascii", errors="replace") as file:
        lines = [declaration(line) if line[:1] not in "cC*!" else line for line in file]
    sys.stdout.write("".join(rewrite(lines)))


main()
