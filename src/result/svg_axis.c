#include "result/svg_axis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\xe2\x88\x92"
#define LARGEST 1e300 /* beyond it differences of values overflow */
#define SMALLEST 1e-300
#define NARROWEST 1e-12 /* of the larger end: a narrower range has no ticks that differ in a double */

bool sar_scale_shows(bool log, double value) {
  return isfinite(value) && fabs(value) <= LARGEST && (!log || value >= SMALLEST);
}

double sar_scale_place(const SarScale *scale, double value) {
  if (!scale->log) return (value - scale->least) / (scale->most - scale->least);
  return log(value / scale->least) / log(scale->most / scale->least);
}

/* digits x 10^exponent as people write it. */
static void number_text(int64_t digits, int32_t exponent, char *text, size_t size) {
  const char *sign = digits < 0 ? MINUS : "";
  char plain[24];
  if (digits < 0) digits = -digits;
  while (digits && digits % 10 == 0) digits /= 10, exponent++;
  if (digits == 0) exponent = 0;
  snprintf(plain, sizeof plain, "%" PRId64, digits);
  int32_t length = (int32_t)strlen(plain), leading = length - 1 + exponent; /* power of the first digit */
  if (leading > 5 || leading < -4) {
    const char *point = length > 1 ? "." : "";
    snprintf(text, size, "%s%c%s%se%s%d", sign, plain[0], point, plain + 1, leading < 0 ? MINUS : "", abs(leading));
  } else if (exponent >= 0) {
    snprintf(text, size, "%s%s%.*s", sign, plain, exponent, "000000");
  } else if (leading >= 0) {
    snprintf(text, size, "%s%.*s.%s", sign, leading + 1, plain, plain + leading + 1);
  } else {
    snprintf(text, size, "%s0.%.*s%s", sign, -leading - 1, "000000", plain);
  }
}

static SarTick *add_tick(SarScale *scale, double value, bool minor) {
  if (scale->nticks == SAR_TICKS) return NULL;
  SarTick *tick = &scale->ticks[scale->nticks++];
  *tick = (SarTick){.value = value, .minor = minor};
  return tick;
}

/* ---- linear ---- */

/* The step 1, 2 or 5 times a power of ten of at least `rough`. */
static void nice_step(double rough, int32_t *digit, int32_t *exponent) {
  *exponent = (int32_t)floor(log10(rough));
  double rest = rough / pow(10, *exponent);
  *digit = rest <= 1.0000001 ? 1 : rest <= 2.0000001 ? 2 : rest <= 5.0000001 ? 5 : 10;
  if (*digit == 10) *digit = 1, ++*exponent;
}

static void linear_ticks(SarScale *scale, int32_t wanted, bool round_out) {
  int32_t digit, exponent;
  nice_step((scale->most - scale->least) / wanted, &digit, &exponent);
  double step = digit * pow(10, exponent), close = 1e-6;
  if (round_out) {
    scale->least = floor(scale->least / step + close) * step;
    scale->most = ceil(scale->most / step - close) * step;
  }
  int64_t first = (int64_t)ceil(scale->least / step - close), last = (int64_t)floor(scale->most / step + close);
  for (int64_t k = first; k <= last; k++) {
    SarTick *tick = add_tick(scale, (double)k * step, false);
    if (!tick) return;
    number_text(k * digit, exponent, tick->text, sizeof tick->text);
  }
}

static void linear_range(double low, double high, SarScale *out) {
  if (low > high) low = 0, high = 1;
  double middle = low / 2 + high / 2, needed = NARROWEST * fmax(fabs(low), fabs(high));
  if (high - low <= needed) {
    double half = middle != 0 ? fabs(middle) / 2 : 0.5;
    low = middle - half, high = middle + half;
  }
  out->least = low, out->most = high;
}

/* ---- logarithmic ---- */

/* Ticks at 1, 2 and 5 times powers of ten, for ranges of about a decade. */
static void short_log_ticks(SarScale *scale, int32_t first, int32_t last) {
  static const int32_t digits[] = {1, 2, 5};
  for (int32_t k = first; k <= last; k++) {
    for (int32_t i = 0; i < 3; i++) {
      double value = digits[i] * pow(10, k);
      if (value < scale->least * (1 - 1e-9) || value > scale->most * (1 + 1e-9)) continue;
      SarTick *tick = add_tick(scale, value, false);
      if (tick) number_text(digits[i], k, tick->text, sizeof tick->text);
    }
  }
}

static void log_ticks(SarScale *scale, int32_t wanted) {
  int32_t first = (int32_t)floor(log10(scale->least) - 1e-9), last = (int32_t)ceil(log10(scale->most) + 1e-9);
  double decades = log10(scale->most / scale->least);
  if (decades < 1.3) {
    short_log_ticks(scale, first, last);
    return;
  }
  int32_t stride = (int32_t)ceil(decades / wanted);
  for (int32_t k = first; k <= last; k++) {
    for (int32_t digit = 1; digit <= 9; digit++) {
      double value = digit * pow(10, k);
      bool named = digit == 1 && k % stride == 0,
           inside = value >= scale->least * (1 - 1e-9) && value <= scale->most * (1 + 1e-9);
      if (!inside || (digit > 1 && decades > 6.5) || (digit == 1 && !named && stride > 4)) continue;
      SarTick *tick = add_tick(scale, value, !named);
      if (!tick || !named) continue;
      snprintf(tick->text, sizeof tick->text, "10");
      snprintf(tick->power, sizeof tick->power, "%s%d", k < 0 ? MINUS : "", k < 0 ? -k : k);
    }
  }
}

static void log_range(double low, double high, bool round_out, SarScale *out) {
  if (low > high) low = 1, high = 10;
  if (high <= low * (1 + NARROWEST)) low /= 2, high *= 2;
  if (round_out && log10(high / low) > 1) {
    low = pow(10, floor(log10(low) + 1e-9));
    high = pow(10, ceil(log10(high) - 1e-9));
  }
  out->least = low, out->most = high;
}

void sar_scale_make(const SarSvgAxis *axis, double low, double high, int32_t wanted, SarScale *out) {
  bool given =
      axis->least < axis->most && sar_scale_shows(axis->log, axis->least) && sar_scale_shows(axis->log, axis->most);
  *out = (SarScale){.log = axis->log};
  if (wanted < 2) wanted = 2;
  if (given) low = axis->least, high = axis->most;
  if (axis->log) {
    log_range(low, high, !given, out);
    log_ticks(out, wanted);
  } else {
    linear_range(low, high, out);
    linear_ticks(out, wanted, !given);
  }
}
