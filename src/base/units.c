/* Units by exponents: a dimension such as "N*s/m" becomes one exponent per kind (length, mass, time, force, angle), and
 * everything else follows from the five numbers and names that the user chose. */
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LENGTH, MASS, TIME, FORCE, ANGLE, KINDS };

#define RADIANS_PER_DEGREE 0.017453292519943295769
#define TWO_PI 6.2831853071795864769
#define KILOGRAMS_PER_POUND 0.45359237    /* exact by definition, as are those that follow */
#define NEWTONS_PER_POUND 4.4482216152605 /* times 9.80665 m/s^2 */
#define INCH 0.0254
#define FOOT 0.3048

/* The names of a kind and, in the same order, the SI value of one of each. */
static const struct {
  const char *kind, *names;
  double values[16];
} known[KINDS] = {
    [LENGTH] = {"length",
                "m mm cm km um in ft nm angstrom uin mil yd mi",
                {1, 1e-3, 1e-2, 1e3, 1e-6, INCH, FOOT, 1e-9, 1e-10, 0.0254e-6, 0.0254e-3, 0.9144, 1609.344}},
    [MASS] = {"mass",
              "kg g mg t tonne lb slug slinch ug ng oz klb us_ton",
              {1, 1e-3, 1e-6, 1e3, 1e3, KILOGRAMS_PER_POUND, NEWTONS_PER_POUND / FOOT, NEWTONS_PER_POUND / INCH, 1e-9,
               1e-12, KILOGRAMS_PER_POUND / 16, 453.59237, 907.18474}},
    [TIME] = {"time", "s ms us min h ns day", {1, 1e-3, 1e-6, 60, 3600, 1e-9, 86400}},
    [FORCE] = {"force",
               "N kN MN mN lbf kgf dyn uN nN cN kip ozf pdl",
               {1, 1e3, 1e6, 1e-3, NEWTONS_PER_POUND, 9.80665, 1e-5, 1e-6, 1e-9, 1e-2, 4448.2216152605,
                NEWTONS_PER_POUND / 16, 0.138254954376}},
    [ANGLE] = {"angle", "rad deg rev", {1, RADIANS_PER_DEGREE, TWO_PI}},
};

/* A user's unit of one kind: the place of its value and of its name. */
typedef struct Slot {
  double *value;
  char *name;
  size_t size;
} Slot;

static Slot slot_of(SarUnits *u, int kind) {
  Slot slots[KINDS] = {
      [LENGTH] = {&u->length, u->length_name, sizeof u->length_name},
      [MASS] = {&u->mass, u->mass_name, sizeof u->mass_name},
      [TIME] = {&u->time, u->time_name, sizeof u->time_name},
      [FORCE] = {&u->force, u->force_name, sizeof u->force_name},
      [ANGLE] = {&u->angle, u->angle_name, sizeof u->angle_name},
  };
  return slots[kind];
}

SarUnits sar_units_si(void) {
  return (SarUnits){.length = 1,
                    .mass = 1,
                    .time = 1,
                    .force = 1,
                    .angle = 1,
                    .length_name = "m",
                    .mass_name = "kg",
                    .time_name = "s",
                    .force_name = "N",
                    .angle_name = "rad"};
}

static int kind_of(const char *name) {
  int kind = 0;
  while (kind < KINDS && strcmp(known[kind].kind, name) != 0) kind++;
  return kind;
}

/* The index of a word in a list separated by blanks, -1 if it is not there. */
static int word_index(const char *list, const char *word) {
  size_t length = strlen(word);
  for (int index = 0; *list; index++) {
    size_t n = strcspn(list, " ");
    if (n == length && memcmp(list, word, n) == 0) return index;
    list += n;
    if (*list) list++;
  }
  return -1;
}

/* "386.0886 N": a number and a name. Returns the number and moves *name behind it; 0: none stands there. */
static double multiple_of(const char **name) {
  double multiple;
  size_t used = sar_text_number(*name, strlen(*name), &multiple);
  const char *rest = *name + used;
  if (!used || *rest != ' ' || !(multiple > 0) || !isfinite(multiple)) return 0;
  *name = rest + strspn(rest, " ");
  return multiple;
}

SarStatus sar_units_choose(SarUnits *units, const char *kind_name, const char *name) {
  int kind = kind_of(kind_name);
  double multiple = kind == FORCE ? multiple_of(&name) : 0;
  int index = kind < KINDS ? word_index(known[kind].names, name) : -1;
  if (index < 0) return SAR_INPUT;
  Slot slot = slot_of(units, kind);
  *slot.value = multiple > 0 ? multiple * known[kind].values[index] : known[kind].values[index];
  if (multiple > 0) {
    snprintf(slot.name, slot.size, "(%.9g %s)", multiple, name);
  } else {
    snprintf(slot.name, slot.size, "%s", name);
  }
  return SAR_OK;
}

const char *sar_units_known(const char *kind_name) {
  int kind = kind_of(kind_name);
  return kind < KINDS ? known[kind].names : "";
}

void sar_units_complete(SarUnits *units, int force_given) {
  if (force_given) return;
  units->force = units->mass * units->length / (units->time * units->time);
  if (fabs(units->force - 1) < 1e-12) { /* also t*mm/s^2 */
    units->force = 1;
    snprintf(units->force_name, sizeof units->force_name, "N");
  } else {
    snprintf(units->force_name, sizeof units->force_name, "%s*%s/%s^2", units->mass_name, units->length_name,
             units->time_name);
  }
}

