/* The linear equations of a variation at one point, for all parameters: one matrix, and for each of them the difference
 * of the rows of its two sides. Constraints stand at the level of accelerations,
 *
 *   G = Phi_q a - position_acceleration = 0,   A a - velocity_acceleration = 0        (problem.h),
 *
 * which makes the equations those of an ordinary differential equation, of the order that the formula has; what they
 * let the positions and velocities drift is taken from them at the end of every step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "base/numbers.h"
#include "base/rotation.h"

#define ENOUGH 1e-10 /* of the solution: corrections of one with a matrix that is not exact */
#define MOST_CORRECTIONS 20
#define REFINED 1e-11 /* backward error of a linear system */
#define MOST_REFINEMENTS 3
#define SHARP 1e-13   /* the same, of pivots with which nothing is to be refined, ... */
#define TRUSTED 1e-10 /* ... and no correction, which is small beside what it corrects */
#define SAFELY 100    /* what is foreseen of an error, times this, is believed */
#define SOLUTIONS 3   /* of a row and a parameter */
#define CLOSED 1e-6   /* the same of what closes the gaps that interpolation leaves */
#define NOTHING 1e-13 /* of the largest row: what stands in smaller ones is the rounding of zeros */

/* ---- what belongs to a mechanism ---- */

static SarStatus make_matrix(SarSensitivity *x, const bool *kept, SarVariationMatrix *matrix) {
  const SarProblem *p = &x->m->problem;
  const char *name = p->linear ? p->linear : "auto";
  sar_variation_destroy_matrix(matrix);
  matrix->values = calloc((size_t)p->pattern.column[p->pattern.ncolumns] + 1, sizeof *matrix->values);
  if (!matrix->values) return sar_report_no_memory(x->context);
  return sar_linear_create_of_part(x->context, name, &p->pattern, kept, &p->partition, &matrix->linear);
}

void sar_variation_destroy_matrix(SarVariationMatrix *matrix) {
  sar_linear_destroy(&matrix->linear);
  free(matrix->values);
  *matrix = (SarVariationMatrix){.usual = -1};
}

SarStatus sar_sensitivity_renew(SarSensitivity *x) {
  SarWorkspace *m = x->s->start->m;
  bool other = x->m != m || x->mechanisms != x->s->mechanisms;
  if (!other && x->generation == m->problem.generation) return SAR_OK;
  x->m = m;
  x->mechanisms = x->s->mechanisms;
  x->generation = m->problem.generation;
  SAR_TRY(make_matrix(x, NULL, &x->step));
  SAR_TRY(make_matrix(x, m->problem.index1, &x->index1));
  if (other) {
    sar_equations_destroy(&x->equations);
    SAR_TRY(sar_equations_create(x->context, m, &x->equations));
  }
  for (int32_t i = 0; other && i < x->count; i++) {
    for (int k = 0; k < 2; k++) {
      bool same = x->varied[i].side[k].start &&
                  memcmp(x->varied[i].side[k].start->m->carried, m->carried, (size_t)m->problem.n.np) == 0;
      if (x->varied[i].side[k].start && !same) SAR_TRY(sar_twin_make(x, &x->varied[i].side[k]));
    }
  }
  return SAR_OK;
}

/* ---- rows ---- */

/* The rows of constraints at the level of accelerations. Rates are linear in the velocities: at v + a they are by Phi_q
 * a larger than at v, where those of both sides agree when they have been projected. */
static SarStatus find_accelerations(const SarSensitivity *x, const SarWorkspace *m, const SarPoint *at, bool projected,
                                    double *f) {
  const SarProblem *p = &m->problem;
  int32_t nv = p->n.nv, np = p->n.np, rows = np + p->n.nn;
  double *shifted = x->rate_scratch, *other = shifted + nv;
  if (rows == 0) return SAR_OK;
  SarPoint faster = *at;
  for (int32_t i = 0; i < nv; i++) shifted[i] = at->v[i] + at->a[i];
  faster.v = shifted;
  SAR_TRY(p->ops->velocity(p, &faster, f + nv));
  if (!projected) {
    SAR_TRY(p->ops->velocity(p, at, other));
    for (int32_t i = 0; i < rows; i++) f[nv + i] -= other[i];
  }
  SAR_TRY(p->ops->acceleration(p, at, other));
  for (int32_t i = 0; i < rows; i++) f[nv + i] -= other[i];
  for (int32_t i = 0; m->ndropped && i < np; i++) {
    if (!m->carried[i]) f[nv + i] = at->lambda[i];
  }
  return SAR_OK;
}

