/* Paper 4, section 5.4: the rotating shaft (figures 22 to 27). */
#include <string.h>

#include "analysis/reproduce/paper4_mechanism.h"

#define REFERENCE "esdirk436l2sa2"
#define REFERENCE_PER_STAGE 2.5e-5 /* s: steps of 1.25e-4 s */
#define FAILED "lms4:rho_inf=0.6"  /* in the paper */

/* The three quantities of figures 22 to 24 and 25 to 27. */
static const struct Quantity {
  const char *column, *name, *label;
} quantities[] = {{"shaft.mid.z", "displacement", "displacement u3, m"},
                  {"shaft.mid.vz", "velocity", "velocity v3, m/s"},
                  {"shaft.mid.az", "acceleration", "acceleration a3, m/s^2"}};

static SarStatus reference_of(SarMechanism *f, const struct Quantity *q, SarHistory *out) {
  SarMechanismRun run;
  SAR_TRY(sar_mechanism_run(f, REFERENCE, REFERENCE_PER_STAGE, &run));
  const double *y = sar_mechanism_column(f, &run, q->column);
  return y ? sar_history_keep(f->r, &run, y, out) : SAR_FAILED;
}

/* ---- figures 22 to 24 ---- */

/* A clamped beam with a weight in its middle, bending and shear. */
static double sag(void) {
  double w = 11.64 * 9.81, P = 70.573 * 9.81, L = 6, EI = 354.5e3, GA = 60.5e6;
  return w * pow(L, 4) / (384 * EI) + P * pow(L, 3) / (192 * EI) + P * L / (4 * GA) + w * L * L / (8 * GA);
}

static void add_history(SarReproduction *r, const SarHistory *h) {
  double most = 0, least = 0;
  for (int64_t i = 0; i < h->count; i++) most = fmax(most, h->value[i]), least = fmin(least, h->value[i]);
  sar_row_measured(r, h->value[0], sar_row_text(r, "closed form: %.6g", -sag()), "sag at the start, m");
  sar_row_measured(r, most, "MBDyn, fifth order with 1e-4 s: 0.262032", "largest displacement, m");
  sar_row_measured(r, least, "MBDyn, fifth order with 1e-4 s: -0.269498", "smallest displacement, m");
}

static void add_end(SarReproduction *r, const char *method, const SarMechanismRun *run) {
  bool fails = strcmp(method, FAILED) == 0;
  const char *note = "";
  if (fails && run->done) note = "it does not fail here, as ss4 does not, its equal; the paper gives no reason";
  if (!fails && !run->done) {
    note =
        "steps end where the motion has a kink, at 1.25 s; in the next one, twice as long, its stages do not converge. "
        "With half the step, or a kink on the grid, it ends";
  }
  sar_row_statement(r, run->done != fails, fails ? "failed to complete" : "completes", sar_mechanism_outcome(r, run),
                    note, "%s", method);
}

static SarStatus figure(SarReproduction *r, int32_t number) {
  const struct Quantity *q = &quantities[number - 22];
  SarMechanism f;
  SarHistory reference;
  r->definition = sar_row_text(
      r,
      "%s along z at midspan, 1e-3 s per solve, from the static sag under gravity at t = 0, rows "
      "projected onto the constraints, accelerations from the equations of motion: difference from " REFERENCE
      " with steps of 1.25e-4 s in per cent, eq (26); excellent: below 5, a limit of this program",
      q->name);
  r->digits = 3;
  SAR_TRY(sar_mechanism_shaft(r, &f));
  SAR_TRY(reference_of(&f, q, &reference));
  SarPaper4Sheet sheet =
      sar_paper4_sheet(r, (SarSvgAxis){.label = "time, s", .most = f.end}, (SarSvgAxis){.label = q->label});
  if (!sheet.panels) return SAR_OK;
  if (number == 22) add_history(r, &reference);
  sar_paper4_put_behind(r, &sheet, "reference", reference.count, reference.time, reference.value);
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    SarMechanismRun run;
    const char *method = sar_paper4_method(i);
    SAR_TRY(sar_mechanism_run(&f, method, 1e-3, &run));
    const double *y = sar_mechanism_column(&f, &run, q->column);
    if (!y) return SAR_FAILED;
    if (number == 22) add_end(r, method, &run);
    sar_paper4_put(r, &sheet, i, run.count, run.time, y);
    if (!run.done) continue;
    double error = 100 * sar_history_error(&reference, &run, y, f.end);
    sar_row_found(r, error < 5, "excellent agreement", error,
                  error < 5 ? "" : "accelerations follow vibrations of high frequency", "%s, %s", method, q->name);
  }
  sar_paper4_add(r, &sheet,
                 sar_row_text(r, "Paper 4, figure %d: %s at midspan, 1e-3 s per solve", (int)number, q->name));
  return SAR_OK;
}

