/* Every step solves
 *
 *   [ W      Phi_q^T ] [ dq  ]   [ 0    ]       W = diag(w/L^2 on translations, w on rotations), Phi over L,
 *   [ Phi_q    -eps  ] [ eta ] = [ -Phi ]       w: the body's weight, 1 unless given
 *
 * the smallest displacement that removes the violation (rows of velocities are left out). A small eps keeps the matrix
 * regular when rows depend on each other and costs only a factor eps per iteration where they do not; a large one damps
 * the step as Levenberg and Marquardt do: dq minimises |Phi + Phi_q dq|^2 + eps dq^T W dq. */
#include "analysis/start/assembly.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "system/ask.h"

#define REGULARISATION 1e-9
#define BENDING 1e6 /* weight of the amplitudes of modal bodies: bodies move, and bend only if nothing else closes */
#define KEPT 1e6    /* of components that `keep` names */
#define MAX_ITERATIONS 100
#define LEAST_ITERATIONS 200 /* that an assembler takes in all before it gives up ... */
#define WORK 1e6             /* ... in small mechanisms as many as cost this much: iterations times unknowns */
#define LARGEST_STEP 0.5     /* lengths L, or radians, per iteration */

#define SMALLEST_GAIN 0.01 /* of the violation, in an iteration */

#define MOST_DAMPED 1e4
#define FIRST_DAMPING 1e-2
#define DAMPED_ITERATIONS 150
#define POLISHED 1e-7     /* error from which the direct way finishes what the damped one began */
#define SLOW 1e-3         /* relative gain of the merit below which an iteration counts as slow ... */
#define SLOW_ITERATIONS 8 /* ... and how many of them end the search */

void sar_assembler_destroy(SarAssembler *a) {
  sar_linear_destroy(&a->linear);
  free(a->memory);
  free(a->frozen);
  free(a->kept);
  free(a->diagonal);
  a->memory = NULL;
  a->frozen = NULL;
  a->kept = NULL;
  a->diagonal = NULL;
}

/* The first velocity coordinate that belongs to no body. */
static int32_t first_scalar(const SarWorkspace *m) { return 6 * sar_system_bodies(m->system); }

SarStatus sar_assembler_create(SarContext *context, SarWorkspace *m, SarAssembler *a) {
  const SarProblem *p = &m->problem;
  *a = (SarAssembler){.context = context, .m = m, .n = sar_sizes_unknowns(&p->n)};
  size_t n = (size_t)a->n, nnz = (size_t)p->pattern.column[n], nbodies = (size_t)sar_system_bodies(m->system);
  a->memory = calloc(nnz + 4 * n + (size_t)p->n.nq + nbodies + 1, sizeof *a->memory);
  a->frozen = calloc(n + nbodies + 1, sizeof *a->frozen);
  a->kept = calloc(nbodies + 1, sizeof *a->kept);
  a->diagonal = calloc((size_t)p->n.nv - 6 * nbodies + 1, sizeof *a->diagonal);
  if (!a->memory || !a->frozen || !a->kept || !a->diagonal) {
    sar_assembler_destroy(a);
    return sar_report_no_memory(context);
  }
  a->values = a->memory;
  a->rhs = a->values + nnz;
  a->zero = a->rhs + n;
  a->magnitude = a->zero + n;
  a->unit = a->magnitude + n;
  a->trial = a->unit + n;
  a->resistance = a->trial + p->n.nq;
  a->locked = a->frozen + n;
  for (int32_t b = 0; b < sar_system_bodies(m->system); b++) {
    a->resistance[b] = sar_system_body(m->system, b)->tie ? SAR_FOLLOWING_WEIGHT : 1;
  }
  a->most_iterations = (int32_t)fmax(LEAST_ITERATIONS, WORK / (double)(n + 1));
  /* rows of velocities say nothing about positions: mu = 0 takes their place */
  for (int32_t i = 0; i < p->n.nn; i++) a->frozen[p->n.nv + p->n.np + i] = true;
  /* so do user-defined states and variables */
  const int32_t others = p->n.nv + p->n.np + p->n.nn;
  for (size_t i = (size_t)others; sar_system_has_equations(m->system) && i < n; i++) a->frozen[i] = true;
  for (int32_t i = first_scalar(m); i < p->n.nv; i++) {
    a->diagonal[i - first_scalar(m)] = sar_pattern_find(&p->pattern, i, i);
  }
  SarStatus status = sar_linear_create_of_part(context, p->linear ? p->linear : "auto", &p->pattern, p->index1,
                                               &p->partition, &a->linear);
  if (status != SAR_OK) sar_assembler_destroy(a);
  return status;
}

