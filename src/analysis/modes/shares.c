/* Shares of the energy, averaged over a period: kinetic by w^* M w, part by part; potential by how the action of every
 * force changes along the shape. What is left of u^* K u comes from weights and from tensions in joints, whose levers
 * change. */
#include "analysis/modes/shares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/beam.h"
#include "model/modal.h"
#include "system/ask.h"
#include "system/names.h"
#include "system/wrench.h"

#define STEP 1e-6  /* of the shape, whose largest part is L or 1 rad */
#define LEAST 1e-3 /* shares below this are not told */

typedef struct Shares {
  const SarLinearised *l;
  double *memory, *u, *moved, *q, *rows; /* u: one part of the shape; moved: times a step */
  double *wrench;                        /* of every element of the model */
  double *kinetic, *stored, rest;        /* the same; a coordinate counts with the element that it belongs to */
  int32_t nelements;
  double complex *rate, *w;
} Shares;

static SarStatus make_arrays(Shares *s) {
  const SarPencil *p = &s->l->pencil;
  size_t nv = (size_t)p->problem->n.nv;
  s->nelements = sar_system_model(s->l->state.system)->nelements;
  size_t numbers =
      2 * nv + (size_t)p->problem->n.nq + (size_t)p->n + 12 * (size_t)s->nelements + 2 * (size_t)s->nelements;
  s->memory = calloc(numbers + 1, sizeof *s->memory);
  s->rate = calloc(2 * nv + 1, sizeof *s->rate);
  if (!s->memory || !s->rate) return sar_report_no_memory(p->context);
  s->w = s->rate + nv;
  s->u = s->memory;
  s->moved = s->u + nv;
  s->q = s->moved + nv;
  s->rows = s->q + p->problem->n.nq;
  s->wrench = s->rows + p->n;
  s->kinetic = s->wrench + 12 * (size_t)s->nelements;
  s->stored = s->kinetic + s->nelements;
  return SAR_OK;
}

/* Nodes and elements of a beam are one part, and so are a modal body and its interfaces. */
static int32_t owner_of(const Shares *s, int32_t element) {
  const SarModelElement *own = sar_system_element(s->l->state.system, element);
  if (own->modal) return own->modal->element;
  return own->beam ? own->beam->element : element;
}

/* ---- kinetic ---- */

static void take_part(const double complex *from, int part, int32_t count, double *to) {
  for (int32_t i = 0; i < count; i++) to[i] = part ? cimag(from[i]) : creal(from[i]);
}

static SarStatus find_kinetic(Shares *s, const SarEigenMode *mode) {
  const SarPencil *p = &s->l->pencil;
  const SarSystem *system = s->l->state.system;
  int32_t nv = p->problem->n.nv;
  double total = 0;
  for (int32_t i = 0; i < nv; i++) s->rate[i] = (mode->value == 0 ? 1 : mode->value) * mode->u[i];
  sar_pencil_velocities(p, mode->u, s->rate, s->w);
  for (int part = 0; part < 2; part++) {
    memset(s->rows, 0, (size_t)p->n * sizeof *s->rows);
    take_part(s->w, part, nv, s->u);
    sar_pencil_add(p, p->m, 1, s->u, s->rows);
    for (int32_t i = 0; i < nv; i++) {
      double energy = s->u[i] * s->rows[i];
      s->kinetic[owner_of(s, sar_culprit_name(system, i).index)] += energy; /* a coordinate: whose it is */
      total += energy;
    }
  }
  for (int32_t k = 0; k < s->nelements; k++) s->kinetic[k] = s->kinetic[k] > 0 ? s->kinetic[k] / total : NAN;
  return SAR_OK;
}

/* ---- potential ---- */

/* What the displaced side of an element adds to the work of a change of its action. */
static double work_of(const Shares *s, const SarSide *side, const double *change) {
  const SarWorkspace *m = s->l->state.start->m;
  if (side->body >= sar_system_bodies(s->l->state.system)) return 0; /* the ground */
  const SarKin *kin = &m->kin[side->body];
  const double *u = s->u + 6 * (size_t)side->body;
  SarVec3 turn = sar_mul(&kin->A, sar_vec3_load(u + 3));
  SarVec3 shift = sar_add(sar_vec3_load(u), sar_cross(turn, sar_kin_arm(kin, side->point)));
  return sar_dot(shift, sar_vec3_load(change)) + sar_dot(turn, sar_vec3_load(change + 3));
}

static bool has_parts(const Shares *s, int32_t element) {
  const SarPlace *place = sar_system_place(s->l->state.system, element);
  return place->parts.count > 0 || place->crowd > 0;
}

static bool has_wrench(const Shares *s, int32_t element) {
  const SarSystem *system = s->l->state.system;
  const SarPlace *place = sar_system_place(system, element);
  if (sar_system_element(system, element)->class->section != SAR_SECTION_FORCES) return false;
  return place->laws.count + place->forces.count > 0;
}

/* Adds `factor` times the wrenches of all forces, with the shape times `step` added to the positions. Of a force that
 * has no value there it is not a number. */
