/* Paper 4, section 5.2: the flexible four-bar (figures 13 to 16).
 *
 * Table 3 gives the thin section to B-C, the input of MBDyn to C-D. Oscillations as the paper describes them come with
 * the latter only, which is therefore drawn. */
#include <string.h>

#include "analysis/reproduce/paper4_mechanism.h"

extern const SarAsset sar_asset_rigid_fourbar;

#define LONG_STEP 4e-3 /* s per solve */
#define SHORT_STEP 1e-3
#define COMPARED_WITH "lms3:rho_inf=0.6"

static const char *const too_far =
    "Newton's iteration does not converge when all bars are in line (2.618 s of a turn) or have just been";

/* ---- figure 13 ---- */

static SarStatus freedom(SarReproduction *r, const SarAsset *model, const char *tilt, int32_t *out) {
  SarExperiment *e;
  const SarCheck *check = NULL;
  SAR_TRY(sar_experiment_open(r, &(SarExperimentSetup){.model = model, .set = &tilt, .nset = 1}, &e));
  SarStatus status = sar_check(e->context, e->system, &check);
  if (status != SAR_OK) status = sar_experiment_report(e, status, tilt);
  if (status == SAR_OK) *out = check->degrees_of_freedom;
  sar_check_destroy(&check);
  return status;
}

SarStatus sar_item_paper4_figure13(SarReproduction *r) {
  int32_t straight, tilted;
  r->definition = "degrees of freedom of the mechanism with rigid bars, as `sarrus check` counts them";
  SAR_TRY(freedom(r, &sar_asset_rigid_fourbar, "tilt=0", &straight));
  SAR_TRY(freedom(r, &sar_asset_rigid_fourbar, "tilt=5 deg", &tilted));
  sar_row_found(r, straight == 1, "a four-bar mechanism", straight, "", "axis at C parallel to the others");
  sar_row_found(r, tilted == 0, "the defect would lock the mechanism if the bars were rigid", tilted, "",
                "axis at C turned by 5 deg");
  return SAR_OK;
}

/* ---- figure 14 ---- */

typedef struct Range {
  double least, most;
} Range;

static Range range_of(const SarMechanismRun *run, const double *y) {
  Range range = {INFINITY, -INFINITY};
  for (int64_t i = 0; i < run->count; i++) range = (Range){fmin(range.least, y[i]), fmax(range.most, y[i])};
  return range;
}

/* The largest difference from the history, in per cent of its range. */
static double difference_of(const SarHistory *history, Range range, const SarMechanismRun *run, const double *y) {
  double largest = 0;
  int64_t place = 0;
  for (int64_t i = 0; i < run->count; i++) {
    double right = sar_mechanism_at(history->count, history->time, history->value, run->time[i], &place);
    largest = fmax(largest, fabs(y[i] - right));
  }
  return 100 * largest / (range.most - range.least);
}

static SarStatus compare_angles(SarMechanism *f, const SarHistory *history, Range range) {
  SarReproduction *r = f->r;
  SarPaper4Sheet sheet = sar_paper4_sheet(r, (SarSvgAxis){.label = "time, s", .most = 12},
                                          (SarSvgAxis){.label = "rotation about x at C, rad"});
  if (!sheet.panels) return SAR_OK;
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    SarMechanismRun run;
    const char *method = sar_paper4_method(i);
    SAR_TRY(sar_mechanism_run(f, method, LONG_STEP, &run));
    if (!run.done) {
      sar_row_statement(r, false, "agrees very well with the others", sar_mechanism_outcome(r, &run), too_far, "%s",
                        method);
      continue;
    }
    const double *angle = sar_mechanism_rotation(f, &run, "bc.end");
    if (!angle) return SAR_FAILED;
    sar_paper4_put(r, &sheet, i, run.count, run.time, angle);
    if (strcmp(method, COMPARED_WITH) == 0) continue;
    double difference = difference_of(history, range, &run, angle);
    sar_row_found(r, difference < 1, "agrees very well with the others", difference, "", "%s", method);
  }
  sar_paper4_add(r, &sheet, "Paper 4, figure 14: rotation about x at C, 4e-3 s per solve, sections of MBDyn's input");
  return SAR_OK;
}

