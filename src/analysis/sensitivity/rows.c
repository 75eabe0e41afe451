/* Along the run: after its steps, at its rows, in its checkpoints. */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"

/* ---- steps ---- */

/* What the sides remember of their ends of the step. */
static SarStatus accept(SarSensitivity *x, int32_t parameter, const SarPoint *at) {
  SarVaried *varied = &x->varied[parameter];
  bool alike = sar_sensitivity_turns_alike(x, parameter);
  for (int k = 0; k < 2; k++) {
    const SarTwin *side = &varied->side[k];
    SarProblem *p = &side->start->m->problem;
    if (alike && sar_workspace_accept_alike(side->start->m, x->m)) continue;
    SarPoint both[2];
    if (!varied->placed) (void)sar_corrector_place(x, at, parameter, both);
    varied->placed = true;
    SarPoint there = sar_stepper_point(side->stepper, at->t);
    sar_workspace_accept_near(side->start->m, x->m, &there);
    if (p->ops->refresh) SAR_TRY(p->ops->refresh(p, &there));
  }
  return SAR_OK;
}

/* Touches begin and end within steps of the run. Stages follow them as closely as asked for; formulas over whole steps
 * do not, and a small error in front of a hard touch is a large one behind it. */
static void look_at_touches(SarSensitivity *x, double t) {
  const SarProblem *p = &x->m->problem;
  SarTouchWatch *w = &x->touches;
  if (!p->touches || !x->formula || w->said || !p->ops->activity) return;
  uint64_t now = p->ops->activity(p);
  bool changed = w->known && now != w->activity;
  w->known = true;
  w->activity = now;
  if (!changed) return;
  char method[96];
  sar_method_label(&x->s->plan.method, method, sizeof method);
  sar_warn(x->context, sar_nowhere(), NULL, "take `--method radau5 --tol 1e-8`, which follows them",
           "sensitivity: at t = %.9g s something touches, lets go or slips within a step; derivatives beyond it are as "
           "rough as the steps of %s, and where touches are hard they may be wrong by factors",
           t, method);
  sar_sensitivity_listen(x);
  w->said = true;
}

SarStatus sar_sensitivity_step(SarSensitivity *x) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  sar_sensitivity_listen(x);
  SAR_TRY(sar_sensitivity_renew(x));
  if (sar_sensitivity_is_over(x)) return SAR_OK;
  look_at_touches(x, view->t1);
  sar_twins_follow_modes(x);
  sar_sensitivity_note_motion(x, view->q, view->v);
  x->ahead = view->t1;
  SarStatus status = sar_sensitivity_advance(x, view->t0, view->t1);
  x->ahead = 0;
  x->fresh = false;
  SAR_TRY(sar_sensitivity_bear(x, SAR_ALL_PARAMETERS, view->t1, status));
  SarPoint end = sar_step_point(view);
  for (int32_t i = 0; i < x->count; i++) {
    if (!x->varied[i].lost) SAR_TRY(sar_sensitivity_bear(x, i, end.t, accept(x, i, &end)));
    x->varied[i].stays = x->varied[i].placed = false;
  }
  return SAR_OK;
}

/* ---- rows ---- */

/* Multipliers of the carried rows: those of a row share loads in the way of least norm. */
static SarStatus take_row(SarSensitivity *x, const SarPoint *at, SarPoint *out) {
  SarStepper *k = &x->row;
  const SarSizes *n = &x->m->problem.n;
  *out = *at;
  if (!x->m->ndropped) return SAR_OK;
  double *const to[] = {k->q, k->v, k->a, k->lambda, k->mu, k->x, k->xdot, k->z};
  const double *const from[] = {at->q, at->v, at->a, at->lambda, at->mu, at->x, at->xdot, at->z};
  const int32_t count[] = {n->nq, n->nv, n->nv, n->np, n->nn, n->nx, n->nx, n->nz};
  for (int i = 0; i < SAR_COUNT(to); i++) {
    if (count[i]) memcpy(to[i], from[i], (size_t)count[i] * sizeof(double));
  }
  for (int32_t i = 0; i < n->np; i++) k->lambda[i] = x->m->carried[i] ? k->lambda[i] : 0;
  *out = sar_stepper_point(k, at->t);
  SAR_TRY(sar_equations_factor(x->equations, at->t, k->q, k->v));
  return sar_equations_accelerations(x->equations, at->t, k->q, k->v, k->x, k->a, k->lambda, k->mu, k->xdot, k->z);
}

/* The columns of a side where it stands; what columns choose, touches among others, is what those of the run have
 * chosen. */
static SarStatus evaluate(const SarTwin *side, const double *like, double t) {
  SarStepper *s = side->stepper;
  SarPoint there = sar_stepper_point(s, t);
  SarEquations *e = side->start->equations;
  const SarWorkspace *m = side->start->m;
  SarEnergies energies;
  if (m->ndropped) SAR_TRY(sar_equations_least_norm_anew(e, there.t, s->q, s->v, s->x, s->lambda, s->mu));
  SAR_TRY(sar_workspace_stored(m, &there, &energies));
  double total = energies.kinetic + energies.potential, held = energies.held; /* sums are no part of a point */
  SarEnergyRecord record = {energies.kinetic, energies.potential + held, .dissipated = -held, .balance = total};
  return sar_column_set_evaluate_like(side->columns, m, &there, &record, like, side->row);
}

