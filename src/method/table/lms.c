/* Linear two-, three- and four-step methods with a given spectral radius at infinity: second order, A-stable, and
 * sigma(zeta) a multiple of (zeta + rho_inf)^k.
 *
 * Paper 4, section 2.1. H. Zhang, R. Zhang, P. Masarati, "Improved second-order unconditionally stable schemes of
 * linear multi-step and equivalent single-step integration methods", Comput. Mech. 67 (2021); with variable step (two
 * steps only) P. Masarati, M. Lanz, P. Mantegazza, "Multistep integration of ordinary, stiff and differential-algebraic
 * problems for multibody dynamics applications", AIDAA (2001). */
#include "method/family/multistep.h"
#include "method/table/cautions.h"
#include "method/table/rho_inf.h"

/* beta_0 (1 + rho/zeta)^k, so that sigma vanishes k times at -rho. */
static void set_beta(SarMultistep *out, double first, double rho) {
  out->beta[0] = first;
  for (int32_t j = 1; j <= out->steps; j++) out->beta[j] = out->beta[j - 1] * rho * (out->steps + 1 - j) / j;
}

/* ratio = h_k/h_{k-1}; rho_inf is the same for every ratio. */
static void two_unequal(const SarMethodChoice *choice, double ratio, SarMultistep *out) {
  double r = sar_rho_inf(choice), a = ratio, loss = (1 - r) * (1 - r), d = 2 * (1 + a) - loss;
  double b = a * (loss * (2 + a) + 2 * (2 * r - 1) * (1 + a)) / d;
  *out = (SarMultistep){.steps = 2, .alpha = {0, 1 - b, b}};
  set_beta(out, (1 + a) / d, r);
}

static void two(const SarMethodChoice *choice, SarMultistep *out) { two_unequal(choice, 1, out); }

static void three(const SarMethodChoice *choice, SarMultistep *out) {
  double r = sar_rho_inf(choice), d = (r - 5) * r + 10;
  *out = (SarMultistep){
      .steps = 3,
      .alpha = {0, 3 * ((2 * r - 9) * r + 5) / d, -3 * ((5 * r - 9) * r + 2) / d, ((10 * r - 5) * r + 1) / d}};
  set_beta(out, 6 / ((1 + r) * d), r);
}

static void four(const SarMethodChoice *choice, SarMultistep *out) {
  double r = sar_rho_inf(choice), d = ((7 - r) * r - 21) * r + 35;
  *out =
      (SarMultistep){.steps = 4,
                     .alpha = {0, 4 * (((13 - 2 * r) * r - 35) * r + 14) / d, -4 * (1 - r) * ((7 * r - 34) * r + 7) / d,
                               -4 * (((14 * r - 35) * r + 13) * r - 2) / d, (((35 * r - 21) * r + 7) * r - 1) / d}};
  set_beta(out, 20 / ((1 + r) * d), r);
}

static const SarMultistepTable two_steps = {.formula = two, .unequal = two_unequal, .adaptive = true};
static const SarMultistepTable three_steps = {.formula = three}, four_steps = {.formula = four};

static const SarMethodKey closed[] = {SAR_RHO_INF_KEY};

/* At 1 the characteristic polynomials share (zeta + 1)^(k - 1): such a method does not even integrate x' = 0 stably. */
static const SarMethodKey open[] = {
    {.name = "rho_inf",
     .kind = SAR_KEY_REAL,
     .fallback = "0.6",
     .meaning = SAR_RHO_INF_MEANING,
     .least = 0,
     .most = 1,
     .most_open = true,
     .remedy = "choose 0 <= rho_inf < 1: with 1 the method is not zero-stable; the trapezoid is what it would be"},
};

#define LMS(name_, summary_, cautions_, steps_, adaptive_, keys_, table_)                                           \
  {                                                                                                                 \
    .info = {.name = name_,                                                                                         \
             .family = "multistep",                                                                                 \
             .summary = summary_,                                                                                   \
             .dissipation = "rho_inf: spectral radius at infinity",                                                 \
             .stability = "A",                                                                                      \
             .paper = "4",                                                                                          \
             .cautions = cautions_,                                                                                 \
             .order = 2,                                                                                            \
             .order_index3 = {2, 2, 2},                                                                             \
             .order_si2 = {2, 2, 2},                                                                                \
             .stages = 1,                                                                                           \
             .steps = steps_,                                                                                       \
             .adaptive = adaptive_},                                                                                \
    .infinity = sar_rho_inf, .family = &sar_family_multistep, .keys = keys_, .nkeys = sizeof keys_ / sizeof *keys_, \
    .coefficients = &(table_),                                                                                      \
  }

const SarMethodTable sar_table_lms2 =
    LMS("lms2", "linear two-step method, also with variable step", SAR_CAUTION_LMS2, 2, true, closed, two_steps);
const SarMethodTable sar_table_lms3 = LMS("lms3", "linear three-step method", NULL, 3, false, open, three_steps);
const SarMethodTable sar_table_lms4 = LMS("lms4", "linear four-step method", NULL, 4, false, open, four_steps);
