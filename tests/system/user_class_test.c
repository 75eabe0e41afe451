/* Elements of one kind share their programs, which give what each of them gives alone: the same rows with the same
 * bits, the same entries of the matrix. What they cost grows with their number and not faster. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "read/read.h"
#include "system/system.h"
#include "system/user/classes.h"
#include "system/user/run.h"

/* Every part has constants of its own, another one in common, and two bodies, in either order. */
static const char parts[] =
    "parameters: {N: %d}\n"
    "gravity: [0, 0, -9.81]\n"
    "splines: {road: {x: [-9, -3, -1, 0, 1, 4, 9], y: [1, 2, 1.5, 0.7, 0.9, 2, 1]}}\n"
    "bodies:\n"
    "  \"a{i}\": {for: {i: 0..N-1}, mass: 1, inertia: [0.1, 0.2, 0.3], at: [0.1, \"1.0*i\", 0.2],\n"
    "           frames: {tip: {at: [0.3, \"0.01*i\", 0.1]}}}\n"
    "  \"b{i}\": {for: {i: 0..N-1}, mass: 1, inertia: [0.1, 0.2, 0.3], at: [1, \"1.1*i\", 0.3]}\n"
    "joints:\n"
    "  \"j{i}\": {for: {i: 0..N-1}, type: revolute, between: [ground, \"a{i}\"], at: [0, \"0.9*i\", 0], axis: [1, 0.2, "
    "0],\n"
    "           friction: 0.1, pin_radius: 0.01}\n"
    "  \"p{i}\": {for: {i: 0..N-1}, type: prismatic, between: [\"b{i}\", \"a{i}\"], at: [0, \"0.9*i\", 0], axis: x}\n"
    "coordinates:\n"
    "  \"q{i}\": {for: {i: 0..N-1}, kind: length, mass: \"2 + 0.1*cos(q{i})\", at: \"0.1*i\"}\n"
    "states:\n"
    "  \"x{i}\": {for: {i: 0..N-1}, start: 1, rate: \"-(3 + i)*x{i} + dx(b{i})\"}\n"
    "variables:\n"
    "  \"u{i}\": {for: {i: 0..N-1}, value: \"3*displacement(p{i}) + sin(t) + x{i}^3 + rate(q{i})\"}\n"
    "  \"w{i}\": {for: {i: 0..N-1}, value: \"q{i} - 0.1*w{i}^3 + u{i}\"}\n"
    "forces:\n"
    "  \"f{i}\": {for: {i: 0..N-1}, type: force, between: [ground, \"b{i}\"],\n"
    "           force: [\"-(10 + i)*dx(b{i}) + u{i}\", \"akispl(dy(b{i}, a{i}.tip), 0, road)\", "
    "\"-vz(b{i})*abs(vz(b{i}))\"]}\n"
    "  \"s{i}\": {for: {i: 0..N-1}, type: spring-damper, between: [\"b{i}\", \"a{i}.tip\"],\n"
    "           law: \"100*(length - 1) + if(vx(a{i}) > 0.3, 2.5, 0.1*i)*rate + w{i}\"}\n"
    "  \"g{i}\": {for: {i: 0..N-1}, type: generalized, coordinate: \"q{i}\", force: \"-7*q{i} + angle(j{i})\"}\n"
    "equations:\n"
    "  \"c{i}\": {for: {i: 0..N-1}, type: constraint, position: \"dz(b{i}) - 0.1*dx(b{i})^2 - 0.3*sin(3*t)\"}\n"
    "measures:\n"
    "  \"m{i}\": {for: {i: 0..N-1}, value: \"fx(j{i}) + force(s{i})*dx(a{i}) + angle(j{i})\"}\n";

typedef struct Bench {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
} Bench;

static Bench open_model(const char *format, int n) {
  static char text[8192];
  Bench b = {.context = sar_context_create()};
  snprintf(text, sizeof text, format, n);
  SarStatus status = sar_model_read_text(b.context, "parts.yaml", text, strlen(text), &(SarReadOptions){0}, &b.model);
  if (status == SAR_OK) status = sar_system_compile(b.context, b.model, &b.system);
  if (status == SAR_OK) status = sar_workspace_create(b.context, b.system, NULL, false, &b.m);
  if (status != SAR_OK) fail_msg("%s", sar_context_get(b.context, 0)->message);
  return b;
}

