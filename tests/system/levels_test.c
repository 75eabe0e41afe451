/* Identities between the functions of a mechanism, for every element class and at random points that satisfy no
 * equation: the levels of the constraints are derivatives of one another, constraint forces are the transpose of the
 * constraint gradients, and power goes somewhere. */
#include <string.h>

#include "system/ask.h"
#include "system/cases.h"
#include "system/columns.h"
#include "system/user/evaluate.h"
#include "system/user/user.h"
#include "system/wrench.h"

#define TOLERANCE 1e-8

typedef struct Bench {
  SarContext *context;
  CaseLabel label;
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
  CasePoint point;
  double direction[CASE_MOST]; /* of q */
} Bench;

/* The rates of the states of motions, which velocity rows read, are those of their equations. So are the
 * friction and the forces of stops of joints, whose power has a sign, and other variables that are given explicitly. */
static void open_bench(Bench *b, int32_t index) {
  double r[3 * CASE_MOST];
  uint64_t seed = 31 + case_seed(index);
  *b = (Bench){.context = sar_context_create()};
  case_build(b->context, index, &b->label, &b->model, &b->system);
  assert_int_equal(sar_workspace_create(b->context, b->system, NULL, false, &b->m), SAR_OK);
  case_point(b->system, &seed, &b->point);
  SarPoint at = case_view(&b->point);
  const SarSizes *n = &b->m->problem.n;
  assert_int_equal(sar_workspace_residual(&b->m->problem, &at, r), SAR_OK);
  for (int32_t i = 0; i < b->system->nmotion_states; i++) b->point.xdot[i] -= r[n->nv + n->np + n->nn + i];
  for (int32_t i = 0; i < n->nz; i++) b->point.z[i] -= r[n->nv + n->np + n->nn + n->nx + i];
}

static void close_bench(Bench *b) {
  sar_workspace_destroy(&b->m);
  sar_system_destroy(&b->system);
  sar_model_destroy(&b->model);
  sar_context_destroy(&b->context);
}

static void for_all(void (*check)(Bench *)) {
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    open_bench(&b, index);
    check(&b);
    close_bench(&b);
  }
}

static void compare(const Bench *b, const char *what, const double *value, const double *expected, int32_t count) {
  double largest = 1;
  for (int32_t i = 0; i < count; i++) largest = fmax(largest, fabs(expected[i]));
  for (int32_t i = 0; i < count; i++) {
    if (fabs(value[i] - expected[i]) <= TOLERANCE * largest) continue;
    fail_msg("%s: %s, row %d: %.12g, expected %.12g", b->label.text, what, (int)i, value[i], expected[i]);
  }
}

/* The point after the time s: q' = v, v' = a, x' = xdot. */
static CasePoint later(const Bench *b, double s) {
  CasePoint p = b->point;
  p.t += s;
  case_move(b->system, s, p.v, p.q);
  for (int32_t i = 0; i < sar_system_nv(b->system); i++) p.v[i] += s * p.a[i];
  for (int32_t i = 0; i < b->system->nstates; i++) p.x[i] += s * p.xdot[i];
  return p;
}

/* ---- levels ---- */

static void position_later(void *self, double s, double *phi) {
  const Bench *b = self;
  CasePoint p = later(b, s);
  assert_int_equal(sar_workspace_position(&b->m->problem, p.t, p.q, phi), SAR_OK);
}

static void velocity_later(void *self, double s, double *out) {
  const Bench *b = self;
  CasePoint p = later(b, s);
  SarPoint at = case_view(&p);
  assert_int_equal(sar_workspace_velocity(&b->m->problem, &at, out), SAR_OK);
}

static void check_velocity(Bench *b) {
  double derivative[CASE_MOST], velocity[CASE_MOST];
  case_derivative(position_later, b, b->system->nposition, derivative);
  velocity_later(b, 0, velocity);
  compare(b, "velocity of the position rows", velocity, derivative, b->system->nposition);
}

/* d/dt (Phi_q v + Phi_t) = Phi_q a - right; the rows are affine in v, so Phi_q a is a difference of two of them. */
static void check_acceleration(Bench *b) {
  int32_t rows = b->system->nposition + b->system->nvelocity;
  double derivative[CASE_MOST], right[CASE_MOST], at_v[CASE_MOST], at_va[CASE_MOST], expected[CASE_MOST];
  case_derivative(velocity_later, b, rows, derivative);
  SarPoint at = case_view(&b->point);
  assert_int_equal(sar_workspace_acceleration(&b->m->problem, &at, right), SAR_OK);
  assert_int_equal(sar_workspace_velocity(&b->m->problem, &at, at_v), SAR_OK);
  double faster[CASE_MOST];
  for (int32_t i = 0; i < sar_system_nv(b->system); i++) faster[i] = b->point.v[i] + b->point.a[i];
  at.v = faster;
  assert_int_equal(sar_workspace_velocity(&b->m->problem, &at, at_va), SAR_OK);
  for (int32_t i = 0; i < rows; i++) expected[i] = at_va[i] - at_v[i] - derivative[i];
  compare(b, "right-hand side of the accelerations", right, expected, rows);
}

