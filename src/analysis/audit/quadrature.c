#include "analysis/audit/quadrature.h"

#include <math.h>

/* Of the limit of the verdict, for the errors of the rule in the whole run. They may grow with time: what quiet parts
 * do not need is left for others. */
#define SHARE 0.25
/* For flows like cos(k t), the trapezoidal rule errs by up to h (k h)^2/12, Simpson's by (k h)^2/240 of that, and over
 * two steps the flow changes by up to 2 k h. The first error over h times the change is k h/24 or more: its square
 * times 2.4 is (k h)^2/240 or more. */
#define SQUARED 2.5

/* Of the error before: more than that is left by a middle which has not helped. */
#define HELPED 0.5

static const int first_flow[SAR_BALANCES + 1] = {0, 2, 5, SAR_FLOWS};

static double difference(const SarFlow *a, const SarFlow *b, int balance) {
  double sum = 0;
  for (int i = first_flow[balance]; i < first_flow[balance + 1]; i++) sum += fabs(a->y[i] - b->y[i]);
  return sum;
}

static SarFlow trapezoid(const SarQuadratureStep *s) {
  SarFlow sum;
  for (int i = 0; i < SAR_FLOWS; i++) sum.y[i] = s->h * (s->begin.y[i] + s->end.y[i]) / 2;
  return sum;
}

/* departure: of Simpson's rule from the trapezoidal one, whose error it is. */
static double error_of_simpson(const SarQuadrature *q, const SarQuadratureStep *s, const SarFlow *middle,
                               double departure, int balance) {
  double change = difference(middle, &s->begin, balance) + difference(&s->end, middle, balance);
  if (q->last > 0) change += difference(&s->begin, &q->before, balance);
  double ratio = change > 0 ? departure / (s->h * change) : 0;
  return departure * fmin(1, SQUARED * ratio * ratio);
}

/* The error of the trapezoidal rule, h^3/12 y'', with y'' from the ends of this step and of the one before. A mean of
 * multipliers in the middle errs by h^2/8 y'', and two thirds of that are in Simpson's rule: the same. */
static double error_of_ends(const SarQuadrature *q, const SarQuadratureStep *s, int balance) {
  double h = s->h, last = q->last, sum = 0;
  if (!(last > 0)) return h * difference(&s->end, &s->begin, balance) / 2;
  for (int i = first_flow[balance]; i < first_flow[balance + 1]; i++) {
    double slope = (s->end.y[i] - s->begin.y[i]) / h, slope_before = (s->begin.y[i] - q->before.y[i]) / last;
    sum += fabs(slope - slope_before) / (h + last);
  }
  return h * h * h * sum / 6;
}

void sar_quadrature_estimate(const SarQuadrature *q, const SarQuadratureStep *s, double estimate[SAR_BALANCES]) {
  for (int k = 0; k < SAR_BALANCES; k++) estimate[k] = error_of_ends(q, s, k);
  if (q->multipliers) return;
  SarFlow ends = trapezoid(s);
  estimate[0] = error_of_simpson(q, s, &s->middle, difference(&s->plain, &ends, 0), 0);
}

/* What the error may be grows with time, and where the sum so far is more than that, steps have to be solved inside,
 * but not those whose part in it is no more than their part of the time: all of them together would not use up what the
 * whole run may have. Where the sum cannot be brought down, every step would be solved otherwise, for nothing. */
bool sar_quadrature_weighs(const SarQuadrature *q, const SarQuadratureStep *s, const double estimate[SAR_BALANCES]) {
  for (int k = 0; k < SAR_BALANCES; k++) {
    double of_run = SHARE * q->limit[k] * s->scale[k], allowed = of_run * s->t / q->span;
    if (estimate[k] > of_run * s->h / q->span && q->doubt[k] + estimate[k] > allowed) return true;
  }
  return false;
}

bool sar_quadrature_weighs_still(const SarQuadrature *q, const SarQuadratureStep *s, const double before[SAR_BALANCES],
                                 const double estimate[SAR_BALANCES]) {
  double smooth[SAR_BALANCES];
  for (int k = 0; k < SAR_BALANCES; k++) {
    bool was_simpson = k == 0 && !q->multipliers;
    smooth[k] = was_simpson || estimate[k] <= HELPED * before[k] ? estimate[k] : 0;
  }
  return sar_quadrature_weighs(q, s, smooth);
}

SarFlow sar_quadrature_simpson(const SarQuadrature *q, const SarQuadratureStep *s, const SarFlow *middle,
                               double estimate[SAR_BALANCES]) {
  SarFlow sum, ends = trapezoid(s);
  for (int i = 0; i < SAR_FLOWS; i++) sum.y[i] = s->h * (s->begin.y[i] + 4 * middle->y[i] + s->end.y[i]) / 6;
  for (int k = 0; k < SAR_BALANCES; k++) estimate[k] = error_of_simpson(q, s, middle, difference(&sum, &ends, k), k);
  return sum;
}

SarFlow sar_quadrature_boole(const SarQuadrature *q, const SarQuadratureStep *s, const SarFlow inner[3],
                             double estimate[SAR_BALANCES]) {
  SarFlow sum, simpson = sar_quadrature_simpson(q, s, &inner[1], estimate);
  for (int i = 0; i < SAR_FLOWS; i++) {
    double ends = s->begin.y[i] + s->end.y[i], quarters = inner[0].y[i] + inner[2].y[i];
    sum.y[i] = s->h * (7 * ends + 32 * quarters + 12 * inner[1].y[i]) / 90;
  }
  for (int k = 0; k < SAR_BALANCES; k++) estimate[k] = difference(&sum, &simpson, k);
  return sum;
}

void sar_quadrature_close(SarQuadrature *q, const SarQuadratureStep *s, const double estimate[SAR_BALANCES]) {
  for (int k = 0; k < SAR_BALANCES; k++) q->doubt[k] += estimate[k];
  q->last = s->h;
  q->before = s->begin;
}
