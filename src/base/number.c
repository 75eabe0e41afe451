/* A results file holds millions of numbers, and printf needs most of a microsecond for each and prints digits that say
 * nothing (0.10000000000000001). The shortest digits are found as Giulietti does ("The Schubfach way to render
 * doubles", 2020): all numbers that are read as v lie between the midpoints to its neighbours; at the scale 10^k where
 * at least one but at most a few integers lie between these, three products with a power of ten of 128 bits tell which.
 */
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

typedef struct Power {
  uint64_t high, low;
} Power;

#define POWER_MIN (-292)
#define POWER(high, low) {high, low},
static const Power powers_of_ten[] = {
#include "base/powers_of_ten.def"
};
#undef POWER

#define DIGITS 17
#define LEAD (UINT64_C(1) << 52) /* the bit that normal numbers do not store */

typedef struct Decimal { /* digits 10^exponent */
  uint64_t digits;
  int exponent;
} Decimal;

/* floor(log2(10^e)), exact for |e| <= 1233; ">>" of a negative number is arithmetic in gcc and clang. */
static int log2_of_power_of_ten(int e) { return (e * 1741647) >> 19; }

/* floor(log10(2^q)), or of 3/4 2^q; exact for |q| <= 1500 */
static int log10_of_power_of_two(int q, bool three_quarters) {
  return (q * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

/* The whole part of g x 2^-128, its last bit set where anything was cut off: comparisons with even numbers stay exact.
 */
static uint64_t scale(Power g, uint64_t x) {
  Wide low = (Wide)g.low * x, high = (Wide)g.high * x + (uint64_t)(low >> 64);
  return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* c 2^q; nearer_below: the gap to the number below is half of that to the one above (c is the least with its exponent).
 */
static Decimal shortest(uint64_t c, int q, bool nearer_below) {
  int k = log10_of_power_of_two(q, nearer_below);
  int shift = q + log2_of_power_of_ten(-k) + 1; /* 1 ... 4 */
  Power g = powers_of_ten[-k - POWER_MIN];
  /* Four times v and the midpoints beside it, in units of 10^k; readers round halves to even, so that the midpoints
   * themselves belong to v where c is even. */
  uint64_t odd = c & 1;
  uint64_t v = scale(g, 4 * c << shift);
  uint64_t lower = scale(g, (4 * c - 2 + nearer_below) << shift) + odd;
  uint64_t upper = scale(g, (4 * c + 2) << shift) - odd;

  uint64_t s = v / 4;
  if (s >= 10) { /* one digit less, if just one of its neighbours there is in between */
    uint64_t ten = s / 10;
    bool below = lower <= 40 * ten, above = 40 * ten + 40 <= upper;
    if (below != above) return (Decimal){ten + above, k + 1};
  }
  bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above) return (Decimal){s + above, k};
  bool up = v > 4 * s + 2 || (v == 4 * s + 2 && (s & 1));
  return (Decimal){s + up, k};
}

/* Of a number above 0. */
static Decimal find_digits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint64_t fraction = bits & (LEAD - 1);
  int exponent = (int)(bits >> 52);
  if (exponent == 0) return shortest(fraction, -1074, false); /* subnormal */
  int q = exponent - 1075;
  uint64_t c = fraction | LEAD;
  if (q <= 0 && q > -53 && (c & ((UINT64_C(1) << -q) - 1)) == 0) return (Decimal){c >> -q, 0}; /* a whole number */
  return shortest(c, q, fraction == 0 && exponent > 1);
}

static void print_pair(char *text, uint32_t pair) {
  static const char pairs[] =
      "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
      "4950515253545556575859606162636465666768697071727374757677787980818283848586878889909192939495969798"
      "99";
  memcpy(text, pairs + (size_t)2 * pair, 2);
}

/* Zeros in front included. The four pairs need not wait for each other. */
static void print_eight(char *text, uint32_t number) {
  uint32_t high = number / 10000, low = number % 10000;
  print_pair(text, high / 100);
  print_pair(text + 2, high % 100);
  print_pair(text + 4, low / 100);
  print_pair(text + 6, low % 100);
}

/* Copies have a fixed size, of as many digits as there may be, which compilers make better use of than of the right
 * one: behind the digits there are zeros. */
#define ROOM (3 * DIGITS)

/* Writes the digits, without the zeros in front, which *first skips, and at the end; returns how many there are. */
static int print_digits(char text[ROOM], Decimal *number, int *first) {
  static const uint64_t sixteen = UINT64_C(10000000000000000), eight = UINT64_C(100000000);
  uint64_t rest = number->digits % sixteen;
  int begin = 0, end = DIGITS;
  text[0] = (char)('0' + number->digits / sixteen);
  print_eight(text + 1, (uint32_t)(rest / eight));
  print_eight(text + 9, (uint32_t)(rest % eight));
  memset(text + DIGITS, '0', ROOM - DIGITS);
  while (text[begin] == '0') begin++;
  while (text[end - 1] == '0') end--;
  number->exponent += DIGITS - end;
  *first = begin;
  return end - begin;
}

/* d.ddde-XX, as %g has it */
static int lay_out_power(char *text, const char *digits, int count, int exponent) {
  text[0] = digits[0];
  text[1] = '.';
  memcpy(text + 2, digits + 1, DIGITS);
  int length = count > 1 ? count + 1 : 1;
  text[length++] = 'e';
  text[length++] = exponent < 0 ? '-' : '+';
  int size = exponent < 0 ? -exponent : exponent;
  if (size >= 100) text[length++] = (char)('0' + size / 100);
  print_pair(text + length, (uint32_t)(size % 100));
  return length + 2;
}

/* d.ddd 10^exponent */
static int lay_out(char *text, const char *digits, int count, int exponent) {
  if (exponent < -4 || exponent >= DIGITS) return lay_out_power(text, digits, count, exponent);
  if (exponent < 0) { /* 0.000ddd */
    memcpy(text, "0.000", sizeof "0.000");
    memcpy(text + 1 - exponent, digits, DIGITS);
    return 1 - exponent + count;
  }
  int before = exponent + 1; /* digits before the point */
  memcpy(text, digits, DIGITS);
  if (count <= before) return before;
  text[before] = '.';
  memcpy(text + before + 1, digits + before, DIGITS);
  return count + 1;
}

static int format_special(char *text, double value) {
  const char *name = isnan(value) ? (signbit(value) ? "-nan" : "nan") : value == 0 ? "0" : "inf";
  int sign = !isnan(value) && signbit(value);
  if (sign) text[0] = '-';
  strcpy(text + sign, name);
  return sign + (int)strlen(name);
}

int sar_format_real(char text[SAR_NUMBER_SIZE], double value) {
  if (value == 0 || !isfinite(value)) return format_special(text, value);
  Decimal number = find_digits(fabs(value));
  char digits[ROOM];
  int first, count = print_digits(digits, &number, &first), sign = value < 0;
  text[0] = '-';
  int length = sign + lay_out(text + sign, digits + first, count, number.exponent + count - 1);
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