/* Whether `keep` of its body names a velocity coordinate. */
static bool is_kept(const SarAssembler *a, int32_t i) {
  return i < first_scalar(a->m) && (a->kept[i / 6] >> i % 6 & 1);
}

void sar_assembler_lock(SarAssembler *a, int32_t body, bool locked) {
  a->locked[body] = locked;
  for (int32_t i = 0; i < 6; i++) a->frozen[6 * body + i] = locked || (a->holds && is_kept(a, 6 * body + i));
}

void sar_assembler_lock_coordinates(SarAssembler *a, bool locked) {
  for (int32_t i = first_scalar(a->m); i < a->m->problem.n.nv; i++) a->frozen[i] = locked;
}

bool sar_assembler_lock_amplitudes(SarAssembler *a, bool locked) {
  bool any = false;
  for (int32_t i = first_scalar(a->m); i < a->m->problem.n.nv; i++) {
    if (!sar_system_coordinate_bends(a->m->system, i - first_scalar(a->m))) continue;
    a->frozen[i] = locked;
    any = true;
  }
  return any;
}

void sar_assembler_activate(SarAssembler *a, int32_t row, bool active) {
  a->frozen[a->m->problem.n.nv + row] = !active;
}

static SarPoint point_at(const SarAssembler *a, double t, const double *q) {
  const double *z = a->zero;
  return (SarPoint){.t = t, .q = q, .v = z, .a = z, .lambda = z, .mu = z, .x = z, .xdot = z, .z = z};
}

/* A frozen unknown has the equation: it is zero. */
static void freeze(SarAssembler *a) {
  const SarPattern *pattern = &a->m->problem.pattern;
  for (int32_t c = 0; c < a->n; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t r = pattern->row[k];
      if (a->frozen[c] || a->frozen[r]) a->values[k] = r == c ? 1 : 0;
    }
  }
}

/* The gradients of the constraints and, in the rows of dynamics, their transposed: user-defined forces that depend on
 * reactions do not belong here, and may have no derivative where there is no motion yet. */
static void keep_gradients(SarAssembler *a) {
  const SarProblem *p = &a->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t nv = p->n.nv, end = nv + p->n.np + p->n.nn;
  for (int32_t c = 0; c < a->n; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      if (pattern->row[k] < nv) a->values[k] = 0;
    }
  }
  for (int32_t c = 0; c < nv; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t r = pattern->row[k], at = r >= nv && r < end ? sar_pattern_find(pattern, c, r) : -1;
      if (at >= 0) a->values[at] = a->values[k];
    }
  }
}

/* Unknowns in L, radians and weights, rows over L, to the nearest power of two: the matrix of a small model looks like
 * that of a large one, and nothing is rounded. */
static double unit_of(const SarAssembler *a, int32_t i) {
  const SarProblem *p = &a->m->problem;
  int exponent = 0;
  if (i < p->n.nv) {
    frexp(1 / p->weight[i] / sqrt(0.5), &exponent);
    exponent -= 1;
  } else if (i < p->n.nv + p->n.np + p->n.nn) {
    frexp(sar_system_length(a->m->system) / sqrt(0.5), &exponent);
    exponent = 1 - exponent;
  }
  return ldexp(1, exponent);
}

static void make_dimensionless(SarAssembler *a) {
  const SarPattern *pattern = &a->m->problem.pattern;
  for (int32_t i = 0; i < a->n; i++) a->unit[i] = unit_of(a, i);
  for (int32_t c = 0; c < a->n; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      a->values[k] *= a->unit[c] * a->unit[pattern->row[k]];
    }
  }
}

