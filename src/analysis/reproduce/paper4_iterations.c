/* Paper 4, section 5.5: iterations per stage in all mechanisms (figure 28). */
#include <string.h>

#include "analysis/reproduce/paper4_mechanism.h"

static SarStatus open_fourbar(SarReproduction *r, SarMechanism *out) { return sar_mechanism_fourbar(r, false, out); }

static const struct Mechanism {
  const char *name;
  double coarse, fine; /* s per solve */
  SarStatus (*open)(SarReproduction *r, SarMechanism *out);
} mechanisms[] = {{"squeezer", 1e-4, 1e-5, sar_mechanism_squeezer},
                  {"four-bar", 4e-3, 1e-3, open_fourbar},
                  {"thin beam", 1e-3, 5e-4, sar_mechanism_buckling},
                  {"shaft", 1e-3, 5e-4, sar_mechanism_shaft}};

typedef struct Iterations {
  double coarse[SAR_PAPER4_METHODS], fine[SAR_PAPER4_METHODS]; /* per stage; NaN: the run failed */
} Iterations;

/* With the paper's prediction: constant for single-step methods, a cubic for the others. */
static SarStatus count(SarMechanism *m, int32_t i, double per_stage, double *out, const char **text) {
  const char *method = sar_paper4_method(i);
  SarMechanismRun run;
  SAR_TRY(sar_mechanism_run(m, sar_row_text(m->r, "%s%cpredictor=paper", method, strchr(method, ':') ? ',' : ':'),
                            per_stage, &run));
  *out = run.done ? run.iterations : NAN;
  *text = run.done ? sar_row_text(m->r, "%.2f with %g s", run.iterations, per_stage)
                   : sar_row_text(m->r, "%s with %g s", sar_mechanism_outcome(m->r, &run), per_stage);
  return SAR_OK;
}

static SarStatus count_all(SarReproduction *r, const struct Mechanism *mechanism, Iterations *out) {
  SarMechanism m;
  SAR_TRY(mechanism->open(r, &m));
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    const char *coarse, *fine;
    SAR_TRY(count(&m, i, mechanism->coarse, &out->coarse[i], &coarse));
    SAR_TRY(count(&m, i, mechanism->fine, &out->fine[i], &fine));
    bool failed = isnan(out->coarse[i]) || isnan(out->fine[i]), fewer = out->fine[i] < out->coarse[i];
    sar_row_statement(r, fewer, "fewer with the smaller step", sar_row_text(r, "%s, %s", coarse, fine),
                      fewer    ? ""
                      : failed ? "from this prediction it does not converge"
                               : "vibrations that the longer step damps are there with the smaller one",
                      "%s, %s", mechanism->name, sar_paper4_method(i));
  }
  return SAR_OK;
}

/* Pairs: lms2, lms3, lms4 stand before ss2, ss3, ss4 in each group of second order. */
static void compare_kinds(SarReproduction *r, const struct Mechanism *mechanism, const Iterations *n) {
  double least = INFINITY;
  for (int32_t i = 0; i < SAR_SQUEEZER_SECOND_ORDER; i += 10) {
    for (int32_t k = i; k < i + 3; k++) {
      least = fmin(least, fmin(n->coarse[k + 3] / n->coarse[k], n->fine[k + 3] / n->fine[k]));
    }
  }
  sar_row_found(r, least > 1, "single-step methods always need more than multi-step ones", least,
                least > 1 ? "" : "where vibrations fill the steps a cubic predicts no better than a constant",
                "%s, least of ss2 over lms2, ss3 over lms3, ss4 over lms4", mechanism->name);
  double most = 0, least_higher = INFINITY;
  for (int32_t i = 0; i < SAR_PAPER4_METHODS; i++) {
    if (i < SAR_SQUEEZER_SECOND_ORDER)
      most = fmax(most, n->coarse[i]);
    else
      least_higher = fmin(least_higher, n->coarse[i]);
  }
  if (isinf(least_higher)) return; /* none of them converges with the longer step */
  sar_row_statement(r, least_higher > most, "higher-order methods need more in most cases",
                    sar_row_text(r, "at least %.2f; second order at most %.2f", least_higher, most),
                    least_higher > most ? "" : "not all of them", "%s, longer step, of those that converge",
                    mechanism->name);
}

SarStatus sar_item_paper4_figure28(SarReproduction *r) {
  r->definition =
      "corrector iterations per stage, with the paper's prediction (section 3.1) and this program's stopping test (the "
      "paper's is not printed; its bars are not printed as numbers either). Four-bar: sections of MBDyn's input. The "
      "second steps of beam and shaft are not printed: half the first";
  r->digits = 3;
  for (size_t k = 0; k < sizeof mechanisms / sizeof *mechanisms; k++) {
    Iterations n;
    SAR_TRY(count_all(r, &mechanisms[k], &n));
    compare_kinds(r, &mechanisms[k], &n);
  }
  return SAR_OK;
}
