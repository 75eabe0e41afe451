/* Numbers as text: as few digits of printf's as read back as the same number, for cases at the edges and many others.
 */
#include "base/number.h"

#include <float.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

typedef struct Digits { /* 0.digits 10^exponent */
  char digits[SAR_NUMBER_SIZE];
  int exponent;
} Digits;

/* Of a number as printf or the program writes it. */
static Digits digits_of(const char *text) {
  Digits d = {.exponent = 0};
  int count = 0;
  bool point = false;
  if (*text == '-') text++;
  for (; *text && *text != 'e'; text++) {
    if (*text == '.') {
      point = true;
    } else {
      if (count || *text != '0') d.digits[count++] = *text;
      d.exponent += count ? !point : -point;
    }
  }
  if (*text == 'e') d.exponent += atoi(text + 1);
  while (count && d.digits[count - 1] == '0') d.digits[--count] = 0;
  return d;
}

static bool is_power_of_two(double value) {
  int exponent = 0;
  return fabs(frexp(value, &exponent)) == 0.5;
}

static void check_number(double value) {
  char text[SAR_NUMBER_SIZE + 1], plain[SAR_NUMBER_SIZE];
  text[SAR_NUMBER_SIZE] = '#'; /* nothing is written behind the end */
  int length = sar_format_real(text, value), digits = 0;
  assert_int_equal(length, strlen(text));
  assert_int_equal(text[SAR_NUMBER_SIZE], '#');
  assert_true(strtod(text, NULL) == value);
  assert_int_equal(signbit(strtod(text, NULL)) != 0, signbit(value) != 0);
  do {
    snprintf(plain, sizeof plain, "%.*e", digits++, value);
  } while (strtod(plain, NULL) != value);
  Digits ours = digits_of(text), theirs = digits_of(plain);
  /* A power of two lies nearer to the number below it than to the one above: there a decimal that is not the nearest of
   * its length may be read back. */
  if (is_power_of_two(value)) {
    assert_true(strlen(ours.digits) <= strlen(theirs.digits));
  } else {
    assert_string_equal(ours.digits, theirs.digits);
    assert_int_equal(ours.exponent, theirs.exponent);
  }
  if (strlen(ours.digits) == 17) {
    snprintf(plain, sizeof plain, "%.17g", value);
    assert_string_equal(text, plain);
  }
}

static void edges_have_the_fewest_digits(void **state) {
  (void)state;
  const double cases[] = {1,
                          0.1,
                          1.0 / 3,
                          0.5,
                          1e-300,
                          5e-324,
                          1e300,
                          DBL_MAX,
                          DBL_MIN,
                          1e15,
                          1e16,
                          1e17,
                          1e18,
                          1e22,
                          1e23,
                          1e-4,
                          1e-5,
                          9.9e-5,
                          1e-10,
                          1e-11,
                          1.1e-11,
                          1e-12,
                          3.14159,
                          1.5e-10,
                          9007199254740991.0,
                          0.9999,
                          99999.99,
                          4097,
                          1 << 20,
                          2097152,
                          9007199254740993.0,
                          1234567890123456.5,
                          2.2250738585072011e-308};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check_number(cases[i]);
    check_number(-cases[i]);
    if (cases[i] < DBL_MAX) check_number(nextafter(cases[i], INFINITY));
    check_number(nextafter(cases[i], 0));
  }
  for (int k = -307; k <= 307; k++) { /* both sides of every power of ten and two */
    for (int side = -3; side <= 3; side++) {
      check_number(pow(10, k) * (1 + side * DBL_EPSILON));
      check_number(ldexp(1 + side * DBL_EPSILON, 3 * k));
    }
  }
  for (int k = 0; k < 52; k++) check_number(ldexp(DBL_TRUE_MIN, k)); /* subnormal ones */
}