/* All rows at a point, as the matrix has them. */
static SarStatus find_rows(const SarSensitivity *x, const SarWorkspace *m, const SarPoint *at, bool projected,
                           double *f) {
  const SarProblem *p = &m->problem;
  SAR_TRY(p->ops->residual(p, at, f));
  if (x->matrix->rows == SAR_ROWS_ACCELERATION) return find_accelerations(x, m, at, projected, f);
  double *position = f + p->n.nv, *velocity = position + p->n.np;
  for (int32_t i = 0; i < p->n.np; i++) position[i] /= x->c.q;
  for (int32_t i = 0; i < p->n.nn; i++) velocity[i] /= x->c.v;
  return SAR_OK;
}

/* Those of constraints alone. */
static SarStatus find_constraints(const SarSensitivity *x, const SarWorkspace *m, const SarPoint *at, double *f) {
  const SarProblem *p = &m->problem;
  double *position = f + p->n.nv, *rates = x->rate_scratch;
  if (p->n.np + p->n.nn == 0) return SAR_OK;
  if (x->matrix->rows == SAR_ROWS_ACCELERATION) return find_accelerations(x, m, at, false, f);
  SAR_TRY(p->ops->position(p, at->t, at->q, position));
  for (int32_t i = 0; i < p->n.np; i++) position[i] = (m->carried[i] ? position[i] : at->lambda[i]) / x->c.q;
  if (p->n.nn) SAR_TRY(p->ops->velocity(p, at, rates));
  for (int32_t i = p->n.np; i < p->n.np + p->n.nn; i++) position[i] = rates[i] / x->c.v;
  return SAR_OK;
}

/* The run remembers the end of its step when the sides still stand at its begin. A mechanism that remembers a later
 * time takes what it knew before: a moment before the end, the matrix is that of the sides' rows. */
static SarPoint as_sides_know_it(const SarSensitivity *x, const SarPoint *at) {
  SarPoint here = *at;
  if (x->ahead != 0 && here.t >= x->ahead) here.t = nextafter(x->ahead, -INFINITY);
  return here;
}

/* Of the first rows of both sides, with the opposite sign. */
static void take_difference(const SarTwin side[2], int32_t count, double *right) {
  double span = side[1].shift - side[0].shift;
  for (int32_t i = 0; i < count; i++) right[i] = (side[0].rows[i] - side[1].rows[i]) / span;
}

/* Where the sides stand. projected: onto the constraints of velocities. */
static SarStatus find_right_there(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], double delay,
                                  bool projected) {
  for (int k = 0; k < 2; k++) {
    SarPoint there = sar_stepper_point(side[k].stepper, at->t + side[k].shift * delay);
    SAR_TRY(find_rows(x, side[k].start->m, &there, projected, side[k].rows));
    x->work.residuals++;
  }
  take_difference(side, x->n, x->right);
  return SAR_OK;
}

SarStatus sar_variation_find_rows(SarSensitivity *x, const SarTwin *side, const SarPoint *there) {
  x->work.residuals++;
  return find_rows(x, side->start->m, there, false, side->rows);
}

SarStatus sar_variation_find_right(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], const SarVariation *w,
                                   double delay) {
  SarPoint there[2], here = as_sides_know_it(x, at);
  for (int k = 0; k < 2; k++) there[k] = sar_twin_place(&side[k], at, w, delay);
  if (!x->onesided.used || delay != 0) return find_right_there(x, at, side, delay, false);
  for (int k = 0; k < 2; k++) SAR_TRY(find_constraints(x, side[k].start->m, &there[k], side[k].rows));
  take_difference(side, x->n, x->right);
  return sar_onesided_right(x, &here, side, w);
}

/* F(2 w - w0) - F(-w0) is the difference along w, but for e^2 D^2 F[w, w - w0]: a part e w of what w has moved by. */
SarPoint sar_variation_mirror(SarSensitivity *x, const SarPoint *at, const SarVaried *varied) {
  for (int32_t i = 0; i < x->ny + x->n; i++) x->mirror.theta[i] = 2 * varied->w.theta[i] - varied->first.theta[i];
  return sar_twin_place(&varied->side[1], at, &x->mirror, 0);
}

