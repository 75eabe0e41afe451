#include "method/spectrum.h"

#include <math.h>

#include "linear/eigen.h"
#include "method/family/adams_fixed.h"
#include "method/family/alpha.h"
#include "method/family/bdf.h"
#include "method/family/esdirk.h"
#include "method/family/multistep.h"
#include "method/family/radau.h"
#include "method/family/rosenbrock.h"
#include "method/family/runge_kutta.h"
#include "method/family/singlestep.h"

#define PI 3.14159265358979323846
#define FIRST 1e-3    /* Omega h from which the principal root is followed ... */
#define FORWARD 1.02  /* ... in steps of this factor */
#define SHORTEST 1e-4 /* part of Omega h over which the direction of the root can be told */
/* Omega h at which the order is measured, and twice that: so small that the next power of h does not matter, so large
 * that rounding does not. */
#define ORDER_STEP 0.05
#define LOW_ORDER_STEP 0.01 /* up to second order */
#define EXPLICIT_STEP 0.025 /* of explicit methods, whose error constants are large */

/* The limit on the negative real axis: searched from first to last by this factor, then to these digits. */
#define LIMIT_FIRST 0.01
#define LIMIT_LAST 1e3
#define LIMIT_FORWARD 1.05
#define LIMIT_DIGITS 1e-12
#define CIRCLE 1e-10 /* rounding of a radius */

/* z = up/down, so that it may be infinite. */
typedef struct Ratio {
  double complex up, down;
} Ratio;

static double complex *entry(double complex *matrix, int32_t n, int32_t row, int32_t column) {
  return &matrix[row * n + column];
}
#define E_(row, column) (*entry(out->e, out->n, row, column))
#define F_(row, column) (*entry(out->f, out->n, row, column))

/* ---- the families ---- */

/* State A = h^2 a, V = h v, S = h^2 a*; the position is A/z^2 (numerics 2; paper 1, eq 2). */
static void alpha_oscillator(const SarAlphaCoefficients *c, Ratio z, SarAmplification *out) {
  double complex up = z.up * z.up, down = z.down * z.down;
  out->n = 3;
  E_(0, 0) = down, E_(0, 2) = -up * c->beta;
  F_(0, 0) = down, F_(0, 1) = up, F_(0, 2) = up * (0.5 - c->beta);
  E_(1, 1) = 1, E_(1, 2) = -c->gamma;
  F_(1, 1) = 1, F_(1, 2) = 1 - c->gamma;
  E_(2, 0) = -(1 - c->alpha_f), E_(2, 2) = 1 - c->alpha_m;
  F_(2, 0) = c->alpha_f, F_(2, 2) = -c->alpha_m;
}

/* State X = h x', S = h x*, x = X/z: the velocities' formula. */
static void alpha_rate(const SarAlphaCoefficients *c, Ratio z, SarAmplification *out) {
  out->n = 2;
  E_(0, 0) = z.down, E_(0, 1) = -z.up * c->gamma;
  F_(0, 0) = z.down, F_(0, 1) = z.up * (1 - c->gamma);
  E_(1, 0) = -(1 - c->alpha_f), E_(1, 1) = 1 - c->alpha_m;
  F_(1, 0) = c->alpha_f, F_(1, 1) = -c->alpha_m;
}

static void amplify_alpha(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out) {
  SarAlphaCoefficients c = ((const SarAlphaTable *)choice->table->coefficients)->coefficients(choice);
  (equation == SAR_TEST_OSCILLATOR ? alpha_oscillator : alpha_rate)(&c, z, out);
}

/* State y_{k-1}, y_{k-2}, ...: the companion matrix of y_k = sum alpha_j y_{k-j} + h sum beta_j y'_{k-j} (paper 4, eq
 * 2). */
static void companion(int32_t steps, const double *alpha, const double *beta, Ratio z, SarAmplification *out) {
  out->n = steps;
  E_(0, 0) = z.down - z.up * beta[0];
  for (int32_t j = 0; j < steps; j++) {
    F_(0, j) = z.down * alpha[j + 1] + z.up * beta[j + 1];
    if (j > 0) E_(j, j) = F_(j, j - 1) = 1;
  }
}

static void amplify_multistep(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out) {
  (void)equation;
  SarMultistep f;
  ((const SarMultistepTable *)choice->table->coefficients)->formula(choice, &f);
  companion(f.steps, f.alpha, f.beta, z, out);
}

