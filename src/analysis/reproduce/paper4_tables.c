/* Paper 4: the data of the squeezer (table 2), the order conditions (table 6), and the parameters of
 * MSSTH(n) (table 7). */
#include "analysis/reproduce/collect.h"
#include "method/family/esdirk.h"
#include "method/table/mssth.h"

extern const SarAsset sar_asset_squeezer;

/* ---- table 2 ---- */

static const struct Link {
  const char *body, *name;
  const char *points[3];
  double at[3][2], com[2], mass, inertia;
} links[] = {
    {"K1", "O-F", {"O", "F"}, {{0, 0}, {0.007, 0}}, {0.00092, 0}, 0.04325, 2.194e-6},
    {"K2", "E-F", {"E", "F"}, {{0, 0}, {0.028, 0}}, {0.01650, 0}, 0.00365, 4.410e-7},
    {"K3", "H-E", {"H", "E"}, {{0, 0}, {0.02, 0}}, {0.00579, 0}, 0.00706, 5.667e-7},
    {"K4", "G-E", {"G", "E"}, {{0, 0}, {0.02, 0}}, {0.00579, 0}, 0.00706, 5.667e-7},
    {"K5", "A-G", {"A", "G"}, {{0, 0}, {0.04, 0}}, {0.02308, 0.00916}, 0.07050, 1.169e-5},
    {"K6", "A-H", {"A", "H"}, {{0, 0}, {0.04, 0}}, {0.01228, -0.00449}, 0.05498, 1.912e-5},
    {"K7", "E-B-D", {"E", "B", "D"}, {{0, 0}, {0, 0.035}, {0.02, 0.017}}, {0.01043, 0.01626}, 0.02373, 5.255e-6},
};
enum { LINKS = sizeof links / sizeof *links };

static void compare_link(SarReproduction *r, const SarModel *model, const struct Link *link) {
  int32_t index = sar_model_find(model, link->body);
  const SarModelElement *body = &model->elements[index];
  SarVec3 com = sar_model_value(body, "com")->vector;
  for (int32_t i = 0; i < 3 && link->points[i]; i++) {
    const SarNamedFrame *frame = sar_model_find_frame(model, index, link->points[i]);
    double x = frame ? frame->at.x : NAN, y = frame ? frame->at.y : NAN;
    sar_row_copy(r, link->at[i][0], x, "", "%s, point %s, x, m", link->name, link->points[i]);
    sar_row_copy(r, link->at[i][1], y, "", "%s, point %s, y, m", link->name, link->points[i]);
  }
  sar_row_copy(r, link->com[0], com.x, "", "%s, x_C, m", link->name);
  sar_row_copy(r, link->com[1], com.y, "", "%s, y_C, m", link->name);
  sar_row_copy(r, link->mass, sar_model_value(body, "mass")->real, "", "%s, mass, kg", link->name);
  sar_row_copy(r, link->inertia, sar_model_value(body, "inertia")->tensor[2][2], "", "%s, I_z, kg m^2", link->name);
}

SarStatus sar_item_paper4_table2(SarReproduction *r) {
  SarExperiment *e;
  r->definition =
      "input of the model that figures 9 to 12 and 28 run: copied from the table, so that nothing is counted as "
      "reproduced; a number that was copied wrongly would deviate";
  r->digits = 6;
  SAR_TRY(sar_experiment_open(r, &(SarExperimentSetup){.model = &sar_asset_squeezer}, &e));
  for (int32_t i = 0; i < LINKS; i++) compare_link(r, e->model, &links[i]);
  return SAR_OK;
}

/* ---- table 6 ---- */

typedef struct Vector {
  double v[SAR_ESDIRK_STAGES];
} Vector;

enum { MOST_CONDITIONS = 20, ORDERS = 6, MOST_TRIES = 20000 };
static const int32_t conditions[ORDERS] = {1, 1, 2, 4, 9, 20};