void sar_assembler_solve(SarAssembler *a) {
  for (int32_t i = 0; i < a->n; i++) a->rhs[i] *= a->unit[i];
  sar_linear_solve(a->linear, a->rhs);
  for (int32_t i = 0; i < a->n; i++) a->rhs[i] *= a->unit[i];
}

double sar_assembler_weight(const SarAssembler *a, int32_t i) {
  double L = sar_system_length(a->m->system), own = a->m->problem.weight[i];
  int32_t scalar = i - first_scalar(a->m);
  if (scalar < 0) {
    double resistance = (is_kept(a, i) ? KEPT : 1) * a->resistance[i / 6];
    return i % 6 < 3 ? resistance / (L * L) : resistance;
  }
  return (sar_system_coordinate_bends(a->m->system, scalar) ? BENDING : 1) * own * own;
}

SarStatus sar_assembler_factor(SarAssembler *a, double t, const double *q, double eps) {
  const SarProblem *p = &a->m->problem;
  const SarSystem *s = a->m->system;
  double L = sar_system_length(s);
  SarPoint at = point_at(a, t, q);
  SAR_TRY(p->ops->jacobian(p, &at, &(SarWeights){.xdot = 1}, a->values));
  if (sar_system_has_equations(s)) keep_gradients(a);
  for (int32_t i = first_scalar(a->m); i < p->n.nv; i++) {
    int32_t at_diagonal = a->diagonal[i - first_scalar(a->m)];
    if (at_diagonal >= 0) a->values[at_diagonal] += sar_assembler_weight(a, i);
  }
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    const SarBodySlots *slots = &a->m->body_slots[b];
    for (int i = 0; i < 3; i++) {
      a->values[slots->mass[i]] += sar_assembler_weight(a, 6 * b + i);
      a->values[slots->rotation[i] + i] += sar_assembler_weight(a, 6 * b + 3 + i);
    }
  }
  int32_t rows = p->n.np + p->n.nn;
  for (int32_t i = 0; i < rows; i++) {
    if (i < p->n.np || !a->frozen[p->n.nv + i]) a->values[a->m->constraint_diagonal[i]] -= eps * L * L;
  }
  make_dimensionless(a);
  freeze(a);
  return sar_linear_factor(a->linear, a->values);
}

void sar_assembler_move(SarAssembler *a, const double *dq, double *q) {
  for (int32_t b = 0; b < sar_system_bodies(a->m->system); b++) {
    /* a quaternion that is turned by nothing would be normalised all the same */
    if (a->locked[b]) continue;
    double *own = q + (size_t)7 * (size_t)b;
    const double *d = dq + (size_t)6 * (size_t)b;
    for (int i = 0; i < 3; i++) own[i] += d[i];
    SarQuat turned = sar_quat_mul(sar_quat_load(own + 3), sar_quat_exp(sar_vec3_load(d + 3)));
    sar_quat_store(sar_quat_normalise(turned), own + 3);
  }
  int32_t nbodies = sar_system_bodies(a->m->system);
  for (int32_t i = first_scalar(a->m); i < a->m->problem.n.nv; i++) {
    if (!a->frozen[i]) q[i + nbodies] += dq[i];
  }
}

static double largest_row(const SarAssembler *a, const double *phi) {
  double largest = 0;
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    double size = fabs(phi[i]);
    if (sar_assembler_is_active(a, i) && (size > largest || isnan(size))) largest = size;
    if (isnan(largest)) break;
  }
  return largest / sar_system_length(a->m->system);
}

SarStatus sar_assembler_error(SarAssembler *a, double t, const double *q, double *error) {
  SarStatus status = a->m->problem.ops->position(&a->m->problem, t, q, a->magnitude);
  *error = largest_row(a, a->magnitude);
  return status;
}

/* Below this the violation is rounding. */
static double rounding_error(SarAssembler *a, double t, const double *q) {
  const SarProblem *p = &a->m->problem;
  SarPoint at = point_at(a, t, q);
  if (p->ops->magnitude(p, &at, a->magnitude) != SAR_OK) return 0;
  return 4 * DBL_EPSILON * largest_row(a, a->magnitude + p->n.nv);
}

