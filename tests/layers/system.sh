#!/bin/sh
# How a compiled system is stored (system/compiled.h) is known to src/system alone: no file of another folder includes it,
# directly or through other headers; the first way found from a file to it is printed. Whoever wants to know something asks
# (system/system.h, system/ask.h, system/names.h).
set -eu
cd "${SAR_SOURCE_DIR:?}"

find src -name '*.[ch]' | sort | xargs awk -v secret=system/compiled.h '
  FNR == 1 { here = substr(FILENAME, 5); files[++n] = here; known[here] = 1 }
  /^[ \t]*#[ \t]*include[ \t]*"/ { split($0, quoted, "\""); includes[here] = includes[here] " " quoted[2] }
  # The way from a file to the secret, in words; "" where there is none.
  function way(file,   i, k, list, rest) {
    if (file == secret) return file
    if (file in ways) return ways[file]
    ways[file] = ""
    k = split(includes[file], list, " ")
    for (i = 1; i <= k && ways[file] == ""; i++) {
      rest = way(list[i])
      if (rest != "") ways[file] = file " -> " rest
    }
    return ways[file]
  }
  END {
    if (!(secret in known)) { print secret " is gone: this check sees nothing"; exit 1 }
    for (i = 1; i <= n; i++) {
      if (files[i] ~ /^system\//) { inside += way(files[i]) != ""; continue }
      if (way(files[i]) == "") continue
      print "src/" files[i] " knows how a system is stored: " way(files[i]); bad = 1
    }
    if (inside < 20) { print "only " inside + 0 " files of src/system were seen to know it"; bad = 1 }
    exit bad
  }'