static SarStatus add_wrenches(Shares *s, double step, double factor) {
  const SarWorkspace *m = s->l->state.start->m;
  const SarProblem *p = &m->problem;
  memcpy(s->q, s->l->state.q, (size_t)p->n.nq * sizeof *s->q);
  for (int32_t i = 0; i < p->n.nv; i++) s->moved[i] = step * s->u[i];
  sar_move(p, s->moved, s->q);
  SarPoint at = sar_modes_point(&s->l->state);
  at.q = s->q;
  sar_workspace_place(m, at.q, at.v);
  sar_workspace_prepare_wrenches(m, &at);
  for (int32_t i = 0; i < s->nelements; i++) {
    double wrench[12] = {0};
    SarStatus status = SAR_OK;
    if (has_parts(s, i)) {
      status = sar_workspace_part_work(m, i, &at, s->u, &wrench[0]); /* a number alone, instead of a wrench */
    } else if (has_wrench(s, i)) {
      status = sar_workspace_wrench(m, i, &at, wrench);
    }
    if (status < 0) return status;
    for (int k = 0; k < 12; k++) s->wrench[12 * (size_t)i + (size_t)k] += status ? NAN : factor * wrench[k];
  }
  return SAR_OK;
}

/* What every force stores along one part of the shape. */
static SarStatus add_stored(Shares *s, double step) {
  const SarWorkspace *m = s->l->state.start->m;
  memset(s->wrench, 0, 12 * (size_t)s->nelements * sizeof *s->wrench);
  SAR_TRY(add_wrenches(s, step, 0.5 / step));
  SAR_TRY(add_wrenches(s, -step, -0.5 / step));
  sar_workspace_place(m, s->l->state.q, s->l->state.v);
  for (int32_t i = 0; i < s->nelements; i++) {
    const SarPlace *place = sar_system_place(m->system, i);
    const double *change = s->wrench + 12 * (size_t)i;
    if (has_parts(s, i)) {
      s->stored[owner_of(s, i)] -= change[0];
    } else if (has_wrench(s, i)) {
      s->stored[i] -= work_of(s, &place->a, change) + work_of(s, &place->b, change + 6);
    }
  }
  return SAR_OK;
}

/* u^* K u, and the largest part of u in L or rad. */
static double total_potential(Shares *s, const SarEigenMode *mode, double *largest) {
  const SarProblem *problem = s->l->pencil.problem;
  int32_t nv = problem->n.nv;
  double total = 0;
  *largest = 0;
  for (int part = 0; part < 2; part++) {
    memset(s->rows, 0, (size_t)s->l->pencil.n * sizeof *s->rows);
    take_part(mode->u, part, nv, s->u);
    sar_pencil_add(&s->l->pencil, s->l->pencil.k, 1, s->u, s->rows);
    for (int32_t i = 0; i < nv; i++) {
      total += s->u[i] * s->rows[i];
      *largest = fmax(*largest, fabs(s->u[i]) * (problem->weight ? problem->weight[i] : 1));
    }
  }
  return total;
}

static SarStatus find_potential(Shares *s, const SarEigenMode *mode) {
  double largest, total = total_potential(s, mode, &largest), rest = total, size = fabs(total);
  for (int part = 0; part < 2 && largest > 0; part++) {
    take_part(mode->u, part, s->l->pencil.problem->n.nv, s->u);
    SAR_TRY(add_stored(s, STEP / largest));
  }
  for (int32_t i = 0; i < s->nelements; i++) {
    if (isfinite(s->stored[i])) rest -= s->stored[i], size += fabs(s->stored[i]);
  }
  bool known = largest > 0 && total > 1e-9 * size; /* a zero stores nothing */
  for (int32_t i = 0; i < s->nelements; i++) {
    bool stores = known && isfinite(s->stored[i]) && s->stored[i] != 0;
    s->stored[i] = stores ? s->stored[i] / total : NAN;
  }
  s->rest = known ? rest / total : NAN;
  return SAR_OK;
}

/* ---- all of it ---- */

static double size_of(const SarModeShare *share) {
  return fmax(isnan(share->kinetic) ? 0 : share->kinetic, isnan(share->potential) ? 0 : fabs(share->potential));
}

static int compare(const void *a, const void *b) {
  double x = size_of(a), y = size_of(b);
  return x < y ? 1 : x > y ? -1 : 0;
}

static SarStatus list_shares(const Shares *s, SarArena *arena, const SarModeShare **out, int32_t *count) {
  const SarSystem *system = s->l->state.system;
  SarModeShare *list = SAR_NEW(arena, s->nelements + 1, SarModeShare);
  if (!list) return sar_report_no_memory(s->l->pencil.context);
  *count = 0;
  for (int32_t i = 0; i <= s->nelements; i++) {
    SarModeShare share = {"weight and tension", NAN, s->rest};
    if (i < s->nelements) share.part = sar_system_element(system, i)->name;
    if (i < s->nelements) share.kinetic = s->kinetic[i], share.potential = s->stored[i];
    if (size_of(&share) >= LEAST) list[(*count)++] = share;
  }
  qsort(list, (size_t)*count, sizeof *list, compare);
  *out = list;
  return SAR_OK;
}

SarStatus sar_shares_find(const SarLinearised *l, const SarEigenMode *mode, SarArena *arena, const SarModeShare **out,
                          int32_t *count) {
  Shares s = {.l = l};
  SarStatus status = make_arrays(&s);
  if (status == SAR_OK) status = find_kinetic(&s, mode);
  if (status == SAR_OK) status = find_potential(&s, mode);
  if (status == SAR_OK) status = list_shares(&s, arena, out, count);
  free(s.memory);
  free(s.rate);
  return status;
}
