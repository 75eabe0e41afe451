/* label: numbers. What the result columns say acts on a body is what its motion needs: m a and J alpha + w x J w of
 * every body at every output time against gravity and the reported wrenches, recomputed here from the table, and
 * against what the run's own audit says. Every model of tests/models and examples/, and some with all that can act on a
 * body. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/units.h"
#include "element/body/modal.h"
#include "hht_options.h"
#include "physics/support.h"
#include "physics/trial.h"
#include "read/read.h"
#include "sanitized.h"
#include "system/user/evaluate.h"
#include "system/user/user.h"
#include "system/workspace.h"

/* Largest differences over all models at tolerances from 1e-3 to 1e-9: 1.4e-13 (a projection of less than 1e-13 keeps
 * the matrix); at the tolerances of the models 4e-14. */
#define ROUNDING 5e-13
#define ROUNDING_OF_TOUCHES                                                                                   \
  1e-11                    /* what bodies press on each other with may be thousands of their weights: 6.3e-13 \
                            */
#define SMALLEST_LOAD 1e-3 /* of the largest load in the mechanism: the floor of the relative measure */

typedef struct Load {
  SarVec3 force, moment;
  double force_size, moment_size;
} Load;

/* A table with the system that made it. */
typedef struct View {
  const SarSystem *system;
  const SarTable *table;
  int64_t row;
  SarWorkspace *mechanism; /* for the derivatives of user-defined equations */
} View;

/* ---- reading the table, in SI ---- */

static double number(const View *v, const char *element, const char *quantity, const char *unit) {
  char name[160];
  snprintf(name, sizeof name, "%s.%s", element, quantity);
  int32_t column = sar_table_find(v->table, name);
  if (column < 0) fail_msg("there is no column %s", name);
  return sar_table_values(v->table, column)[v->row] * sar_units_factor(&v->system->model->units, unit);
}

static SarVec3 vector(const View *v, const char *element, const char *stem, const char *tail, const char *unit) {
  double x[3];
  for (int i = 0; i < 3; i++) {
    char quantity[32];
    snprintf(quantity, sizeof quantity, "%s%c%s", stem, "xyz"[i], tail);
    x[i] = number(v, element, quantity, unit);
  }
  return sar_vec3_load(x);
}