static Vector times_a(const SarTableau *t, Vector x) {
  Vector y = {{0}};
  for (int32_t i = 0; i < t->stages; i++) {
    for (int32_t j = 0; j <= i; j++) y.v[i] += t->a[i][j] * x.v[j];
  }
  return y;
}

/* c^k x, component by component. */
static Vector times_c(const SarTableau *t, int32_t k, Vector x) {
  for (int32_t i = 0; i < t->stages; i++) x.v[i] *= pow(t->c[i], k);
  return x;
}

static Vector times(Vector x, Vector y) {
  for (int32_t i = 0; i < SAR_ESDIRK_STAGES; i++) x.v[i] *= y.v[i];
  return x;
}

static Vector plus(Vector x, double factor, Vector y) {
  for (int32_t i = 0; i < SAR_ESDIRK_STAGES; i++) x.v[i] += factor * y.v[i];
  return x;
}

/* b^T x; b is the last row. */
static double weigh(const SarTableau *t, Vector x) {
  double sum = 0;
  for (int32_t j = 0; j < t->stages; j++) sum += t->a[t->stages - 1][j] * x.v[j];
  return sum;
}

/* q^(k), eq (29). */
static Vector defect(const SarTableau *t, int32_t k) {
  const Vector e = {{1, 1, 1, 1, 1, 1}};
  return plus(times_a(t, times_c(t, k - 1, e)), -1.0 / k, times_c(t, k, e));
}

static void conditions_of_five(const SarTableau *t, double s[MOST_CONDITIONS]) {
  const Vector e = {{1, 1, 1, 1, 1, 1}};
  Vector q2 = defect(t, 2), q3 = defect(t, 3), q4 = defect(t, 4), aq2 = times_a(t, q2);
  s[0] = weigh(t, times_c(t, 4, e)) / 24 - 1.0 / 120;
  s[1] = weigh(t, times_c(t, 2, q2)) / 2 + 6 * s[0];
  s[2] = (weigh(t, times(q2, q2)) + weigh(t, times_c(t, 2, q2))) / 2 + 3 * s[0];
  s[3] = weigh(t, times_c(t, 1, q3)) / 2 + 4 * s[0];
  s[4] = weigh(t, q4) / 6 + s[0];
  s[5] = weigh(t, times_c(t, 1, aq2)) + s[3];
  s[6] = weigh(t, times_a(t, times_c(t, 1, q2))) + 3 * s[4];
  s[7] = weigh(t, times_a(t, q3)) / 2 + s[4];
  s[8] = weigh(t, times_a(t, aq2)) + s[7];
}

static void conditions_of_six(const SarTableau *t, double s[MOST_CONDITIONS]) {
  const Vector e = {{1, 1, 1, 1, 1, 1}};
  Vector q2 = defect(t, 2), q3 = defect(t, 3), q4 = defect(t, 4), q5 = defect(t, 5);
  Vector aq2 = times_a(t, q2), aq3 = times_a(t, q3), square = plus(times(q2, q2), 1, times_c(t, 2, q2));
  s[0] = weigh(t, times_c(t, 5, e)) / 120 - 1.0 / 720;
  s[1] = weigh(t, times_c(t, 3, q2)) / 6 + 10 * s[0];
  s[2] = weigh(t, times_c(t, 1, square)) / 2 + 15 * s[0];
  s[3] = weigh(t, times_c(t, 2, q3)) / 4 + 10 * s[0];
  s[4] = (weigh(t, times(q3, q2)) + weigh(t, times_c(t, 3, q2)) / 3) / 2 + s[3];
  s[5] = weigh(t, times_c(t, 1, q4)) / 6 + 5 * s[0];
  s[6] = weigh(t, q5) / 24 + s[0];
  s[7] = weigh(t, times_c(t, 2, aq2)) / 2 + s[3];
  s[8] = weigh(t, times(q2, aq2)) + weigh(t, times(q2, q3)) / 2 + weigh(t, times_c(t, 3, q2)) / 6 + s[7];
  s[9] = weigh(t, times_c(t, 1, times_a(t, times_c(t, 1, q2)))) + 3 * s[5];
  s[10] = weigh(t, times_a(t, times_c(t, 2, q2))) / 2 + 6 * s[6];
  s[11] = weigh(t, times_a(t, square)) / 2 + 3 * s[6];
  s[12] = weigh(t, times_c(t, 1, aq3)) / 2 + s[5];
  s[13] = weigh(t, times_a(t, times_c(t, 1, q3))) / 2 + 4 * s[6];
  s[14] = weigh(t, times_a(t, q4)) / 6 + s[6];
  s[15] = weigh(t, times_c(t, 1, times_a(t, aq2))) + s[12];
  s[16] = weigh(t, times_a(t, times_c(t, 1, aq2))) + s[13];
  s[17] = weigh(t, times_a(t, times_a(t, times_c(t, 1, q2)))) + 3 * s[14];
  s[18] = weigh(t, times_a(t, aq3)) / 2 + s[14];
  s[19] = weigh(t, times_a(t, times_a(t, aq2))) + s[18];
}

