/* Bounds on the switching functions within a step.
 *
 * What the functions read moves on the interpolant of method/interpolate.h: cubics in Bernstein's form, whose
 * coefficients bound them on any part of the step, or straight lines. Only the axes of bodies do not: they are taken as
 * cubics through their values and rates at both ends, and the bounds are widened by what such a cubic may be off. */
#include "expr/enclose.h"

#include <math.h>

#include "base/rotation.h"
#include "system/events.h"
#include "system/user/run.h"
#include "system/user/user.h"

typedef enum PathKind {
  PATH_CONSTANT, /* parameters, inputs, branches */
  PATH_HULL,     /* turns: change by a whole turn somewhere, where the principal value changes by the opposite one */
  PATH_LINE,
  PATH_CUBIC,
  PATH_AXES
} PathKind;

/* Of one leaf. */
typedef struct Path {
  PathKind kind;
  int32_t leaf, rate; /* rate: the leaf that is its rate; of axes, where the symbols of the body begin */
  int32_t body;
  double c[4]; /* coefficients of the cubic; both ends of a line are the first and the last */
  bool known;
} Path;

typedef struct SarUserPaths {
  Path *path;
  int32_t count;
  SarEnclosure *variables, *scratch;
  double *bend; /* by body: bound on the fourth derivative of the entries of its axes, by s */
} SarUserPaths;

/* ---- making ---- */

static void path_of_body(const SarUser *u, int32_t index, Path *path) {
  int32_t k = index % SAR_BODY_SYMBOLS, first = u->first[SAR_SYMBOL_BODY] + index - k;
  path->body = index / SAR_BODY_SYMBOLS;
  if (k < SAR_BODY_AXES) {
    path->kind = PATH_CUBIC, path->rate = first + SAR_BODY_V + k;
  } else if (k < SAR_BODY_V) {
    path->kind = PATH_AXES, path->rate = first;
  } else if (k < SAR_BODY_ACC) {
    path->kind = PATH_CUBIC, path->rate = first + SAR_BODY_ACC + k - SAR_BODY_V;
  }
}

static Path path_of(const SarUser *u, int32_t leaf) {
  int kind = SAR_SYMBOL_KINDS - 1;
  while (kind > SAR_SYMBOL_TIME && leaf < u->first[kind]) kind--;
  int32_t index = leaf - u->first[kind];
  Path path = {.kind = PATH_LINE, .leaf = leaf, .rate = -1, .body = -1};
  switch ((SarSymbolKind)kind) {
    case SAR_SYMBOL_PARAMETER:
    case SAR_SYMBOL_INPUT:
    case SAR_SYMBOL_MODE: path.kind = PATH_CONSTANT; break;
    case SAR_SYMBOL_TURN: path.kind = PATH_HULL; break;
    case SAR_SYMBOL_BODY: path_of_body(u, index, &path); break;
    case SAR_SYMBOL_Q: path.kind = PATH_CUBIC, path.rate = u->first[SAR_SYMBOL_V] + index; break;
    case SAR_SYMBOL_V: path.kind = PATH_CUBIC, path.rate = u->first[SAR_SYMBOL_A] + index; break;
    case SAR_SYMBOL_X: path.kind = PATH_CUBIC, path.rate = u->first[SAR_SYMBOL_XDOT] + index; break;
    default: break; /* time, accelerations, multipliers, rates, variables */
  }
  return path;
}

bool sar_workspace_make_paths(SarWorkspace *m) {
  const SarUser *u = m->system->user;
  const int32_t *leaves;
  if (!u->nroots || !u->roots.program) return true;
  SarUserPaths *paths = SAR_NEW(m->arena, 1, SarUserPaths);
  if (!paths) return false;
  paths->count = sar_program_variables(u->roots.program, &leaves);
  paths->path = SAR_NEW(m->arena, paths->count + 1, Path);
  paths->variables = SAR_NEW(m->arena, paths->count + 1, SarEnclosure);
  paths->scratch = SAR_NEW(m->arena, sar_program_scratch(u->roots.program) + 1, SarEnclosure);
  paths->bend = SAR_NEW(m->arena, m->system->nbodies + 1, double);
  if (!paths->path || !paths->variables || !paths->scratch || !paths->bend) return false;
  for (int32_t i = 0; i < paths->count; i++) paths->path[i] = path_of(u, leaves[i]);
  m->paths = paths;
  return true;
}

