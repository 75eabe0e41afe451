#!/bin/sh
# No file of src/ over 600 lines, no function over 100. A function runs from the line that ends in ") {" to the next "}"
# in the first column, as clang-format writes it.
set -eu
cd "${SAR_SOURCE_DIR:?}"

find src include -name '*.[ch]' | sort | xargs awk '
  FNR == 1 { start = 0 }
  FNR == 601 { print FILENAME ": over 600 lines"; bad = 1 }
  !start && /\) \{$/ { start = FNR; signature = $0 }
  start && /^}/ {
    length_ = FNR - start + 1
    if (length_ > 100) { print FILENAME ":" start ": function of " length_ " lines: " signature; bad = 1 }
    start = 0
  }
  END { exit bad }'
