/* A results file holds millions of numbers, and printf needs most of a microsecond for each. A double m 2^e of ordinary
 * size times 10^p, p = 0 ... 27, is m 5^p 2^(e+p) with m 5^p < 2^116: 128-bit integers hold it exactly, so its 17
 * digits are found by one product and one shift, correctly rounded. Zero, very small and very large numbers go to
 * printf. */
#include "result/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

#define DIGITS 17
#define POWER_MAX 27                          /* 5^27 < 2^63 */
#define TOO_MANY UINT64_C(100000000000000000) /* 10^17 has 18 digits */

static uint64_t power_of_5(int p) {
  uint64_t power = 1;
  for (uint64_t base = 5; p; p >>= 1, base *= base) {
    if (p & 1) power *= base;
  }
  return power;
}

/* m 2^e 10^p rounded to an integer, halves to even; p = 0 ... POWER_MAX and a result below 2^64. */
static uint64_t scaled(uint64_t m, int e, int p) {
  Wide product = (Wide)m * power_of_5(p);
  int shift = -(e + p);
  if (shift <= 0) return (uint64_t)(product << -shift);
  Wide whole = product >> shift, rest = product - (whole << shift), half = (Wide)1 << (shift - 1);
  bool up = rest > half || (rest == half && (whole & 1));
  return (uint64_t)whole + up;
}

/* value = digits * 10^(*exponent - 16) to 17 digits; 0 if it is outside the range of this method. */
static uint64_t find_digits(double value, int *exponent) {
  int e = 0;
  double fraction = frexp(value, &e); /* [0.5, 1) */
  uint64_t m = (uint64_t)ldexp(fraction, 53);
  int k = ((e - 1) * 1233 - (e < 1 ? 4095 : 0)) / 4096; /* log10(2) = 1233/4096 and a little: k or one less */
  for (int attempt = 0; attempt < 2; attempt++, k++) {
    int p = DIGITS - 1 - k;
    if (p < 0 || p > POWER_MAX) return 0;
    uint64_t digits = scaled(m, e - 53, p);
    *exponent = k;
    if (digits < TOO_MANY) return digits;
  }
  return 0;
}

/* Writes 17 digits, returns how many remain without the zeros at the end. */
static int print_digits(char digits[DIGITS], uint64_t number) {
  for (int i = DIGITS; i-- > 0; number /= 10) digits[i] = (char)('0' + number % 10);
  int count = DIGITS;
  while (count > 1 && digits[count - 1] == '0') count--;
  return count;
}

/* d.ddde-XX for exponents below -4, as %g has it. */
static int lay_out_small(char *text, const char *digits, int count, int exponent) {
  int length = 0;
  text[length++] = digits[0];
  if (count > 1) text[length++] = '.';
  memcpy(text + length, digits + 1, (size_t)count - 1);
  length += count - 1;
  text[length++] = 'e';
  text[length++] = '-';
  text[length++] = (char)('0' + -exponent / 10);
  text[length++] = (char)('0' + -exponent % 10);
  return length;
}

static int lay_out(char *text, const char *digits, int count, int exponent) {
  if (exponent < -4) return lay_out_small(text, digits, count, exponent);
  int length = 0;
  if (exponent < 0) { /* 0.000ddd */
    memcpy(text, "0.000", (size_t)(1 - exponent));
    length = 1 - exponent;
    memcpy(text + length, digits, (size_t)count);
    return length + count;
  }
  int before = exponent + 1; /* digits before the point */
  for (int i = 0; i < before; i++) text[length++] = i < count ? digits[i] : '0';
  if (count <= before) return length;
  text[length++] = '.';
  memcpy(text + length, digits + before, (size_t)(count - before));
  return length + count - before;
}

static int format_slowly(char *text, double value) {
  int length = snprintf(text, SAR_NUMBER_SIZE, "%.17g", value);
  char *comma = memchr(text, ',', (size_t)length); /* the host program's locale may have one */
  if (comma) *comma = '.';
  return length;
}

int sar_format_real(char text[SAR_NUMBER_SIZE], double value) {
  int exponent = 0;
  double size = fabs(value);
  uint64_t number = size > 1e-11 && size < 1e17 ? find_digits(size, &exponent) : 0;
  if (!number) return format_slowly(text, value);
  char digits[DIGITS];
  int count = print_digits(digits, number), sign = value < 0;
  if (sign) text[0] = '-';
  int length = sign + lay_out(text + sign, digits, count, exponent);
  text[length] = 0;
  return length;
}

int sar_format_int(char text[SAR_NUMBER_SIZE], int64_t value) {
  char reversed[SAR_NUMBER_SIZE];
  int digits = 0, length = 0;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  do {
    reversed[digits++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (value < 0) text[length++] = '-';
  while (digits) text[length++] = reversed[--digits];
  text[length] = 0;
  return length;
}
