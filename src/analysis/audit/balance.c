#include "analysis/audit/balance.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/ask.h"
#include "system/wrench.h"

/* Of the largest load in the mechanism: a body that bears less is measured against this. A body without load, or a
 * light one beside heavy ones, has the rounding errors of its neighbours. */
#define SMALLEST_LOAD 1e-3
/* Where nothing acts, reactions are rounding errors, and so is their sum: rows with less than these parts of the
 * largest load so far, and of what it would take to make the mechanism as fast as it is within its length, have no
 * forces. */
#define NO_LOAD 1e-9
#define NO_EFFORT 1e-6
#define SMALLEST_EFFORT 1e-3 /* of the impulse of all forces: where they cancel, momentum is no measure of an error */

/* ---- who acts on whom ---- */

static void add_sides(SarBalance *b, const SarSystem *s, int32_t element) {
  const SarPlace *place = sar_system_place(s, element);
  b->acting[b->nacting++] = (SarActing){.element = element, .offset = 0, .side = &place->a, .opposite = -1};
  b->acting[b->nacting++] = (SarActing){.element = element, .offset = 6, .side = &place->b, .opposite = -1};
}

/* A relation acts on both sides of every joint that it names. Reported are the second sides of the first two. Teeth act
 * on these alone: they take the rest away. */
static void add_relation(SarBalance *b, const SarSystem *s, int32_t element) {
  bool teeth = sar_system_element_acts(s, element);
  const SarModel *model = sar_system_model(s);
  const SarValue *names = sar_model_value(&model->elements[element], "joints");
  for (int32_t i = 0; i < names->nlist; i++) {
    const SarPlace *joint = sar_system_place(s, sar_model_find(model, names->joints[i]));
    b->acting[b->nacting++] = (SarActing){.element = element,
                                          .offset = i < 2 ? 6 * i : -1,
                                          .term = i,
                                          .side = &joint->b,
                                          .opposite = teeth ? -1 : joint->a.body};
  }
}

/* Has rows or forces of its own, beside what user-defined equations add: its wrench is reported. */
static bool has_wrench(const SarSystem *s, int32_t element) {
  const SarPlace *p = sar_system_place(s, element);
  SarSection section = sar_system_element(s, element)->class->section;
  if (section != SAR_SECTION_JOINTS && section != SAR_SECTION_MOTIONS && section != SAR_SECTION_FORCES) return false;
  return p->points.count + p->dot1s.count + p->scalars.count + p->relations.count + p->laws.count + p->forces.count > 0;
}

static bool is_relation(const SarModelElement *element) {
  return element->class->joint && element->class->joint->relation;
}

static int32_t count_acting(const SarSystem *s) {
  const SarModel *model = sar_system_model(s);
  int32_t count = 0;
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    count += is_relation(element) ? sar_model_value(element, "joints")->nlist : 2;
  }
  return count;
}

SarStatus sar_balance_create(SarContext *context, const SarSystem *s, SarBalance **out) {
  const SarModel *model = sar_system_model(s);
  SarArena *arena = sar_arena_create();
  SarBalance *b = arena ? SAR_NEW(arena, 1, SarBalance) : NULL;
  int32_t count = count_acting(s), nelements = model->nelements, ground = sar_system_ground(s);
  *out = b;
  if (b) {
    *b = (SarBalance){.arena = arena};
    b->loads = SAR_NEW(arena, sar_system_bodies(s) + 1, SarBodyLoad);
    b->acting = SAR_NEW(arena, count + 1, SarActing);
    b->ground = SAR_NEW(arena, count + 1, int32_t);
    b->columns = SAR_NEW(arena, nelements + 1, int32_t);
    b->equations = SAR_NEW(arena, nelements + 1, int32_t);
    b->user = SAR_NEW(arena, sar_system_nv(s) + 1, double);
    SarCounts counts = sar_system_counts(s);
    b->magnitude = SAR_NEW(
        arena, sar_system_nv(s) + counts.position + counts.velocity + counts.states + counts.algebraic + 1, double);
  }
  if (!b || !b->magnitude || !b->loads || !b->acting || !b->ground || !b->columns || !b->equations || !b->user) {
    sar_arena_destroy(&arena);
    *out = NULL;
    return sar_report_no_memory(context);
  }
  for (int32_t e = 0; e < nelements; e++) {
    b->columns[e] = -1;
    if (!has_wrench(s, e)) {
      if (sar_system_element_acts(s, e)) b->equations[b->nequations++] = e;
      continue;
    }
    (is_relation(&model->elements[e]) ? add_relation : add_sides)(b, s, e);
  }
  for (int32_t i = 0; i < b->nacting; i++) {
    if (b->acting[i].side->body == ground || b->acting[i].opposite == ground) b->ground[b->nground++] = i;
  }
  return SAR_OK;
}