/* sigma_j^(i) for j = 1 .. conditions[i - 1]. */
static void conditions_of(const SarTableau *t, int32_t order, double s[MOST_CONDITIONS]) {
  const Vector e = {{1, 1, 1, 1, 1, 1}};
  Vector q2 = defect(t, 2), q3 = defect(t, 3);
  if (order == 1) s[0] = weigh(t, e) - 1;
  if (order == 2) s[0] = weigh(t, times_c(t, 1, e)) - 0.5;
  if (order == 3) s[0] = weigh(t, times_c(t, 2, e)) / 2 - 1.0 / 6, s[1] = weigh(t, q2) + s[0];
  if (order == 4) {
    s[0] = weigh(t, times_c(t, 3, e)) / 6 - 1.0 / 24;
    s[1] = weigh(t, times_c(t, 1, q2)) + 3 * s[0];
    s[2] = weigh(t, q3) / 2 + s[0];
    s[3] = weigh(t, times_a(t, q2)) + s[2];
  }
  if (order == 5) conditions_of_five(t, s);
  if (order == 6) conditions_of_six(t, s);
}

/* The largest of an order, and the 2-norm of eq (28). */
static double norm_of(const SarTableau *t, int32_t order, double *largest) {
  double s[MOST_CONDITIONS] = {0}, sum = 0;
  conditions_of(t, order, s);
  *largest = 0;
  for (int32_t j = 0; j < conditions[order - 1]; j++) {
    *largest = fmax(*largest, fabs(s[j]));
    sum += s[j] * s[j];
  }
  return sqrt(sum);
}

static SarStatus tableau_of(SarReproduction *r, const char *method, SarTableau *out, int32_t *order) {
  SarMethodChoice choice;
  SAR_TRY(sar_method_parse(r->context, method, sar_nowhere(), &choice));
  const SarEsdirkTable *table = choice.table->coefficients;
  table->tableau(&choice, out);
  *order = choice.table->info.order;
  return SAR_OK;
}

