/* Units: factors, derived force, labels. Reference values are definitions (inch, pound, standard gravity). */
#include "base/units.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

static SarUnits chosen(const char *length, const char *mass, const char *time, const char *force, const char *angle) {
  SarUnits units = sar_units_si();
  assert_int_equal(sar_units_choose(&units, "length", length), SAR_OK);
  assert_int_equal(sar_units_choose(&units, "mass", mass), SAR_OK);
  assert_int_equal(sar_units_choose(&units, "time", time), SAR_OK);
  if (force) assert_int_equal(sar_units_choose(&units, "force", force), SAR_OK);
  assert_int_equal(sar_units_choose(&units, "angle", angle), SAR_OK);
  sar_units_complete(&units, force != NULL);
  return units;
}

static void assert_factor(const SarUnits *units, const char *unit, double expected) {
  double factor = sar_units_factor(units, unit);
  if (!(fabs(factor - expected) <= 1e-14 * fabs(expected))) fail_msg("%s: %.17g, not %.17g", unit, factor, expected);
}

static void assert_label(const SarUnits *units, const char *unit, const char *expected) {
  char label[40];
  sar_units_label(units, unit, label, sizeof label);
  assert_string_equal(label, expected);
}

static void si_changes_nothing(void **state) {
  (void)state;
  SarUnits si = sar_units_si();
  sar_units_complete(&si, 0);
  const char *same[] = {"m",   "kg",      "s",         "N", "rad", "N*s/m", "kg*m^2", "m/s^2",  "1",
                        "1/s", "N*m/rad", "N*m*s/rad", "J", "W",   "rad/s", "kg/m^3", "rad/s^2"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    assert_factor(&si, same[i], 1);
    assert_label(&si, same[i], same[i]);
  }
  assert_factor(&si, "", 1);
  assert_label(&si, "", "1");
}

static void every_known_name_can_be_chosen(void **state) {
  (void)state;
  const char *kinds[] = {"length", "mass", "time", "force", "angle"};
  int count = 0;
  for (size_t i = 0; i < 5; i++) {
    char names[160];
    snprintf(names, sizeof names, "%s", sar_units_known(kinds[i]));
    for (char *word = strtok(names, " "); word; word = strtok(NULL, " "), count++) {
      SarUnits units = sar_units_si();
      assert_int_equal(sar_units_choose(&units, kinds[i], word), SAR_OK);
      const char *symbols[] = {"m", "kg", "s", "N", "rad"};
      double factor = sar_units_factor(&units, symbols[i]);
      assert_true(factor > 0 && isfinite(factor));
      assert_label(&units, symbols[i], word);
    }
  }
  assert_int_equal(count, 13 + 13 + 7 + 13 + 3);
}

static void values_of_units(void **state) {
  (void)state;
  static const struct {
    const char *kind, *name, *symbol;
    double value;
  } cases[] = {
      {"length", "mm", "m", 1e-3},
      {"length", "cm", "m", 1e-2},
      {"length", "km", "m", 1e3},
      {"length", "in", "m", 0.0254},
      {"length", "ft", "m", 12 * 0.0254},
      {"length", "um", "m", 1e-6},
      {"length", "nm", "m", 1e-9},
      {"length", "angstrom", "m", 1e-10},
      {"length", "uin", "m", 25.4e-9},
      {"length", "mil", "m", 25.4e-6},
      {"length", "yd", "m", 36 * 0.0254},
      {"length", "mi", "m", 5280 * 12 * 0.0254},
      {"mass", "g", "kg", 1e-3},
      {"mass", "ug", "kg", 1e-9},
      {"mass", "ng", "kg", 1e-12},
      {"mass", "oz", "kg", 0.45359237 / 16},
      {"mass", "klb", "kg", 1000 * 0.45359237},
      {"mass", "us_ton", "kg", 2000 * 0.45359237},
      {"mass", "t", "kg", 1e3},
      {"mass", "lb", "kg", 0.45359237},
      {"mass", "mg", "kg", 1e-6},
      {"mass", "tonne", "kg", 1e3},
      {"mass", "slug", "kg", 14.593902937206364},
      {"mass", "slinch", "kg", 12 * 14.593902937206364},
      {"time", "ms", "s", 1e-3},
      {"time", "us", "s", 1e-6},
      {"time", "min", "s", 60},
      {"time", "h", "s", 3600},
      {"time", "ns", "s", 1e-9},
      {"time", "day", "s", 24 * 3600},
      {"force", "kN", "N", 1e3},
      {"force", "uN", "N", 1e-6},
      {"force", "nN", "N", 1e-9},
      {"force", "cN", "N", 1e-2},
      {"force", "kip", "N", 1000 * 0.45359237 * 9.80665},
      {"force", "ozf", "N", 0.45359237 * 9.80665 / 16},
      {"force", "pdl", "N", 0.45359237 * 12 * 0.0254},
      {"force", "MN", "N", 1e6},
      {"force", "mN", "N", 1e-3},
      {"force", "kgf", "N", 9.80665},
      {"force", "lbf", "N", 0.45359237 * 9.80665},
      {"force", "dyn", "N", 1e-5},
      {"angle", "deg", "rad", 0.017453292519943295},
      {"angle", "rev", "rad", 6.283185307179586},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SarUnits units = sar_units_si();
    assert_int_equal(sar_units_choose(&units, cases[i].kind, cases[i].name), SAR_OK);
    assert_factor(&units, cases[i].symbol, cases[i].value);
  }
}

