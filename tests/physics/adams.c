#include "physics/adams.h"

#include <stdio.h>
#include <string.h>

#include "base/numbers.h"

/* floor.csv has the case's name in its first column, which is not a number. */
static double floor_of(const char *name, const char *quantity) {
  const char *const order[] = {"Pos", "Vel", "Acc", "Quat", "Avel", "Aacc", "Rforce", "Rtorque"};
  char path[512], line[256], word[64];
  double v[8];
  snprintf(path, sizeof path, "%s/data/adams/floor.csv", SAR_TEST_DIR);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  bool found = false;
  while (!found && fgets(line, sizeof line, file)) {
    int n = sscanf(line, "%63[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", word, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5],
                   &v[6], &v[7]);
    found = n == 9 && strcmp(word, name) == 0;
  }
  fclose(file);
  assert_true(found);
  for (int i = 0; i < 8; i++) {
    if (strcmp(order[i], quantity) == 0) return v[i];
  }
  fail_msg("floor.csv has no %s", quantity);
  return 0;
}

/* Value of component c in row i, with what is to be added. */
static double value_of(const Run *run, const Quantity *quantity, int c, int i) {
  double value = physics_column(run, quantity->columns[c])[i];
  return quantity->added[0] ? value + physics_column(run, quantity->added[c])[i] : value;
}

static double expected_of(const Reference *adams, const Quantity *quantity, int c, int i) {
  char name[64];
  if (quantity->count == 4) {
    snprintf(name, sizeof name, "%s_e%d", quantity->name, c);
  } else {
    snprintf(name, sizeof name, "%s_%c", quantity->name, 'x' + c);
  }
  return reference_column(adams, name)[i];
}

/* Quaternions q and -q are the same orientation: the sign of each row that fits. */
static double sign_of(const Run *run, const Reference *adams, const Quantity *quantity, const Grid *grid, int i) {
  double dot = 0;
  if (quantity->count != 4) return 1;
  for (int c = 0; c < 4; c++) {
    dot += value_of(run, quantity, c, grid->run[i]) * expected_of(adams, quantity, c, grid->reference[i]);
  }
  return dot < 0 ? -1 : 1;
}

typedef struct Deviation {
  double rms, magnitude; /* worst component; largest magnitude in the Adams file */
} Deviation;

static Deviation deviation(const Run *run, const Reference *adams, const Quantity *quantity, const Grid *grid) {
  Deviation out = {0};
  double sum[4] = {0};
  for (int i = 0; i < grid->count; i++) {
    double sign = sign_of(run, adams, quantity, grid, i);
    for (int c = 0; c < quantity->count; c++) {
      double expected = expected_of(adams, quantity, c, grid->reference[i]);
      double d = sign * value_of(run, quantity, c, grid->run[i]) - expected;
      sum[c] += d * d;
      out.magnitude = fmax(out.magnitude, fabs(expected));
    }
  }
  for (int c = 0; c < quantity->count; c++) {
    double rms = sqrt(sum[c] / grid->count);
    out.rms = sar_larger(out.rms, rms); /* keeps nan */
  }
  return out;
}

/* Prints one line of the table; returns whether the quantity is within its limit. */
static bool check(const char *name, const Run *run, const Reference *adams, const Quantity *quantity,
                  const Grid *grid) {
  Deviation d = deviation(run, adams, quantity, grid);
  double floor = floor_of(name, quantity->floor);
  double limit = fmax(2 * floor, 1e-7 * (1 + d.magnitude));
  bool good = d.rms <= limit;
  print_message("%-20s %-14s rms %8.2e  limit %8.2e  floor %8.2e  of limit %5.2f%s\n", name, quantity->name, d.rms,
                limit, floor, d.rms / limit, good ? "" : "  ABOVE");
  return good;
}

int adams_compare(const char *name, const Run *run, const Quantity *quantities, int count) {
  char data[64];
  snprintf(data, sizeof data, "adams/%s.csv", name);
  Reference adams = reference_load(data);
  Grid grid = grid_match(run, &adams);
  assert_int_equal(grid.count, adams.rows);
  int wrong = 0;
  for (int i = 0; i < count; i++) wrong += !check(name, run, &adams, &quantities[i], &grid);
  grid_free(&grid);
  reference_free(&adams);
  return wrong;
}