/* Equal steps and the highest order: the last of the formula's nodes does not count then. */
static void amplify_bdf(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out) {
  (void)equation;
  int32_t order = ((const SarBdfTable *)choice->table->coefficients)->max_order(choice);
  double node[SAR_BDF_ORDER + 1], alpha[SAR_BDF_ORDER + 2] = {0}, beta[SAR_BDF_ORDER + 1] = {0};
  for (int32_t j = 0; j <= order; j++) node[j] = -1 - j;
  beta[0] = sar_bdf_formula(order, node, 0, 1, alpha + 1);
  companion(order, alpha, beta, z, out);
}

/* On linear equations the trapezoid (paper 3, eq 9). */
static void amplify_midpoint(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out) {
  (void)choice;
  (void)equation;
  companion(1, (const double[]){0, 1}, (const double[]){0.5, 0.5}, z, out);
}

/* State h y', h y^1, ... h y^(r-1): paper 4, eqs 4; y = h y'/z. */
static void amplify_singlestep(const SarMethodChoice *choice, SarTestEquation equation, Ratio z,
                               SarAmplification *out) {
  (void)equation;
  SarSinglestep s;
  ((const SarSinglestepTable *)choice->table->coefficients)->formula(choice, &s);
  int32_t last = s.levels - 1;
  out->n = s.levels;
  E_(0, 0) = z.down, F_(0, 0) = z.down; /* (4a) */
  E_(0, last) -= z.up * s.gamma[0], F_(0, last) += z.up * (1 - s.gamma[0]);
  for (int32_t p = 1; p <= last; p++) { /* level p from level p - 1: (4e) is p = 1 */
    double complex own = s.gamma[2 * (last - p) + 1], below = s.gamma[2 * (last - p) + 2];
    E_(p, p) = own, E_(p, p - 1) = -below;
    F_(p, p) = -(1 - own), F_(p, p - 1) = 1 - below;
  }
}

/* R(z) by its stages: paper 4, eqs 5 and 6. */
static void amplify_esdirk(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out) {
  (void)equation;
  SarTableau t;
  ((const SarEsdirkTable *)choice->table->coefficients)->tableau(choice, &t);
  double complex y[SAR_ESDIRK_STAGES] = {1}, pole = z.down - z.up * t.gamma;
  for (int32_t i = 1; i < t.stages; i++) {
    double complex sum = z.down;
    for (int32_t j = 0; j < i; j++) sum += z.up * t.a[i][j] * y[j];
    y[i] = sum / pole;
  }
  out->n = 1;
  E_(0, 0) = 1;
  F_(0, 0) = y[t.stages - 1];
}

/* State: the stages, Y = y_n + z A Y with y_n the last stage of the step before. All roots but one are 0. */
static void amplify_radau(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out) {
  (void)equation;
  const SarRadauTable *t = choice->table->coefficients;
  out->n = t->stages;
  for (int32_t i = 0; i < t->stages; i++) {
    for (int32_t j = 0; j < t->stages; j++) E_(i, j) = (i == j ? z.down : 0) - z.up * t->a[i][j];
    F_(i, t->stages - 1) = z.down;
  }
}

/* State y_n, y_{n-1}, ...: predict, evaluate, correct, evaluate (paper 5, eqs 27 and 31). */
static void amplify_adams(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out) {
  (void)equation;
  const SarAdamsTable *table = choice->table->coefficients;
  SarAdams f;
  sar_adams_formula(table->kind, table->steps, &f);
  double complex one = f.corrected ? z.down * z.down : z.down; /* all over this */
  out->n = f.steps;
  E_(0, 0) = one;
  for (int32_t j = 0; j < f.steps; j++) {
    double complex predicted = z.up * f.predictor[j] + (j == 0 ? z.down : 0); /* of y_P, times z.down */
    F_(0, j) = !f.corrected
                   ? predicted
                   : z.up * f.corrector[0] * predicted + z.up * z.down * f.corrector[j + 1] + (j == 0 ? one : 0);
    if (j > 0) E_(j, j) = F_(j, j - 1) = 1;
  }
}

