#!/bin/sh
# Results from somebody else: looking at them reads no other file, loads no code, and does not command the terminal
# (docs/security.md).
. "$(dirname "$0")/common"
hostile=$source_dir/tests/data/findings/hostile
plugins=${SAR_BUILD_DIR:?}/plugins
[ -f "$plugins/loud.so" ] || { echo "the plugins are not built"; exit 77; }

# A column that is stored in /etc/passwd.
cp "$hostile/passwd.h5" .
for verb in "page passwd.h5 -o out.html" "plot passwd.h5 rod.x -o out.svg" "plot passwd.h5 --snapshot 0 -o out.svg" \
  "compare passwd.h5 passwd.h5" "verify passwd.h5"; do
  run 2 $verb
  has err '`rod.x` is not read: it is stored in another file; do not trust this file'
  [ ! -e out.html ] && [ ! -e out.svg ] || fail "sarrus $verb wrote something"
done

# A folder that came with the results is no place to look for libraries: this one could not even be loaded.
: >libm.so.6
: >libhdf5.so
run 0 --version
rm libm.so.6 libhdf5.so

# ---- code ----

# is_quiet, is_loud: whether the plugin has been loaded since the last time.
LOUD_PLUGIN=$folder/loaded
export LOUD_PLUGIN
is_quiet() { [ ! -e "$LOUD_PLUGIN" ] || fail "code of the results was loaded: $*"; }
is_loud() {
  [ -e "$LOUD_PLUGIN" ] || fail "the plugin was not loaded: $*"
  rm "$LOUD_PLUGIN"
}

model() { # model END
  cat <<MODEL
model: a spring from outside
plugins: {p: {file: loud.so, version: "1.0", parameters: {}}}
bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0]}}
joints: {j: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: x}}
forces: {s: {type: spring-damper, between: [ground, b], law: "p.spring(length) + 0*p.spring(0.5)"}}
measures: {m: "2*p.spring(abs(dx(b)))"}
simulate: {end: $1, max_step: 0.01}
MODEL
}
mkdir sender
cp "$plugins/loud.so" sender/
model 1 >sender/model.yaml
run 0 run sender/model.yaml -o sender/all.h5 --quiet # one's own model is trusted
is_loud run
cut_run INT sender/half.h5 20000 run sender/model.yaml --end 100000 --checkpoint 0.01
is_loud run

# Beside the results, where it was; elsewhere; and gone.
for place in "all=sender/all.h5 half=sender/half.h5" "all=away.h5 half=away_half.h5" gone; do
  case $place in
    gone) rm sender/loud.so ;;
    *) eval "$place" && { [ -e "$all" ] || { cp sender/all.h5 "$all" && cp sender/half.h5 "$half"; }; } ;;
  esac
  run 0 page "$all" -o page.html
  python3 - <<'PYTHON' || fail "the page of a model with a plugin does not show it"
import json, re
text = open("page.html", encoding="utf-8").read()
run = json.loads(re.search(r'<script[^>]*id="sarrus-data"[^>]*>(.*?)</script>', text, re.S).group(1))["runs"][0]
assert [b["name"] for b in run["scene"]["bodies"]] == ["b"], run["scene"]
assert run["columns"] and "p.spring(length)" in text
assert "the model uses plugins (p), which are code and are not loaded to show results" in text
PYTHON
  run 0 plot "$all" b.x -o plot.svg
  run 0 plot "$all" --snapshot 0 -o still.svg
  is_empty err
  run 0 compare "$all" sender/all.h5
  run 2 resume "$all"
  has err 'is complete'
  run 2 verify "$all" --quiet
  has err 'error: p: the model needs a plugin, which .*loud.so'
  run 2 resume "$half" --quiet
  has err 'error: p: the model needs a plugin, which .*loud.so'
  is_quiet "$place"
  [ "$place" != gone ] || break
  has err 'loud.so, hash [0-9a-f]\{32\}; .*`--allow-plugins`'
  run 0 verify "$all" --allow-plugins
  has err 'warning: p: the code in .*/loud.so is loaded, hash [0-9a-f]\{32\}'
  is_loud verify
done

# Another file in its place is not loaded at all.
cp "$plugins/good.so" sender/loud.so
run 2 verify sender/all.h5 --allow-plugins
has err 'is not the one that these results were made with: hash [0-9a-f]\{32\}, then [0-9a-f]\{32\}'
cp "$plugins/loud.so" sender/loud.so

# A path that never ends is not read.
model 1 | sed -e 's:loud.so:/dev/zero:' >endless.yaml
run 2 check endless.yaml

# A killed run goes on when it is asked to.
cut_run INT short.h5 20000 run sender/model.yaml --end 30 --checkpoint 0.01
is_loud run
run 2 resume short.h5
is_quiet resume
run 0 resume short.h5 --allow-plugins --quiet
is_loud resume

# ---- the terminal ----

escapes() { # escapes FILE...: none in them
  if LC_ALL=C grep -q "$(printf '[\033\007\r]')" "$@"; then fail "control characters in $*"; fi
}
cp "$hostile/esc.yaml" .
run 0 run esc.yaml -o esc.h5
has out '^\\x1b\[31mRED\\x1b\]0;pwn\\x07 \\x0d overwrite: done'
escapes out err
run 0 page esc.h5 -o esc.html
escapes out err
run 0 plot esc.h5 b.x -o esc.svg
escapes out err
# In names of columns, too: U+009B is a control sequence in one character.
printf 'time,a\302\233m.x\n# s,m\n0,1\n1,2\n' >esc.csv
printf 'time,a\302\233m.x\n# s,m\n0,2\n1,2\n' >other.csv
for verb in "plot esc.csv" "plot esc.csv * -o esc.svg" "compare esc.csv other.csv --verbose --tolerance 2"; do
  set -f
  run 0 $verb
  set +f
  has out 'a\\xc2\\x9bm'
done
run 0 plot esc.csv --json
has out 'a\\u009bm.x'
