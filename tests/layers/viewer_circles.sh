#!/bin/sh
# The modules of the viewer do not import each other in a circle, types included. The first loop found is printed.
set -eu
cd "${SAR_SOURCE_DIR:?}/viewer"

find src -name '*.ts' | sort | xargs awk -v least="${SAR_LEAST_IMPORTS:-100}" '
  # "src/plots" and "../data" -> "src/data"
  function joined(folder, path,   n, i, part, kept, k, out) {
    n = split(folder "/" path, part, "/")
    for (i = 1; i <= n; i++) {
      if (part[i] == "..") k--
      else if (part[i] != "." && part[i] != "") kept[++k] = part[i]
    }
    for (i = 1; i <= k; i++) out = out (i > 1 ? "/" : "") kept[i]
    return out
  }
  FNR == 1 { here = FILENAME; sub(/\.ts$/, "", here); folder = here; sub(/\/[^\/]*$/, "", folder); units[here] = 1 }
  match($0, /(from|import) "\.[^"]*"/) {
    path = substr($0, RSTART, RLENGTH); split(path, quoted, "\"")
    edges[here] = edges[here] " " joined(folder, quoted[2])
    seen++
  }
  # Depth first; a module that is met while it is on the path closes a circle.
  function visit(u,   i, n, list, k) {
    state[u] = 1; path_[++depth] = u
    n = split(edges[u], list, " ")
    for (i = 1; i <= n; i++) {
      if (!(list[i] in units)) continue
      if (state[list[i]] == 1 && !bad) {
        print "modules that import each other in a circle:"
        for (k = depth; path_[k] != list[i]; k--) {}
        for (; k < depth; k++) print "  viewer/" path_[k] ".ts -> viewer/" path_[k + 1] ".ts"
        print "  viewer/" u ".ts -> viewer/" list[i] ".ts"
        bad = 1
      }
      if (!state[list[i]]) visit(list[i])
    }
    state[u] = 2; depth--
  }
  END {
    for (u in units) if (!state[u]) visit(u)
    if (seen < least) { print "only " seen + 0 " imports were seen"; bad = 1 }
    exit bad
  }'