void sar_balance_destroy(SarBalance **balance) {
  if (!balance || !*balance) return;
  SarArena *arena = (*balance)->arena;
  sar_arena_destroy(&arena);
  *balance = NULL;
}

void sar_balance_use_columns(SarBalance *balance, const SarColumnSet *columns) {
  sar_column_set_wrenches(columns, balance->columns);
}

/* ---- sums ---- */

static void add_force(SarBodyLoad *load, SarVec3 force) {
  load->force = sar_add(load->force, force);
  load->force_size += sar_norm(force);
}

static void add_moment(SarBodyLoad *load, SarVec3 moment) {
  load->moment = sar_add(load->moment, moment);
  load->moment_size += sar_norm(moment);
}

static void add_wrench(SarBodyLoad *load, const SarKin *body, SarVec3 point, SarVec3 force, SarVec3 torque) {
  SarVec3 arm = sar_sub(point, body->r);
  add_force(load, force);
  add_moment(load, torque);
  load->moment = sar_add(load->moment, sar_cross(arm, force));
  load->moment_size += sar_norm(arm) * sar_norm(force);
}

/* The wrench that was computed last: the two sides of an element follow each other. */
typedef struct Computed {
  int32_t element;
  double wrench[12];
} Computed;

static SarStatus add_acting(SarBalance *b, const SarWorkspace *m, const SarActing *acting, const SarPoint *at,
                            const double *row, Computed *last) {
  double further[6];
  const double *w;
  if (acting->offset < 0) {
    sar_workspace_term_wrench(m, acting->element, acting->term, acting->side, at, further);
    w = further;
  } else if (row && b->columns[acting->element] >= 0) {
    w = row + b->columns[acting->element] + acting->offset;
  } else {
    if (last->element != acting->element) SAR_TRY(sar_workspace_wrench(m, acting->element, at, last->wrench));
    last->element = acting->element;
    w = last->wrench + acting->offset;
  }
  int32_t body = acting->side->body, other = acting->opposite;
  SarVec3 point = sar_kin_point(&m->kin[body], acting->side->point);
  SarVec3 force = sar_vec3_load(w), torque = sar_vec3_load(w + 3);
  add_wrench(&b->loads[body], &m->kin[body], point, force, torque);
  if (other >= 0) add_wrench(&b->loads[other], &m->kin[other], point, sar_neg(force), sar_neg(torque));
  return SAR_OK;
}

/* What user-defined elements and parts do, without what is in the wrenches of others already: 6 numbers per body,
 * forces at the centre of mass in ground axes, torques in body axes. The wrenches are prepared. */
typedef SarStatus (*Add)(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force);

static SarStatus add_actions(SarBalance *b, const SarWorkspace *m, const SarPoint *at, Add add) {
  memset(b->user, 0, (size_t)m->problem.n.nv * sizeof *b->user);
  for (int32_t i = 0; i < b->nequations; i++) SAR_TRY(add(m, b->equations[i], at, b->user));
  return SAR_OK;
}

/* ---- Newton and Euler ---- */

/* What the motion of a body needs, to be subtracted from what acts on it. */
static void subtract_motion(SarBodyLoad *load, const SarBody *body, const SarKin *k, const double *a, SarVec3 gravity) {
  SarVec3 gyroscopic = sar_cross(k->w, sar_mul(&body->inertia, k->w));
  SarVec3 inertial = sar_mul(&body->inertia, sar_vec3_load(a + 3));
  add_force(load, sar_scale(body->mass, gravity));
  add_force(load, sar_scale(-body->mass, sar_vec3_load(a)));
  add_moment(load, sar_neg(sar_mul(&k->A, inertial)));
  add_moment(load, sar_neg(sar_mul(&k->A, gyroscopic)));
}