SarStatus sar_item_paper4_figure22(SarReproduction *r) { return figure(r, 22); }
SarStatus sar_item_paper4_figure23(SarReproduction *r) { return figure(r, 23); }
SarStatus sar_item_paper4_figure24(SarReproduction *r) { return figure(r, 24); }

/* ---- figures 25 to 27 ---- */

enum { STEPS = 3 };
static const double per_stage[STEPS] = {1e-3, 5e-4, 2.5e-4};

typedef struct Errors {
  double of[SAR_PAPER4_METHODS][STEPS]; /* NaN: the run failed */
} Errors;

static SarStatus find_errors(SarMechanism *f, const struct Quantity *q, const SarHistory *reference, Errors *out) {
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    for (int32_t k = 0; k < STEPS; k++) {
      SarMechanismRun run;
      SAR_TRY(sar_mechanism_run(f, sar_paper4_method(i), per_stage[k], &run));
      const double *y = sar_mechanism_column(f, &run, q->column);
      if (!y) return SAR_FAILED;
      out->of[i][k] = run.done ? sar_history_error(reference, &run, y, f->end) : NAN;
    }
  }
  return SAR_OK;
}

/* The power of the step between two of them. */
static double rate(const Errors *e, int32_t i, int32_t k) { return log2(e->of[i][k] / e->of[i][k + 1]); }

static const struct {
  const char *method, *words;
  double least, most; /* of the rate */
} higher[] = {{"mssth3:rho_inf=0", "third order", 2.7, 3.5},
              {"mssth4:rho_inf=0", "about fourth order near 1e-3 s", 3.5, 4.5},
              {"mssth5:rho_inf=0", "never reaches fifth order", -INFINITY, 4.7},
              {"esdirk324l2sa", "third order", 2.7, 3.5},
              {"esdirk325l2sa", "exceeds third order", 3.0, INFINITY},
              {"esdirk436l2sa2", "about fourth order near 1e-3 s", 3.5, 4.5}};

static const char *const reduced =
    "orders fall, first those of accelerations, as the paper finds for smaller steps; index-3 equations lower them too";

static void add_rates(SarReproduction *r, const Errors *e) {
  for (int32_t i = 0; i < SAR_SQUEEZER_SECOND_ORDER; i++) {
    double found = rate(e, i, 1);
    bool second = fabs(found - 2) < 0.2;
    sar_row_found(r, second, "second order", found, second ? "" : reduced, "%s, rate at 2.5e-4 s",
                  sar_paper4_method(i));
  }
  for (size_t k = 0; k < sizeof higher / sizeof *higher; k++) {
    int32_t i = SAR_SQUEEZER_SECOND_ORDER + (int32_t)k;
    bool failed = isnan(e->of[i][0]);
    double found = rate(e, i, failed ? 1 : 0);
    bool holds = found >= higher[k].least && found <= higher[k].most;
    sar_row_found(r, holds, higher[k].words, found, holds ? "" : reduced, "%s, rate at %s", higher[k].method,
                  failed ? "2.5e-4 s (it fails with 1e-3 s)" : "5e-4 s");
  }
}

