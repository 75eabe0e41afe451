/* MSSTH(n): n implicit stages of order n, A-stable, spectral radius rho_inf at infinity, stage order 2.
 *
 * Paper 4, appendix, eqs 30 to 35; c_3 and c_4 of its table 7, linearly between its rows (they are free for the order
 * and for R). gamma is the root of
 *
 *   R(inf) = +rho_inf (n = 3, 4), -rho_inf (n = 5),
 *
 * where R(z) is the rational function of denominator (1 - gamma z)^n and order n; table 7 prints those of MSSTC(3) for
 * n = 3. */
#include <math.h>

#include "method/table/esdirk_rows.h"
#include "method/table/rho_inf.h"

#define ROWS 11
#define ITERATIONS 12
/* Weights grow as one over the distance of two abscissae. The rows of table 7 are at least twice this far from such a
 * pole, but between two rows abscissae may cross. */
#define APART 5e-4

/* Table 7, rho_inf = 0, 0.1, ... 1. */
static const double fourth_c3[ROWS] = {
    0.5590985754229417305152542, 0.6002938888698324121975147, 0.6385228144891605953328610, 0.6752454071331807752264900,
    0.7116626313535582440037008, 0.7489373901316857945701066, 0.7884370115210036155119526, 0.8321495959968309360981758,
    0.8836585039419085905336449, 0.9508833135343227253337252, 1.0534803411702867301702400};
static const double fourth_c4[ROWS] = {
    0.7414011664833654036144139, 0.7584129875780372120885886, 0.7731436659604612460228168, 0.7860312064122737529814344,
    0.7972514819203143643377985, 0.8067140747427041791439706, 0.8139662529419134928687640, 0.8179301032006714988753515,
    0.8162478946500242305006623, 0.8036295352568830763217989, 0.7689305362617052663765094};
static const double fifth_c4[ROWS] = {
    0.9673258605571696255864822, 0.9085500184865173967097007, 0.8510912674088796370241994, 0.7951780419709296721109126,
    0.7409689864721386021173544, 0.6885609787040850582329199, 0.6379972790560722861741283, 0.5892756783804685705163706,
    0.5423562209596147765111596, 0.4971683414199104533715001, 0.4536172576687555468843982};

static double between_rows(const double *rows, double rho) {
  int32_t i = (int32_t)fmin(floor(10 * rho), ROWS - 2);
  double part = 10 * rho - i;
  return rows[i] + part * (rows[i + 1] - rows[i]);
}

/* c, or the nearest value that is not too close to `other`. */
static double apart(double c, double other) {
  if (fabs(c - other) >= APART) return c;
  return c < other ? other - APART : other + APART;
}

/* Newton on the polynomial of degree n, coefficients ascending. */
static double root(int32_t n, const double *coefficient, double guess) {
  for (int32_t i = 0; i < ITERATIONS; i++) {
    double value = coefficient[n], slope = 0;
    for (int32_t k = n - 1; k >= 0; k--) {
      slope = slope * guess + value;
      value = value * guess + coefficient[k];
    }
    guess -= value / slope;
  }
  return guess;
}

static void third(const SarMethodChoice *choice, SarTableau *out) {
  double r = sar_rho_inf(choice);
  double g = root(3, (const double[]){-1.0 / 6, 1.5, -3, 1 - r}, 0.436 - 0.103 * r);
  double c3 = (24 * g * g - 20 * g + 3) / (24 * g * g - 24 * g + 4); /* eq (31) */
  sar_tableau_third_order(g, apart(c3, 2 * g), out);
}

