/* sar_modes: linearise, find the eigenvalues, and tell people what they are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/eigen_modes.h"
#include "analysis/modes/linearised.h"
#include "analysis/modes/shares.h"
#include "base/numbers.h"
#include "base/rotation.h"
#include "system/names.h"

#define DENSE_MOST 400     /* eigenvalues: above, `auto` takes the sparse way */
#define DENSE_OF_BEAMS 40  /* ... which also finds what is slow beside what is a million times faster */
#define DENSE_INSTEAD 800  /* eigenvalues: seconds */
#define DENSE_OF_MANY 3000 /* eigenvalues: a minute, and a gigabyte */
#define MANY 12            /* of the eigenvalues, one mode: Arnoldi's way keeps four vectors for each */
#define MOVES_AWAY 1e-6    /* L or rad: further from an equilibrium is said */
#define DEFAULT_COUNT 20
#define PI 3.14159265358979323846

typedef struct Modes {
  SarModes public;
  SarArena *arena;
} Modes;

SarModesOptions sar_modes_options_default(void) { return (SarModesOptions){.count = DEFAULT_COUNT}; }

static bool takes_dense(const SarModesOptions *options, bool beams, int32_t order, int32_t count) {
  if (options->solver == SAR_MODES_DENSE) return true;
  bool few_left = 2 * count + 4 > order - 2; /* Arnoldi's way cannot find nearly all */
  bool many = options->solver == SAR_MODES_AUTO && order <= DENSE_OF_MANY && MANY * count > order;
  return few_left || many || (options->solver == SAR_MODES_AUTO && order <= (beams ? DENSE_OF_BEAMS : DENSE_MOST));
}

/* Instead of the sparse way, where that does not find all. */
static bool may_take_dense(const SarModesOptions *options, int32_t order) {
  return options->solver == SAR_MODES_AUTO && order <= DENSE_INSTEAD;
}

/* ---- names ---- */

static SarStatus name_parts(Modes *out, const SarSystem *system, SarContext *context) {
  int32_t bodies = sar_system_bodies(system), scalars = sar_system_counts(system).scalars;
  const char **names = SAR_NEW(out->arena, bodies + scalars + 1, const char *);
  if (!names) return sar_report_no_memory(context);
  for (int32_t b = 0; b < bodies; b++) names[b] = sar_system_body(system, b)->name;
  for (int32_t i = 0; i < scalars; i++) { /* of the user, and of parts such as absorbers */
    names[bodies + i] = sar_system_element(system, sar_culprit_name(system, 6 * bodies + i).index)->name;
  }
  out->public.names = names;
  out->public.nbodies = bodies;
  out->public.ncoordinates = scalars;
  return SAR_OK;
}

/* ---- order ---- */

static int by_modulus(const void *a, const void *b) {
  const SarEigenMode *x = a, *y = b;
  double p = cabs(x->value), q = cabs(y->value);
  if (p != q) return p < q ? -1 : 1;
  return creal(x->value) < creal(y->value) ? -1 : creal(x->value) > creal(y->value);
}

static int by_imaginary(const void *a, const void *b) {
  const SarEigenMode *x = a, *y = b;
  double p = cimag(x->value), q = cimag(y->value);
  if (p != q) return p < q ? -1 : 1;
  return by_modulus(a, b);
}

static void sort(SarEigenModes *e, int32_t count) {
  qsort(e->modes, (size_t)e->count, sizeof *e->modes, by_modulus);
  if (e->count > count) e->count = count;
  qsort(e->modes, (size_t)e->count, sizeof *e->modes, by_imaginary);
}

/* ---- shapes ---- */

/* The largest part becomes 1, in L or rad, and real. */
static void normalise(const SarProblem *p, const SarEigenMode *mode) {
  double most = 0;
  double complex unit = 1;
  for (int32_t i = 0; i < p->n.nv; i++) {
    double weight = p->weight ? p->weight[i] : 1, size = weight * cabs(mode->u[i]);
    if (size > most * (1 + 1e-9)) most = size, unit = weight * mode->u[i];
  }
  if (most == 0) {
    for (int32_t i = 0; i < p->n.nx; i++) {
      if (cabs(mode->x[i]) > most) most = cabs(mode->x[i]), unit = mode->x[i];
    }
  }
  if (most == 0) return;
  for (int32_t i = 0; i < p->n.nv; i++) mode->u[i] /= unit;
  for (int32_t i = 0; i < p->n.nx; i++) mode->x[i] /= unit;
}

static SarStatus make_shape(Modes *out, const SarLinearised *l, const SarEigenMode *from, SarMode *mode) {
  const SarProblem *p = l->pencil.problem;
  double *real = SAR_NEW(out->arena, p->n.nv + 1, double), *imaginary = SAR_NEW(out->arena, p->n.nv + 1, double);
  if (!real || !imaginary) return sar_report_no_memory(l->pencil.context);
  for (int32_t i = 0; i < p->n.nv; i++) real[i] = creal(from->u[i]), imaginary[i] = cimag(from->u[i]);
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarMat3 axes = sar_quat_matrix(sar_quat_load(l->state.q + block->q));
    sar_vec3_store(sar_mul(&axes, sar_vec3_load(real + block->v)), real + block->v);
    sar_vec3_store(sar_mul(&axes, sar_vec3_load(imaginary + block->v)), imaginary + block->v);
  }
  mode->shape_real = real;
  mode->shape_imaginary = imaginary;
  return SAR_OK;
}

