/* Single-step equivalents of the linear two-, three- and four-step methods.
 *
 * Paper 4, eqs 4. Even coefficients are 1/(1 + rho_inf), odd ones (1 + g (1 - rho_inf))/(1 + rho_inf), where the g are
 * the roots of one polynomial per method; for three and four steps some of them are complex. */
#include "method/family/singlestep.h"
#include "method/table/rho_inf.h"

#define SQRT15 3.87298334620741688517926539978
/* Roots of 20 g^3 - 10 g^2 + 4 g - 1. */
#define REAL4 0.34238409485836913169930365400278
#define COMPLEX4_RE 0.07880795257081543415034817299861
#define COMPLEX4_IM 0.37393064543361012260897159922657

static void fill(const SarMethodChoice *choice, int32_t levels, const double complex *g, SarSinglestep *out) {
  double rho = sar_rho_inf(choice);
  *out = (SarSinglestep){.levels = levels};
  for (int32_t i = 0; i < 2 * levels - 1; i++) {
    out->gamma[i] = i % 2 ? (1 + g[i / 2] * (1 - rho)) / (1 + rho) : 1 / (1 + rho);
  }
}

static void two(const SarMethodChoice *choice, SarSinglestep *out) { /* 2 g - 1 = 0 */
  fill(choice, 2, (const double complex[]){0.5}, out);
}

static void three(const SarMethodChoice *choice, SarSinglestep *out) { /* 6 g^2 - 3 g + 1 = 0 */
  fill(choice, 3, (const double complex[]){0.25 + I * (SQRT15 / 12), 0.25 - I * (SQRT15 / 12)}, out);
}

static void four(const SarMethodChoice *choice, SarSinglestep *out) {
  fill(choice, 4, (const double complex[]){REAL4, COMPLEX4_RE + I * COMPLEX4_IM, COMPLEX4_RE - I * COMPLEX4_IM}, out);
}

static const SarSinglestepTable two_levels = {.formula = two}, three_levels = {.formula = three},
                                four_levels = {.formula = four};

static const SarMethodKey keys[] = {SAR_RHO_INF_KEY};

#define SS(name_, summary_, table_)                                                                               \
  {                                                                                                               \
    .info = {.name = name_,                                                                                       \
             .family = "singlestep",                                                                              \
             .summary = summary_,                                                                                 \
             .dissipation = "rho_inf: spectral radius at infinity",                                               \
             .stability = "A",                                                                                    \
             .paper = "4",                                                                                        \
             .order = 2,                                                                                          \
             .order_index3 = {2, 2, 2},                                                                           \
             .order_si2 = {2, 2, 2},                                                                              \
             .stages = 1},                                                                                        \
    .infinity = sar_rho_inf, .family = &sar_family_singlestep, .keys = keys, .nkeys = sizeof keys / sizeof *keys, \
    .coefficients = &(table_),                                                                                    \
  }

const SarMethodTable sar_table_ss2 = SS("ss2", "single-step form of lms2", two_levels);
const SarMethodTable sar_table_ss3 = SS("ss3", "single-step form of lms3", three_levels);
const SarMethodTable sar_table_ss4 = SS("ss4", "single-step form of lms4", four_levels);