/* Eqs (32), (33). */
static void fourth(const SarMethodChoice *choice, SarTableau *out) {
  double r = sar_rho_inf(choice);
  double g = root(4, (const double[]){1.0 / 24, -2.0 / 3, 3, -4, 1 - r}, 0.573 - 0.179 * r);
  double c3 = apart(between_rows(fourth_c3, r), 2 * g);
  double c4 = apart(apart(between_rows(fourth_c4, r), c3), 2 * g);
  double eta1 = 48 * (1 - c4) * g * g * g + 8 * (3 * c3 * c3 - 6 * c3 + 9 * c4 - 5) * g * g +
                6 * (-4 * c3 * c3 + 6 * c3 - 4 * c4 + 1) * g + 4 * c3 * c3 - 5 * c3 + 2 * c4;
  double eta2 = 48 * (1 - c3) * g * g * g + 8 * (3 * c3 * c3 + 3 * c3 - 5) * g * g +
                6 * (-4 * c3 * c3 + 2 * c3 + 1) * g + 4 * c3 * c3 - 3 * c3;
  *out = (SarTableau){.stages = 5, .gamma = g};
  sar_tableau_close_row(out, 1, 2 * g);
  out->a[2][1] = c3 * (c3 - 2 * g) / (4 * g);
  sar_tableau_close_row(out, 2, c3);
  double a42 = c4 * (c4 - 2 * g) * eta1 / (4 * g * eta2);
  out->a[3][1] = a42;
  out->a[3][2] = (c4 * c4 - 4 * a42 * g - 2 * c4 * g) / (2 * c3);
  sar_tableau_close_row(out, 3, c4);
  out->a[4][1] =
      -(12 * (c3 * c4 - c3 - c4 + 1) * g + 4 * c3 + 4 * c4 - 6 * c3 * c4 - 3) / (24 * g * (c3 - 2 * g) * (c4 - 2 * g));
  out->a[4][2] = (24 * (c4 - 1) * g * g + 4 * (5 - 6 * c4) * g + 4 * c4 - 3) / (12 * c3 * (c4 - c3) * (c3 - 2 * g));
  out->a[4][3] = -(24 * (c3 - 1) * g * g + 4 * (5 - 6 * c3) * g + 4 * c3 - 3) / (12 * c4 * (c4 - c3) * (c4 - 2 * g));
  sar_tableau_close_row(out, 4, 1);
}

/* eta_6, eta_8, eta_9 and eta_10 of eqs (35): one polynomial of two abscissae. */
static double pair(double g, double c, double d) {
  return 120 * (c + d - c * d - 1) * g * g + 10 * (12 * c * d - 10 * d - 10 * c + 9) * g + 15 * c + 15 * d -
         20 * c * d - 12;
}

/* eta_2 and eta_7 of eqs (35). */
static double single(double g, double c) {
  return 120 * (1 - c) * g * g * g + 20 * (9 * c - 7) * g * g + 20 * (2 - 3 * c) * g + 5 * c - 3;
}

/* c_5 of eq (34h), eqs (35c), (35d). */
static double fifth_c5(double g, double c3) {
  double eta3 = ((((-720 * g + 360 * c3 + 848) * g - 336 * c3 - 368) * g + 120 * c3 + 64) * g - 18 * c3 - 4) * g + c3;
  double eta4 = ((((-480 * g + 240 * c3 + 600) * g - 240 * c3 - 288) * g + 96 * c3 + 56) * g - 16 * c3 - 4) * g + c3;
  return eta3 / eta4;
}