/* Fills rhs with the step at q; *largest: its largest weighted component. */
static SarStatus solve_step(SarAssembler *a, double t, const double *q, double eps, double *largest) {
  const SarProblem *p = &a->m->problem;
  double *phi = a->rhs + p->n.nv;
  if (a->iterations >= a->most_iterations) return SAR_SINGULAR; /* as good as no step */
  SAR_TRY(sar_assembler_factor(a, t, q, eps));
  memset(a->rhs, 0, (size_t)a->n * sizeof *a->rhs);
  SAR_TRY(p->ops->position(p, t, q, phi));
  for (int32_t i = 0; i < p->n.np; i++) phi[i] = sar_assembler_is_active(a, i) ? -phi[i] : 0;
  sar_assembler_solve(a);
  if (!sar_all_finite(a->n, a->rhs)) return SAR_SINGULAR;
  *largest = 0;
  for (int32_t i = 0; i < p->n.nv; i++) *largest = fmax(*largest, fabs(a->rhs[i]) * p->weight[i]);
  a->iterations++;
  return SAR_OK;
}

/* q moved by `part` of the step in rhs, into trial; its rows into magnitude. */
static SarStatus try_part(SarAssembler *a, double t, const double *q, double part) {
  const SarProblem *p = &a->m->problem;
  memcpy(a->trial, q, (size_t)p->n.nq * sizeof *q);
  for (int32_t i = 0; i < p->n.nv; i++) a->zero[i] = part * a->rhs[i];
  sar_assembler_move(a, a->zero, a->trial);
  memset(a->zero, 0, (size_t)p->n.nv * sizeof *a->zero);
  return p->ops->position(p, t, a->trial, a->magnitude);
}

/* q becomes trial. */
static void take_trial(SarAssembler *a, double t, double *q) {
  memcpy(q, a->trial, (size_t)a->m->problem.n.nq * sizeof *q);
  if (a->follows) sar_workspace_accept_turns(a->m, t, q);
}

/* ---- the direct way ---- */

/* One step; the factor of damping keeps every body's step below LARGEST_STEP and the violation falling. *part: what was
 * taken of it. */
static SarStatus step(SarAssembler *a, double t, double *q, double *error, double *part) {
  double largest = 0, shrink = 1, best = *error;
  SAR_TRY(solve_step(a, t, q, REGULARISATION, &largest));
  if (largest > LARGEST_STEP) shrink = LARGEST_STEP / largest;
  for (int attempt = 0; attempt < 8; attempt++, shrink /= 2) {
    SAR_TRY(try_part(a, t, q, shrink));
    best = largest_row(a, a->magnitude);
    if (best < *error || attempt == 7) break;
  }
  if (best < *error) take_trial(a, t, q);
  *error = fmin(best, *error);
  *part = shrink;
  return SAR_OK;
}

SarStatus sar_assembler_direct(SarAssembler *a, double t, double *q, double *error) {
  SarStatus status = sar_assembler_error(a, t, q, error);
  double rounding = rounding_error(a, t, q);
  int32_t most = a->follows ? a->most_iterations : MAX_ITERATIONS; /* hundreds of turns are a long way */
  for (int32_t i = 0; status == SAR_OK && i<most && * error> rounding; i++) {
    double before = *error, part = 1;
    status = step(a, t, q, error, &part);
    double gain = SMALLEST_GAIN * (a->follows ? part : 1);
    bool stalled = *error > (1 - gain) * before; /* at rounding, or in a minimum that is not zero */
    if (stalled) break;
  }
  return status == SAR_SINGULAR ? SAR_OK : status; /* the error tells */
}

SarStatus sar_assemble_position(SarContext *context, SarWorkspace *m, double t, double *q, double *error) {
  SarAssembler a;
  SAR_TRY(sar_assembler_create(context, m, &a));
  SarStatus status = sar_assembler_direct(&a, t, q, error);
  sar_assembler_destroy(&a);
  return status;
}

/* ---- the damped way ---- */

static double sum_of_squares(const SarAssembler *a, const double *phi) {
  double sum = 0, L = sar_system_length(a->m->system);
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    if (sar_assembler_is_active(a, i)) sum += phi[i] / L * (phi[i] / L);
  }
  return sum;
}