/* R(z), a polynomial: infinite at infinity. */
static void amplify_runge_kutta(const SarMethodChoice *choice, SarTestEquation equation, Ratio z,
                                SarAmplification *out) {
  (void)equation;
  const SarRungeKuttaTable *t = choice->table->coefficients;
  double complex h = z.up / z.down, y[SAR_RUNGE_KUTTA_STAGES], end = 1;
  for (int32_t i = 0; i < t->stages; i++) {
    y[i] = 1;
    for (int32_t j = 0; j < i; j++) y[i] += h * t->a[i][j] * y[j];
    end += h * t->b[i] * y[i];
  }
  out->n = 1;
  E_(0, 0) = 1;
  F_(0, 0) = z.down == 0 ? INFINITY : end;
}

/* R(z) of paper 2, eqs 11, with the exact Jacobian: k_i = z (1 + sum beta_ij k_j), beta = alpha + gamma. */
static void amplify_rosenbrock(const SarMethodChoice *choice, SarTestEquation equation, Ratio z,
                               SarAmplification *out) {
  (void)equation;
  const SarRosenbrockTable *t = choice->table->coefficients;
  double complex k[SAR_ROSENBROCK_STAGES], end = 1;
  for (int32_t i = 0; i < t->stages; i++) {
    double complex sum = 1;
    for (int32_t j = 0; j < i; j++) sum += (t->alpha[i][j] + t->gamma[i][j]) * k[j];
    k[i] = z.up * sum / (z.down - z.up * t->gamma[i][i]);
    end += t->b[i] * k[i];
  }
  out->n = 1;
  E_(0, 0) = 1;
  F_(0, 0) = end;
}

static const struct {
  const SarFamily *family;
  void (*amplify)(const SarMethodChoice *choice, SarTestEquation equation, Ratio z, SarAmplification *out);
} families[] = {{&sar_family_alpha, amplify_alpha},
                {&sar_family_multistep, amplify_multistep},
                {&sar_family_bdf, amplify_bdf},
                {&sar_family_midpoint, amplify_midpoint},
                {&sar_family_singlestep, amplify_singlestep},
                {&sar_family_esdirk, amplify_esdirk},
                {&sar_family_radau, amplify_radau},
                {&sar_family_adams_fixed, amplify_adams},
                {&sar_family_runge_kutta, amplify_runge_kutta},
                {&sar_family_rosenbrock, amplify_rosenbrock}};

/* ---- roots ---- */

bool sar_spectrum_knows(const SarMethodChoice *choice) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    if (families[i].family == choice->table->family) return true;
  }
  return false;
}

SarStatus sar_amplification(SarContext *context, const SarMethodChoice *choice, SarTestEquation equation,
                            double complex z, SarAmplification *out) {
  bool infinite = isinf(creal(z)) || isinf(cimag(z));
  *out = (SarAmplification){.n = 0};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    if (families[i].family != choice->table->family) continue;
    families[i].amplify(choice, equation, infinite ? (Ratio){1, 0} : (Ratio){z, 1}, out);
    return SAR_OK;
  }
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "choose another method: `sarrus methods` lists them",
                    "the amplification of %s is not known", choice->table->info.name);
}

SarStatus sar_spectrum_roots(SarContext *context, const SarMethodChoice *choice, SarTestEquation equation,
                             double complex z, SarSpectrumRoots *out) {
  SarAmplification a;
  SAR_TRY(sar_amplification(context, choice, equation, z, &a));
  *out = (SarSpectrumRoots){.n = a.n};
  SarStatus status = a.n == 1 ? SAR_OK : sar_eigenvalues(a.n, a.e, a.f, out->zeta);
  if (a.n == 1) out->zeta[0] = a.f[0] / a.e[0];
  if (status == SAR_SINGULAR) { /* on a pole */
    for (int32_t i = 0; i < a.n; i++) out->zeta[i] = INFINITY;
  } else if (status != SAR_OK) {
    return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "choose other parameters",
                      "the eigenvalues of %s at %g%+gi were not found", choice->table->info.name, creal(z), cimag(z));
  }
  for (int32_t i = 0; i < a.n; i++) {
    double size = cabs(out->zeta[i]);
    out->radius = isnan(size) ? INFINITY : fmax(out->radius, size);
  }
  return SAR_OK;
}

/* The principal root, followed from small steps: its logarithm at z = i omega, with the turns counted. */
typedef struct Trace {
  double omega;
  double complex log, slope;
  SarSpectrumRoots roots;
} Trace;

