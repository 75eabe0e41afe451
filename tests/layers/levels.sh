#!/bin/sh
# Every #include goes down: a file of src/<module> may include base, its own folder and folders of a lower level. The
# levels are those of cmake/modules.cmake. Public headers include only each other and the C library. How equations are written
# in symbols (system/user) is known to system alone: others ask (system/ask.h).
set -eu
root=${SAR_SOURCE_DIR:?}

levels=$(sed -n 's/^ *"\([a-z]*\):\([0-9]\):.*/\1=\2/p' "$root/cmake/modules.cmake")
[ "$(echo "$levels" | wc -l)" -eq 18 ] || { echo "cannot read the levels from cmake/modules.cmake"; exit 1; }

cd "$root"
for folder in src/*/; do
  folder=${folder#src/}
  echo "$levels" | grep -q "^${folder%/}=" || { echo "src/$folder has no level in cmake/modules.cmake"; exit 1; }
done
[ -z "$(find src -maxdepth 1 -name '*.[ch]')" ] || { echo "files directly in src/ have no level"; exit 1; }

find src include -name '*.[ch]' -o -name '*.def' | sort | xargs awk -v levels="$levels" '
  BEGIN {
    n = split(levels, pair, "\n")
    for (i = 1; i <= n; i++) { split(pair[i], part, "="); level[part[1]] = part[2] }
  }
  /^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\""); target = quoted[2]; split(target, there, "/"); split(FILENAME, here, "/")
    other = there[1]; own = here[2]; why = ""
    if (other == "sarrus" && target ~ /^sarrus\/[a-z_]+\.(h|def)$/) next
    if (here[1] == "include") why = "a public header may include only sarrus/ and the C library"
    else if (!(other in level) || target !~ /\//) why = "write it from src/, e.g. \"base/context.h\""
    else if (other != own && other != "base" && level[other] >= level[own])
      why = own " (level " level[own] ") must not see " other " (level " level[other] ")"
    else if (other == "system" && there[2] == "user" && own != "system") why = "ask the system (system/ask.h, system/events.h)"
    if (why != "") { print FILENAME ":" FNR ": " $0 ": " why; bad = 1 }
  }
  END { exit bad }'