/* The part of the step in rhs that turns no body by more than LARGEST_STEP and shifts none by more than `reach` L. */
static double part_within(const SarAssembler *a, double reach) {
  const SarProblem *p = &a->m->problem;
  double part = 1;
  for (int32_t i = 0; i < p->n.nv; i++) {
    bool rotation = i < first_scalar(a->m) ? i % 6 >= 3 : p->weight[i] == 1;
    double limit = rotation ? LARGEST_STEP : reach, size = fabs(a->rhs[i]) * p->weight[i];
    if (size * part > limit) part = limit / size;
  }
  return part;
}

/* One accepted step, with as much damping as it takes. False: there is none. */
static SarStatus damped_step(SarAssembler *a, double t, double *q, double reach, double *eps, double *merit,
                             bool *moved) {
  *moved = false;
  for (; *eps <= MOST_DAMPED; *eps *= 6) {
    double largest;
    SarStatus status = solve_step(a, t, q, *eps, &largest);
    if (status == SAR_SINGULAR) continue;
    SAR_TRY(status);
    SAR_TRY(try_part(a, t, q, part_within(a, reach)));
    double trial = sum_of_squares(a, a->magnitude);
    if (!(trial < *merit)) continue;
    take_trial(a, t, q);
    *merit = trial;
    *eps = fmax(*eps / 10, REGULARISATION);
    *moved = true;
    return SAR_OK;
  }
  return SAR_OK;
}

SarStatus sar_assembler_damped(SarAssembler *a, double t, double *q, double *error) {
  SAR_TRY(sar_assembler_error(a, t, q, error));
  double merit = sum_of_squares(a, a->magnitude), eps = FIRST_DAMPING;
  double reach = LARGEST_STEP * fmax(1, *error); /* a mechanism may be much larger than L */
  bool moved = true;
  for (int i = 0, slow = 0; i < DAMPED_ITERATIONS && slow<SLOW_ITERATIONS && * error> POLISHED; i++) {
    double before = merit;
    SAR_TRY(damped_step(a, t, q, reach, &eps, &merit, &moved));
    if (!moved) break;
    slow = merit > (1 - SLOW) * before ? slow + 1 : 0;
    SAR_TRY(sar_assembler_error(a, t, q, error));
  }
  return *error > POLISHED ? SAR_OK : sar_assembler_direct(a, t, q, error);
}

/* ---- free motion ---- */

SarStatus sar_assembler_free_direction(SarAssembler *a, double t, const double *q, const double *v, double *direction) {
  const SarProblem *p = &a->m->problem;
  double size = 0;
  uint64_t seed = 20240229;
  memset(a->rhs, 0, (size_t)a->n * sizeof *a->rhs);
  for (int32_t i = 0; i < p->n.nv; i++) size += v ? fabs(v[i] * p->weight[i]) : 0;
  for (int32_t i = 0; i < p->n.nv; i++) {
    double wanted = size > 0 ? p->n.nv * v[i] / size : sar_next_number(&seed) / p->weight[i];
    a->rhs[i] = a->frozen[i] ? 0 : wanted * p->weight[i] * p->weight[i];
  }
  SarStatus status = sar_assembler_factor(a, t, q, REGULARISATION);
  if (status == SAR_OK) sar_assembler_solve(a);
  double sum = 0;
  for (int32_t i = 0; i < p->n.nv; i++) sum += a->rhs[i] * a->rhs[i] * p->weight[i] * p->weight[i];
  double scale = status == SAR_OK && sum > 1e-12 * p->n.nv ? sqrt(p->n.nv / sum) : 0;
  for (int32_t i = 0; i < p->n.nv; i++) direction[i] = scale * a->rhs[i];
  return status == SAR_SINGULAR ? SAR_OK : status;
}

SarStatus sar_free_direction(SarContext *context, SarWorkspace *m, double t, const double *q, const double *v,
                             double *direction) {
  SarAssembler a;
  SAR_TRY(sar_assembler_create(context, m, &a));
  SarStatus status = sar_assembler_free_direction(&a, t, q, v, direction);
  sar_assembler_destroy(&a);
  return status;
}