/* The residual's constraint rows are the same functions. */
static void check_residual(Bench *b) {
  double r[3 * CASE_MOST], phi[CASE_MOST], velocity[CASE_MOST];
  SarPoint at = case_view(&b->point);
  const SarSizes *n = &b->m->problem.n;
  assert_int_equal(sar_workspace_residual(&b->m->problem, &at, r), SAR_OK);
  position_later(b, 0, phi);
  velocity_later(b, 0, velocity);
  compare(b, "position rows of the residual", r + n->nv, phi, n->np);
  compare(b, "velocity rows of the residual", r + n->nv + n->np, velocity + n->np, n->nn);
}

/* ---- transposes ---- */

static void position_moved(void *self, double s, double *phi) {
  const Bench *b = self;
  CasePoint p = b->point;
  case_move(b->system, s, b->direction, p.q);
  assert_int_equal(sar_workspace_position(&b->m->problem, p.t, p.q, phi), SAR_OK);
}

/* The change of the dynamics rows with one multiplier: they are linear in it. */
static void force_of(const Bench *b, bool position, int32_t row, double *force) {
  double r0[3 * CASE_MOST], r1[3 * CASE_MOST];
  CasePoint p = b->point;
  SarPoint at = case_view(&p);
  assert_int_equal(sar_workspace_residual(&b->m->problem, &at, r0), SAR_OK);
  *(position ? &p.lambda[row] : &p.mu[row]) += 1;
  assert_int_equal(sar_workspace_residual(&b->m->problem, &at, r1), SAR_OK);
  for (int32_t i = 0; i < b->m->problem.n.nv; i++) force[i] = r1[i] - r0[i];
}

static void check_transpose(Bench *b) {
  const SarSizes *n = &b->m->problem.n;
  double gradient[CASE_MOST], velocity[2][CASE_MOST], force[CASE_MOST], column[2 * CASE_MOST], expected[2 * CASE_MOST];
  for (int32_t j = 0; j < n->nv; j++) {
    memset(b->direction, 0, sizeof b->direction);
    b->direction[j] = 1;
    case_derivative(position_moved, b, n->np, gradient);
    CasePoint p = b->point;
    SarPoint at = case_view(&p);
    assert_int_equal(sar_workspace_velocity(&b->m->problem, &at, velocity[0]), SAR_OK);
    p.v[j] += 1;
    assert_int_equal(sar_workspace_velocity(&b->m->problem, &at, velocity[1]), SAR_OK);
    for (int32_t i = 0; i < n->np + n->nn; i++) {
      force_of(b, i < n->np, i < n->np ? i : i - n->np, force);
      column[i] = force[j];
      expected[i] = i < n->np ? gradient[i] : velocity[1][i] - velocity[0][i];
    }
    compare(b, "constraint forces against gradients", column, expected, n->np + n->nn);
    compare(b, "Phi_q of the velocity rows", gradient, expected, n->np);
  }
}

/* ---- power ---- */

static void energy_later(void *self, double s, double *value) {
  const Bench *b = self;
  CasePoint p = later(b, s);
  SarPoint at = case_view(&p);
  SarEnergies e;
  assert_int_equal(sar_workspace_energy(b->m, &at, &e), SAR_OK);
  *value = e.kinetic + e.potential;
}

static bool are_variables_solved(const Bench *b) {
  const SarSizes *n = &b->m->problem.n;
  double r[3 * CASE_MOST];
  SarPoint at = case_view(&b->point);
  assert_int_equal(sar_workspace_residual(&b->m->problem, &at, r), SAR_OK);
  for (int32_t i = n->nv + n->np + n->nn + n->nx; i < sar_sizes_unknowns(n); i++) {
    if (fabs(r[i]) > 1e-12) return false;
  }
  return true;
}

/* v . (dynamics rows) - lambda . (Phi_q v + Phi_t) - mu . (A v + b) = d(T + V)/dt + dissipation - work,
 * at any point, consistent or not: for consistent ones the left side is zero. */
