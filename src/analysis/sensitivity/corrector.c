/* The equations of a step with a matrix that was made for one before it. As in the corrector of the run (newton.h),
 * corrections shrink by a rate, and with it the last one tells what is left; the matrix is kept as long as that is
 * cheaper than a new one, which solves for all parameters at once. Each correction takes the rows of two sides. */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "base/numbers.h"
#include "method/newton.h"

#define SOLVED 1e-2  /* of the tolerance: what corrections may leave, ... */
#define FINEST 1e-12 /* ... but not less than this: more is not known of the rows */
#define OTHER 0.25   /* a change of c by so much asks for a new matrix, as in DASSL */
#define SLOW 0.5     /* rates above this lead nowhere */
#define MOST_CORRECTIONS 20
#define LONGEST_WAIT 15
/* Steps that a rate is believed for: what corrections leave is extrapolated by the next guess, 2^(order + 1) times as
 * large, and a matrix that has grown old corrects less of it than it did. */
#define LONGEST_TRUST 8
#define MISSED 0.5 /* of what corrections may leave: what the rows of one side alone may be wrong by */

static double enough(const SarSensitivity *x) { return fmax(SOLVED * x->tolerance, FINEST); }

static double cost(const SarSensitivity *x) { return sar_linear_stats(x->step.linear).cost_ratio; }

static bool serves(const SarSensitivity *x, SarGain c) {
  const SarVariationMatrix *m = &x->step;
  bool tried = !x->corrector.replace && x->corrector.left == 0;
  return tried && m->factored && m->rows == SAR_ROWS_POSITION && fabs(c.v - m->c.v) <= OTHER * m->c.v;
}

static SarStatus renew(SarSensitivity *x, const SarPoint *at, SarGain c) {
  SarCorrector *k = &x->corrector;
  *k = (SarCorrector){.wait = k->wait, .left = k->left};
  for (int32_t i = 0; i < x->count; i++) x->varied[i].shrinking = (SarShrinking){.rate = 1};
  sar_broyden_forget(x);
  return sar_variation_factor(x, at, c, SAR_ROWS_POSITION);
}

/* With an old matrix: whether going on with it, for this parameter and those after it, would take longer than with a
 * new one. */
static bool is_too_slow(const SarSensitivity *x, int32_t parameter, double left) {
  double rate = x->varied[parameter].shrinking.rate, rest = x->count - parameter;
  if (!(rate < SLOW)) return true;
  return rest * log(left / enough(x)) / -log(rate) > cost(x) + rest;
}

/* ---- the corrections of a parameter ---- */

bool sar_corrector_may_follow(const SarSensitivity *x, int32_t parameter) {
  double missed = x->varied[parameter].moved * sar_sensitivity_displacement(x, parameter);
  return missed <= MISSED * enough(x) && !x->onesided.used;
}

/* What is displaced as far apart tells the same (sar_variation_mirror), and what parts have found where the first side
 * stands they need not search for again. */
bool sar_corrector_place(SarSensitivity *x, const SarPoint *at, int32_t parameter, SarPoint there[2]) {
  const SarVaried *varied = &x->varied[parameter];
  const SarTwin *side = varied->side;
  bool follow = varied->stays && sar_corrector_may_follow(x, parameter);
  there[0] = follow ? sar_stepper_point(side[0].stepper, at->t) : sar_twin_place(&side[0], at, &varied->w, 0);
  there[1] = follow ? sar_variation_mirror(x, at, varied) : sar_twin_place(&side[1], at, &varied->w, 0);
  return follow;
}

/* first: nothing is known of the rows at this point. */
static SarStatus find_right(SarSensitivity *x, const SarPoint *at, int32_t parameter, bool first) {
  SarVaried *varied = &x->varied[parameter];
  if (!first && sar_corrector_may_follow(x, parameter)) return sar_variation_follow_right(x, at, varied);
  memcpy(varied->first.theta, varied->w.theta, (size_t)(x->ny + x->n) * sizeof(double));
  varied->stays = true;
  return sar_variation_find_right(x, at, varied->side, &varied->w, 0);
}

/* Solves for the correction. fresh: the matrix is the one of this point; tells: the one before was the first of the
 * step, and more than rounding. */
static SarStatus correct(SarSensitivity *x, SarVaried *varied, bool fresh, bool tells) {
  if (fresh) return sar_variation_correct_right(x);
  sar_linear_correct(x->step.linear, x->right);
  x->work.solves++;
  if (tells) sar_broyden_learn(x, &varied->told);
  sar_broyden_correct(x, &varied->told);
  return sar_all_finite(x->n, x->right) ? SAR_OK : SAR_SINGULAR;
}

/* What the first correction of a step leaves, from a rate of earlier steps: a matrix is the more wrong the older it is,
 * and what was learned of it does not hold for other directions. */
static double believed_rate(const SarSensitivity *x, int32_t parameter) {
  const SarVaried *varied = &x->varied[parameter];
  const SarShrinking *k = &varied->shrinking;
  double rate = fmax(k->rate, sar_broyden_rate(x, &varied->told));
  return k->age > 0 ? rate * (double)x->corrector.steps / (double)k->age : 1;
}

