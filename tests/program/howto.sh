#!/bin/sh
# The complete programs in README.md and docs/api.md compile with the public headers alone. (The worked examples of docs/howto
# are built and run by howto_build.sh.)
. "$(dirname "$0")/common"
command -v "${CC:-cc}" >/dev/null 2>&1 || { echo "there is no C compiler"; exit 77; }

cp -r "$source_dir/include" .
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