/* ---- a step ---- */

/* The rate of an entry of A: that of A [w x]. */
static double axes_rate(const double *body, int32_t entry) {
  const double *row = body + SAR_BODY_AXES + entry - entry % 3, *w = body + SAR_BODY_W;
  int32_t next = (entry % 3 + 1) % 3, last = (entry % 3 + 2) % 3;
  return row[next] * w[last] - row[last] * w[next];
}

static double rate_of(const SarWorkspace *m, const Path *path) {
  switch (path->kind) {
    case PATH_CUBIC: return m->leaves[path->rate];
    case PATH_AXES: return axes_rate(m->leaves + path->rate, path->leaf - path->rate - SAR_BODY_AXES);
    default: return 0;
  }
}

/* The rotation vector d(s) of the interpolant is a cubic. With bounds w, u and j of its first three derivatives, the
 * fourth derivative of the axes is bounded by w^4 + 6 w^2 u + 3 u^2 + 4 w j. */
static double bend_of(const SarPoint *from, const SarPoint *to, int32_t body) {
  double h = to->t - from->t;
  SarQuat p0 = sar_quat_load(from->q + 7 * body + 3), p1 = sar_quat_load(to->q + 7 * body + 3);
  SarVec3 d = sar_quat_log(sar_quat_mul(sar_quat_conjugate(p0), p1));
  SarMat3 inverse = sar_exp_tangent_inverse(d);
  SarVec3 w0 = sar_scale(h, sar_vec3_load(from->v + 6 * body + 3));
  SarVec3 w1 = sar_scale(h, sar_mul(&inverse, sar_vec3_load(to->v + 6 * body + 3)));
  SarVec3 middle = sar_sub(sar_scale(3, d), sar_add(w0, w1));
  SarVec3 u0 = sar_scale(2, sar_sub(middle, w0)), u1 = sar_scale(2, sar_sub(w1, middle));
  double w = fmax(fmax(sar_norm(w0), sar_norm(w1)), sar_norm(middle)), u = fmax(sar_norm(u0), sar_norm(u1));
  return w * w * w * w + 6 * w * w * u + 3 * u * u + 4 * w * sar_norm(sar_sub(u1, u0));
}

void sar_workspace_enclose_step(const SarProblem *p, const SarPoint *from, const SarPoint *to) {
  const SarWorkspace *m = sar_workspace_of(p);
  SarUserPaths *paths = m->paths;
  if (!paths) return;
  double h = to->t - from->t;
  for (int32_t i = 0; i < m->system->nbodies; i++) paths->bend[i] = -1;
  sar_workspace_place(m, from->q, from->v);
  sar_user_load_for(m, &m->system->user->roots, from);
  for (int32_t i = 0; i < paths->count; i++) {
    Path *path = &paths->path[i];
    path->c[0] = m->leaves[path->leaf];
    path->c[1] = path->c[0] + h / 3 * rate_of(m, path);
    if (path->kind == PATH_AXES && paths->bend[path->body] < 0) paths->bend[path->body] = bend_of(from, to, path->body);
  }
  sar_workspace_place(m, to->q, to->v);
  sar_user_load_for(m, &m->system->user->roots, to);
  for (int32_t i = 0; i < paths->count; i++) {
    Path *path = &paths->path[i];
    path->c[3] = m->leaves[path->leaf];
    path->c[2] = path->c[3] - h / 3 * rate_of(m, path);
    path->known = isfinite(path->c[0] + path->c[1] + path->c[2] + path->c[3]);
  }
}

/* ---- a part of it ---- */

static double between(double a, double b, double s) { return a + s * (b - a); }

/* The polar forms of a quadratic and of a cubic: coefficients on the part from s to t are those at (s, s), (s, t), ...
 */