static void layouts_are_as_printf_has_them(void **state) {
  (void)state;
  const double same[] = {0,    -0.0, 1,    -1,    0.5,   100,    123456789, 1e15,    1e16,     1e17,     1e22,
                         1e-4, 1e-5, 1e99, 1e100, 1e-99, 1e-100, 4097,      1.5e-05, INFINITY, -INFINITY};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    char text[SAR_NUMBER_SIZE], plain[SAR_NUMBER_SIZE];
    sar_format_real(text, same[i]);
    snprintf(plain, sizeof plain, "%.15g", same[i]);
    if (same[i] == 1e15 || same[i] == 1e16) snprintf(plain, sizeof plain, "%.17g", same[i]);
    assert_string_equal(text, plain);
  }
  char text[SAR_NUMBER_SIZE];
  sar_format_real(text, NAN);
  assert_non_null(strstr(text, "nan"));
  sar_format_real(text, 0.1);
  assert_string_equal(text, "0.1");
  sar_format_real(text, 0.00012);
  assert_string_equal(text, "0.00012");
  sar_format_real(text, -0.1 * 3);
  assert_string_equal(text, "-0.30000000000000004");
}

static uint64_t next(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
  return *seed;
}

static void random_bits_have_the_fewest_digits(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int i = 0; i < 30000; i++) {
    uint64_t pattern = next(&seed) ^ next(&seed) >> 32;
    double value;
    memcpy(&value, &pattern, sizeof value);
    if (isfinite(value) && value != 0) check_number(value);
    double few = (double)(int64_t)(next(&seed) >> 40) / pow(10, (double)(i % 12)); /* as people write them */
    if (few != 0) check_number(few);
  }
}

/* ---- the table ---- */

typedef struct Long { /* base 2^32, lowest first */
  uint32_t limbs[48];
} Long;

#define LIMBS (int)(sizeof((Long *)0)->limbs / sizeof(uint32_t))

static void multiply(Long *number, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uint64_t)number->limbs[i] * factor;
    number->limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  assert_int_equal(carry, 0);
}

static int compare(const Long *a, const Long *b) {
  for (int i = LIMBS; i-- > 0;) {
    if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
  }
  return 0;
}

static Long power_of_two(int exponent) {
  Long number = {{0}};
  number.limbs[exponent / 32] = UINT32_C(1) << exponent % 32;
  return number;
}

/* (high 2^64 + low - less) 2^shift 10^tens */
static Long product(uint64_t high, uint64_t low, int less, int shift, int tens) {
  if (less) {
    high -= low == 0;
    low -= 1;
  }
  Long number = {{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)}};
  for (int i = 0; i < tens; i++) multiply(&number, 10);
  for (int i = 0; i < shift; i++) multiply(&number, 2);
  return number;
}

/* g is the least number with g 2^e >= 10^k, its first bit set: g - 1 is too small, and 2^127 <= g. */
static void powers_of_ten_are_rounded_up(void **state) {
  (void)state;
#define POWER(high, low) {high, low},
  static const uint64_t powers[][2] = {
#include "base/powers_of_ten.def"
  };
#undef POWER
  assert_int_equal(sizeof powers / sizeof *powers, 324 + 292 + 1);
  for (int i = 0; i < (int)(sizeof powers / sizeof *powers); i++) {
    int k = i - 292;
    uint64_t high = powers[i][0], low = powers[i][1];
    assert_true(high >> 63);
    int e = (int)floor(k * 3.32192809488736235) - 127; /* 10^k in [2^(e+127), 2^(e+128)); no k is near a whole number */
    Long ten = {{1}}, at, below;
    for (int j = 0; j < k; j++) multiply(&ten, 10);
    if (k > 0 && e < 0) { /* g = 10^k 2^-e, exact */
      for (int j = 0; j < -e; j++) multiply(&ten, 2);
    }
    if (k >= 0) {
      at = product(high, low, 0, e > 0 ? e : 0, 0), below = product(high, low, 1, e > 0 ? e : 0, 0);
      if (k == 0) ten = power_of_two(127);
    } else {
      ten = power_of_two(-e);
      at = product(high, low, 0, 0, -k), below = product(high, low, 1, 0, -k);
    }
    assert_true(compare(&at, &ten) >= 0);
    assert_true(compare(&below, &ten) < 0);
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
      cmocka_unit_test(edges_have_the_fewest_digits),
      cmocka_unit_test(layouts_are_as_printf_has_them),
      cmocka_unit_test(random_bits_have_the_fewest_digits),
      cmocka_unit_test(powers_of_ten_are_rounded_up),
      cmocka_unit_test(integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