static void keep_worst(double error, double size, int32_t body, double *largest, int32_t *where) {
  double relative = size > 0 ? error / size : 0;
  if (relative <= *largest) return; /* a nan is kept */
  if (isnan(*largest)) return;
  *largest = relative;
  *where = body;
}

/* Below which forces, and moments over L, are none. */
static double no_force(const SarWorkspace *m, SarBalanceRecord *record) {
  const SarSystem *s = m->system;
  double length = sar_system_length(s);
  double mass = 0, gravity = sar_norm(sar_system_gravity(s));
  for (int32_t i = 0; i < sar_system_bodies(s); i++) {
    double speed = fmax(sar_norm(m->kin[i].v) / length, sar_norm(m->kin[i].w));
    record->speed = fmax(record->speed, speed);
    mass = fmax(mass, sar_system_body(s, i)->mass);
  }
  double effort = mass * (gravity + length * record->speed * record->speed);
  return fmax(fmax(NO_EFFORT * effort, record->floor), NO_LOAD * fmax(record->force, record->moment / length));
}

/* What the first rows of a drive at rest left behind is known for rounding once forces have come. */
static void forget_rows_without_forces(SarBalanceRecord *record, double none) {
  bool linear = record->linear_load < none && !isnan(record->linear_max);
  bool angular = record->angular_load < none && !isnan(record->angular_max);
  if (linear) record->linear_max = 0, record->linear_body = -1;
  if (angular) record->angular_max = 0, record->angular_body = -1;
}

/* Parts and equations have terms within that are far larger than what they do: the stiffness of a beam, of which the
 * strain is a small part; a light body between two of them feels the difference. What is within their rounding is no
 * error. */
#define ROUNDING (20 * DBL_EPSILON)
#define WORTH_A_LOOK 1e-12

static SarStatus forgive_rounding(SarBalance *b, const SarWorkspace *m, const SarPoint *at, double force_floor,
                                  double moment_floor) {
  int32_t nbodies = sar_system_bodies(m->system);
  bool looks = false;
  for (int32_t i = 0; i < nbodies && !looks; i++) {
    const SarBodyLoad *load = &b->loads[i];
    looks = sar_norm(load->force) > WORTH_A_LOOK * fmax(load->force_size, force_floor) ||
            sar_norm(load->moment) > WORTH_A_LOOK * fmax(load->moment_size, moment_floor);
  }
  if (!looks || !(sar_system_has_parts(m->system) || b->nequations)) return SAR_OK;
  SarStatus status = m->problem.ops->magnitude(&m->problem, at, b->magnitude);
  if (status != SAR_OK) return status < 0 ? status : SAR_OK;
  for (int32_t i = 0; i < nbodies; i++) {
    SarBodyLoad *load = &b->loads[i];
    double force = ROUNDING * sar_norm(sar_vec3_load(b->magnitude + 6 * i));
    double moment = ROUNDING * sar_norm(sar_vec3_load(b->magnitude + 6 * i + 3));
    if (sar_norm(load->force) <= force) load->force = sar_vec3(0, 0, 0);
    if (sar_norm(load->moment) <= moment) load->moment = sar_vec3(0, 0, 0);
  }
  return SAR_OK;
}

