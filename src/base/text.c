/* Words of the user: which are names, what a misspelt one was meant to be, and how a number is read.
 *
 * Numbers do not go to strtod as they stand: a host program may have chosen a locale with a decimal comma, and a model
 * file must mean the same everywhere. */
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 64 /* letters of the differing parts that are compared */

/* ctype.h depends on the locale; names are ASCII. */
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool sar_text_is_name(const char *text) {
  if (!text || !is_letter(text[0])) return false;
  for (const char *p = text; *p; p++) {
    if (!is_letter(*p) && !is_digit(*p)) return false;
  }
  return true;
}

bool sar_text_is_reserved(const char *text) {
  static const char *const reserved[] = {"ground", "time", "t", "pi", "energy", "solver"};
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
    if (strcmp(text, reserved[i]) == 0) return true;
  }
  return false;
}

/* Digits from `at` on; returns the position behind them. */
static size_t skip_digits(const char *text, size_t length, size_t at) {
  while (at < length && is_digit(text[at])) at++;
  return at;
}

/* How many characters form a number; *point is the position of its decimal point, or the returned length. */
static size_t scan_number(const char *text, size_t length, size_t *point) {
  size_t start = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  size_t end = skip_digits(text, length, start), digits = end - start;
  bool has_point = end < length && text[end] == '.';
  size_t point_at = end;
  if (has_point) {
    end = skip_digits(text, length, point_at + 1);
    digits += end - point_at - 1;
  }
  if (digits == 0) return 0;
  if (end < length && (text[end] == 'e' || text[end] == 'E')) {
    size_t exponent = end + 1;
    if (exponent < length && (text[exponent] == '-' || text[exponent] == '+')) exponent++;
    size_t after = skip_digits(text, length, exponent);
    if (after > exponent) end = after; /* otherwise the e belongs to what follows */
  }
  *point = has_point ? point_at : end;
  return end;
}

/* The decimal point of the current locale, which may have several bytes. Returns how many. */
static size_t local_point(char point[8]) {
  char sample[16] = "0.5";
  int length = snprintf(sample, sizeof sample, "%.1f", 0.5);
  size_t width = length > 2 && length < 10 ? (size_t)length - 2 : 1;
  memcpy(point, sample + 1, width);
  return width;
}

/* Numbers of few digits and a small power of ten, as files of matrices have them by the million: both are exact in
 * binary, so that one multiplication or division rounds once, to what strtod gives. False: not such a number. */
static bool read_short(const char *text, size_t length, double *value) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  uint64_t digits = 0;
  int power = 0, exponent = 0;
  size_t at = text[0] == '-' || text[0] == '+' ? 1 : 0;
  bool point = false;
  for (; at < length && (is_digit(text[at]) || (text[at] == '.' && !point)); at++) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    if (digits >> 53) return false;
    digits = 10 * digits + (uint64_t)(text[at] - '0');
    power -= point;
  }
  if (at < length) { /* e */
    bool negative = text[at + 1] == '-';
    at += negative || text[at + 1] == '+' ? 2 : 1;
    if (length - at > 3) return false;
    for (; at < length; at++) exponent = 10 * exponent + (text[at] - '0');
    power += negative ? -exponent : exponent;
  }
  if (digits >> 53 || power > 22 || power < -22) return false;
  double size = power < 0 ? (double)digits / powers[-power] : (double)digits * powers[power];
  *value = text[0] == '-' ? -size : size;
  return true;
}

size_t sar_text_number(const char *text, size_t length, double *value) {
  size_t point_at = 0, used = scan_number(text, length, &point_at);
  if (!used || read_short(text, used, value)) return used;
  char point[8], small[128], *end = NULL,
                             *copy = used + sizeof point < sizeof small ? small : malloc(used + sizeof point + 1);
  if (!copy) return 0;
  memcpy(copy, text, used);
  copy[used] = 0;
  *value = strtod(copy, &end);
  if (end != copy + used) { /* the locale has another point */
    size_t width = local_point(point), tail = used - point_at - 1;
    memcpy(copy + point_at, point, width);
    memcpy(copy + point_at + width, text + point_at + 1, tail);
    copy[point_at + width + tail] = 0;
    *value = strtod(copy, NULL);
  }
  if (copy != small) free(copy);
  return used;
}

/* Optimal string alignment on words of at most LONGEST letters: three rolling rows of the table of distances. */
static int32_t align(const char *a, int32_t na, const char *b, int32_t nb) {
  int32_t rows[3][LONGEST + 1];
  int32_t *before = rows[0], *above = rows[1], *row = rows[2];
  for (int32_t j = 0; j <= nb; j++) above[j] = j;
  for (int32_t i = 1; i <= na; i++) {
    row[0] = i;
    for (int32_t j = 1; j <= nb; j++) {
      int32_t best = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
      if (above[j] + 1 < best) best = above[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
      row[j] = best;
    }
    int32_t *free_row = before;
    before = above, above = row, row = free_row;
  }
  return above[nb];
}

int32_t sar_text_distance(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) a++, b++;
  size_t na = strlen(a), nb = strlen(b);
  while (na && nb && lower(a[na - 1]) == lower(b[nb - 1])) na--, nb--;
  size_t longer = na > nb ? na : nb;
  if (longer > LONGEST) return longer > INT32_MAX ? INT32_MAX : (int32_t)longer;
  return align(a, (int32_t)na, b, (int32_t)nb);
}

SarSuggestion sar_suggestion(const char *wanted) { return (SarSuggestion){wanted, NULL, INT32_MAX}; }

void sar_suggestion_offer(SarSuggestion *suggestion, const char *candidate) {
  int32_t distance = sar_text_distance(suggestion->wanted, candidate);
  if (distance >= suggestion->distance) return;
  suggestion->best = candidate;
  suggestion->distance = distance;
}

const char *sar_suggestion_best(const SarSuggestion *suggestion) {
  /* One slip in two letters, two in five, three in eight: more is another word. */
  size_t limit = (strlen(suggestion->wanted) + 1) / 3;
  return suggestion->best && (size_t)suggestion->distance <= limit ? suggestion->best : NULL;
}
