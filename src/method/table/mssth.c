/* MSSTH(n): n implicit stages of order n, A-stable, spectral radius rho_inf at infinity, stage order 2.
 *
 * Paper 4, appendix, eqs 30 to 35; c_3 and c_4 of its table 7, linearly between its rows (they are free for the order
 * and for R). gamma is the root of
 *
 *   R(inf) = +rho_inf (n = 3, 4), -rho_inf (n = 5),
 *
 * where R(z) is the rational function of denominator (1 - gamma z)^n and order n; table 7 prints those of MSSTC(3) for
 * n = 3. Near the poles of the formulas rounding is multiplied: hence long double. */
#include "method/table/mssth.h"

#include <math.h>

#include "method/table/esdirk_rows.h"
#include "method/table/rho_inf.h"

#define ROWS 11
#define ITERATIONS 12
/* Coefficients grow as one over the distance of two abscissae, or of one from where a denominator vanishes. The rows of
 * table 7 keep clear of these poles, but between two rows there are some: rho_inf = 0.694 (n = 3, c_3 = 2 gamma), 0.665
 * (n = 4, c_4 = c_3), 0.755 (n = 4, c_3 = 2 gamma), 0.556 (n = 5, eta_2 = 0) and 0.898 (n = 5, c_4 = 2 gamma). There
 * the abscissa stays this far away; order, R and stage order are not touched. */
#define APART 5e-4L

/* Table 7, rho_inf = 0, 0.1, ... 1. */
static const long double fourth_c3[ROWS] = {
    0.5590985754229417305152542L, 0.6002938888698324121975147L, 0.6385228144891605953328610L,
    0.6752454071331807752264900L, 0.7116626313535582440037008L, 0.7489373901316857945701066L,
    0.7884370115210036155119526L, 0.8321495959968309360981758L, 0.8836585039419085905336449L,
    0.9508833135343227253337252L, 1.0534803411702867301702400L};
static const long double fourth_c4[ROWS] = {
    0.7414011664833654036144139L, 0.7584129875780372120885886L, 0.7731436659604612460228168L,
    0.7860312064122737529814344L, 0.7972514819203143643377985L, 0.8067140747427041791439706L,
    0.8139662529419134928687640L, 0.8179301032006714988753515L, 0.8162478946500242305006623L,
    0.8036295352568830763217989L, 0.7689305362617052663765094L};
static const long double fifth_c4[ROWS] = {
    0.9673258605571696255864822L, 0.9085500184865173967097007L, 0.8510912674088796370241994L,
    0.7951780419709296721109126L, 0.7409689864721386021173544L, 0.6885609787040850582329199L,
    0.6379972790560722861741283L, 0.5892756783804685705163706L, 0.5423562209596147765111596L,
    0.4971683414199104533715001L, 0.4536172576687555468843982L};

static long double between_rows(const long double *rows, long double rho) {
  int32_t i = (int32_t)fminl(floorl(10 * rho), ROWS - 2);
  long double part = 10 * rho - i;
  return rows[i] + part * (rows[i + 1] - rows[i]);
}

/* c, or the nearest value that is not too close to `other`. */
static long double apart(long double c, long double other) {
  if (fabsl(c - other) >= APART) return c;
  return c < other ? other - APART : other + APART;
}

/* Newton on the polynomial of degree n, coefficients ascending. */
static long double root(int32_t n, const long double *coefficient, long double guess) {
  for (int32_t i = 0; i < ITERATIONS; i++) {
    long double value = coefficient[n], slope = 0;
    for (int32_t k = n - 1; k >= 0; k--) {
      slope = slope * guess + value;
      value = value * guess + coefficient[k];
    }
    guess -= value / slope;
  }
  return guess;
}

static void third(const SarMethodChoice *choice, SarTableau *out) {
  long double r = sar_rho_inf(choice);
  long double g = root(3, (const long double[]){-1.0L / 6, 1.5, -3, 1 - r}, 0.436L - 0.103L * r);
  long double c3 = (24 * g * g - 20 * g + 3) / (24 * g * g - 24 * g + 4); /* eq (31) */
  sar_tableau_third_order((double)g, (double)apart(c3, 2 * g), out);
}