/* How the motion goes on there, where a row of it moves with some parameter. */
static SarStatus find_along(SarSensitivity *x, const SarPoint *at) {
  SarTwin moment[2];
  bool moves = false;
  for (int32_t i = 0; i < x->count; i++) moves = moves || sar_sensitivity_row_delay(x, &x->varied[i], at->t) != 0;
  return moves ? sar_sensitivity_find_along(x, at, moment, &x->row_along) : SAR_OK;
}

/* The derivatives by one parameter. */
static SarStatus find_row(SarSensitivity *x, int32_t parameter, const SarPoint *here, const double *own, double *row) {
  SarVaried *varied = &x->varied[parameter];
  const SarTwin *side = varied->side;
  double delay = sar_sensitivity_row_delay(x, varied, here->t), span = side[1].shift - side[0].shift;
  memset(varied->w.u, 0, (size_t)x->n * sizeof *varied->w.u);
  SAR_TRY(sar_variation_project(x, here, varied));
  SAR_TRY(sar_variation_solve_there(x, here, varied));
  if (delay != 0) {
    for (int32_t k = 0; k < x->ny + x->n; k++) varied->w.theta[k] += delay * x->row_along.theta[k];
    for (int k = 0; k < 2; k++) (void)sar_twin_place(&side[k], here, &varied->w, delay);
  }
  for (int k = 0; k < 2; k++) SAR_TRY(evaluate(&side[k], own, here->t + side[k].shift * delay));
  for (int32_t k = 0; k < x->ncolumns; k++) {
    row[(int64_t)k * x->count + parameter] = (side[1].row[k] - side[0].row[k]) / span;
  }
  if (x->follows_rows) row[(int64_t)x->ncolumns * x->count + parameter] = delay;
  return SAR_OK;
}

static SarStatus find_rows(SarSensitivity *x, const SarPoint *at, const double *own, double *row) {
  SarPoint here;
  double *y = x->hat;
  SAR_TRY(take_row(x, at, &here));
  if (x->fresh) {
    memcpy(y, x->instants[x->last].y, (size_t)x->count * (size_t)x->ny * sizeof *y);
  } else {
    sar_sensitivity_interpolate(x, at->t, y);
  }
  sar_variation_from_instant(x, here.q, y);
  SAR_TRY(sar_variation_factor_row(x, &here));
  SAR_TRY(find_along(x, &here));
  for (int32_t i = 0; i < x->count; i++) {
    if (!x->varied[i].lost) SAR_TRY(sar_sensitivity_bear(x, i, at->t, find_row(x, i, &here, own, row)));
  }
  return sar_energies_row(x, &here, row);
}

SarStatus sar_sensitivity_row(SarSensitivity *x, const SarPoint *at, const double *own, double *row) {
  int32_t numbers = x->ncolumns + x->follows_rows;
  sar_sensitivity_listen(x);
  if (!sar_sensitivity_is_over(x)) {
    SAR_TRY(sar_sensitivity_bear(x, SAR_ALL_PARAMETERS, at->t, find_rows(x, at, own, row)));
  }
  for (int32_t i = 0; i < x->count; i++) {
    for (int32_t k = 0; x->varied[i].lost && k < numbers; k++) row[(int64_t)k * x->count + i] = NAN;
  }
  return SAR_OK;
}

/* ---- checkpoints ---- */

SarStatus sar_sensitivity_archive(SarSensitivity *x, SarArchive *archive) {
  int64_t numbers = (int64_t)x->count * x->ny;
  SarInstant *now = &x->instants[archive->loading ? 0 : x->last];
  sar_archive_section(archive, "sensitivities");
  SAR_ARCHIVE(archive, now->t);
  sar_archive_reals(archive, now->y, numbers);
  sar_archive_reals(archive, now->rate, numbers);
  sar_archive_reals(archive, x->largest, (int64_t)SAR_SIZES * x->count);
  SAR_ARCHIVE(archive, x->proposed);
  SAR_ARCHIVE(archive, x->beside);
  sar_archive_flag(archive, &x->anew);
  sar_archive_flag(archive, &x->rough);
  sar_archive_flag(archive, &x->passed_said);
  SAR_ARCHIVE(archive, x->onesided.until);
  sar_archive_flag(archive, &x->touches.known);
  sar_archive_flag(archive, &x->touches.said);
  SAR_ARCHIVE(archive, x->touches.activity);
  SAR_ARCHIVE(archive, x->fastest);
  SAR_ARCHIVE(archive, x->farthest);
  for (int32_t i = 0; i < x->count; i++) sar_archive_flag(archive, &x->varied[i].lost);
  SAR_ARCHIVE(archive, x->work);
  SAR_TRY(sar_multistep_archive(x, archive));
  sar_energies_archive(x, now, archive);
  if (archive->loading) SAR_TRY(sar_sensitivity_renew(x));
  SAR_TRY(sar_corrector_archive(x, archive));
  SAR_TRY(sar_equations_archive(x->equations, archive));
  for (int32_t i = 0; i < x->count; i++) {
    for (int k = 0; k < 2; k++) SAR_TRY(sar_start_archive(x->varied[i].side[k].start, archive));
  }
  if (archive->loading) x->last = 0;
  x->fresh = archive->loading ? true : x->fresh;
  return archive->status;
}