static SarStatus angle_of(SarMechanism *f, SarHistory *history, Range *range) {
  SarMechanismRun run;
  SAR_TRY(sar_mechanism_run(f, COMPARED_WITH, LONG_STEP, &run));
  const double *angle = sar_mechanism_rotation(f, &run, "bc.end");
  if (!angle) return SAR_FAILED;
  *range = range_of(&run, angle);
  return sar_history_keep(f->r, &run, angle, history);
}

SarStatus sar_item_paper4_figure14(SarReproduction *r) {
  SarMechanism mbdyn, printed;
  SarHistory history, other;
  Range range, range_printed;
  r->definition =
      "x of the rotation vector of the end of B-C at C, 4e-3 s per solve, 0 to 12 s after two turns; largest "
      "difference "
      "from " COMPARED_WITH
      " in per cent of the range; very well: below 1, a limit of this program. Sections of MBDyn's input (thin C-D): "
      "with "
      "those of table 3 (thin B-C) figures 15 and 16 would show no oscillations";
  r->digits = 3;
  SAR_TRY(sar_mechanism_fourbar(r, false, &mbdyn));
  SAR_TRY(sar_mechanism_fourbar(r, true, &printed));
  SAR_TRY(angle_of(&mbdyn, &history, &range));
  SAR_TRY(angle_of(&printed, &other, &range_printed));
  static const char *const own = "MBDyn itself, its masses put right: 0.020557 and -0.014458";
  sar_row_measured(r, range.most, own, "largest angle, rad");
  sar_row_measured(r, range.least, own, "smallest angle, rad");
  sar_row_measured(r, range_printed.most, "", "largest angle with the sections of table 3, rad");
  sar_row_measured(r, range_printed.least, "", "smallest angle with the sections of table 3, rad");
  return compare_angles(&mbdyn, &history, range);
}

/* ---- figures 15 and 16 ---- */

/* The way that the angular velocity goes up and down: what oscillations make longer. rad/s */
static double variation_of(const SarMechanismRun *run, const double *y) {
  double sum = 0;
  for (int64_t i = 1; i < run->count; i++) sum += fabs(y[i] - y[i - 1]);
  return sum;
}

typedef struct Variations {
  double of[SAR_PAPER4_METHODS]; /* NaN: the run failed */
} Variations;

/* Where there is a sheet, with curves and rows. */
static SarStatus measure(SarMechanism *f, double per_stage, Variations *out, SarPaper4Sheet *sheet) {
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    SarMechanismRun run;
    SAR_TRY(sar_mechanism_run(f, sar_paper4_method(i), per_stage, &run));
    const double *omega = sar_mechanism_column(f, &run, "bc.end.wx");
    if (!omega) return SAR_FAILED;
    out->of[i] = run.done ? variation_of(&run, omega) : NAN;
    if (!sheet) continue;
    if (run.done) {
      sar_row_measured(f->r, out->of[i], "", "%s, %g s", sar_paper4_method(i), per_stage);
      sar_paper4_put(f->r, sheet, i, run.count, run.time, omega);
    } else {
      sar_row_statement(f->r, false, "is shown", sar_mechanism_outcome(f->r, &run), too_far, "%s, %g s",
                        sar_paper4_method(i), per_stage);
    }
  }
  return SAR_OK;
}

/* Methods of second order with rho_inf = 0 stand before those with 0.6, in the same order. */
enum { TUNABLE = 10 };

static void compare_dissipations(SarReproduction *r, const Variations *v, double per_stage) {
  for (int32_t i = 0; i < TUNABLE; i++) {
    double least = v->of[i], most = v->of[i + TUNABLE];
    if (isnan(least) || isnan(most)) continue;
    sar_row_found(r, most > least, "more pronounced with a larger rho_inf", most / least,
                  most > least ? "" : "the steps are too long to show any: both are near the smooth curve's",
                  "%s, rho_inf = 0.6 over 0, %g s", sar_paper4_short_name(r, i), per_stage);
  }
}

static int32_t index_of(const char *method) {
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    if (strcmp(sar_paper4_method(i), method) == 0) return i;
  }
  return 0;
}