/* The rotation matrix of body to ground axes, written out anew. */
static SarMat3 turn(const View *v, const char *body) {
  double q[4];
  for (int i = 0; i < 4; i++) q[i] = number(v, body, (const char *const[]){"q0", "q1", "q2", "q3"}[i], "");
  double w = q[0], x = q[1], y = q[2], z = q[3];
  return (SarMat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                    {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                    {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

static SarVec3 centre(const View *v, int32_t body) {
  if (body == v->system->nbodies) return sar_vec3(0, 0, 0);
  return vector(v, v->system->bodies[body].name, "", "", "m");
}

static SarMat3 axes(const View *v, int32_t body) {
  return body == v->system->nbodies ? sar_mat3_identity() : turn(v, v->system->bodies[body].name);
}

/* ---- adding up ---- */

static void add(Load *load, SarVec3 force, SarVec3 arm, SarVec3 torque) {
  load->force = sar_add(load->force, force);
  load->force_size += sar_norm(force);
  load->moment = sar_add(load->moment, sar_add(torque, sar_cross(arm, force)));
  load->moment_size += sar_norm(torque) + sar_norm(arm) * sar_norm(force);
}

static SarVec3 place_of(const View *v, const SarSide *side) {
  SarMat3 A = axes(v, side->body);
  return sar_add(centre(v, side->body), sar_mul(&A, side->point));
}

static void add_reported(const View *v, Load *loads, const char *element, const char *tail, const SarSide *side,
                         int32_t opposite) {
  SarVec3 point = place_of(v, side);
  SarVec3 f = vector(v, element, "f", tail, "N"), t = vector(v, element, "t", tail, "N*m");
  add(&loads[side->body], f, sar_sub(point, centre(v, side->body)), t);
  if (opposite >= 0) add(&loads[opposite], sar_neg(f), sar_sub(point, centre(v, opposite)), sar_neg(t));
}

/* docs/results.md: the part of a coupler's third joint is its ratio times `reaction`; here of revolute joints. */
static void add_third(const View *v, Load *loads, const char *element, double coefficient, const SarPlace *joint) {
  SarMat3 A = axes(v, joint->b.body);
  SarVec3 axis = sar_mul(&A, sar_column(&joint->b.axes, 2)), none = sar_vec3(0, 0, 0);
  SarVec3 torque = sar_scale(coefficient * number(v, element, "reaction", "N*m"), axis);
  add(&loads[joint->b.body], none, none, torque);
  add(&loads[joint->a.body], none, none, sar_neg(torque));
}

static void add_element(const View *v, Load *loads, int32_t e) {
  const SarSystem *s = v->system;
  const SarModelElement *element = &s->model->elements[e];
  const char *const tails[2] = {"", "2"};
  SarSide contact[2];
  const SarSide *sides[2] = {&s->places[e].a, &s->places[e].b};
  if (element->class->section == SAR_SECTION_EQUATIONS) {
    const SarValue *between = sar_model_value(element, "between");
    for (int i = 0; i < 2; i++) contact[i] = sar_system_side(s, &between->side[i]), sides[i] = &contact[i];
  }
  if (!element->class->joint || !element->class->joint->relation) {
    for (int i = 0; i < 2; i++) add_reported(v, loads, element->name, tails[i], sides[i], -1);
    return;
  }
  const SarValue *names = sar_model_value(element, "joints");
  for (int32_t i = 0; i < names->nlist; i++) {
    const SarPlace *joint = &s->places[sar_model_find(s->model, names->joints[i])];
    if (i < 2) {
      add_reported(v, loads, element->name, tails[i], &joint->b, joint->a.body);
    } else {
      add_third(v, loads, element->name, s->terms[s->relations[s->places[e].relations.first].term + i].coefficient,
                joint);
    }
  }
}

static void add_motion(const View *v, Load *load, const SarBody *body) {
  SarMat3 A = turn(v, body->name);
  SarVec3 zero = sar_vec3(0, 0, 0), w = vector(v, body->name, "w", "", "rad/s");
  SarVec3 alpha = vector(v, body->name, "alpha", "", "rad/s^2");
  SarVec3 spin = sar_mul(&A, sar_mul(&body->inertia, sar_mul_t(&A, w)));
  SarVec3 inertial = sar_mul(&A, sar_mul(&body->inertia, sar_mul_t(&A, alpha)));
  add(load, sar_scale(body->mass, v->system->gravity), zero, zero);
  add(load, sar_scale(-body->mass, vector(v, body->name, "a", "", "m/s^2")), zero, sar_neg(inertial));
  add(load, zero, zero, sar_neg(sar_cross(w, spin)));
}

/* Joints, motions, forces between bodies and contacts; a force on a scalar coordinate has no wrench. */
static bool has_wrench(const View *v, int32_t e) {
  const SarModelElement *element = &v->system->model->elements[e];
  SarSection section = element->class->section;
  char name[160];
  snprintf(name, sizeof name, "%s.fx", element->name);
  if (section == SAR_SECTION_FORCES && sar_table_find(v->table, name) < 0) return false;
  return section == SAR_SECTION_JOINTS || section == SAR_SECTION_MOTIONS || section == SAR_SECTION_FORCES ||
         (section == SAR_SECTION_EQUATIONS && strcmp(element->class->name, "constraint") != 0);
}

/* ---- user-defined equations ---- */

/* The point of a row, as far as equations between coordinates need it: multipliers are those of user-defined rows. */
typedef struct Point {
  double *q, *v, *a, *lambda, *mu;
} Point;

static void load_body(const View *v, int32_t body, const Point *p) {
  const char *name = v->system->bodies[body].name;
  SarMat3 A = turn(v, name);
  sar_vec3_store(centre(v, body), p->q + 7 * body);
  for (int i = 0; i < 4; i++) {
    p->q[7 * body + 3 + i] = number(v, name, (const char *const[]){"q0", "q1", "q2", "q3"}[i], "");
  }
  sar_vec3_store(vector(v, name, "v", "", "m/s"), p->v + 6 * body);
  sar_vec3_store(sar_mul_t(&A, vector(v, name, "w", "", "rad/s")), p->v + 6 * body + 3);
  sar_vec3_store(vector(v, name, "a", "", "m/s^2"), p->a + 6 * body);
  sar_vec3_store(sar_mul_t(&A, vector(v, name, "alpha", "", "rad/s^2")), p->a + 6 * body + 3);
}

/* The places where cams touch are coordinates without mass; the second of two curves has no column, and nothing but its
 * own joint can ask for it, whose wrench is reported. */
static void load_place(const View *v, int32_t i, const Point *p) {
  const SarUserUnknown *all = v->system->user->coordinates;
  const char *name = v->system->model->elements[all[i].element].name;
  if (i > 0 && all[i - 1].element == all[i].element) return;
  p->q[7 * v->system->nbodies + i] = number(v, name, "angle", "rad");
  p->v[6 * v->system->nbodies + i] = number(v, name, "angle_rate", "rad/s");
}

static void load_coordinate(const View *v, int32_t i, const Point *p) {
  static const char *const units[][3] = {{"m", "m/s", "m/s^2"}, {"rad", "rad/s", "rad/s^2"}, {"", "1/s", "1/s^2"}};
  const SarUserUnknown *unknown = &v->system->user->coordinates[i];
  const SarModelElement *element = &v->system->model->elements[unknown->element];
  const char *name = element->name;
  if (element->class->section == SAR_SECTION_JOINTS) {
    load_place(v, i, p);
    return;
  }
  p->q[7 * v->system->nbodies + i] = number(v, name, "value", units[unknown->kind][0]);
  p->v[6 * v->system->nbodies + i] = number(v, name, "rate", units[unknown->kind][1]);
  p->a[6 * v->system->nbodies + i] = number(v, name, "acceleration", units[unknown->kind][2]);
}

/* docs/results.md: the column is a force, or, of a row between angles, a torque: the multiplier times L. */
static void load_multiplier(const View *v, const SarUserConstraint *constraint, const Point *p) {
  const SarModelElement *element = &v->system->model->elements[constraint->element];
  if (strcmp(element->class->name, "constraint") != 0) return;
  bool angle = sar_model_value(element, "kind")->real == SAR_KIND_ANGLE;
  double value = number(v, element->name, "multiplier", angle ? "N*m" : "N") / (angle ? v->system->length : 1);
  int32_t index = sar_symbol_index(constraint->multiplier);
  *(sar_symbol_kind(constraint->multiplier) == SAR_SYMBOL_LAMBDA ? &p->lambda[index] : &p->mu[index]) = value;
}

static bool acts_anywhere(const SarModelElement *element) {
  return strcmp(element->class->name, "constraint") == 0 || element->class->section == SAR_SECTION_COORDINATES;
}

/* Equations between positions or velocities, and masses of coordinates, act along their derivatives. */
static void add_equations(const View *v, Load *loads) {
  const SarSystem *s = v->system;
  const SarUser *u = s->user;
  int32_t nv = sar_system_nv(s), total = sar_system_nq(s) + 3 * nv + s->nposition + s->nvelocity;
  double *numbers = calloc((size_t)total + 1, sizeof *numbers);
  assert_non_null(numbers);
  Point p = {.v = numbers, .a = numbers + nv, .q = numbers + 3 * nv};
  p.lambda = p.q + sar_system_nq(s);
  p.mu = p.lambda + s->nposition;
  double *action = numbers + 2 * nv;
  for (int32_t i = 0; i < s->nbodies; i++) load_body(v, i, &p);
  for (int32_t i = 0; i < u->ncoordinates; i++) load_coordinate(v, i, &p);
  for (int32_t i = 0; i < u->nconstraints; i++) load_multiplier(v, &u->constraints[i], &p);
  double t =
      sar_table_values(v->table, sar_table_find(v->table, "time"))[v->row] * sar_units_factor(&s->model->units, "s");
  SarPoint at = {.t = t, .q = p.q, .v = p.v, .a = p.a, .lambda = p.lambda, .mu = p.mu};
  sar_workspace_place(v->mechanism, p.q, p.v);
  sar_user_prepare(v->mechanism, &at);
  for (int32_t e = 0; e < s->model->nelements; e++) {
    if (!u->acts[e] || !acts_anywhere(&s->model->elements[e])) continue;
    memset(action, 0, (size_t)nv * sizeof *action);
    sar_user_add_action(v->mechanism, e, action);
    for (int32_t b = 0; b < s->nbodies; b++) {
      SarMat3 A = axes(v, b);
      add(&loads[b], sar_vec3_load(action + 6 * b), sar_vec3(0, 0, 0), sar_mul(&A, sar_vec3_load(action + 6 * b + 3)));
    }
  }
  free(numbers);
}

/* The largest difference of a row over the sum of the absolute terms of its body. */
static double residual_of_row(const View *v) {
  const SarSystem *s = v->system;
  Load *loads = calloc((size_t)s->nbodies + 1, sizeof *loads);
  double worst = 0, force = 0, moment = 0;
  assert_non_null(loads);
  for (int32_t e = 0; e < s->model->nelements; e++) {
    if (has_wrench(v, e)) add_element(v, loads, e);
  }
  if (s->user) add_equations(v, loads);
  for (int32_t b = 0; b < s->nbodies; b++) {
    add_motion(v, &loads[b], &s->bodies[b]);
    force = fmax(force, SMALLEST_LOAD * loads[b].force_size);
    moment = fmax(moment, SMALLEST_LOAD * loads[b].moment_size);
    moment = fmax(moment, SMALLEST_LOAD * s->length * loads[b].force_size); /* rounding errors of forces on arms */
  }
  for (int32_t b = 0; b < s->nbodies; b++) {
    double f = sar_norm(loads[b].force) / fmax(fmax(loads[b].force_size, force), 1e-300);
    double m = sar_norm(loads[b].moment) / fmax(fmax(loads[b].moment_size, moment), 1e-300);
    worst = sar_larger(worst, f); /* keeps nan */
    worst = sar_larger(worst, m);
  }
  free(loads);
  return worst;
}

/* The audit looks at every row, this test at the first, the last and about a hundred between them. */
static double residual_of_table(const SarSystem *system, const SarTable *table) {
  int64_t last = sar_table_rows(table) - 1, every = 1 + last / 100;
  double worst = 0;
  SarWorkspace *mechanism;
  assert_int_equal(sar_workspace_create(system->context, system, NULL, false, &mechanism), SAR_OK);
  for (int64_t row = 0; row < last + every; row += every) {
    double here = residual_of_row(&(View){system, table, row < last ? row : last, mechanism});
    worst = sar_larger(worst, here);
  }
  sar_workspace_destroy(&mechanism);
  return worst;
}

/* ---- runs ---- */

/* What a run that contradicts its tolerance says of itself; null: it does not. */
static const char *doubt_of(const Trial *trial) {
  static const char *const doubts[] = {"energy balance", "momentum of all", "opened by", "velocities violate",
                                       "forces reported"};
  for (int32_t i = 0; i < sar_context_count(trial->context); i++) {
    const SarDiagnostic *d = sar_context_get(trial->context, i);
    for (size_t k = 0; k < sizeof doubts / sizeof *doubts; k++) {
      if (d->severity == SAR_WARNING && strstr(d->message, doubts[k])) return d->message;
    }
  }
  return NULL;
}

/* Contacts, tyres: their columns are those of all pairs of bodies together, and do not tell which body gets what. The
 * audit knows. */
static bool has_touches(const Trial *trial) {
  for (int32_t i = 0; i < trial->model->nelements; i++) {
    const SarModelElement *e = &trial->model->elements[i];
    if (e->class->section == SAR_SECTION_CONTACTS || strcmp(e->class->name, "tyre") == 0) return true;
  }
  return false;
}

/* How a step falls onto a hit of the woodpecker decides how far velocities are off in it: from a third of what is
 * expected at 1e-6 up to a sixth more, by the rounding of the machine. The run says so then, and may. */
static void expect_balance(const Trial *trial, const char *what, bool trusted) {
  const SarRunSummary *s = &trial->summary;
  bool touches = has_touches(trial);
  double seen = touches ? 0 : residual_of_table(trial->system, trial->table);
  if (!(s->newton_euler_max <= (touches ? ROUNDING_OF_TOUCHES : ROUNDING))) {
    fail_msg("%s: the audit finds %g at body %s", what, s->newton_euler_max, s->newton_euler_body);
  }
  if (!(seen <= ROUNDING)) fail_msg("%s: the columns balance to %g only", what, seen);
  assert_int_equal(s->newton_euler_rows, sar_table_rows(trial->table));
  assert_int_equal(s->newton_euler_skipped, 0);
  const char *doubt = doubt_of(trial);
  bool by_hits = doubt && strstr(what, "/woodpecker/") && strstr(doubt, "velocities violate");
  if (doubt && trusted && !by_hits) fail_msg("%s: %s", what, doubt);
}

/* Joints that follow a profile. */
static bool has_cams(const Trial *trial) {
  for (int32_t i = 0; i < trial->model->nelements; i++) {
    if (strcmp(trial->model->elements[i].class->name, "cam") == 0) return true;
  }
  return false;
}

/* Bodies that bend: what balances there is the matter of the audit, which knows the momentum of parts. */
/* Coordinates of parts are no columns: the state cannot be made of a row. */
static bool has_parts(const Trial *trial) {
  for (int32_t i = 0; i < trial->model->nelements; i++) {
    const SarElementClass *class = trial->model->elements[i].class;
    if (class == &sar_body_modal || strcmp(class->name, "absorber") == 0) return true;
  }
  return false;
}

/* At 1e-3 of its length, some cm, a step of the woodpecker may err by 1e-5 m, but its contacts are 3e-5 m deep: the
 * motion is wrong, and the run may say so; so it is with other things that touch. Forces and accelerations balance all
 * the same. Steps of a cam are at 1e-3 as long as from one point of the table of its profile to the next (10 degrees).
 */
static bool too_coarse(const Trial *trial, const char *path, double tolerance) {
  return tolerance >= 1e-3 && (strstr(path, "/woodpecker/") || has_touches(trial) || has_cams(trial));
}

/* s, of large machines only the beginning; NaN: all of the motion. */
static double end_of(const char *path) {
  static const struct {
    const char *name;
    double end;
  } machines[] = {{"/poly_v_belt/", 2e-3}, {"/excavator_track/", 0.2}, {"/atv_shaker/", 0.01}};
  for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
    if (strstr(path, machines[i].name)) return machines[i].end;
  }
  return NAN;
}

static void run_file(const char *path, double tolerance) {
  Trial trial;
  trial_read(&trial, path);
  if (isnan(sar_model_simulation(trial.model)->end) || has_parts(&trial)) { /* the first: a part that others include */
    trial_close(&trial);
    return;
  }
  expect_ok(trial.context, sar_model_set_output_of(trial.model, NULL, 0), "all columns");
  trial_compile(&trial);
  SarRunOptions options = hht_options();
  options.tolerance = tolerance;
  options.end = end_of(path);
  trial_go(&trial, options);
  expect_balance(&trial, path, !too_coarse(&trial, path, tolerance));
  trial_close(&trial);
}

static void run_all(const char *pattern, size_t at_least, double tolerance) {
  char full[512];
  glob_t found;
  snprintf(full, sizeof full, "%s/%s", SAR_TEST_DIR, pattern);
  assert_int_equal(glob(full, 0, NULL, &found), 0);
  assert_true(found.gl_pathc >= at_least);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    const char *path = found.gl_pathv[i];
    if (strstr(path, "/study.yaml")) continue; /* no model */
    if (!names_plugins(path) && !needs_bodies(path)) run_file(path, tolerance);
  }
  globfree(&found);
}

static void models_balance(void **state) {
  (void)state;
  run_all("models/*.yaml", 19, NAN);
  run_all("models/units/*.yaml", 3, NAN);
}

static void adams_models_balance(void **state) {
  (void)state;
  run_all("models/adams/*.yaml", 21, NAN);
}

static void examples_balance(void **state) {
  (void)state;
  if (SANITIZED) skip(); /* coarse_runs_balance has the same runs with fewer steps */
  run_all("../examples/*/*.yaml", 10, NAN);
}

/* Coarse runs leave more to project, and redundant rows depend on each other only where all constraints hold. */
static void coarse_runs_balance(void **state) {
  (void)state;
  run_all("../examples/*/*.yaml", 10, 1e-3);
  run_file("models/A02_Nfourbar_N2_natural.yaml", 1e-3);
}

/* ---- all that can act on a body ---- */

/* Planetary gears on a carrier that turns: gears act on the carrier, which no column names. */
static const char *const planetary =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  sun: {mass: 1, inertia: [0.01, 0.01, 0.02], at: [0, 0, 0]}\n"
    "  carrier: {mass: 2, inertia: [0.05, 0.05, 0.1], at: [0, 0, 0], com: [0.02, 0, 0]}\n"
    "  planet: {mass: 0.5, inertia: [0.002, 0.002, 0.004], at: [0.3, 0, 0]}\n"
    "joints:\n"
    "  S: {type: revolute, between: [ground, sun], at: [0, 0, 0], axis: z}\n"
    "  C: {type: revolute, between: [ground, carrier], at: [0, 0, 0], axis: z}\n"
    "  SC: {type: coupler, joints: [S, C, P], ratios: [1, -1.5, 0.5]}\n"
    "  P: {type: revolute, between: [carrier, planet], at: [0.3, 0, 0], axis: z}\n"
    "  ring: {type: gear, joints: [C, P], ratio: -3}\n"
    "forces:\n"
    "  drive: {type: torque, between: [carrier, sun], torque: [0, 0, \"2*sin(3*t)\"]}\n"
    "simulate: {end: 1}\n";

static const char *const zoo =
    "gravity: [0, 0, -9.81]\n"
    "ground: {frames: {wall: {at: [0, 2, 1]}}}\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: [0.1, 0.3, 0.25], at: [0.5, 0, 0], com: [0.05, 0.02, -0.01],\n"
    "        frames: {tip: {at: [0.5, 0, 0]}, eye: {at: [0.1, 0.1, 0.05]}}}\n"
    "  link: {mass: 1, inertia: [0.02, 0.1, 0.1], at: [1.4, 0, 0], frames: {end: {at: [0.4, 0, 0]}}}\n"
    "  nut: {mass: 0.7, inertia: [0.01, 0.02, 0.03], at: [1.9, 0, 0], omega: [3, 0, 0], velocity: [0.3, 0, 0]}\n"
    "  hung: {mass: 0.4, inertia: [0.01, 0.01, 0.02], at: [0, 2, 0], velocity: [1, 0, 0], frames: {top: {at: [0, 0, "
    "0.2]}}}\n"
    "  wheel: {mass: 1.5, inertia: [0.05, 0.06, 0.1], at: [-1, 0, 0]}\n"
    "joints:\n"
    "  base: {type: universal, between: [ground, arm], at: [0, 0, 0], axis: y, axis2: z}\n"
    "  elbow: {type: spherical, between: [arm.tip, link], at: [1, 0, 0]}\n"
    "  thread: {type: screw, between: [link, nut], at: [1.9, 0, 0], axis: x, pitch: 0.6}\n"
    "  rope: {type: distance, between: [ground.wall, hung.top]}\n"
    "  axle: {type: cylindrical, between: [ground, wheel], at: [-1, 0, 0], axis: z}\n"
    "motions:\n"
    "  spin: {joint: axle, rotation_velocity: \"2 + sin(4*t)\"}\n"
    "  lift: {joint: axle, translation_acceleration: \"cos(5*t)\"}\n"
    "forces:\n"
    "  spring: {type: spring-damper, between: [arm.eye, hung.top], stiffness: 40, damping: 1}\n"
    "  twist: {type: rotational-spring-damper, between: [ground, wheel], at: [-1, 0, 0], axis: z, stiffness: 3}\n"
    "  mount: {type: bushing, between: [wheel, link], at: [0.4, 0, 0], stiffness: [30, 20, 10], damping: [1, 1, 1],\n"
    "          torsional_stiffness: [2, 1, 1], torsional_damping: [0.1, 0, 0]}\n"
    "  push: {type: force, between: [ground, nut], force: [\"sin(7*t)\", 1, 0]}\n"
    "  pull: {type: torque, between: [hung, link], torque: [0.1, 0, \"cos(t)\"]}\n"
    "simulate: {end: 1}\n";

/* Forces that speak of anything, friction, stops, equations between bodies and coordinates, contacts. */
static const char *const own =
    "gravity: [0, 0, -9.81]\n"
    "ground: {frames: {wall: {at: [0, 2, 1], turn: {axis: [1, 2, 0], angle: 0.4}}}}\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: [0.1, 0.3, 0.25], at: [0.5, 0, 0], com: [0.05, 0.02, -0.01],\n"
    "        frames: {tip: {at: [0.5, 0, 0]}, eye: {at: [0.1, 0.1, 0.05], turn: {axis: [1, 1, 0], angle: 1}}}}\n"
    "  link: {mass: 1, inertia: [0.02, 0.1, 0.1], at: [1.4, 0, 0], com: [0, 0.03, 0], frames: {end: {at: [0.4, 0, "
    "0]}}}\n"
    "  cart: {mass: 3, inertia: [0.1, 0.2, 0.3], at: [0, -2, 0], velocity: [0.5, 0, 0]}\n"
    "  ball: {mass: 0.5, inertia: [0.02, 0.02, 0.02], at: [3, 0, 0.3], velocity: [0.6, 0.3, 0], omega: [-1, 2, 0.5]}\n"
    "  skate: {mass: 2, inertia: [0.1, 0.1, 0.2], at: [-3, 0, 0], com: [0.2, 0.1, 0], velocity: [1, 0.3, 0],\n"
    "          omega: [0, 0, 3]}\n"
    "  kite: {mass: 0.4, inertia: [0.01, 0.02, 0.02], at: [0, 4, 1], frames: {top: {at: [0.1, 0, 0.2]}}}\n"
    "joints:\n"
    "  base: {type: universal, between: [ground, arm], at: [0, 0, 0], axis: y, axis2: z, friction: 0.2,\n"
    "         pin_radius: 0.05, stiction_velocity: 0.01}\n"
    "  elbow: {type: spherical, between: [arm.tip, link], at: [1, 0, 0]}\n"
    "  rail: {type: prismatic, between: [ground, cart], at: [0, -2, 0], axis: x, stops: [-0.1, 0.1],\n"
    "         stop_stiffness: 500, stop_damping: 5, stop_depth: 0.01, damping: 0.5}\n"
    "  ice: {type: planar, between: [ground, skate], at: [-3, 0, 0], axis: z}\n"
    "coordinates:\n"
    "  y: {mass: \"0.5 + 0.1*dz(link)^2\", at: 0.2, velocity: 0.4}\n"
    "  phi: {mass: 0.3, kind: angle, at: 0.1}\n"
    "states:\n"
    "  i: {start: 0.3, rate: \"-4*i + vx(cart)\"}\n"
    "variables:\n"
    "  pull: \"2*i - 0.1*fm(elbow) + 0.3*accx(cart)\"\n"
    "equations:\n"
    "  string: {position: \"dm(kite.top, ground.wall)^2 + y - 4.6\"}\n"
    "  screw: {velocity: \"wz(link, 0, link) - rate(phi) - 0.2*vx(cart)\", kind: angle}\n"
    "  roll: {type: rolling-sphere, between: [ground, ball], radius: 0.3}\n"
    "  edge: {type: knife-edge, between: [ground, skate]}\n"
    "forces:\n"
    "  wind: {type: force, between: [arm.eye, kite.top], force: [pull, \"i*vy(kite)\", \"sin(t)\"], follow: true}\n"
    "  lift: {type: wrench, between: [link.end, kite.top], axes: arm.eye, force: [\"0.3*dx(kite, arm)\", 1, 0],\n"
    "         torque: [0, \"-0.02*wy(kite, arm)\", 0.01]}\n"
    "  band: {type: spring-damper, between: [cart, link.end], law: \"20*(length - 2) + i*rate\"}\n"
    "  load: {type: generalized, coordinate: y, force: \"-3*y + pull\"}\n"
    "simulate: {end: 1}\n";

static void read_text(Trial *trial, const char *text) {
  *trial = (Trial){.context = sar_context_create()};
  SarStatus status =
      sar_model_read_text(trial->context, "test.yaml", text, strlen(text), &(SarReadOptions){0}, &trial->model);
  expect_ok(trial->context, status, "read");
  trial_compile(trial);
}

static void relations_and_forces_balance(void **state) {
  (void)state;
  const char *const texts[] = {planetary, zoo, own}, *const names[] = {"planetary", "zoo", "own physics"};
  for (size_t i = 0; i < 3; i++) {
    Trial trial;
    read_text(&trial, texts[i]);
    trial_go(&trial, hht_options());
    expect_balance(&trial, names[i], true);
    trial_close(&trial);
  }
}

static void kinematics_balance(void **state) {
  (void)state;
  const char *const models[] = {"models/driven_fourbar.yaml", "models/driven_slider_crank.yaml"};
  for (size_t i = 0; i < 2; i++) {
    Trial trial;
    trial_read(&trial, models[i]);
    trial_compile(&trial);
    expect_ok(trial.context, sar_table_create(trial.context, &trial.table), "table");
    SarRunOptions options = hht_options();
    options.table = trial.table;
    expect_ok(trial.context, sar_kinematics(trial.context, trial.system, &options, &trial.summary), "kinematics");
    expect_balance(&trial, models[i], true);
    assert_true(trial.summary.momentum_balance_max < 1e-3); /* Simpson over output intervals */
    trial_close(&trial);
  }
}

/* Elements that are not recorded are looked at all the same; raw rows are counted, not judged. */
static void what_is_recorded_does_not_matter(void **state) {
  (void)state;
  char text[4096];
  Trial trial;
  snprintf(text, sizeof text, "%soutput: {of: [arm, spring]}\n", zoo);
  read_text(&trial, text);
  trial_go(&trial, hht_options());
  assert_true(trial.summary.newton_euler_max > 0 && trial.summary.newton_euler_max <= ROUNDING);
  assert_int_equal(trial.summary.newton_euler_rows, sar_table_rows(trial.table));
  trial_close(&trial);
  snprintf(text, sizeof text, "%soutput: {raw: true}\n", zoo);
  read_text(&trial, text);
  trial_go(&trial, hht_options());
  assert_int_equal(trial.summary.newton_euler_rows, 1); /* the start is always solved */
  assert_int_equal(trial.summary.newton_euler_skipped, sar_table_rows(trial.table) - 1);
  trial_close(&trial);
}

/* The measure of this test sees what it is there for. */
static void a_wrong_column_is_seen(void **state) {
  (void)state;
  Trial trial;
  read_text(&trial, zoo);
  trial_go(&trial, hht_options());
  View v = {trial.system, trial.table, sar_table_rows(trial.table) - 1, NULL};
  const char *const columns[] = {"elbow.fx", "thread.tx2", "spin.tz2", "mount.fy", "arm.alphay", "hung.az"};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    double *value = (double *)sar_table_values(trial.table, sar_table_find(trial.table, columns[i])) + v.row;
    double kept = *value;
    *value = -kept;
    assert_true(residual_of_row(&v) > 1e-6);
    *value = kept;
  }
  trial_close(&trial);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(models_balance),
      cmocka_unit_test(adams_models_balance),
      cmocka_unit_test(examples_balance),
      cmocka_unit_test(coarse_runs_balance),
      cmocka_unit_test(relations_and_forces_balance),
      cmocka_unit_test(kinematics_balance),
      cmocka_unit_test(what_is_recorded_does_not_matter),
      cmocka_unit_test(a_wrong_column_is_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