static SarStatus look(SarContext *context, const SarMethodChoice *choice, double omega, Trace *trace) {
  SAR_TRY(sar_spectrum_roots(context, choice, SAR_TEST_OSCILLATOR, I * omega, &trace->roots));
  double complex expected = trace->log + trace->slope * (omega - trace->omega), near = cexp(expected);
  double complex best = trace->roots.zeta[0];
  for (int32_t i = 1; i < trace->roots.n; i++) {
    if (cabs(trace->roots.zeta[i] - near) < cabs(best - near)) best = trace->roots.zeta[i];
  }
  double complex found = clog(best);
  found += 2 * PI * I * round((cimag(expected) - cimag(found)) / (2 * PI));
  /* a shorter piece would hand on rounding as a slope */
  if (omega - trace->omega > SHORTEST * omega) trace->slope = (found - trace->log) / (omega - trace->omega);
  trace->log = found;
  trace->omega = omega;
  return SAR_OK;
}

static SarStatus follow(SarContext *context, const SarMethodChoice *choice, double omega, Trace *trace) {
  if (trace->omega == 0) {
    trace->slope = I;
    SAR_TRY(look(context, choice, fmin(omega, FIRST), trace));
  }
  while (trace->omega < omega) SAR_TRY(look(context, choice, fmin(omega, FORWARD * trace->omega), trace));
  return SAR_OK;
}

SarStatus sar_spectrum_scan(SarContext *context, const SarMethodChoice *choice, int32_t count, const double *omega,
                            SarSpectrumPoint *points) {
  Trace trace = {.omega = 0};
  int32_t stages = choice->table->info.stages;
  for (int32_t i = 0; i < count; i++) {
    double exact = stages * omega[i];
    SAR_TRY(follow(context, choice, exact, &trace));
    double numerical = cabs(trace.log); /* w h of paper 4, eq 22 */
    points[i] = (SarSpectrumPoint){.omega = omega[i],
                                   .radius = trace.roots.radius,
                                   .root = cexp(trace.log),
                                   .decay = -creal(trace.log) / numerical,
                                   .elongation = exact / numerical - 1,
                                   .error = cabs(trace.log - I * exact) / exact};
  }
  return SAR_OK;
}

SarStatus sar_spectrum_order(SarContext *context, const SarMethodChoice *choice, double *order, double *constant) {
  Trace trace = {.omega = 0};
  const SarMethodInfo *info = &choice->table->info;
  double error[2], step = info->order <= 2 ? LOW_ORDER_STEP : info->explicit ? EXPLICIT_STEP : ORDER_STEP;
  for (int32_t i = 0; i < 2; i++) {
    double omega = step * (i + 1);
    SAR_TRY(follow(context, choice, omega, &trace));
    error[i] = cabs(trace.log - I * omega);
  }
  *order = log2(error[1] / error[0]) - 1;
  *constant = error[0] / pow(step, round(*order) + 1);
  return SAR_OK;
}

/* Whether x' = mu x is damped at mu h = -s; on the unit circle counts as damped. */
static SarStatus damps(SarContext *context, const SarMethodChoice *choice, double s, bool *damped) {
  SarSpectrumRoots roots;
  SAR_TRY(sar_spectrum_roots(context, choice, SAR_TEST_RATE, -s, &roots));
  *damped = roots.radius <= 1 + CIRCLE;
  return SAR_OK;
}

SarStatus sar_spectrum_limit(SarContext *context, const SarMethodChoice *choice, double *limit) {
  double low = 0, high = LIMIT_FIRST;
  bool damped = true;
  *limit = INFINITY;
  while (damped) {
    if (high > LIMIT_LAST) return SAR_OK;
    SAR_TRY(damps(context, choice, high, &damped));
    if (!damped) break;
    low = high;
    high *= LIMIT_FORWARD;
  }
  while (high - low > LIMIT_DIGITS * high) {
    double middle = (low + high) / 2;
    SAR_TRY(damps(context, choice, middle, &damped));
    *(damped ? &low : &high) = middle;
  }
  *limit = (low + high) / 2;
  return SAR_OK;
}

SarStatus sar_spectrum_region(SarContext *context, const SarMethodChoice *choice, int32_t nre, const double *re,
                              int32_t nim, const double *im, double *radius) {
  int32_t stages = choice->table->info.stages;
  for (int32_t j = 0; j < nim; j++) {
    for (int32_t i = 0; i < nre; i++) {
      SarSpectrumRoots roots;
      SAR_TRY(sar_spectrum_roots(context, choice, SAR_TEST_RATE, stages * (re[i] + I * im[j]), &roots));
      radius[(int64_t)j * nre + i] = roots.radius;
    }
  }
  return SAR_OK;
}