static SarStatus tell(Modes *out, const SarLinearised *l, const SarEigenMode *from, SarMode *mode) {
  double modulus = cabs(from->value);
  mode->real = creal(from->value) + 0.0; /* not -0 */
  mode->imaginary = cimag(from->value);
  mode->frequency = mode->imaginary / (2 * PI);
  mode->damping = mode->real != 0 ? -mode->real / modulus : 0;
  mode->multiplicity = from->multiplicity;
  normalise(l->pencil.problem, from);
  SAR_TRY(make_shape(out, l, from, mode));
  return sar_shares_find(l, from, out->arena, &mode->shares, &mode->nshares);
}

static SarStatus tell_all(Modes *out, const SarLinearised *l, const SarEigenModes *e) {
  SarMode *modes = SAR_NEW(out->arena, e->count + 1, SarMode);
  if (!modes) return sar_report_no_memory(l->pencil.context);
  for (int32_t i = 0; i < e->count; i++) SAR_TRY(tell(out, l, &e->modes[i], &modes[i]));
  out->public.modes = modes;
  out->public.nmodes = e->count;
  out->public.shift = e->shift;
  out->public.solves = e->solves;
  return SAR_OK;
}

/* ---- warnings ---- */

/* The matrix of modal bodies may leave out what shapes do to each other, all of which is of rotations. */
static bool leaves_out(const SarModesState *state) {
  bool turns = false;
  for (int32_t b = 0; b < sar_system_bodies(state->system); b++) {
    turns = turns || sar_norm(sar_vec3_load(state->v + 6 * b + 3)) > 0;
  }
  return turns && sar_modes_problem(state)->approximate;
}

static SarStatus warn(SarContext *context, const SarLinearised *l, const SarEigenModes *e, Modes *out) {
  SarSteadiness steady;
  double fastest = 0;
  SAR_TRY(sar_steadiness_find(l, &steady));
  for (int32_t i = 0; i < e->count; i++) fastest = fmax(fastest, cabs(e->modes[i].value));
  bool away = steady.acceleration > MOVES_AWAY * fmax(fastest * fastest, 1e-300);
  out->public.constant = steady.constant && !away;
  if (!steady.constant) {
    sar_warn(context, sar_nowhere(), NULL,
             out->public.axes[0] && strcmp(out->public.axes, "ground") == 0
                 ? "try `--axes rotating`, or take the eigenvalues as those of this moment"
                 : "try `--axes ground`, or take the eigenvalues as those of this moment",
             "the coefficients of the linearised equations change with time along this motion, by %.2g per radian",
             steady.change);
  }
  if (away) {
    sar_warn(context, sar_nowhere(), NULL, "give `--static`, or start the model at its equilibrium",
             "the state is at rest but no equilibrium: it accelerates by %.3g of the model's length, or rad, per s^2",
             steady.acceleration);
  }
  if (leaves_out(&l->state)) {
    sar_warn(context, sar_nowhere(), NULL, "give all modal bodies `coupling: full`",
             "bodies turn, and the matrix of modal bodies leaves out how shapes act on each other then");
  }
  if (e->unsure.modes > 0) {
    sar_warn(
        context, sar_nowhere(), NULL, "make tiny masses larger, or stiff parts softer or rigid",
        "beside the fastest, %d modes from about %.2g to %.2g Hz are lost in rounding: what is shown of them may be "
        "wrong by %.1g of their size",
        (int)e->unsure.modes, e->unsure.slowest / (2 * PI), e->unsure.fastest / (2 * PI), e->unsure.worst);
  }
  if (!e->settled || e->missing) {
    sar_warn(context, sar_nowhere(), NULL, "ask for fewer modes with `--count`, or give `--solver dense`",
             "not all of the modes that were searched have settled");
  }
  return SAR_OK;
}

/* ---- the analysis ---- */

static SarStatus find(SarContext *context, const SarLinearised *l, const SarModesOptions *options, Modes *out) {
  SarEigenModes e = {0};
  int32_t order = sar_pencil_order(&l->pencil), count = options->count > 0 ? options->count : DEFAULT_COUNT;
  bool dense = takes_dense(options, sar_system_has_parts(l->state.system), order, count);
  out->public.order = order;
  out->public.axes = l->axes;
  out->public.time = l->state.t;
  out->public.state = options->from_static ? "static" : "at";
  SarStatus status = dense ? SAR_OK : sar_eigen_sparse(&l->pencil, count, SAR_EIGEN_BEST, &e);
  if (status == SAR_OK && !dense && (!e.settled || e.missing) && may_take_dense(options, order)) {
    sar_eigen_destroy(&e);
    dense = true;
  }
  if (dense) status = sar_eigen_dense(&l->pencil, NULL, &e);
  if (status == SAR_OK && dense) status = sar_eigen_look_again(&l->pencil, &e);
  out->public.solver = dense ? "dense" : "sparse";
  if (status == SAR_OK) sort(&e, count);
  if (status == SAR_OK) status = warn(context, l, &e, out);
  if (status == SAR_OK) status = tell_all(out, l, &e);
  sar_eigen_destroy(&e);
  return status;
}

SarStatus sar_modes(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                    const SarModes **out) {
  SAR_NEED(context, context && system && options && out);
  *out = NULL;
  SarArena *arena = sar_arena_create();
  Modes *modes = arena ? SAR_NEW(arena, 1, Modes) : NULL;
  if (!modes) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  modes->arena = arena;
  SarLinearised l = {0};
  SarStatus status = name_parts(modes, system, context);
  if (status == SAR_OK) status = sar_linearised_create(context, system, options, &l);
  if (status == SAR_OK) status = find(context, &l, options, modes);
  sar_linearised_destroy(&l);
  *out = &modes->public;
  if (status != SAR_OK) sar_modes_destroy(out);
  return status;
}

void sar_modes_destroy(const SarModes **modes) {
  if (!modes || !*modes) return;
  SarArena *arena = ((const Modes *)(const void *)*modes)->arena;
  sar_arena_destroy(&arena);
  *modes = NULL;
}