void sar_mssth_fourth(long double g, long double c3, long double c4, SarTableau *out) {
  long double eta1 = 48 * (1 - c4) * g * g * g + 8 * (3 * c3 * c3 - 6 * c3 + 9 * c4 - 5) * g * g +
                     6 * (-4 * c3 * c3 + 6 * c3 - 4 * c4 + 1) * g + 4 * c3 * c3 - 5 * c3 + 2 * c4;
  long double eta2 = 48 * (1 - c3) * g * g * g + 8 * (3 * c3 * c3 + 3 * c3 - 5) * g * g +
                     6 * (-4 * c3 * c3 + 2 * c3 + 1) * g + 4 * c3 * c3 - 3 * c3;
  *out = (SarTableau){.stages = 5, .gamma = (double)g};
  sar_tableau_close_row(out, 1, (double)(2 * g));
  out->a[2][1] = (double)(c3 * (c3 - 2 * g) / (4 * g));
  sar_tableau_close_row(out, 2, (double)c3);
  long double a42 = c4 * (c4 - 2 * g) * eta1 / (4 * g * eta2);
  out->a[3][1] = (double)a42;
  out->a[3][2] = (double)((c4 * c4 - 4 * a42 * g - 2 * c4 * g) / (2 * c3));
  sar_tableau_close_row(out, 3, (double)c4);
  out->a[4][1] = (double)(-(12 * (c3 * c4 - c3 - c4 + 1) * g + 4 * c3 + 4 * c4 - 6 * c3 * c4 - 3) /
                          (24 * g * (c3 - 2 * g) * (c4 - 2 * g)));
  out->a[4][2] =
      (double)((24 * (c4 - 1) * g * g + 4 * (5 - 6 * c4) * g + 4 * c4 - 3) / (12 * c3 * (c4 - c3) * (c3 - 2 * g)));
  out->a[4][3] =
      (double)(-(24 * (c3 - 1) * g * g + 4 * (5 - 6 * c3) * g + 4 * c3 - 3) / (12 * c4 * (c4 - c3) * (c4 - 2 * g)));
  sar_tableau_close_row(out, 4, 1);
}

static void fourth(const SarMethodChoice *choice, SarTableau *out) {
  long double r = sar_rho_inf(choice);
  long double g = root(4, (const long double[]){1.0L / 24, -2.0L / 3, 3, -4, 1 - r}, 0.573L - 0.179L * r);
  long double c3 = apart(between_rows(fourth_c3, r), 2 * g);
  sar_mssth_fourth(g, c3, apart(apart(between_rows(fourth_c4, r), c3), 2 * g), out);
}

/* eta_6, eta_8, eta_9 and eta_10 of eqs (35): one polynomial of two abscissae. */
static long double pair(long double g, long double c, long double d) {
  return 120 * (c + d - c * d - 1) * g * g + 10 * (12 * c * d - 10 * d - 10 * c + 9) * g + 15 * c + 15 * d -
         20 * c * d - 12;
}

/* eta_2 and eta_7 of eqs (35). */
static long double single(long double g, long double c) {
  return 120 * (1 - c) * g * g * g + 20 * (9 * c - 7) * g * g + 20 * (2 - 3 * c) * g + 5 * c - 3;
}

/* c_5 of eq (34h), eqs (35c), (35d). */
static long double fifth_c5(long double g, long double c3) {
  long double eta3 =
      ((((-720 * g + 360 * c3 + 848) * g - 336 * c3 - 368) * g + 120 * c3 + 64) * g - 18 * c3 - 4) * g + c3;
  long double eta4 =
      ((((-480 * g + 240 * c3 + 600) * g - 240 * c3 - 288) * g + 96 * c3 + 56) * g - 16 * c3 - 4) * g + c3;
  return eta3 / eta4;
}