/* Eqs (34), (35). */
static void fifth(const SarMethodChoice *choice, SarTableau *out) {
  double r = sar_rho_inf(choice);
  double g = root(5, (const double[]){-1.0 / 120, 5.0 / 24, -5.0 / 3, 5, -5, 1 + r}, 0.278 - 0.0315 * r);
  double c3 = 0.1, c4 = apart(between_rows(fifth_c4, r), 2 * g), c5 = fifth_c5(g, c3);
  double eta1 = 240 * (1 - c4) * g * g * g * g + 40 * (3 * c3 * c3 - 6 * c3 + 12 * c4 - 7) * g * g * g +
                20 * (-9 * c3 * c3 + 13 * c3 - 12 * c4 + 4) * g * g + (60 * c3 * c3 - 70 * c3 + 40 * c4 - 6) * g -
                5 * c3 * c3 + 5 * c3 - 2 * c4;
  double eta5 = 120 * (-c4 * c4 + 2 * c4 - c3 - c5 + c3 * c5) * g * g * g +
                20 * (9 * c4 * c4 - 15 * c4 + 8 * c3 + 7 * c5 - 9 * c3 * c5) * g * g +
                10 * (-6 * c4 * c4 + 9 * c4 - 5 * c3 - 4 * c5 + 6 * c3 * c5) * g + 5 * c4 * c4 - 7 * c4 + 4 * c3 +
                3 * c5 - 5 * c3 * c5;
  double eta6 = pair(g, c3, c4);
  *out = (SarTableau){.stages = 6, .gamma = g};
  sar_tableau_close_row(out, 1, 2 * g);
  out->a[2][1] = c3 * (c3 - 2 * g) / (4 * g);
  sar_tableau_close_row(out, 2, c3);
  double a42 = -c4 * (c4 - 2 * g) * eta1 / (4 * g * (c3 - 2 * g) * single(g, c3));
  out->a[3][1] = a42;
  out->a[3][2] = (c4 * c4 - 4 * a42 * g - 2 * c4 * g) / (2 * c3);
  sar_tableau_close_row(out, 3, c4);
  double a53 = c5 * (c5 - c3) * (c5 - 2 * g) * eta5 / (c3 * (c4 - c3) * (c3 - 2 * g) * eta6);
  double a54 = c5 * (c5 - c3) * (c5 - c4) * (c5 - 2 * g) * single(g, c3) / (c4 * (c4 - c3) * (c4 - 2 * g) * eta6);
  out->a[4][1] = (c5 * c5 - 2 * a53 * c3 - 2 * a54 * c4 - 2 * c5 * g) / (4 * g);
  out->a[4][2] = a53;
  out->a[4][3] = a54;
  sar_tableau_close_row(out, 4, c5);
  double b3 = -pair(g, c4, c5) / (60 * c3 * (c4 - c3) * (c5 - c3) * (c3 - 2 * g));
  double b4 = pair(g, c3, c5) / (60 * c4 * (c4 - c3) * (c5 - c4) * (c4 - 2 * g));
  double b5 = -pair(g, c3, c4) / (60 * c5 * (c5 - c3) * (c5 - c4) * (c5 - 2 * g));
  out->a[5][1] = (1 - 2 * g - 2 * b3 * c3 - 2 * b4 * c4 - 2 * b5 * c5) / (4 * g);
  out->a[5][2] = b3;
  out->a[5][3] = b4;
  out->a[5][4] = b5;
  sar_tableau_close_row(out, 5, 1);
}

static const SarEsdirkTable third_order = {third}, fourth_order = {fourth}, fifth_order = {fifth};

static const SarMethodKey keys[] = {SAR_RHO_INF_KEY};

#define MSSTH(name_, order_, summary_, table_)                                                                \
  {                                                                                                           \
    .info = {.name = name_,                                                                                   \
             .family = "esdirk",                                                                              \
             .summary = summary_,                                                                             \
             .dissipation = "rho_inf: spectral radius at infinity; paper 4 recommends 0",                     \
             .stability = "A",                                                                                \
             .paper = "4",                                                                                    \
             .order = order_,                                                                                 \
             .order_index3 = {2, 2, 1},                                                                       \
             .stages = order_},                                                                               \
    .infinity = sar_rho_inf, .family = &sar_family_esdirk, .keys = keys, .nkeys = sizeof keys / sizeof *keys, \
    .coefficients = &(table_),                                                                                \
  }

const SarMethodTable sar_table_mssth3 = MSSTH("mssth3", 3, "three stages of third order", third_order);
const SarMethodTable sar_table_mssth4 = MSSTH("mssth4", 4, "four stages of fourth order", fourth_order);
const SarMethodTable sar_table_mssth5 = MSSTH("mssth5", 5, "five stages of fifth order", fifth_order);