static void check_power(Bench *b) {
  const SarSizes *n = &b->m->problem.n;
  double r[3 * CASE_MOST], velocity[CASE_MOST], rate, left = 0, scale = 1;
  SarPoint at = case_view(&b->point);
  SarEnergies e;
  case_derivative(energy_later, b, 1, &rate);
  assert_int_equal(sar_workspace_residual(&b->m->problem, &at, r), SAR_OK);
  assert_int_equal(sar_workspace_velocity(&b->m->problem, &at, velocity), SAR_OK);
  assert_int_equal(sar_workspace_energy(b->m, &at, &e), SAR_OK);
  for (int32_t i = 0; i < n->nv; i++) left += at.v[i] * r[i], scale += fabs(at.v[i] * r[i]);
  for (int32_t i = 0; i < n->np; i++) left -= at.lambda[i] * velocity[i];
  for (int32_t i = 0; i < n->nn; i++) left -= at.mu[i] * velocity[n->np + i];
  double right = rate + e.dissipation - e.work;
  if (!(fabs(left - right) <= TOLERANCE * scale)) {
    fail_msg("%s: the power balance is %.12g, expected %.12g", b->label.text, right, left);
  }
  if (are_variables_solved(b)) assert_true(e.dissipation >= 0);
  if (e.dissipation != 0 || e.work != 0) assert_true(b->system->has_power);
}

/* ---- reported actions ---- */

static bool is_relation(const SarModelElement *element) {
  return element->class->joint && element->class->joint->relation;
}

/* A relation reports its action on the second sides of two joints: all there is if there are no more joints and their
 * first sides are the ground. */
static bool is_wholly_reported(const SarSystem *s, int32_t element) {
  if (!is_relation(&s->model->elements[element])) return true;
  const SarRelationRow *row = &s->relations[s->places[element].relations.first];
  for (int32_t i = row->term; i < row->term + row->nterms; i++) {
    if (s->coordinates[s->terms[i].coordinate].a != s->nbodies) return false;
  }
  return row->nterms == 2;
}

/* Takes a force and a torque at a frame, both in ground axes, off a body's rows. */
static void take_off(const Bench *b, const SarSide *side, const double *wrench, double *rows) {
  if (side->body == b->system->nbodies) return;
  const SarKin *k = &b->m->kin[side->body];
  SarVec3 force = sar_vec3_load(wrench), torque = sar_vec3_load(wrench + 3);
  SarVec3 about_centre = sar_add(torque, sar_cross(sar_kin_arm(k, side->point), force));
  sar_vec3_add_to(sar_neg(force), rows + 6 * side->body);
  sar_vec3_add_to(sar_neg(sar_mul_t(&k->A, about_centre)), rows + 6 * side->body + 3);
}

/* What acts between two sides reports its action; parts, equations and masses of coordinates act on any coordinates. */
static void take_off_element(const Bench *b, int32_t e, const SarPoint *at, double *rows) {
  const SarSystem *s = b->system;
  SarSection section = b->model->elements[e].class->section;
  double wrench[12], action[CASE_MOST];
  bool sided = section == SAR_SECTION_JOINTS || section == SAR_SECTION_FORCES || section == SAR_SECTION_MOTIONS;
  bool alone = section == SAR_SECTION_FORCES && sar_field_index(b->model->elements[e].class, "between") < 0;
  if (sided && !alone && !s->places[e].parts.count) {
    assert_int_equal(sar_workspace_wrench(b->m, e, at, wrench), SAR_OK);
    take_off(b, &s->places[e].a, wrench, rows);
    take_off(b, &s->places[e].b, wrench + 6, rows);
  } else if (section != SAR_SECTION_BODIES || b->model->elements[e].modal) { /* modal bodies have a part and ties */
    memset(action, 0, sizeof action);
    assert_int_equal(sar_workspace_add_action(b->m, e, at, action), SAR_OK);
    for (int32_t i = 0; i < 6 * s->nbodies; i++) rows[i] -= action[i];
  }
}

/* Newton and Euler with the actions as they are reported give the dynamics rows, at any point. */
static void check_wrenches(Bench *b) {
  const SarSystem *s = b->system;
  double rows[CASE_MOST] = {0}, r[3 * CASE_MOST];
  SarPoint at = case_view(&b->point);
  for (int32_t e = 0; e < b->model->nelements; e++) {
    if (!is_wholly_reported(s, e)) return;
  }
  assert_int_equal(sar_workspace_residual(&b->m->problem, &at, r), SAR_OK);
  for (int32_t body = 0; body < s->nbodies; body++) {
    const SarMat3 *J = &s->bodies[body].inertia;
    SarVec3 w = b->m->kin[body].w, a = sar_vec3_load(at.a + 6 * body), alpha = sar_vec3_load(at.a + 6 * body + 3);
    sar_vec3_store(sar_scale(s->bodies[body].mass, sar_sub(a, s->gravity)), rows + 6 * body);
    sar_vec3_store(sar_add(sar_mul(J, alpha), sar_cross(w, sar_mul(J, w))), rows + 6 * body + 3);
  }
  sar_workspace_prepare_wrenches(b->m, &at);
  for (int32_t e = 0; e < b->model->nelements; e++) {
    take_off_element(b, e, &at, rows);
  }
  compare(b, "dynamics rows from the reported actions", rows, r, 6 * s->nbodies);
}

