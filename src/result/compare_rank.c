/* Every column is judged beside all columns of its unit, so that rounding in a component that rests counts as little as
 * it is. Where a whole unit holds nothing but rounding (accelerations of what turns evenly) there is nothing beside it:
 * it is judged by what it would need to be to show in the unit that it is the rate of. */
#include "result/compare_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOISE 1e-12 /* of the size that a unit could have: what stays below all over is rounding */
#define UNIT_SIZE 64

/* The columns of one unit. */
typedef struct Group {
  int32_t first, end;
  double range, largest;
} Group;

static int by_unit(const void *left, const void *right) {
  const SarColumnDifference *a = left, *b = right;
  int order = strcmp(a->unit, b->unit);
  return order ? order : strcmp(a->name, b->name);
}

/* Six digits, as many as are printed and more: of a force and the acceleration that it gives, which differ by the same
 * share, rounding shall not say which is worse. */
static double six_digits(double x) {
  int exponent;
  double part = frexp(x, &exponent);
  return isfinite(x) ? ldexp(rint(ldexp(part, 20)), exponent - 20) : x;
}

/* Worst first; in the order of names where they are alike. */
static int by_share(const void *left, const void *right) {
  const SarColumnDifference *a = left, *b = right;
  const double share[2] = {six_digits(a->share), six_digits(b->share)};
  const double relative[2] = {six_digits(a->relative), six_digits(b->relative)};
  if (share[0] != share[1]) return share[0] > share[1] ? -1 : 1;
  if (relative[0] != relative[1]) return relative[0] > relative[1] ? -1 : 1;
  return strcmp(a->name, b->name);
}

static Group group_from(const SarColumnDifference *columns, int32_t count, int32_t first) {
  Group g = {first, first, 0, 0};
  for (; g.end < count && strcmp(columns[g.end].unit, columns[first].unit) == 0; g.end++) {
    if (isfinite(columns[g.end].range)) g.range = fmax(g.range, columns[g.end].range);
    if (isfinite(columns[g.end].largest)) g.largest = fmax(g.largest, columns[g.end].largest);
  }
  return g;
}

/* The largest number in a unit; 0 where no column has it. */
static double size_of(const SarColumnDifference *columns, int32_t count, const char *unit) {
  Group g = {0};
  for (int32_t i = 0; i < count; i = g.end) {
    g = group_from(columns, count, i);
    if (strcmp(columns[i].unit, unit) == 0) return fmax(g.range, g.largest);
  }
  return 0;
}

/* "rad/s" of "rad/s^2", "rad" of "rad/s"; false if the unit is no rate. */
static bool integrated(const char *unit, const char *time_unit, char out[UNIT_SIZE]) {
  const char *slash = strrchr(unit, '/');
  size_t length = strlen(time_unit);
  if (!slash || !length || strlen(unit) >= UNIT_SIZE || strncmp(slash + 1, time_unit, length) != 0) return false;
  const char *power = slash + 1 + length;
  bool square = strcmp(power, "^2") == 0;
  if (*power && !square) return false;
  size_t kept = (size_t)((square ? power : slash) - unit);
  memcpy(out, unit, kept);
  out[kept] = 0;
  return true;
}

/* What numbers in this unit would be if the quantity whose rate they are changed by all that it is from one row to the
 * next. Where that is rounding itself (velocities of what rests), by what it could be in turn. 0: not known. */
static double possible_size(const SarColumnDifference *columns, int32_t count, const char *unit, const char *time_unit,
                            double interval) {
  char of[2][UNIT_SIZE];
  int32_t depth = 0;
  while (depth < 2 && integrated(depth ? of[depth - 1] : unit, time_unit, of[depth])) depth++;
  double size = 0;
  while (depth-- > 0 && interval > 0) {
    double there = size_of(columns, count, of[depth]);
    size = (there < NOISE * size ? size : there) / interval;
  }
  return isfinite(size) ? size : 0;
}

void sar_compare_rank(SarColumnDifference *columns, int32_t count, const char *time_unit, double interval) {
  Group g = {0};
  qsort(columns, (size_t)count, sizeof *columns, by_unit);
  for (int32_t first = 0; first < count; first = g.end) {
    g = group_from(columns, count, first);
    double possible = possible_size(columns, count, columns[first].unit, time_unit, interval);
    double whole = g.range > NOISE * g.largest ? g.range : g.largest;
    if (whole < NOISE * possible) whole = possible;
    for (int32_t i = first; i < g.end; i++) {
      columns[i].share = columns[i].maximum > 0 ? columns[i].maximum / whole : 0; /* infinite over nothing */
    }
  }
  qsort(columns, (size_t)count, sizeof *columns, by_share);
}