/* "LMS4 and SS4 with rho_inf = 0.6 and 1e-3 s exhibit the most significant oscillations" */
static void find_most(SarReproduction *r, const Variations *fine) {
  int32_t lms = index_of("lms4:rho_inf=0.6"), ss = index_of("ss4:rho_inf=0.6");
  double others = 0;
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    if (i != lms && i != ss) others = fmax(others, fine->of[i]);
  }
  sar_row_statement(
      r, fmin(fine->of[lms], fine->of[ss]) > others, "the most significant oscillations",
      sar_row_text(r, "%.3g and %.3g rad/s, the others at most %.3g", fine->of[lms], fine->of[ss], others), "",
      "lms4 and ss4 with rho_inf = 0.6, 1e-3 s");
}

static SarPaper4Sheet omega_sheet(SarReproduction *r, double most) {
  return sar_paper4_sheet(r, (SarSvgAxis){.label = "time, s", .most = 12},
                          (SarSvgAxis){.label = "angular velocity about x at C, rad/s", .least = -most, .most = most});
}

#define VARIATION                                                                                                      \
  "total variation (sum of rises and falls) of the angular velocity about x at C between 0 and 12 s, rad/s: a smooth " \
  "curve has about 0.15, oscillations add to it. Sections of MBDyn's input (thin C-D)"

/* The same with the sections of table 3: who fails, and whether anything oscillates. */
static SarStatus add_printed(SarReproduction *r, double per_stage) {
  SarMechanism f;
  const char *failing = "";
  double most = 0, smooth = 0;
  SAR_TRY(sar_mechanism_fourbar(r, true, &f));
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    SarMechanismRun run;
    SAR_TRY(sar_mechanism_run(&f, sar_paper4_method(i), per_stage, &run));
    const double *omega = sar_mechanism_column(&f, &run, "bc.end.wx");
    if (!omega) return SAR_FAILED;
    if (!run.done) {
      failing = sar_row_text(r, "%s%s%s %s", failing, failing[0] ? "; " : "", sar_paper4_method(i),
                             sar_mechanism_outcome(r, &run));
      continue;
    }
    Range range = range_of(&run, omega);
    most = fmax(most, variation_of(&run, omega));
    smooth = 4 * (range.most - range.least);
  }
  sar_row_shown(r, failing[0] ? failing : "none", "", "sections of table 3, %g s: methods that fail", per_stage);
  sar_row_found(r, most > smooth, "high-frequency oscillations can be observed", most,
                sar_row_text(r,
                             "without oscillations: less than %.3g, four times its range. The paper's figures are not "
                             "of table 3",
                             smooth),
                "sections of table 3, %g s: the largest of all methods", per_stage);
  return SAR_OK;
}

SarStatus sar_item_paper4_figure15(SarReproduction *r) {
  SarMechanism f;
  Variations v;
  r->definition = VARIATION "; with those of table 3 there are none";
  r->digits = 3;
  SarPaper4Sheet sheet = omega_sheet(r, 0.04);
  if (!sheet.panels) return SAR_OK;
  SAR_TRY(sar_mechanism_fourbar(r, false, &f));
  SAR_TRY(measure(&f, LONG_STEP, &v, &sheet));
  compare_dissipations(r, &v, LONG_STEP);
  sar_paper4_add(r, &sheet, "Paper 4, figure 15: angular velocity about x at C, 4e-3 s per solve");
  return add_printed(r, LONG_STEP);
}

SarStatus sar_item_paper4_figure16(SarReproduction *r) {
  SarMechanism f;
  Variations coarse, fine;
  r->definition = VARIATION;
  r->digits = 3;
  SarPaper4Sheet sheet = omega_sheet(r, 0.1);
  if (!sheet.panels) return SAR_OK;
  SAR_TRY(sar_mechanism_fourbar(r, false, &f));
  SAR_TRY(measure(&f, LONG_STEP, &coarse, NULL));
  SAR_TRY(measure(&f, SHORT_STEP, &fine, &sheet));
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    if (isnan(coarse.of[i]) || isnan(fine.of[i])) continue;
    sar_row_found(r, fine.of[i] > coarse.of[i], "more pronounced with a smaller step", fine.of[i] / coarse.of[i], "",
                  "%s, 1e-3 s over 4e-3 s", sar_paper4_method(i));
  }
  compare_dissipations(r, &fine, SHORT_STEP);
  find_most(r, &fine);
  sar_paper4_add(r, &sheet, "Paper 4, figure 16: angular velocity about x at C, 1e-3 s per solve");
  return add_printed(r, SHORT_STEP);
}
