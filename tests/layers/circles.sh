#!/bin/sh
# No circles: files do not include each other in a loop, and do not call each other in one. A .c file and the header of the
# same name count as one; calls are those of functions that one file of src/ alone defines (not static, in the first
# column). The first loop found is printed with what ties it. A registry may name what it likes: .def files do not count.
set -eu
cd "${SAR_SOURCE_DIR:?}"

find src -name '*.[ch]' | sort | xargs awk -v least=1000 -v folder=src/ '
  function unit(path) { sub(/\.[ch]$/, "", path); return path }
  # Comments, texts and #include lines are no calls.
  function code(line,   out, at) {
    out = ""
    while (line != "") {
      if (inside) {
        at = index(line, "*/")
        if (!at) return out
        line = substr(line, at + 2); inside = 0
        continue
      }
      gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
      at = index(line, "/*")
      if (!at) return out line
      out = out substr(line, 1, at - 1) " "; line = substr(line, at + 2); inside = 1
    }
    return out
  }
  FNR == 1 { inside = 0; here = unit(substr(FILENAME, length(folder) + 1)); units[here] = 1 }
  /^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\""); there = unit(quoted[2])
    if (quoted[2] ~ /\.h$/ && there != here) includes[here, there] = 1
    next
  }
  {
    line = code($0)
    # a definition, as clang-format writes it: its name and a parenthesis on the first line, no semicolon at the end
    if (FILENAME ~ /\.c$/ && line ~ /^[A-Za-z]/ && line !~ /^(static|typedef|extern|struct|enum|union)/ &&
        match(line, /[a-z_0-9]+\(/) && line !~ /;[ \t]*$/) {
      name = substr(line, RSTART, RLENGTH - 1)
      line = substr(line, RSTART + RLENGTH)
      if (!(name in defined)) defined[name] = here
      else if (defined[name] != here) defined[name] = ""
    }
    while (match(line, /sar_[a-z_0-9]+/)) {
      if (FILENAME ~ /\.c$/) used[here, substr(line, RSTART, RLENGTH)] = 1
      line = substr(line, RSTART + RLENGTH)
    }
  }
  # Depth first; a file that is met while it is on the path closes a circle.
  function visit(u,   i, n, list, k, why) {
    state[u] = 1; path[++depth] = u
    n = split(edges[u], list, " ")
    for (i = 1; i <= n; i++) {
      if (state[list[i]] == 1 && !bad) {
        print what " in a circle:"
        for (k = depth; path[k] != list[i]; k--) {}
        for (; k < depth; k++) print "  " folder path[k] " -> " folder path[k + 1] tie[path[k], path[k + 1]]
        print "  " folder u " -> " folder list[i] tie[u, list[i]]
        bad = 1
      }
      if (!state[list[i]]) visit(list[i])
    }
    state[u] = 2; depth--
  }
  function search(kind,   u) {
    what = kind
    for (u in units) state[u] = 0
    for (u in units) if (!state[u]) visit(u)
    for (u in units) edges[u] = ""
    for (u in tie) delete tie[u]
  }
  END {
    for (pair in includes) { split(pair, p, SUBSEP); if (p[2] in units) { edges[p[1]] = edges[p[1]] " " p[2]; n_includes++ } }
    search("files that include each other")
    for (pair in used) {
      split(pair, p, SUBSEP); to = defined[p[2]]
      if (to == "" || to == p[1]) continue
      n_calls++
      if (!((p[1], to) in tie)) edges[p[1]] = edges[p[1]] " " to
      tie[p[1], to] = tie[p[1], to] " " p[2]
    }
    search("files that call each other")
    if (n_includes < least || n_calls < least) { print "only " n_includes " includes and " n_calls " calls were seen"; bad = 1 }
    exit bad
  }'