SarStatus sar_variation_follow_right(SarSensitivity *x, const SarPoint *at, const SarVaried *varied) {
  SarPoint there = sar_variation_mirror(x, at, varied);
  SAR_TRY(sar_variation_find_rows(x, &varied->side[1], &there));
  take_difference(varied->side, x->n, x->right);
  return SAR_OK;
}

/* ---- solutions ---- */

SarStatus sar_variation_singular(const SarSensitivity *x, double t) {
  return sar_report(x->context, SAR_FAILED, sar_nowhere(), NULL,
                    "end the run before, or start it where no link stands in line",
                    "at t = %.9g s the pose is singular", t);
}

static SarStatus factor_own(SarSensitivity *x, double t) {
  SarVariationMatrix *matrix = x->matrix;
  matrix->lent = NULL;
  matrix->left = matrix->refined = -1;
  x->work.factorisations++;
  SarStatus status = sar_linear_factor_untried(matrix->linear, matrix->values);
  matrix->factored = status == SAR_OK;
  return status > 0 ? sar_variation_singular(x, t) : status;
}

static SarStatus make_and_factor(SarSensitivity *x, const SarPoint *at, SarGain c, SarRowLevel rows) {
  const SarProblem *p = &x->m->problem;
  SarVariationMatrix *matrix = c.v > 0 ? &x->step : &x->index1;
  SarWeights weights = {.a = 1,
                        .v = c.v,
                        .q = c.q,
                        .xdot = 1,
                        .x = c.v,
                        .velocity_q = c.v > 0 ? c.q / c.v : 0,
                        .velocity_x = 1,
                        .rows = rows};
  x->matrix = matrix;
  x->c = matrix->c = c;
  matrix->t = at->t;
  matrix->rows = rows;
  matrix->factored = matrix->lent != NULL;
  matrix->left = matrix->refined = -1;
  SarPoint here = as_sides_know_it(x, at);
  sar_onesided_forget(x);
  SAR_TRY(p->ops->jacobian(p, &here, &weights, matrix->values));
  if (matrix->lent) return SAR_OK;
  return factor_own(x, at->t);
}

SarStatus sar_variation_factor(SarSensitivity *x, const SarPoint *at, SarGain c, SarRowLevel rows) {
  SarVariationMatrix *matrix = c.v > 0 ? &x->step : &x->index1;
  matrix->lent = NULL;
  return make_and_factor(x, at, c, rows);
}

SarStatus sar_variation_factor_accelerations(SarSensitivity *x, const SarPoint *at) {
  return sar_variation_factor(x, at, (SarGain){0, 0}, SAR_ROWS_ACCELERATION);
}

/* With factors that are lent each solution of a row is refined once more. What that takes is about the cost of a
 * residual and a solution, in which the solver says what a matrix of its own costs. */
SarStatus sar_variation_factor_row(SarSensitivity *x, const SarPoint *at) {
  SarVariationMatrix *matrix = &x->index1;
  bool cheaper = sar_linear_stats(matrix->linear).cost_ratio > SOLUTIONS * x->count;
  matrix->lent = cheaper && !x->m->ndropped ? sar_equations_lend(x->s->start->equations, at->t) : NULL;
  return make_and_factor(x, at, (SarGain){0, 0}, SAR_ROWS_ACCELERATION);
}

/* What the solution leaves of the right-hand side, in x->left, beside the terms of its row: the backward error. */
static double find_left(SarSensitivity *x) {
  double worst = 0, floor = 0;
  memcpy(x->left, x->asked, (size_t)x->n * sizeof *x->left);
  for (int32_t i = 0; i < x->n; i++) x->terms[i] = fabs(x->asked[i]);
  sar_linear_subtract_terms(x->matrix->linear, x->matrix->values, x->right, x->left, x->terms);
  floor = NOTHING * sar_largest(x->n, x->terms);
  for (int32_t i = 0; i < x->n; i++) {
    if (x->terms[i] > floor) worst = fmax(worst, fabs(x->left[i]) / x->terms[i]);
  }
  return worst;
}