static void close_model(Bench *b) {
  sar_workspace_destroy(&b->m);
  sar_system_destroy(&b->system);
  sar_model_destroy(&b->model);
  sar_context_destroy(&b->context);
}

static void fill_leaves(const Bench *b) {
  for (int32_t i = 0; i < b->system->user->nleaves; i++) b->m->leaves[i] = sin(3.7 * i + 0.01 * i * i) + 0.3;
}

static void run_all(const Bench *b, const SarUserProgram *program, double *out) {
  sar_user_evaluate(b->m, program, b->m->scratch, out);
}

/* The value of one expression, by a program of its own. */
static double alone(const Bench *b, const SarExpr *f) {
  SarArena *arena = sar_arena_create();
  const SarProgram *program;
  double value;
  assert_int_equal(sar_program_compile(b->context, arena, &f, 1, &program), SAR_OK);
  sar_user_renumber(b->system, b->system->user, program);
  double *scratch = SAR_NEW(arena, sar_program_scratch(program) + 1, double);
  sar_program_evaluate(program, b->m->leaves, scratch, &value);
  sar_arena_destroy(&arena);
  return value;
}

static void check_bits(double a, double b) { assert_true(a == b || (isnan(a) && isnan(b))); }

static void rows_have_the_bits_of_each_alone(void **state) {
  (void)state;
  Bench b = open_model(parts, 11);
  const SarUser *u = b.system->user;
  static double values[4096];
  assert_true(u->residual.nbatches > 0 && u->jacobian.nbatches > 0 && u->columns.nbatches > 0);
  assert_true(u->position.nbatches > 0 && u->masses.nbatches > 0 && u->powered.nbatches > 0);
  assert_true(u->most_outputs < SAR_COUNT(values));
  fill_leaves(&b);
  run_all(&b, &u->residual, values);
  assert_int_equal(u->residual.noutputs, u->nterms);
  for (int32_t i = 0; i < u->nterms; i++) {
    check_bits(values[i], alone(&b, u->terms[i].f));
    assert_int_equal(u->residual.target[i], sar_user_row_index(b.system, u, u->terms[i].row));
  }
  run_all(&b, &u->columns, values);
  for (int32_t i = 0; i < u->noffers; i++) check_bits(values[i], alone(&b, u->offers[i].f));
  run_all(&b, &u->position, values);
  for (int32_t i = 0; i < u->position.noutputs; i++) {
    check_bits(values[i], alone(&b, u->constraints[i].f));
    assert_int_equal(u->position.target[i], sar_symbol_index(u->constraints[i].multiplier));
  }
  run_all(&b, &u->masses, values);
  for (int32_t i = 0; i < u->masses.noutputs; i += 2) {
    check_bits(values[i], alone(&b, u->coordinates[u->masses.target[i]].mass));
  }
  close_model(&b);
}

/* The entries of one term, made of it alone. */
static int32_t check_entries(Bench *b, const SarUserTerm *term, int32_t first, const double *values) {
  SarUser *u = b->system->user;
  SarUserCollection c = {.s = b->system, .u = u};
  SarEntryWeights weights = {.position = SAR_ENTRY_Q, .velocity = SAR_ENTRY_V, .acceleration = SAR_ENTRY_A};
  SarSymbolKind kind = sar_symbol_kind(term->row);
  if (kind == SAR_SYMBOL_LAMBDA) weights.position = SAR_ENTRY_ONE;
  if (kind == SAR_SYMBOL_MU) weights.position = SAR_ENTRY_VELOCITY_Q, weights.velocity = SAR_ENTRY_ONE;
  sar_user_collect_entries(&c, sar_user_row_index(b->system, u, term->row), term->f, weights);
  for (int32_t i = 0; i < c.nentries; i++) {
    const SarUserEntry *expected = &c.entries[i], *entry = &u->jacobian.entries[first + i];
    assert_int_equal(entry->weight, expected->weight);
    assert_int_equal(entry->rotation, expected->rotation);
    assert_int_equal(entry->row, expected->row);
    assert_int_equal(entry->column, expected->column);
    for (int32_t k = 0; k < (entry->rotation ? 3 : 1);
         k++) { /* constants that differ are multiplied in another order */
      double value = alone(b, c.outputs[expected->output + k]);
      CHECK_NEAR(values[entry->output + k], value, 1e-12 * (1 + fabs(value)));
    }
  }
  int32_t count = c.nentries;
  sar_user_forget(&c);
  return count;
}

