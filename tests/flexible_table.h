/* Reference tables of flexible problems, tests/data/flexible. */
#ifndef SAR_TESTS_FLEXIBLE_TABLE_H
#define SAR_TESTS_FLEXIBLE_TABLE_H

#include <stdio.h>
#include <stdlib.h>

#include "check.h"

enum { TABLE_COLUMNS = 10, TABLE_LINES = 32 };

/* Numbers of a table, without its first line; returns how many lines. */
static inline int read_table(const char *name, double table[TABLE_LINES][TABLE_COLUMNS]) {
  char path[512], line[1024];
  snprintf(path, sizeof path, SAR_TEST_DIR "/data/flexible/%s", name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(fgets(line, sizeof line, file));
  int count = 0;
  while (count < TABLE_LINES && fgets(line, sizeof line, file)) {
    char *at = line;
    for (int k = 0; k < TABLE_COLUMNS && *at && *at != '\n'; k++) {
      table[count][k] = strtod(at, &at);
      if (*at == ',') at++;
    }
    count++;
  }
  fclose(file);
  return count;
}

#endif
