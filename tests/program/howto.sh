#!/bin/sh
# The worked examples in docs/howto compile: every C block that follows a line "`src/...`:" is put into a copy of src/ (new
# files) or appended to the registry it names, and the new files are compiled without output. So are the complete programs in
# README.md and docs/api.md, with the public headers alone.
. "$(dirname "$0")/common"
command -v "${CC:-cc}" >/dev/null 2>&1 || { echo "there is no C compiler"; exit 77; }

cp -r "$source_dir/src" "$source_dir/include" .
for page in "$source_dir"/docs/howto/*.md; do
  awk '
    /^`src\/[a-z0-9_\/]*\.(c|def)`:$/ { path = substr($0, 2, length($0) - 3); next }
    /^```c$/ && path != "" { inside = 1; next }
    /^```$/ { if (inside && path ~ /\.c$/) print path; inside = 0; path = ""; next }
    inside && path ~ /\.c$/ { print >path }
    inside && path ~ /\.def$/ { print >>path }' "$page"
done >files
[ "$(wc -l <files)" -ge 6 ] || fail "docs/howto shows only $(wc -l <files) files"
while IFS= read -r file; do
  "${CC:-cc}" -std=c17 -Wall -Wextra -Wshadow -Wvla -Werror -fsyntax-only -Isrc -Iinclude "$file" >out 2>err || fail "$file does not compile"
done <files

for page in README.md docs/api.md; do
  awk -v name="$(basename "$page" .md)" '
    /^```c$/ { inside = 1; count++; path = name count "_page.c"; next }
    /^```$/ { inside = 0; next }
    inside { print >path }' "$source_dir/$page"
done
ls ./*_page.c >programs
[ "$(wc -l <programs)" -ge 2 ] || fail "README.md and docs/api.md show only $(wc -l <programs) programs"
while IFS= read -r file; do
  "${CC:-cc}" -std=c17 -Wall -Wextra -Wshadow -Werror -fsyntax-only -Iinclude "$file" >out 2>err || fail "$file does not compile"
done <programs
