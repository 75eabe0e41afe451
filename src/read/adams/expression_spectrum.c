/* INVPSD(x, spline, f0, f1, nf, linlog, seed): noise with a given density of power, a sum of sines
 *
 *   sum over i of sqrt(2 PSD(f_i) df) sin(2 pi f_i x + phase_i),   df = (f1 - f0)/nf,  f_i = f0 + (i - 1/2) df
 *
 * whose mean square is the area below the density from f0 to f1. The phases are ours: how Adams makes them of its seed
 * is not known. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "read/adams/expression.h"

#define MOST 200 /* frequencies */
#define TWO_PI 6.2831853071795864769

typedef struct Spectrum {
  double from, to;
  int64_t count, logarithmic, seed;
  const SarArgument *x, *y;
} Spectrum;

static bool read_number(const char *text, double *out) {
  size_t length = strlen(text);
  return sar_text_number(text, length, out) == length;
}

static bool number_at(SarDeckReading *r, const SarDeckTerm *call, int32_t index, double *out) {
  const SarDeckTerm *term = call->arguments[index];
  if (term && term->kind == SAR_DECK_TERM_NUMBER && read_number(term->text, out)) return true;
  sar_deck_fail(r, term ? term->offset : call->offset, "write a number", "argument %d of `INVPSD` must be a number",
                (int)index + 1);
  return false;
}

/* A point of the table; false: it is no number, which the spline has said. */
static bool point_of(const Spectrum *s, int32_t i, double *x, double *y) {
  return read_number(s->x->values[i].text, x) && read_number(s->y->values[i].text, y);
}

/* Between two points of the table, along a line of the numbers or of their logarithms; beyond its ends there is none.
 */
static double density(const Spectrum *s, double f) {
  double x[2], y[2];
  for (int32_t i = 0; i + 1 < s->x->count; i++) {
    if (!point_of(s, i, &x[0], &y[0]) || !point_of(s, i + 1, &x[1], &y[1])) return 0;
    if (f < x[0] || f > x[1] || !(x[1] > x[0])) continue;
    double t = (f - x[0]) / (x[1] - x[0]);
    if (!s->logarithmic || !(x[0] > 0 && y[0] > 0 && y[1] > 0)) return fmax(0, y[0] + t * (y[1] - y[0]));
    return exp(log(y[0]) + log(f / x[0]) / log(x[1] / x[0]) * log(y[1] / y[0]));
  }
  return 0;
}

/* In [0, 2 pi): the i-th number after the seed of the generator splitmix64. */
static double phase_of(const Spectrum *s, int64_t i) {
  uint64_t z = ((uint64_t)s->seed + 1) * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)i * UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return TWO_PI * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static bool read_spectrum(SarDeckReading *r, const SarDeckTerm *call, Spectrum *out) {
  const SarStatement *spline = sar_deck_named(r, call, 1, "SPLINE");
  if (!spline || !number_at(r, call, 2, &out->from) || !number_at(r, call, 3, &out->to)) return false;
  if (!sar_deck_whole_within(r, call, 4, 2, MOST, &out->count)) return false;
  if (!sar_deck_whole_within(r, call, 5, 0, 1, &out->logarithmic) || !sar_deck_whole(r, call, 6, &out->seed))
    return false;
  out->x = sar_statement_argument(spline, "X");
  out->y = sar_statement_argument(spline, "Y");
  if (!out->x || !out->y || out->x->count != out->y->count) {
    sar_deck_give_up(r, call->offset, "give the density as a SPLINE with X and Y", "%s is no density over frequencies",
                     sar_deck_title(r->deck, spline));
    return false;
  }
  if (out->to > out->from && out->from >= 0) return true;
  sar_deck_fail(r, call->offset, "give the lower frequency first", "the frequencies of `INVPSD` must grow");
  return false;
}

void sar_deck_write_spectrum(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call) {
  Spectrum s;
  if (!read_spectrum(r, call, &s)) return;
  const double step = (s.to - s.from) / (double)s.count;
  sar_deck_remark(r->deck, r->statement, sar_deck_source(r, call->offset),
                  "INVPSD: the phases of its sines are others than those of Adams");
  sar_deck_appendf(out, "(0");
  for (int64_t i = 0; i < s.count && r->status == SAR_OK; i++) {
    double f = s.from + ((double)i + 0.5) * step, size = sqrt(2 * density(&s, f) * step);
    char numbers[3][SAR_NUMBER_SIZE];
    if (!(size > 0)) continue;
    sar_format_real(numbers[0], size);
    sar_format_real(numbers[1], TWO_PI * f);
    sar_format_real(numbers[2], phase_of(&s, i));
    sar_deck_appendf(out, " + %s*sin(%s*(", numbers[0], numbers[1]);
    sar_deck_write(r, out, call->arguments[0], 0);
    sar_deck_appendf(out, ") + %s)", numbers[2]);
  }
  sar_deck_appendf(out, ")");
}