static void solve_by(SarSensitivity *x, double *right) {
  if (x->matrix->lent) {
    sar_linear_solve_aside(x->matrix->lent, right);
  } else {
    sar_linear_solve(x->matrix->linear, right);
  }
  x->work.solves++;
}

static SarStatus solve(SarSensitivity *x) {
  solve_by(x, x->right);
  return sar_all_finite(x->n, x->right) ? SAR_OK : SAR_SINGULAR;
}

/* Solves again for what is left while it is more than wanted. whole: the right-hand side tells how good pivots are, and
 * what a first step of refinement leaves: it is not looked at again. */
static SarStatus refine(SarSensitivity *x, double wanted, bool whole) {
  SarVariationMatrix *matrix = x->matrix;
  double left = find_left(x);
  bool tells = whole && matrix->left < 0 && sar_largest(x->n, x->terms) > 0;
  if (tells) matrix->left = matrix->usual = left;
  for (int i = 0; i < MOST_REFINEMENTS && left > wanted; i++) {
    solve_by(x, x->left);
    for (int32_t k = 0; k < x->n; k++) x->right[k] += x->left[k];
    if (i == 0 && matrix->refined >= 0 && matrix->refined <= wanted) break;
    if (i < MOST_REFINEMENTS - 1) left = find_left(x);
    if (i == 0 && tells) matrix->refined = left;
  }
  return sar_all_finite(x->n, x->right) ? SAR_OK : SAR_SINGULAR;
}

/* With factors of a point nearby: how much a solution leaves depends on its direction, so each one is looked at. A step
 * of refinement makes the error smaller by about as much as the solution has made it, and where that is enough by far
 * what it leaves is not looked at. SAR_RETRY: the point is too far away. */
static SarStatus solve_by_lent(SarSensitivity *x, double wanted) {
  SAR_TRY(solve(x));
  double left = find_left(x), before = 1, foreseen = left;
  for (int i = 0; i < MOST_REFINEMENTS && foreseen > SHARP; i++) {
    solve_by(x, x->left);
    for (int32_t k = 0; k < x->n; k++) x->right[k] += x->left[k];
    foreseen = SAFELY * left * (left / before);
    before = left;
    if (foreseen > SHARP) foreseen = left = find_left(x);
  }
  return foreseen <= wanted && sar_all_finite(x->n, x->right) ? SAR_OK : SAR_RETRY;
}

/* Pivots are those of earlier matrices. Where the first solution leaves almost nothing they are good, and the next ones
 * are not looked at. */
static SarStatus solve_to(SarSensitivity *x, double good, double wanted, bool whole) {
  SarVariationMatrix *matrix = x->matrix;
  double left = whole ? matrix->left : matrix->usual;
  if (!matrix->lent && left >= 0 && left <= good) return solve(x);
  memcpy(x->asked, x->right, (size_t)x->n * sizeof *x->asked);
  if (matrix->lent && solve_by_lent(x, wanted) == SAR_OK) return SAR_OK;
  if (matrix->lent) {
    SAR_TRY(factor_own(x, matrix->t));
    memcpy(x->right, x->asked, (size_t)x->n * sizeof *x->asked);
  }
  SAR_TRY(solve(x));
  return refine(x, wanted, whole);
}

SarStatus sar_variation_solve_right(SarSensitivity *x) { return solve_to(x, SHARP, REFINED, true); }

SarStatus sar_variation_correct_right(SarSensitivity *x) { return solve_to(x, TRUSTED, TRUSTED, true); }

void sar_variation_take(const SarSensitivity *x, SarVariation *w) {
  const SarSizes *n = &x->m->problem.n;
  const double *xdot = x->right + n->nv + n->np + n->nn;
  SarGain c = x->c;
  for (int32_t i = 0; i < x->n; i++) w->u[i] += x->right[i];
  for (int32_t i = 0; i < n->nv; i++) w->v[i] += c.v * x->right[i];
  for (int32_t i = 0; i < n->nv; i++) w->theta[i] += c.q * x->right[i];
  for (int32_t i = 0; i < n->nx; i++) w->x[i] += c.v * xdot[i];
}