static void unknown_names_are_refused(void **state) {
  (void)state;
  SarUnits units = sar_units_si(), before = units;
  assert_int_equal(sar_units_choose(&units, "length", "inch"), SAR_INPUT);
  assert_int_equal(sar_units_choose(&units, "length", ""), SAR_INPUT);
  assert_int_equal(sar_units_choose(&units, "length", "m mm"), SAR_INPUT);
  assert_int_equal(sar_units_choose(&units, "mass", "mm"), SAR_INPUT);
  assert_int_equal(sar_units_choose(&units, "colour", "m"), SAR_INPUT);
  assert_memory_equal(&units, &before, sizeof units);
  assert_string_equal(sar_units_known("colour"), "");
}

static void force_follows(void **state) {
  (void)state;
  SarUnits mm = chosen("mm", "kg", "s", NULL, "rad");
  assert_factor(&mm, "N", 1e-3);
  assert_string_equal(mm.force_name, "kg*mm/s^2");
  assert_label(&mm, "N", "kg*mm/s^2");
  assert_label(&mm, "N*m", "kg*mm^2/s^2"); /* a composed force merges with the rest */
  assert_label(&mm, "N/m", "kg/s^2");
  assert_label(&mm, "N*s/m", "kg/s");
  assert_factor(&mm, "N/m", 1);

  SarUnits tonne = chosen("mm", "t", "s", NULL, "rad"); /* the system of many FE programs: t, mm, N */
  assert_string_equal(tonne.force_name, "N");
  assert_true(tonne.force == 1);
  assert_label(&tonne, "N/m", "N/mm");
  assert_factor(&tonne, "N/m", 1e3);
  assert_label(&tonne, "J", "N*mm");

  SarUnits slug = chosen("ft", "slug", "s", NULL, "rad");
  assert_factor(&slug, "N", 4.4482216152605); /* one pound-force */
  SarUnits longest = chosen("mm", "tonne", "min", NULL, "rad");
  assert_string_equal(longest.force_name, "tonne*mm/min^2");
  longest = chosen("angstrom", "us_ton", "day", NULL, "rad");
  assert_string_equal(longest.force_name, "us_ton*angstrom/day^2");
}

static void force_given(void **state) {
  (void)state;
  SarUnits units = chosen("mm", "kg", "ms", "kN", "deg");
  assert_factor(&units, "N", 1e3);
  assert_factor(&units, "N*s/m", 1e3);
  assert_label(&units, "N*s/m", "kN*ms/mm");
  assert_factor(&units, "m/s^2", 1e3);
  assert_label(&units, "m/s^2", "mm/ms^2");
  assert_factor(&units, "N*m/rad", 1.0 / 0.017453292519943295);
  assert_label(&units, "N*m/rad", "kN*mm/deg");
  assert_factor(&units, "kg*m^2", 1e-6);
  assert_factor(&units, "J", 1);
  assert_label(&units, "J", "kN*mm"); /* one joule, but the user speaks of kN and mm */
  assert_factor(&units, "W", 1e3);
  assert_factor(&units, "s^-1", 1e3);
  assert_label(&units, "s^-1", "1/ms");
  assert_label(&units, "m*s/m", "ms");
}

static void forces_may_be_multiples(void **state) {
  (void)state;
  SarUnits units = chosen("mm", "kg", "s", "386.0886 N", "rad");
  assert_factor(&units, "N", 386.0886);
  assert_factor(&units, "N/m", 386088.6);
  assert_label(&units, "N*m", "(386.0886 N)*mm");
  assert_label(&units, "J", "(386.0886 N)*mm");
  units = chosen("mm", "kg", "s", "0.5 kip", "rad");
  assert_factor(&units, "N", 500 * 0.45359237 * 9.80665);
  SarUnits before = units;
  const char *bad[] = {"0 N", "-1 N", "2N", "2 m", "2 ", "2", "1e999 N", "N 2"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(sar_units_choose(&units, "force", bad[i]), SAR_INPUT);
  }
  assert_int_equal(sar_units_choose(&units, "length", "2 m"), SAR_INPUT);
  assert_memory_equal(&units, &before, sizeof units);
}

static void malformed_dimensions_are_visible(void **state) {
  (void)state;
  SarUnits si = sar_units_si();
  const char *bad[] = {"furlong", "m*", "m**s", "m^", "m s", "/s", "m^2x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_true(isnan(sar_units_factor(&si, bad[i])));
}

static void labels_are_cut_to_size(void **state) {
  (void)state;
  SarUnits si = sar_units_si();
  char label[6] = "#####";
  sar_units_label(&si, "N*m*s/rad", label, 5);
  assert_string_equal(label, "N*m*");
  assert_int_equal(label[5], 0);
  sar_units_label(&si, "N*m", label, 0);
  assert_string_equal(label, "N*m*");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(si_changes_nothing),      cmocka_unit_test(every_known_name_can_be_chosen),
      cmocka_unit_test(values_of_units),         cmocka_unit_test(unknown_names_are_refused),
      cmocka_unit_test(force_follows),           cmocka_unit_test(force_given),
      cmocka_unit_test(forces_may_be_multiples), cmocka_unit_test(malformed_dimensions_are_visible),
      cmocka_unit_test(labels_are_cut_to_size),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