static double column_of(const SarColumnSet *set, const double *row, const char *element, const char *quantity) {
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const SarColumn *column = &sar_column_set_get(set)[i];
    if (strcmp(column->element, element) == 0 && strcmp(column->quantity, quantity) == 0) return row[i];
  }
  return NAN;
}

/* Rolling contacts and knife edges report a wrench on each side as columns: their rows act by it and nothing else. */
static void check_contacts(Bench *b) {
  static const char *const names[12] = {"fx", "fy", "fz", "tx", "ty", "tz", "fx2", "fy2", "fz2", "tx2", "ty2", "tz2"};
  int32_t e = sar_model_find(b->model, "tested");
  if (e < 0 || b->model->elements[e].class->section != SAR_SECTION_EQUATIONS) return;
  const SarModelElement *element = &b->model->elements[e];
  double row[512], wrench[12], rows[CASE_MOST] = {0}, action[CASE_MOST] = {0};
  SarArena *arena = sar_arena_create();
  SarColumnSet *set;
  SarPoint at = case_view(&b->point);
  assert_int_equal(sar_column_set_create(b->system, arena, &set), SAR_OK);
  assert_true(sar_column_set_count(set) <= 512);
  assert_int_equal(sar_column_set_evaluate(set, b->m, &at, &(SarEnergyRecord){0}, row), SAR_OK);
  for (int i = 0; i < 12; i++) wrench[i] = column_of(set, row, element->name, names[i]);
  sar_arena_destroy(&arena);
  if (sar_field_index(element->class, "between") < 0) return; /* acts on any coordinates */
  const SarValue *between = sar_model_value(element, "between");
  for (int side = 0; side < 2; side++) {
    SarSide place = sar_system_side(b->system, &between->side[side]);
    take_off(b, &place, wrench + 6 * side, rows);
  }
  sar_user_prepare(b->m, &at);
  sar_user_add_action(b->m, e, action);
  for (int32_t i = 0; i < 6 * b->system->nbodies; i++) rows[i] = -rows[i];
  compare(b, "action of a contact from its columns", rows, action, 6 * b->system->nbodies);
}

/* The check above leaves models out; every class of relations has one that it takes. */
static void relations_are_wholly_reported(void **state) {
  (void)state;
  bool reported[128] = {false};
  assert_true(sar_element_class_count() <= 128);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    open_bench(&b, index);
    for (int32_t e = 0; e < b.model->nelements; e++) {
      const SarModelElement *element = &b.model->elements[e];
      if (!is_relation(element) || !is_wholly_reported(b.system, e)) continue;
      for (int32_t i = 0; i < sar_element_class_count(); i++) reported[i] |= sar_element_class(i) == element->class;
    }
    close_bench(&b);
  }
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *class = sar_element_class(i);
    if (class->joint && class->joint->relation && !reported[i]) fail_msg("%s is in no such model", class->name);
  }
}

static void velocity_is_the_rate_of_position(void **state) { (void)state, for_all(check_velocity); }
static void acceleration_is_the_rate_of_velocity(void **state) { (void)state, for_all(check_acceleration); }
static void residual_has_the_levels(void **state) { (void)state, for_all(check_residual); }
static void forces_are_transposed_gradients(void **state) { (void)state, for_all(check_transpose); }
static void power_is_balanced(void **state) { (void)state, for_all(check_power); }
static void actions_explain_the_motion(void **state) { (void)state, for_all(check_wrenches); }
static void contacts_act_as_they_say(void **state) { (void)state, for_all(check_contacts); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(velocity_is_the_rate_of_position),
      cmocka_unit_test(acceleration_is_the_rate_of_velocity),
      cmocka_unit_test(residual_has_the_levels),
      cmocka_unit_test(forces_are_transposed_gradients),
      cmocka_unit_test(power_is_balanced),
      cmocka_unit_test(actions_explain_the_motion),
      cmocka_unit_test(contacts_act_as_they_say),
      cmocka_unit_test(relations_are_wholly_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