SarStatus sar_balance_row(SarBalance *b, const SarWorkspace *m, const SarPoint *at, const double *row,
                          SarBalanceRecord *record) {
  const SarSystem *s = m->system;
  double length = sar_system_length(s);
  int32_t nbodies = sar_system_bodies(s);
  Computed last = {.element = -1};
  double force_floor = 0, moment_floor = 0, none, linear = record->linear_max, angular = record->angular_max;
  memset(b->loads, 0, ((size_t)nbodies + 1) * sizeof *b->loads);
  sar_workspace_place(m, at->q, at->v);
  sar_workspace_prepare_wrenches(m, at);
  for (int32_t i = 0; i < b->nacting; i++) {
    SarStatus status = add_acting(b, m, &b->acting[i], at, row, &last);
    if (status < 0) return status;
    if (status == SAR_OK) continue;
    record->skipped++;
    return SAR_OK;
  }
  const double *user = b->nequations ? b->user : NULL;
  SAR_TRY(add_actions(b, m, at, sar_workspace_add_action));
  for (int32_t i = 0; user && i < nbodies; i++) {
    add_force(&b->loads[i], sar_vec3_load(user + 6 * i));
    add_moment(&b->loads[i], sar_mul(&m->kin[i].A, sar_vec3_load(user + 6 * i + 3)));
  }
  for (int32_t i = 0; i < nbodies; i++) {
    subtract_motion(&b->loads[i], sar_system_body(s, i), &m->kin[i], at->a + 6 * i, sar_system_gravity(s));
    force_floor = fmax(force_floor, SMALLEST_LOAD * b->loads[i].force_size);
    moment_floor = fmax(moment_floor, SMALLEST_LOAD * b->loads[i].moment_size);
    record->force = fmax(record->force, b->loads[i].force_size);
    record->moment = fmax(record->moment, b->loads[i].moment_size);
  }
  none = no_force(m, record);
  force_floor = fmax(force_floor, none);
  forget_rows_without_forces(record, none);
  /* Where all forces pass through all centres of mass, moments are rounding errors of forces times lengths. */
  moment_floor = fmax(moment_floor, force_floor * length);
  SAR_TRY(forgive_rounding(b, m, at, force_floor, moment_floor));
  for (int32_t i = 0; i < nbodies; i++) {
    const SarBodyLoad *load = &b->loads[i];
    keep_worst(sar_norm(load->force), fmax(load->force_size, force_floor), i, &record->linear_max,
               &record->linear_body);
    keep_worst(sar_norm(load->moment), fmax(load->moment_size, moment_floor), i, &record->angular_max,
               &record->angular_body);
  }
  if (record->linear_max != linear) record->linear_load = force_floor / SMALLEST_LOAD;
  if (record->angular_max != angular) record->angular_load = moment_floor / SMALLEST_LOAD / length;
  record->rows++;
  return SAR_OK;
}

double sar_balance_worst(const SarBalanceRecord *record, int32_t *body) {
  bool linear = !(record->angular_max > record->linear_max || isnan(record->angular_max));
  *body = linear ? record->linear_body : record->angular_body;
  return record->rows == 0 ? NAN : linear ? record->linear_max : record->angular_max;
}

/* ---- momentum ---- */

/* Momentum of all bodies about the origin, with that of parts that have mass, and the sums of its absolute terms. */
static void momentum(const SarBalance *b, const SarWorkspace *m, const SarPoint *at, double out[6], double size[2]) {
  const SarSystem *s = m->system;
  SarVec3 linear = sar_vec3(0, 0, 0), angular = linear;
  const double *more = b->user;
  size[0] = size[1] = 0;
  memset(b->user, 0, (size_t)m->problem.n.nv * sizeof *b->user);
  sar_workspace_add_momentum(m, at, b->user);
  for (int32_t i = 0; i < sar_system_bodies(s); i++, more += 6) {
    const SarKin *k = &m->kin[i];
    SarVec3 p = sar_axpy(sar_system_body(s, i)->mass, k->v, sar_vec3_load(more)),
            spin = sar_mul(&k->A, sar_add(sar_mul(&sar_system_body(s, i)->inertia, k->w), sar_vec3_load(more + 3)));
    linear = sar_add(linear, p);
    angular = sar_add(angular, sar_add(spin, sar_cross(k->r, p)));
    size[0] += sar_norm(p);
    size[1] += sar_norm(spin) + sar_norm(k->r) * sar_norm(p);
  }
  sar_vec3_store(linear, out);
  sar_vec3_store(angular, out + 3);
}

