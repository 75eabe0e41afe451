#include "fmi/units.h"

#include <stdlib.h>
#include <string.h>

/* One unit of the user's, to the power of `power`. */
static bool add(const SarUnits *units, const char *word, size_t length, int power, SarFmuUnit *out) {
  const struct {
    const char *name;
    double si;
    SarFmuUnit base;
  } known[] = {
      {units->length_name, units->length, {.m = 1}},
      {units->mass_name, units->mass, {.kg = 1}},
      {units->time_name, units->time, {.s = 1}},
      {units->force_name, units->force, {.kg = 1, .m = 1, .s = -2}},
      {units->angle_name, units->angle, {.rad = 1}},
      {"rad", 1, {.rad = 1}},
      {"1", 1, {0}},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strlen(known[i].name) != length || memcmp(known[i].name, word, length) != 0) continue;
    out->kg += power * known[i].base.kg;
    out->m += power * known[i].base.m;
    out->s += power * known[i].base.s;
    out->rad += power * known[i].base.rad;
    for (int k = 0; k < abs(power); k++)
      out->factor = power > 0 ? out->factor * known[i].si : out->factor / known[i].si;
    return true;
  }
  return false;
}

/* "^2" behind a word; whole powers alone have a meaning in FMI. */
static bool take_power(const char **text, int *power) {
  *power = 1;
  if (**text != '^') return true;
  char *end;
  long value = strtol(*text + 1, &end, 10);
  if (end == *text + 1 || value < -16 || value > 16) return false;
  *power = (int)value;
  *text = end;
  return true;
}

bool sar_fmu_unit(const SarUnits *units, const char *label, SarFmuUnit *out) {
  *out = (SarFmuUnit){.factor = 1};
  /* a force that follows from the other units is a product itself, and nobody could tell what belongs to it */
  if (strpbrk(units->force_name, "*/(") && strstr(label, units->force_name)) return false;
  for (int sign = 1; *label;) {
    size_t length = strcspn(label, "*/^");
    const char *word = label;
    int power;
    label += length;
    if (!take_power(&label, &power) || !add(units, word, length, sign * power, out)) return false;
    if (!*label) return true;
    if (*label != '*' && *label != '/') return false;
    sign = *label++ == '/' ? -1 : 1;
  }
  return false;
}
