/* ESDIRK3(2)4L[2]SA, ESDIRK3(2)5L[2]SA and ESDIRK4(3)6L[2]SA_2: L-stable, stage order 2, with embedded formulas.
 *
 * C. A. Kennedy, M. H. Carpenter, "Diagonally implicit Runge-Kutta methods for ordinary differential equations. A
 * review", NASA/TM-2016-219173 (2016); paper 4 uses all three. */
#include <math.h>
#include <string.h>

#include "method/table/cautions.h"
#include "method/table/esdirk_rows.h"

/* gamma of L-stability with three stages of third order: the middle root of g^3 - 3 g^2 + 3/2 g - 1/6. */
#define GAMMA_3 0.43586652150845899941601945119356

static void third_in_four(const SarMethodChoice *choice, SarTableau *out) {
  static const double embedded[] = {0.10889661761586122424, -0.91532581187071182516, 1.271273597302154279,
                                    0.53515559695269621088};
  (void)choice;
  sar_tableau_third_order(GAMMA_3, 0.6, out);
  out->embedded_order = 2;
  memcpy(out->embedded, embedded, sizeof embedded);
}

/* In the rows of the other two the first two coefficients are the same. */
static void close_twin_row(SarTableau *out, int32_t i, double c) {
  double rest = out->gamma;
  for (int32_t j = 2; j < i; j++) rest += out->a[i][j];
  out->c[i] = c;
  out->a[i][i] = out->gamma;
  out->a[i][0] = out->a[i][1] = (c - rest) / 2;
}

static void third_in_five(const SarMethodChoice *choice, SarTableau *out) {
  static const double embedded[] = {0.1843512220160592463, 0.1843512220160592463, -0.27820818405098701742,
                                    0.69686201254332369448, 0.21264372747554488585};
  const double g = 9.0 / 40, c3 = 9 * (2 + sqrt(2)) / 40, c4 = 0.6, shared = c4 * c4 - 4 * c4 * g + 2 * g * g;
  (void)choice;
  *out = (SarTableau){.stages = 5, .gamma = g, .embedded_order = 2};
  out->c[1] = 2 * g;
  out->a[1][0] = out->a[1][1] = g;
  close_twin_row(out, 2, c3);
  out->a[3][2] = g * shared / (c3 * (c3 - 2 * g));
  close_twin_row(out, 3, c4);
  out->a[4][3] = -(6 * g * g * g - 18 * g * g + 9 * g - 1) / (3 * shared);
  out->a[4][2] = g *
                 (12 * (1 - c4) * g * g * g + 6 * (c4 * c4 + 2 * c4 - 2) * g * g - 2 * (6 * c4 * c4 - 3 * c4 - 1) * g +
                  c4 * (3 * c4 - 2)) /
                 (3 * c3 * (c3 - 2 * g) * shared);
  close_twin_row(out, 4, 1);
  memcpy(out->embedded, embedded, sizeof embedded);
}

static void fourth_in_six(const SarMethodChoice *choice, SarTableau *out) {
  (void)choice;
  *out = (SarTableau){
      .stages = 6,
      .gamma = 31.0 / 125,
      .c = {0, 62.0 / 125, 486119545908.0 / 3346201505189, 1043.0 / 1706, 1361.0 / 1300, 1},
      .a = {{0},
            {31.0 / 125, 31.0 / 125},
            {-360286518617.0 / 7014585480527, -360286518617.0 / 7014585480527, 31.0 / 125},
            {-506388693497.0 / 5937754990171, -506388693497.0 / 5937754990171, 7149918333491.0 / 13390931526268,
             31.0 / 125},
            {-7628305438933.0 / 11061539393788, -7628305438933.0 / 11061539393788, 21592626537567.0 / 14352247503901,
             11630056083252.0 / 17263101053231, 31.0 / 125},
            {-12917657251.0 / 5222094901039, -12917657251.0 / 5222094901039, 5602338284630.0 / 15643096342197,
             9002339615474.0 / 18125249312447, -2420307481369.0 / 24731958684496, 31.0 / 125}},
      .embedded_order = 3,
      .embedded = {-1007911106287.0 / 12117826057527, -1007911106287.0 / 12117826057527,
                   17694008993113.0 / 35931961998873, 5816803040497.0 / 11256217655929, -538664890905.0 / 7490061179786,
                   2032560730450.0 / 8872919773257},
  };
}

static const SarEsdirkTable four_stages = {third_in_four}, five_stages = {third_in_five}, six_stages = {fourth_in_six};

#define KENNEDY_CARPENTER(name_, order_, stages_, summary_, cautions_, table_) \
  {                                                                            \
    .info = {.name = name_,                                                    \
             .family = "esdirk",                                               \
             .summary = summary_,                                              \
             .dissipation = "spectral radius at infinity 0",                   \
             .stability = "L",                                                 \
             .paper = "4",                                                     \
             .cautions = cautions_,                                            \
             .order = order_,                                                  \
             .order_index3 = {2, 2, 1},                                        \
             .order_si2 = {3, 3, 2},                                           \
             .stages = stages_,                                                \
             .adaptive = true},                                                \
    .family = &sar_family_esdirk, .coefficients = &(table_),                   \
  }

const SarMethodTable sar_table_esdirk324l2sa = KENNEDY_CARPENTER(
    "esdirk324l2sa", 3, 3, "Kennedy and Carpenter's ESDIRK3(2)4L[2]SA", SAR_CAUTION_ESDIRK324, four_stages);
const SarMethodTable sar_table_esdirk325l2sa = KENNEDY_CARPENTER(
    "esdirk325l2sa", 3, 4, "Kennedy and Carpenter's ESDIRK3(2)5L[2]SA", SAR_CAUTION_ESDIRK325, five_stages);
const SarMethodTable sar_table_esdirk436l2sa2 = KENNEDY_CARPENTER(
    "esdirk436l2sa2", 4, 5, "Kennedy and Carpenter's ESDIRK4(3)6L[2]SA_2", SAR_CAUTION_ESDIRK436, six_stages);