static void the_matrix_is_that_of_each_alone(void **state) {
  (void)state;
  Bench b = open_model(parts, 7);
  const SarUser *u = b.system->user;
  static double values[16384];
  assert_true(u->jacobian.noutputs < SAR_COUNT(values));
  fill_leaves(&b);
  run_all(&b, &u->jacobian, values);
  int32_t n = 0;
  for (int32_t i = 0; i < u->nterms; i++) n += check_entries(&b, &u->terms[i], n, values);
  assert_int_equal(n, u->jacobian.nentries);
  close_model(&b);
}

/* Those that are few, and those that are not alike, are in no batch; a part that two elements have is computed once. */
static void few_and_different_ones_stay_outside(void **state) {
  (void)state;
  Bench b = open_model(parts, 1);
  const SarUser *u = b.system->user;
  assert_int_equal(u->residual.nbatches + u->jacobian.nbatches + u->columns.nbatches, 0);
  close_model(&b);
  b = open_model(
      "parameters: {N: %d}\n"
      "states:\n"
      "  x: {start: 1, rate: \"-x\"}\n"
      "  \"y{i}\": {for: {i: 1..N}, start: 1, rate: \"x^({i} + 2.5)\"}\n",
      6);
  assert_int_equal(b.system->user->residual.nbatches, 0); /* exponents decide what becomes of a power */
  close_model(&b);
}

/* A chain of measures, each made of the one before: as long as it is, not as long as all ends of it. */
static double chain_operations(int n) {
  Bench b = open_model(
      "parameters: {N: %d}\n"
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
      "measures:\n"
      "  m0: \"sin(dx(a))\"\n"
      "  \"m{i}\": {for: {i: 1..N}, value: \"sin(m{i-1}) + 0.3*{i}\"}\n",
      n);
  const SarUserProgram *columns = &b.system->user->columns;
  assert_int_equal(columns->nbatches, 0);
  double operations = sar_program_operations(columns->program);
  close_model(&b);
  return operations;
}

static void chains_are_as_long_as_they_are(void **state) {
  (void)state;
  assert_true(chain_operations(300) <= 3.05 * chain_operations(100));
}

/* ---- growth ---- */

/* Operations of looking whether masses and loops go on over a step in which all of them change. */
static double work_of_a_step(int n) {
  Bench b = open_model(parts, n);
  const SarProblem *p = &b.m->problem;
  int32_t culprit, most = sar_sizes_unknowns(&p->n) + 7 * b.system->nbodies;
  double *room = calloc(10 * (size_t)most, sizeof *room), *a = room + 2 * most, *others = room + 4 * most;
  memcpy(room, b.system->q0, (size_t)(7 * b.system->nbodies + n) * sizeof *room);
  SarPoint from = {.q = room, .v = a, .a = a, .lambda = others, .mu = others, .x = others, .xdot = others, .z = others};
  SarPoint to = from;
  to.t = 1e-3;
  to.z = room + 6 * most;
  for (int i = 0; i < p->n.nz; i++) room[6 * most + i] = 1e-3 * i;
  *b.m->work = 0;
  assert_int_equal(p->ops->continues(p, &from, &to, &culprit), SAR_OK);
  double work = (double)*b.m->work;
  assert_true(work > 20 * n); /* two masses and a loop at nine places */
  free(room);
  close_model(&b);
  return work;
}

static void following_grows_with_the_model(void **state) {
  (void)state;
  assert_true(work_of_a_step(90) <= 3.05 * work_of_a_step(30));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_have_the_bits_of_each_alone),    cmocka_unit_test(the_matrix_is_that_of_each_alone),
      cmocka_unit_test(few_and_different_ones_stay_outside), cmocka_unit_test(chains_are_as_long_as_they_are),
      cmocka_unit_test(following_grows_with_the_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
