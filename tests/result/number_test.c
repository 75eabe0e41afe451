/* Numbers as text: the same characters as printf, for cases at the edges and for many others. */
#include "result/number.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void assert_same(double value) {
  char text[SAR_NUMBER_SIZE], plain[SAR_NUMBER_SIZE];
  int length = sar_format_real(text, value);
  snprintf(plain, sizeof plain, "%.17g", value);
  assert_string_equal(text, plain);
  assert_int_equal(length, strlen(plain));
  assert_true(isnan(value) || strtod(text, NULL) == value);
}

static void edges_are_as_printf_has_them(void **state) {
  (void)state;
  const double cases[] = {0,      -0.0,     1,       -1,      0.1,     1.0 / 3,  0.5,       1e-300,  5e-324,
                          1e300,  DBL_MAX,  DBL_MIN, 1e15,    1e16,    1e17,     1e18,      1e22,    123456789,
                          1e-4,   1e-5,     9.9e-5,  1e-10,   1e-11,   1.1e-11,  1e-12,     3.14159, 1.5e-10,
                          0.9999, 99999.99, 4097,    1 << 20, 2097152, INFINITY, -INFINITY, NAN};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_same(cases[i]);
    assert_same(-cases[i]);
    assert_same(nextafter(cases[i], INFINITY));
    assert_same(nextafter(cases[i], -INFINITY));
  }
  for (int k = -14; k <= 20; k++) { /* both sides of every power of ten and two */
    for (int side = -3; side <= 3; side++) {
      double ten = pow(10, k), two = ldexp(1, 3 * k);
      assert_same(ten * (1 + side * DBL_EPSILON));
      assert_same(two * (1 + side * DBL_EPSILON));
    }
  }
}

/* Numbers with few binary digits end exactly in ...5 behind the 17th digit: halves go to even. */
static void halves_are_rounded_as_printf_does(void **state) {
  (void)state;
  for (int bits = 50; bits <= 60; bits++) {
    for (int odd = 1; odd < 400; odd += 2) assert_same(1 + ldexp(odd, -52) + ldexp(odd, -bits / 2));
    for (int odd = 1; odd < 400; odd += 2) assert_same(ldexp(odd, -bits));
  }
  for (double x = 4503599627370496; x < 4503599627370496 + 200; x += 1) assert_same(x / 8);
  for (double x = 1e16; x < 1e16 + 400; x += 2) assert_same(x / 1024);
}

static uint64_t next(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
  return *seed;
}

static void random_bits_are_as_printf_has_them(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int i = 0; i < 200000; i++) {
    uint64_t bits = next(&seed) ^ next(&seed) >> 32;
    uint64_t exponent = 1023 - 45 + bits % 110; /* around the range of the fast way */
    uint64_t pattern = (bits & 0x800fffffffffffffu) | exponent << 52;
    double value;
    memcpy(&value, &pattern, sizeof value);
    assert_same(value);
  }
}

static void integers(void **state) {
  (void)state;
  char text[SAR_NUMBER_SIZE];
  assert_int_equal(sar_format_int(text, 0), 1);
  assert_string_equal(text, "0");
  assert_int_equal(sar_format_int(text, -120), 4);
  assert_string_equal(text, "-120");
  sar_format_int(text, INT64_MIN);
  assert_string_equal(text, "-9223372036854775808");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edges_are_as_printf_has_them),
      cmocka_unit_test(halves_are_rounded_as_printf_does),
      cmocka_unit_test(random_bits_are_as_printf_has_them),
      cmocka_unit_test(integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