static void add_sizes(SarReproduction *r, const Errors *e) {
  double apart = 0, largest = 0, second = INFINITY;
  for (int32_t i = 0; i < SAR_SQUEEZER_SECOND_ORDER; i += 10) {
    for (int32_t k = 0; k < 3; k++) apart = fmax(apart, fabs(e->of[i + 3 + k][2] / e->of[i + k][2] - 1));
  }
  for (int32_t i = 0; i < SAR_SQUEEZER_SECOND_ORDER; i++) {
    second = fmin(second, e->of[i][2]);
    if (i != 0 && i != 3) largest = fmax(largest, e->of[i][2]);
  }
  double lms2 = fmin(e->of[0][2], e->of[3][2]), best = fmax(e->of[24][2], e->of[25][2]), other = second;
  for (int32_t i = SAR_SQUEEZER_SECOND_ORDER; i < 24; i++) other = fmin(other, e->of[i][2]);
  sar_row_found(r, apart < 0.02, "multi-step and single-step schemes have very similar errors", apart, "",
                "largest relative difference of lms and ss, 2.5e-4 s");
  sar_row_statement(r, lms2 > largest, "lms2 and ss2 with rho_inf = 0 show larger errors than the others",
                    sar_row_text(r, "%.2g; the others of second order at most %.2g", lms2, largest),
                    lms2 > largest ? "" : "not in this quantity", "errors at 2.5e-4 s");
  sar_row_statement(r, best < other, "esdirk325l2sa and esdirk436l2sa2 are more accurate than the others",
                    sar_row_text(r, "at most %.2g; second order at least %.2g, mssth3, 4, 5: %.2g, %.2g, %.2g", best,
                                 second, e->of[20][2], e->of[21][2], e->of[22][2]),
                    best < other ? "" : reduced, "errors at 2.5e-4 s");
}

static void add_curves(SarReproduction *r, const struct Quantity *q, const Errors *e, int32_t number) {
  SarPaper4Sheet sheet = sar_paper4_sheet(r, (SarSvgAxis){.label = "step over stages, s", .log = true},
                                          (SarSvgAxis){.label = "relative error", .log = true});
  if (!sheet.panels) return;
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) sar_paper4_put(r, &sheet, i, STEPS, per_stage, e->of[i]);
  sar_paper4_add(r, &sheet, sar_row_text(r, "Paper 4, figure %d: convergence of the %s", (int)number, q->name));
}

static SarStatus convergence(SarReproduction *r, int32_t number) {
  const struct Quantity *q = &quantities[number - 25];
  SarMechanism f;
  SarHistory reference;
  Errors errors;
  r->definition = sar_row_text(
      r,
      "relative error (eq 26) of the %s along z at midspan against " REFERENCE
      " with steps of 1.25e-4 s (the paper: 1e-5 s), for 1e-3, 5e-4 and 2.5e-4 s per solve; rate: power of the step "
      "between one and twice the step that is named",
      q->name);
  r->digits = 3;
  SAR_TRY(sar_mechanism_shaft(r, &f));
  SAR_TRY(reference_of(&f, q, &reference));
  SAR_TRY(find_errors(&f, q, &reference, &errors));
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    const double *of = errors.of[i];
    const char *text = isnan(of[0]) ? sar_row_text(r, "fails, %.2e, %.2e", of[1], of[2])
                                    : sar_row_text(r, "%.2e, %.2e, %.2e", of[0], of[1], of[2]);
    sar_row_shown(r, text, "", "%s, errors", sar_paper4_method(i));
  }
  add_rates(r, &errors);
  add_sizes(r, &errors);
  add_curves(r, q, &errors, number);
  return SAR_OK;
}

SarStatus sar_item_paper4_figure25(SarReproduction *r) { return convergence(r, 25); }
SarStatus sar_item_paper4_figure26(SarReproduction *r) { return convergence(r, 26); }
SarStatus sar_item_paper4_figure27(SarReproduction *r) { return convergence(r, 27); }