static double largest_of(const SarProblem *p, const double *a) {
  double largest = 0;
  for (int32_t i = 0; i < p->n.nv; i++) largest = fmax(largest, fabs(a[i]) * p->weight[i]);
  return largest;
}

SarStatus sar_variation_solve(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], SarVariation *w,
                              double delay) {
  const SarProblem *p = &x->m->problem;
  bool exact = !p->approximate || x->c.v == 0; /* derivatives by accelerations are all there */
  double last = INFINITY;
  memset(w->u, 0, (size_t)x->n * sizeof *w->u);
  for (int i = 0; i < MOST_CORRECTIONS; i++) {
    SAR_TRY(sar_variation_find_right(x, at, side, w, delay));
    SAR_TRY(sar_variation_solve_right(x));
    sar_variation_take(x, w);
    double change = largest_of(p, x->right);
    if (exact || change <= ENOUGH * largest_of(p, w->u) || change >= last) break;
    last = change;
  }
  return SAR_OK;
}

SarStatus sar_variation_solve_there(SarSensitivity *x, const SarPoint *at, SarVaried *varied) {
  const SarTwin *side = varied->side;
  if (x->onesided.used) {
    SAR_TRY(sar_variation_solve(x, at, varied->side, &varied->w, 0));
    for (int k = 0; k < 2; k++) (void)sar_twin_place(&side[k], at, &varied->w, 0);
    return SAR_OK;
  }
  SAR_TRY(find_right_there(x, at, side, 0, true));
  SAR_TRY(sar_variation_solve_right(x));
  sar_variation_take(x, &varied->w);
  for (int k = 0; k < 2; k++) sar_twin_add_unknowns(&side[k], x->right);
  return SAR_OK;
}

SarStatus sar_variation_solve_all(SarSensitivity *x, const SarPoint *at) {
  for (int32_t i = 0; i < x->count; i++) {
    SarVaried *varied = &x->varied[i];
    if (varied->lost) continue;
    SAR_TRY(sar_sensitivity_bear(x, i, at->t, sar_variation_solve(x, at, varied->side, &varied->w, 0)));
  }
  return SAR_OK;
}

void sar_variation_begin_stage(SarSensitivity *x, const SarPoint *at, SarGain c, const double *hat) {
  sar_variation_from_instant(x, at->q, hat);
  for (int32_t p = 0; p < x->count; p++) {
    SarVariation *w = &x->varied[p].w;
    for (int32_t k = 0; k < x->m->problem.n.nv; k++) w->theta[k] += c.q / c.v * w->v[k];
  }
}

SarStatus sar_variation_stage(SarSensitivity *x, const SarPoint *at, double c, const double *hat, bool project) {
  SarGain gain = {c, c * c};
  sar_variation_begin_stage(x, at, gain, hat);
  SAR_TRY(sar_variation_factor(x, at, gain, SAR_ROWS_ACCELERATION));
  SAR_TRY(sar_variation_solve_all(x, at));
  return project ? sar_variation_project_all(x, at) : SAR_OK;
}

/* Solves for what takes the gaps of one level of the constraints from the variation: what they differ by on both sides.
 */
static SarStatus close_gaps(SarSensitivity *x, const SarPoint *at, const SarTwin side[2], bool velocities) {
  const SarProblem *p = &x->m->problem;
  int32_t nv = p->n.nv, np = p->n.np, rows = velocities ? np + p->n.nn : np;
  for (int k = 0; k < 2; k++) {
    const SarProblem *own = &side[k].start->m->problem;
    SarPoint there = sar_stepper_point(side[k].stepper, at->t);
    SAR_TRY(velocities ? own->ops->velocity(own, &there, side[k].rows)
                       : own->ops->position(own, there.t, there.q, side[k].rows));
  }
  memset(x->right, 0, (size_t)x->n * sizeof *x->right);
  take_difference(side, rows, x->right + nv);
  for (int32_t i = 0; x->m->ndropped && i < np; i++) {
    if (!x->m->carried[i]) x->right[nv + i] = 0;
  }
  return solve_to(x, CLOSED, CLOSED, false);
}