static double polar2(const double *c, double s, double t) {
  return between(between(c[0], c[1], s), between(c[1], c[2], s), t);
}
static double polar3(const double *c, double s, double t, double u) {
  const double d[3] = {between(c[0], c[1], s), between(c[1], c[2], s), between(c[2], c[3], s)};
  return polar2(d, t, u);
}

static SarInterval range3(double a, double b, double c) {
  return sar_interval(fmin(fmin(a, b), c), fmax(fmax(a, b), c));
}

static SarEnclosure enclose_cubic(const double *c, double s, double t) {
  const double d[3] = {3 * (c[1] - c[0]), 3 * (c[2] - c[1]), 3 * (c[3] - c[2])};
  SarInterval first = range3(polar3(c, s, s, s), polar3(c, s, s, t), polar3(c, s, t, t));
  SarEnclosure out = {sar_interval_hull(first, sar_interval_point(polar3(c, t, t, t))),
                      range3(polar2(d, s, s), polar2(d, s, t), polar2(d, t, t))};
  double rounding = 1e-15 * fmax(fmax(fabs(c[0]), fabs(c[1])), fmax(fabs(c[2]), fabs(c[3])));
  out.value = (SarInterval){out.value.lo - rounding, out.value.hi + rounding};
  out.rate = (SarInterval){out.rate.lo - 8 * rounding, out.rate.hi + 8 * rounding};
  return out;
}

/* Hermite's cubic is off by at most s^2 (1 - s)^2/24 of the fourth derivative, its slope by at most sqrt(3)/216. */
static SarEnclosure enclose_axes(const double *c, double bend, double s, double t) {
  SarEnclosure out = enclose_cubic(c, s, t);
  double worst = s <= 0.5 && t >= 0.5 ? 0.5 : t < 0.5 ? t : s, product = worst * (1 - worst);
  double off = bend * product * product / 24, slope_off = bend * 0.00802;
  out.value = (SarInterval){fmax(out.value.lo - off, -1 - 1e-12), fmin(out.value.hi + off, 1 + 1e-12)};
  out.rate = (SarInterval){out.rate.lo - slope_off, out.rate.hi + slope_off};
  return out;
}

static SarEnclosure enclose_line(double a, double b, double s, double t) {
  double at_s = between(a, b, s), at_t = between(a, b, t);
  return (SarEnclosure){sar_interval(fmin(at_s, at_t), fmax(at_s, at_t)), sar_interval(b - a, b - a)};
}

static SarEnclosure enclose(const SarUserPaths *paths, const Path *path, double s, double t) {
  SarInterval ends = {fmin(path->c[0], path->c[3]), fmax(path->c[0], path->c[3])};
  if (!path->known) return (SarEnclosure){sar_interval_whole(), sar_interval_whole()};
  switch (path->kind) {
    case PATH_CUBIC: return enclose_cubic(path->c, s, t);
    case PATH_AXES: return enclose_axes(path->c, paths->bend[path->body], s, t);
    case PATH_LINE: return enclose_line(path->c[0], path->c[3], s, t);
    default: return (SarEnclosure){ends, sar_interval_point(0)};
  }
}

void sar_workspace_enclose_roots(const SarProblem *p, double s0, double s1, SarEnclosure *out) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarUserPaths *paths = m->paths;
  for (int32_t i = 0; i < paths->count; i++) paths->variables[i] = enclose(paths, &paths->path[i], s0, s1);
  sar_program_enclose(m->system->user->roots.program, paths->variables, paths->scratch, out);
}

void sar_workspace_enclose_root(const SarProblem *p, int32_t root, double s0, double s1, SarEnclosure *out) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarUser *u = m->system->user;
  const SarUserPaths *paths = m->paths;
  const SarSlice *slice = &u->root_slices[root];
  for (int32_t k = 0; k < slice->nvariables; k++) {
    int32_t i = slice->variables[k];
    paths->scratch[i] = enclose(paths, &paths->path[i], s0, s1);
  }
  *out = sar_slice_enclose(u->roots.program, slice, root, paths->scratch);
}