static SarStatus solve(SarSensitivity *x, const SarPoint *at, SarGain c, int32_t parameter, int64_t *corrections) {
  SarCorrector *k = &x->corrector;
  SarVaried *varied = &x->varied[parameter];
  SarShrinking *shrinking = &varied->shrinking;
  double last = 0;
  shrinking->unmeasured++;
  for (int i = 0; i < MOST_CORRECTIONS; i++) {
    bool fresh = k->steps == 0;
    SAR_TRY(find_right(x, at, parameter, i == 0));
    SAR_TRY(correct(x, varied, fresh, i == 1 && last > enough(x)));
    sar_variation_take(x, &varied->w);
    ++*corrections;
    double change = varied->moved = sar_sensitivity_change(x, parameter);
    if (fresh && !x->m->problem.approximate) return SAR_OK;
    double rate = last > 0 ? change / last : believed_rate(x, parameter);
    if (last > 0 && !fresh) *shrinking = (SarShrinking){rate, 0, k->steps};
    double left = rate < SLOW ? change * rate / (1 - rate) : INFINITY;
    bool told = fresh || last > 0 || shrinking->unmeasured < LONGEST_TRUST;
    if ((left <= enough(x) && told) || change == 0) return SAR_OK;
    if (fresh && last > 0 && change >= last) return SAR_OK; /* the rows do not tell more */
    bool known = last > 0;
    last = change;
    if (fresh || !known || !is_too_slow(x, parameter, left)) continue;
    SAR_TRY(renew(x, at, c));
    last = 0;
  }
  return SAR_OK;
}

/* Where an old matrix does not serve, the one of the next step may not either: before it is tried again some are made
 * anew, more of them each time. */
static void learn(SarCorrector *k, bool tried) {
  bool kept = k->steps > 0;
  if (tried) k->left = k->wait = kept ? 0 : k->wait < LONGEST_WAIT ? 2 * k->wait + 1 : k->wait;
  if (!tried && k->left > 0) k->left--;
}

SarStatus sar_corrector_solve(SarSensitivity *x, const SarPoint *at, SarGain c) {
  SarCorrector *k = &x->corrector;
  int64_t corrections = 0;
  bool tried = serves(x, c);
  sar_onesided_forget(x);
  if (!tried) SAR_TRY(renew(x, at, c));
  x->matrix = &x->step;
  x->c = c;
  for (int32_t p = 0; p < x->count; p++) {
    if (!x->varied[p].lost) SAR_TRY(sar_sensitivity_bear(x, p, at->t, solve(x, at, c, p, &corrections)));
  }
  learn(k, tried);
  k->steps++;
  k->sum += corrections;
  k->replace = sar_newton_replace(cost(x), k->steps, k->sum, (int32_t)corrections);
  return SAR_OK;
}

static SarStatus archive_pivots(SarVariationMatrix *matrix, SarArchive *archive) {
  SarStatus status = sar_linear_archive(matrix->linear, archive);
  return status > 0 ? SAR_INPUT : status;
}

SarStatus sar_corrector_archive(SarSensitivity *x, SarArchive *archive) {
  SarCorrector *k = &x->corrector;
  SarVariationMatrix *m = &x->step;
  const SarPattern *pattern = &x->m->problem.pattern;
  int32_t rows = (int32_t)m->rows;
  SAR_ARCHIVE(archive, k->steps);
  SAR_ARCHIVE(archive, k->sum);
  sar_archive_flag(archive, &k->replace);
  for (int32_t i = 0; i < x->count; i++) {
    SAR_ARCHIVE(archive, x->varied[i].shrinking.rate);
    SAR_ARCHIVE(archive, x->varied[i].shrinking.age);
    sar_archive_int(archive, &x->varied[i].shrinking.unmeasured, 0, INT32_MAX);
  }
  sar_archive_int(archive, &k->wait, 0, LONGEST_WAIT);
  sar_archive_int(archive, &k->left, 0, LONGEST_WAIT);
  SAR_ARCHIVE(archive, m->c.v);
  SAR_ARCHIVE(archive, m->c.q);
  sar_archive_int(archive, &rows, SAR_ROWS_POSITION, SAR_ROWS_ACCELERATION);
  sar_archive_flag(archive, &m->factored);
  SAR_ARCHIVE(archive, m->left);
  SAR_ARCHIVE(archive, m->refined);
  SAR_ARCHIVE(archive, m->usual);
  SAR_ARCHIVE(archive, x->index1.usual);
  sar_broyden_archive(x, archive);
  SAR_TRY(archive->status);
  m->rows = (SarRowLevel)rows;
  SAR_TRY(archive_pivots(m, archive));
  SAR_TRY(archive_pivots(&x->index1, archive));
  if (!m->factored) return SAR_OK;
  sar_archive_reals(archive, m->values, pattern->column[pattern->ncolumns]);
  if (!archive->loading || archive->status != SAR_OK) return archive->status;
  SarStatus status = sar_linear_factor_untried(m->linear, m->values);
  return status > 0 ? SAR_INPUT : status;
}