SarStatus sar_variation_project(SarSensitivity *x, const SarPoint *at, SarVaried *varied) {
  const SarSizes *n = &x->m->problem.n;
  const SarTwin *side = varied->side;
  for (int k = 0; k < 2; k++) sar_twin_place_pose(&side[k], at, &varied->w);
  if (n->np > 0) {
    SAR_TRY(close_gaps(x, at, side, false));
    for (int32_t i = 0; i < n->nv; i++) varied->w.theta[i] += x->right[i];
    for (int k = 0; k < 2; k++) sar_twin_place_pose(&side[k], at, &varied->w);
  }
  for (int k = 0; k < 2; k++) sar_twin_place_rates(&side[k], at, &varied->w);
  if (n->np + n->nn == 0) return SAR_OK;
  SAR_TRY(close_gaps(x, at, side, true));
  for (int32_t i = 0; i < n->nv; i++) varied->w.v[i] += x->right[i];
  for (int k = 0; k < 2; k++) sar_twin_add_velocities(&side[k], x->right);
  return SAR_OK;
}

SarStatus sar_variation_project_all(SarSensitivity *x, const SarPoint *at) {
  for (int32_t i = 0; i < x->count; i++) {
    if (x->varied[i].lost) continue;
    SAR_TRY(sar_sensitivity_bear(x, i, at->t, sar_variation_project(x, at, &x->varied[i])));
  }
  return SAR_OK;
}

/* ---- instants ---- */

/* Room is made when it is needed: most steps have two. */
SarStatus sar_sensitivity_make_instant(SarSensitivity *x, SarInstant *instant) {
  size_t count = (size_t)x->count * (size_t)x->ny;
  if (instant->y) return SAR_OK;
  instant->y = SAR_NEW(x->arena, 2 * count + 1, double);
  if (!instant->y) return sar_report_no_memory(x->context);
  instant->rate = instant->y + count;
  return SAR_OK;
}

void sar_variation_turn(const SarProblem *p, const double *q, bool into_body, const double *from, double *to) {
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    if (block->kind == SAR_BLOCK_PLAIN) {
      for (int32_t i = 0; i < block->count; i++) to[block->v + i] = from[block->v + i];
      continue;
    }
    SarMat3 r = sar_quat_matrix(sar_quat_load(q + block->q));
    SarVec3 v = sar_vec3_load(from + block->v);
    sar_vec3_store(into_body ? sar_mul_t(&r, v) : sar_mul(&r, v), to + block->v);
  }
}

void sar_variation_from_instant(SarSensitivity *x, const double *q, const double *y) {
  const SarSizes *n = &x->m->problem.n;
  for (int32_t i = 0; i < x->count; i++, y += x->ny) {
    SarVariation *w = &x->varied[i].w;
    sar_variation_turn(&x->m->problem, q, true, y, w->theta);
    memcpy(w->v, y + n->nv, (size_t)n->nv * sizeof *y);
    if (n->nx) memcpy(w->x, y + 2 * n->nv, (size_t)n->nx * sizeof *y);
  }
}

void sar_variation_to_instant(SarSensitivity *x, const double *q, double *y, double *rate) {
  const SarSizes *n = &x->m->problem.n;
  for (int32_t i = 0; i < x->count; i++, y += x->ny, rate += x->ny) {
    const SarVariation *w = &x->varied[i].w;
    sar_variation_turn(&x->m->problem, q, false, w->theta, y);
    sar_variation_turn(&x->m->problem, q, false, w->v, rate);
    memcpy(y + n->nv, w->v, (size_t)n->nv * sizeof *y);
    memcpy(rate + n->nv, w->u, (size_t)n->nv * sizeof *y);
    if (!n->nx) continue;
    memcpy(y + 2 * n->nv, w->x, (size_t)n->nx * sizeof *y);
    memcpy(rate + 2 * n->nv, w->u + n->nv + n->np + n->nn, (size_t)n->nx * sizeof *y);
  }
}

SarStatus sar_sensitivity_point(SarSensitivity *x, double t, SarPoint *out) {
  SarStepper *s = x->s;
  bool solved;
  if (t == sar_integrator_view(s->integrator)->t1) {
    sar_stepper_take_end(s);
  } else {
    sar_stepper_interpolate(s, t);
  }
  SAR_TRY(sar_stepper_refine_carried(s, x->equations, t, &solved));
  *out = sar_stepper_point(s, t);
  return solved ? SAR_OK : sar_variation_singular(x, t);
}