SarStatus sar_item_paper4_table6(SarReproduction *r) {
  static const char *const methods[] = {
      "bathe:rho_inf=0",    "msstc3:rho_inf=0", "msstc4:rho_inf=0.6", "msstc5:rho_inf=0", "mssth3:rho_inf=0",
      "mssth3:rho_inf=0.6", "mssth4:rho_inf=0", "mssth4:rho_inf=0.6", "mssth5:rho_inf=0", "mssth5:rho_inf=0.6",
      "esdirk324l2sa",      "esdirk325l2sa",    "esdirk436l2sa2"};
  r->definition =
      "all 37 expressions of the table, evaluated with the coefficients with which the solver runs: zero up to the "
      "order "
      "of a method, not zero beyond it; and q^(1) = q^(2) = 0, stage order 2";
  r->digits = 2;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    SarTableau t;
    int32_t order;
    double largest, zero = 0;
    SAR_TRY(tableau_of(r, methods[i], &t, &order));
    for (int32_t k = 1; k <= order; k++) {
      norm_of(&t, k, &largest);
      zero = fmax(zero, largest);
    }
    sar_row_found(r, zero < 1e-13, "0", zero, "", "%s, largest up to order %d", methods[i], (int)order);
    double norm = norm_of(&t, order + 1, &largest), stage = 0;
    sar_row_found(r, norm > 1e-6, "not 0", norm, "2-norm, eq (28)", "%s, order %d", methods[i], (int)order + 1);
    for (int32_t k = 1; k <= 2; k++) {
      Vector q = defect(&t, k);
      for (int32_t j = 1; j < t.stages; j++) stage = fmax(stage, fabs(q.v[j]));
    }
    sar_row_found(r, stage < 1e-13, "0", stage, "", "%s, stage order 2", methods[i]);
  }
  sar_row_number(r, 3, conditions[3], NAN, "printed after eq (27); the table itself lists four",
                 "conditions of order 4");
  return SAR_OK;
}

/* ---- table 7 ---- */

static const struct Parameters {
  double gamma3, gamma4, c3_4, c4_4, gamma5, c4_5;
} table7[11] = {{0.1804253064293983, 0.5728160624821350, 0.5590985754229417, 0.7414011664833654, 0.2780538411364499,
                 0.9673258605571696},
                {0.1786194582046581, 0.5483666449758299, 0.6002938888698324, 0.7584129875780372, 0.2741413060318685,
                 0.9085500184865174},
                {0.1769458066182237, 0.5263864568423863, 0.6385228144891606, 0.7731436659604612, 0.2704598867745818,
                 0.8510912674088796},
                {0.1753855158428458, 0.5063301189707820, 0.6752454071331808, 0.7860312064122738, 0.2669780439256506,
                 0.7951780419709297},
                {0.1739236078771971, 0.4877974748123481, 0.7116626313535582, 0.7972514819203144, 0.2636702317116055,
                 0.7409689864721386},
                {0.1725479614220893, 0.4704805776216768, 0.7489373901316858, 0.8067140747427042, 0.2605154166070549,
                 0.6885609787040851},
                {0.1712486185906910, 0.4541307850365287, 0.7884370115210036, 0.8139662529419135, 0.2574960298566747,
                 0.6379972790560723},
                {0.1700172917724765, 0.4385361899021925, 0.8321495959968309, 0.8179301032006715, 0.2545972081701335,
                 0.5892756783804686},
                {0.1688470046791677, 0.4235037660671789, 0.8836585039419086, 0.8162478946500242, 0.2518062311838496,
                 0.5423562209596148},
                {0.1677318257568868, 0.4088418661206993, 0.9508833135343227, 0.8036295352568831, 0.2491120965296297,
                 0.4971683414199105},
                {0.1666666666666667, 0.3943375672974065, 1.0534803411702867, 0.7689305362617053, 0.2465051931428202,
                 0.4536172576687555}};

/* The free abscissae of MSSTH(n): c_3 and c_4 of n = 4, c_4 of n = 5. */
typedef struct Abscissae {
  int32_t order, count;
  double gamma, c[2];
} Abscissae;

/* The 2-norm of the first order conditions that do not hold, eq (28). */
static double norm_with(const Abscissae *at) {
  SarTableau t;
  double largest;
  if (at->order == 4)
    sar_mssth_fourth(at->gamma, at->c[0], at->c[1], &t);
  else
    sar_mssth_fifth(at->gamma, at->c[0], &t);
  return norm_of(&t, at->order + 1, &largest);
}