/* Adds a symbol's exponents; J and W are shorthands. Returns 0 if there is no such symbol. */
static int add_symbol(const char *symbol, size_t length, double power, double exponent[KINDS]) {
  static const struct {
    const char *symbol;
    int exponent[KINDS];
  } symbols[] = {
      {"m", {[LENGTH] = 1}},
      {"kg", {[MASS] = 1}},
      {"s", {[TIME] = 1}},
      {"N", {[FORCE] = 1}},
      {"rad", {[ANGLE] = 1}},
      {"J", {[FORCE] = 1, [LENGTH] = 1}},
      {"W", {[FORCE] = 1, [LENGTH] = 1, [TIME] = -1}},
      {"1", {0}},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    if (strlen(symbols[i].symbol) != length || memcmp(symbols[i].symbol, symbol, length) != 0) continue;
    for (int kind = 0; kind < KINDS; kind++) exponent[kind] += power * symbols[i].exponent[kind];
    return 1;
  }
  return 0;
}

/* "N*s/m" -> exponents. Returns 0 if the text is not a dimension. */
static int parse_dimension(const char *unit, double exponent[KINDS]) {
  for (int kind = 0; kind < KINDS; kind++) exponent[kind] = 0;
  int sign = 1;
  while (*unit) {
    size_t length = strcspn(unit, "*/^");
    const char *symbol = unit;
    unit += length;
    double power = 1;
    if (*unit == '^') {
      size_t used = sar_text_number(unit + 1, strcspn(unit + 1, "*/"), &power);
      if (!used) return 0;
      unit += 1 + used;
    }
    if (!add_symbol(symbol, length, sign * power, exponent)) return 0;
    if (!*unit) return 1;
    if (*unit != '*' && *unit != '/') return 0;
    sign = *unit == '/' ? -1 : 1;
    unit++;
    if (!*unit) return 0;
  }
  return 1;
}

/* factor * base^exponent. Small whole powers are products, so that they are as exact as these. */
static double times_power(double factor, double base, double exponent) {
  double whole = fabs(exponent) < 16 ? trunc(exponent) : 0;
  for (int i = 0; i < (int)fabs(whole); i++) factor = whole > 0 ? factor * base : factor / base;
  return exponent == whole ? factor : factor * pow(base, exponent - whole);
}

double sar_units_factor(const SarUnits *units, const char *unit) {
  double exponent[KINDS];
  if (unit[0] == SAR_UNIT_LABEL) return 1;
  if (!parse_dimension(unit, exponent)) return NAN; /* a mistake in a field table: make it visible */
  double base[KINDS] = {units->length, units->mass, units->time, units->force, units->angle}, factor = 1;
  for (int kind = 0; kind < KINDS; kind++) factor = times_power(factor, base[kind], exponent[kind]);
  return factor;
}

/* Appends as much as fits; returns the new length. */
static size_t append(char *label, size_t size, size_t used, const char *before, const char *name, double power) {
  if (used + 1 >= size) return used;
  int n = power == 1 ? snprintf(label + used, size - used, "%s%s", before, name)
                     : snprintf(label + used, size - used, "%s%s^%.9g", before, name, power);
  size_t end = used + (n > 0 ? (size_t)n : 0);
  return end < size ? end : size - 1;
}

static int is_same_as_si(const SarUnits *units, const char *unit) {
  SarUnits si = sar_units_si();
  return strcmp(units->force_name, si.force_name) == 0 && strcmp(units->length_name, si.length_name) == 0 &&
         fabs(sar_units_factor(units, unit) - 1) < 1e-12;
}

void sar_units_label(const SarUnits *units, const char *unit, char *label, size_t size) {
  if (!size) return;
  double exponent[KINDS];
  if (unit[0] == SAR_UNIT_LABEL) {
    snprintf(label, size, "%s", unit + 1);
    return;
  }
  int shorthand = strcmp(unit, "J") == 0 || strcmp(unit, "W") == 0;
  if (!parse_dimension(unit, exponent) || (shorthand && is_same_as_si(units, unit))) {
    snprintf(label, size, "%s", unit);
    return;
  }
  if (strchr(units->force_name, '*')) { /* a force without a name of its own merges with the other kinds */
    exponent[MASS] += exponent[FORCE];
    exponent[LENGTH] += exponent[FORCE];
    exponent[TIME] -= 2 * exponent[FORCE];
    exponent[FORCE] = 0;
  }
  static const int order[KINDS] = {FORCE, MASS, LENGTH, TIME, ANGLE};
  SarUnits copy = *units;
  size_t used = 0;
  label[0] = 0;
  for (int i = 0; i < KINDS; i++) {
    double power = exponent[order[i]];
    if (power > 0) used = append(label, size, used, used ? "*" : "", slot_of(&copy, order[i]).name, power);
  }
  if (!used) used = append(label, size, used, "", "1", 1);
  for (int i = 0; i < KINDS; i++) {
    double power = exponent[order[i]];
    if (power < 0) used = append(label, size, used, "/", slot_of(&copy, order[i]).name, -power);
  }
}
