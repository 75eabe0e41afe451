#!/bin/sh
# The committed template of the results page is built from the sources beside it, and the check of that can fail.
set -eu
viewer=${SAR_SOURCE_DIR:?}/viewer
"$viewer/scripts/check-current"

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir "$copy/dist"
cp -R "$viewer/src" "$viewer/scripts" "$copy/"
cp "$viewer/index.html" "$viewer/package.json" "$viewer/package-lock.json" "$viewer/tsconfig.json" "$viewer/vite.config.mjs" "$copy/"
cp "$viewer/dist/template.html" "$copy/dist/"
"$copy/scripts/check-current"
must_notice() {
  if "$copy/scripts/check-current" 2> /dev/null; then echo "$1 goes unnoticed"; exit 1; fi
}
echo '// changed' >> "$copy/src/main.ts"
must_notice "a changed source"
cp "$viewer/src/main.ts" "$copy/src/main.ts"
"$copy/scripts/check-current"
touch "$copy/src/new.ts"
must_notice "a new source"
rm "$copy/src/new.ts"
echo >> "$copy/package-lock.json"
must_notice "a changed lock file"