/* Downhill from where `at` stands, along its axes and diagonals with ever smaller steps, to the nearest minimum. */
static double descend(Abscissae *at) {
  static const double ways[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
  double least = norm_with(at);
  int32_t tries = 0;
  for (double step = 1e-3; step > 1e-8 && tries < MOST_TRIES;) {
    bool lower = false;
    for (int32_t k = 0; k < (at->count == 1 ? 2 : 8); k++, tries++) {
      Abscissae other = *at;
      for (int32_t i = 0; i < at->count; i++) other.c[i] += step * ways[k][i];
      double norm = norm_with(&other);
      if (!(norm < least)) continue;
      *at = other, least = norm, lower = true;
    }
    step = lower ? 1.5 * step : 0.4 * step;
  }
  return least;
}

/* "c_3, c_4 are obtained by minimizing" the norm (after eq 33, and after eq 35 of c_4 alone): do they? */
static void check_minimum(SarReproduction *r, Abscissae at, double rho) {
  double printed = norm_with(&at), least = descend(&at);
  const char *where =
      at.count == 2 ? sar_row_text(r, "c3 = %.4f, c4 = %.4f", at.c[0], at.c[1]) : sar_row_text(r, "c4 = %.4f", at.c[0]);
  sar_row_statement(r, printed <= least * (1 + 1e-6), "the least over its free c",
                    sar_row_text(r, "%.4g; least nearby: %.4g at %s", printed, least, where),
                    "not the minimiser that the text says", "MSSTH(%d), 2-norm of sigma^(%d), rho_inf = %.1f",
                    (int)at.order, (int)at.order + 1, rho);
}

SarStatus sar_item_paper4_table7(SarReproduction *r) {
  static const char *const misprint =
      "misprinted: gamma of MSSTC(3); right is the root of (1 - r) g^3 - 3 g^2 + 3 g/2 - 1/6";
  static const char *const copied = "copied from the table, not counted";
  r->definition =
      "gamma: root of the condition R(inf) = +-rho_inf. The abscissae c, free for order and stability, are copied from "
      "this table (between its rows interpolated) and not counted; the text says that they minimise the norm of the "
      "next order's conditions (eq 28), and whether they do is computed: the norm with the printed ones, and the least "
      "that a descent from them finds";
  r->digits = 12;
  for (int32_t k = 0; k <= 10; k++) {
    const struct Parameters *p = &table7[k];
    SarTableau t[3];
    int32_t order;
    for (int32_t n = 0; n < 3; n++) {
      SAR_TRY(tableau_of(r, sar_row_text(r, "mssth%d:rho_inf=%.1f", (int)n + 3, k / 10.0), &t[n], &order));
    }
    double rho = k / 10.0;
    sar_row_number(r, p->gamma3, t[0].gamma, 1e-12, misprint, "MSSTH(3), gamma, rho_inf = %.1f", rho);
    sar_row_number(r, p->gamma4, t[1].gamma, 1e-12, "", "MSSTH(4), gamma, rho_inf = %.1f", rho);
    sar_row_copy(r, p->c3_4, t[1].c[2], copied, "MSSTH(4), c3, rho_inf = %.1f", rho);
    sar_row_copy(r, p->c4_4, t[1].c[3], copied, "MSSTH(4), c4, rho_inf = %.1f", rho);
    check_minimum(r, (Abscissae){4, 2, t[1].gamma, {p->c3_4, p->c4_4}}, rho);
    sar_row_number(r, p->gamma5, t[2].gamma, 1e-12, "", "MSSTH(5), gamma, rho_inf = %.1f", rho);
    sar_row_copy(r, p->c4_5, t[2].c[3], copied, "MSSTH(5), c4, rho_inf = %.1f", rho);
    check_minimum(r, (Abscissae){5, 1, t[2].gamma, {p->c4_5}}, rho);
  }
  return SAR_OK;
}