void sar_mssth_fifth(long double g, long double c4, SarTableau *out) {
  long double flat = single(g, 0) / (single(g, 0) - single(g, 1)); /* c_3 with eta_2 = 0 */
  long double c3 = apart(0.1L, flat), c5 = fifth_c5(g, c3);
  long double eta1 = 240 * (1 - c4) * g * g * g * g + 40 * (3 * c3 * c3 - 6 * c3 + 12 * c4 - 7) * g * g * g +
                     20 * (-9 * c3 * c3 + 13 * c3 - 12 * c4 + 4) * g * g + (60 * c3 * c3 - 70 * c3 + 40 * c4 - 6) * g -
                     5 * c3 * c3 + 5 * c3 - 2 * c4;
  long double eta5 = 120 * (-c4 * c4 + 2 * c4 - c3 - c5 + c3 * c5) * g * g * g +
                     20 * (9 * c4 * c4 - 15 * c4 + 8 * c3 + 7 * c5 - 9 * c3 * c5) * g * g +
                     10 * (-6 * c4 * c4 + 9 * c4 - 5 * c3 - 4 * c5 + 6 * c3 * c5) * g + 5 * c4 * c4 - 7 * c4 + 4 * c3 +
                     3 * c5 - 5 * c3 * c5;
  long double eta6 = pair(g, c3, c4);
  *out = (SarTableau){.stages = 6, .gamma = (double)g};
  sar_tableau_close_row(out, 1, (double)(2 * g));
  out->a[2][1] = (double)(c3 * (c3 - 2 * g) / (4 * g));
  sar_tableau_close_row(out, 2, (double)c3);
  long double a42 = -c4 * (c4 - 2 * g) * eta1 / (4 * g * (c3 - 2 * g) * single(g, c3));
  out->a[3][1] = (double)a42;
  out->a[3][2] = (double)((c4 * c4 - 4 * a42 * g - 2 * c4 * g) / (2 * c3));
  sar_tableau_close_row(out, 3, (double)c4);
  long double a53 = c5 * (c5 - c3) * (c5 - 2 * g) * eta5 / (c3 * (c4 - c3) * (c3 - 2 * g) * eta6);
  long double a54 = c5 * (c5 - c3) * (c5 - c4) * (c5 - 2 * g) * single(g, c3) / (c4 * (c4 - c3) * (c4 - 2 * g) * eta6);
  out->a[4][1] = (double)((c5 * c5 - 2 * a53 * c3 - 2 * a54 * c4 - 2 * c5 * g) / (4 * g));
  out->a[4][2] = (double)a53;
  out->a[4][3] = (double)a54;
  sar_tableau_close_row(out, 4, (double)c5);
  long double b3 = -pair(g, c4, c5) / (60 * c3 * (c4 - c3) * (c5 - c3) * (c3 - 2 * g));
  long double b4 = pair(g, c3, c5) / (60 * c4 * (c4 - c3) * (c5 - c4) * (c4 - 2 * g));
  long double b5 = -pair(g, c3, c4) / (60 * c5 * (c5 - c3) * (c5 - c4) * (c5 - 2 * g));
  out->a[5][1] = (double)((1 - 2 * g - 2 * b3 * c3 - 2 * b4 * c4 - 2 * b5 * c5) / (4 * g));
  out->a[5][2] = (double)b3;
  out->a[5][3] = (double)b4;
  out->a[5][4] = (double)b5;
  sar_tableau_close_row(out, 5, 1);
}

static void fifth(const SarMethodChoice *choice, SarTableau *out) {
  long double r = sar_rho_inf(choice);
  long double g = root(5, (const long double[]){-1.0L / 120, 5.0L / 24, -5.0L / 3, 5, -5, 1 + r}, 0.278L - 0.0315L * r);
  sar_mssth_fifth(g, apart(between_rows(fifth_c4, r), 2 * g), out);
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
             .order_si2 = {3, 3, 2},                                                                          \
             .stages = order_},                                                                               \
    .infinity = sar_rho_inf, .family = &sar_family_esdirk, .keys = keys, .nkeys = sizeof keys / sizeof *keys, \
    .coefficients = &(table_),                                                                                \
  }

const SarMethodTable sar_table_mssth3 = MSSTH("mssth3", 3, "three stages of third order", third_order);
const SarMethodTable sar_table_mssth4 = MSSTH("mssth4", 4, "four stages of fourth order", fourth_order);
const SarMethodTable sar_table_mssth5 = MSSTH("mssth5", 5, "five stages of fifth order", fifth_order);