/* The wrench from outside, about the origin: weights, and the opposite of what acts on the ground. */
SarStatus sar_momentum_outside(SarBalance *b, const SarWorkspace *m, const SarPoint *at, SarOutside *out) {
  const SarSystem *s = m->system;
  int32_t nbodies = sar_system_bodies(s);
  SarBodyLoad *ground = &b->loads[sar_system_ground(s)], sum = {0};
  Computed last = {.element = -1};
  *ground = sum;
  sar_workspace_prepare_wrenches(m, at);
  for (int32_t i = 0; i < b->nground; i++) {
    SarStatus status = add_acting(b, m, &b->acting[b->ground[i]], at, NULL, &last);
    if (status < 0) return status;
    if (status > 0) ground->force = ground->moment = sar_vec3(NAN, NAN, NAN);
  }
  for (int32_t i = 0; i < nbodies; i++) {
    SarVec3 weight = sar_scale(sar_system_body(s, i)->mass, sar_system_gravity(s));
    add_force(&sum, weight);
    add_moment(&sum, sar_cross(m->kin[i].r, weight));
  }
  const double *user = b->nequations ? b->user : NULL; /* what bodies do to each other cancels */
  SAR_TRY(add_actions(b, m, at, sar_workspace_add_push));
  for (int32_t i = 0; user && i < nbodies; i++) {
    SarVec3 force = sar_vec3_load(user + 6 * i);
    add_force(&sum, force);
    add_moment(&sum, sar_mul(&m->kin[i].A, sar_vec3_load(user + 6 * i + 3)));
    add_moment(&sum, sar_cross(m->kin[i].r, force));
  }
  sar_vec3_store(sar_sub(sum.force, ground->force), out->rate);
  sar_vec3_store(sar_sub(sum.moment, ground->moment), out->rate + 3);
  out->size[0] = sum.force_size + ground->force_size;
  out->size[1] = sum.moment_size + ground->moment_size;
  return SAR_OK;
}

static void compare(const SarBalance *b, const SarWorkspace *m, const SarPoint *at, SarMomentumRecord *r) {
  double now[6], size[2];
  momentum(b, m, at, now, size);
  memcpy(r->last, now, sizeof now);
  for (int i = 0; i < 6; i++) now[i] -= r->start[i] + r->impulse[i];
  for (int part = 0; part < 2; part++) {
    double error = sar_norm(sar_vec3_load(now + 3 * part));
    if (!(error <= r->largest_error[part])) r->largest_error[part] = error; /* keeps nan: it never becomes less */
    r->momentum[part] = fmax(r->momentum[part], size[part]);
  }
}

SarStatus sar_momentum_start(SarBalance *b, const SarWorkspace *m, const SarPoint *at, SarMomentumRecord *r) {
  momentum(b, m, at, r->start, r->momentum);
  memcpy(r->last, r->start, sizeof r->last);
  r->started = true;
  return sar_momentum_outside(b, m, at, &r->outside);
}

void sar_momentum_step(SarBalance *b, const SarWorkspace *m, const SarPoint *at, const SarOutside *end, double h,
                       const double impulse[6], SarMomentumRecord *r) {
  for (int i = 0; i < 6; i++) r->impulse[i] += impulse[i];
  for (int i = 0; i < 2; i++) r->effort[i] += h * (r->outside.size[i] + end->size[i]) / 2;
  r->outside = *end;
  compare(b, m, at, r);
}

SarStatus sar_momentum_resume(SarBalance *b, const SarWorkspace *m, const SarPoint *at, SarMomentumRecord *r) {
  double now[6], size[2];
  momentum(b, m, at, now, size);
  for (int i = 0; i < 6; i++) r->impulse[i] += now[i] - r->last[i];
  memcpy(r->last, now, sizeof now);
  return sar_momentum_outside(b, m, at, &r->outside);
}

double sar_momentum_scale(const SarMomentumRecord *r, int part) {
  return fmax(fmax(r->momentum[part], SMALLEST_EFFORT * r->effort[part]), r->floor[part]);
}

double sar_momentum_worst(const SarMomentumRecord *r) {
  double worst = 0;
  for (int part = 0; part < 2; part++) {
    double scale = sar_momentum_scale(r, part);
    double relative = scale > 0 ? r->largest_error[part] / scale : 0;
    if (!(relative <= worst)) worst = relative;
    if (isnan(worst)) break;
  }
  return r->started ? worst : NAN;
}
