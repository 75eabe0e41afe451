/* What user-defined physics takes grows with the number of its elements and not faster: memory of the compiled system
 * and operations of its programs, counted, for models of n like parts. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "element/measure/measure.h"
#include "read/read.h"
#include "system/system.h"
#include "system/user/user.h"

typedef struct Size {
  double bytes, residual, jacobian, columns;
} Size;

/* Operations of one evaluation: those outside of batches, and those of each element in one. */
static double operations(const SarUserProgram *program) {
  double sum = program->program ? sar_program_operations(program->program) : 0;
  for (int32_t i = 0; i < program->nbatches; i++) {
    sum += (double)program->batches[i].count * sar_program_operations(program->batches[i].program);
  }
  return sum;
}

static Size size_of(const char *format, int n) {
  char text[2048];
  snprintf(text, sizeof text, format, n);
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarStatus status = sar_model_read_text(context, "size.yaml", text, strlen(text), &(SarReadOptions){0}, &model);
  if (status == SAR_OK) status = sar_system_compile(context, model, &system);
  if (status != SAR_OK) fail_msg("%s", sar_context_get(context, 0)->message);
  const SarUser *u = system->user;
  Size size = {(double)sar_arena_bytes(system->arena), operations(&u->residual), operations(&u->jacobian),
               operations(&u->columns)};
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return size;
}

/* The second four hundred parts take what the second hundred takes, four times. */
static void check_linear(const char *what, double at100, double at200, double at400, double at800) {
  double small = at200 - at100, large = at800 - at400;
  if (!(large <= 1.05 * 4 * small)) fail_msg("%s: 100 more take %g, 400 more take %g", what, small, large);
}

static void check_model(const char *format) {
  Size s100 = size_of(format, 100), s200 = size_of(format, 200), s400 = size_of(format, 400),
       s800 = size_of(format, 800);
  check_linear("bytes", s100.bytes, s200.bytes, s400.bytes, s800.bytes);
  check_linear("residual", s100.residual, s200.residual, s400.residual, s800.residual);
  check_linear("jacobian", s100.jacobian, s200.jacobian, s400.jacobian, s800.jacobian);
  check_linear("columns", s100.columns, s200.columns, s400.columns, s800.columns);
}

static void joints_with_friction(void **state) {
  (void)state;
  check_model(
      "parameters: {N: %d}\n"
      "bodies:\n"
      "  \"b{i}\": {for: {i: 0..N-1}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [\"i + 0.5\", 0, 0],\n"
      "          frames: {start: {at: [-0.5, 0, 0]}, end: {at: [0.5, 0, 0]}}}\n"
      "joints:\n"
      "  j0: {type: revolute, between: [ground, b0.start], axis: z, friction: 0.1, pin_radius: 0.01}\n"
      "  \"j{i}\": {for: {i: 1..N-1}, type: revolute, between: [\"b{i-1}.end\", \"b{i}.start\"], axis: z, friction: "
      "0.1,\n"
      "          pin_radius: 0.01}\n");
}

static void measures_of_reactions(void **state) {
  (void)state;
  check_model(
      "parameters: {N: %d}\n"
      "bodies:\n"
      "  \"b{i}\": {for: {i: 0..N-1}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, i, 0]}\n"
      "joints:\n"
      "  \"j{i}\": {for: {i: 0..N-1}, type: revolute, between: [ground, \"b{i}\"], at: [0, i, 0], axis: z}\n"
      "states:\n"
      "  \"x{i}\": {for: {i: 0..N-1}, start: 1, rate: \"-x{i} + angle(j{i})\"}\n"
      "measures:\n"
      "  \"m{i}\": {for: {i: 0..N-1}, value: \"fx(j{i}) + tz(j{i})*angle(j{i}) + if(x{i} > 2, 1, 0)\"}\n");
}

static void forces_and_events(void **state) {
  (void)state;
  check_model(
      "parameters: {N: %d}\n"
      "bodies:\n"
      "  \"b{i}\": {for: {i: 0..N-1}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, i, 0.1]}\n"
      "coordinates:\n"
      "  \"q{i}\": {for: {i: 0..N-1}, kind: length, mass: \"2 + 0.1*cos(q{i})\", at: 0.1}\n"
      "variables:\n"
      "  \"w{i}\": {for: {i: 0..N-1}, value: \"q{i} - 0.1*w{i}^3 + sin(t)\"}\n"
      "forces:\n"
      "  \"f{i}\": {for: {i: 0..N-1}, type: force, between: [ground, \"b{i}\"],\n"
      "            force: [\"if(dx(b{i}) > 0.1*i, -3, -2*vx(b{i}))\", 0, \"w{i}\"]}\n"
      "equations:\n"
      "  \"r{i}\": {for: {i: 0..N-1}, type: rolling-sphere, between: [ground, \"b{i}\"], radius: 0.1}\n"
      "measures:\n"
      "  \"m{i}\": {for: {i: 0..N-1}, value: \"fx(ground, b{i})\"}\n"
      "events:\n"
      "  \"e{i}\": {for: {i: 0..N-1}, when: \"dx(b{i}) - 0.1*i\", record: false}\n");
}

/* ---- beside elements without equations ---- */

static double bytes_per_part(const char *format) {
  return (size_of(format, 300).bytes - size_of(format, 100).bytes) / 200;
}

/* One measure makes equations of both, so that they differ in what is compared alone. */
#define BODIES                                                                                       \
  "parameters: {N: %d}\n"                                                                            \
  "bodies:\n"                                                                                        \
  "  \"b{i}\": {for: {i: 0..N-1}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [\"0.3*i + 0.1\", 0, 0]}\n" \
  "measures: {m: \"dx(b0)\"}\n"
#define HINGES(more)                                                                                             \
  BODIES                                                                                                         \
  "joints:\n  \"j{i}\": {for: {i: 0..N-1}, type: revolute, between: [ground, \"b{i}\"], at: [\"0.3*i\", 0, 0], " \
  "axis: z" more "}\n"
#define SPRINGS(what) \
  BODIES "forces:\n  \"s{i}\": {for: {i: 0..N-1}, type: spring-damper, between: [ground, \"b{i}\"], " what "}\n"

/* What the system takes: of a part without equations some 2 kB; the workspace, matrices and columns take ten times
 * that, so that three times as much in all is far away. */
static void elements_with_equations_are_not_much_larger(void **state) {
  (void)state;
  double hinge = bytes_per_part(HINGES("")), friction = bytes_per_part(HINGES(", friction: 0.1, pin_radius: 0.01"));
  double spring = bytes_per_part(SPRINGS("stiffness: 100")),
         law = bytes_per_part(SPRINGS("law: \"100*length + vx(b{i})\""));
  print_message("hinge %g, with friction %g; spring %g, law of the motion %g bytes\n", hinge, friction, spring, law);
  assert_true(friction <= hinge + 16000);
  assert_true(law <= spring + 12000);
}

/* ---- more than symbols can number ---- */

static void check_too_many(SarSystem s, SarUser u, const char *expected) {
  SarContext *context = sar_context_create();
  s.context = context;
  SarStatus status = sar_user_check_sizes(&s, &u);
  if (expected) {
    assert_int_equal(status, SAR_INPUT);
    assert_non_null(strstr(sar_context_get(context, 0)->message, expected));
  } else {
    assert_int_equal(status, SAR_OK);
  }
  sar_context_destroy(&context);
}

static void too_many_for_symbols(void **state) {
  (void)state;
  check_too_many((SarSystem){.nbodies = 699050}, (SarUser){0}, NULL);
  check_too_many((SarSystem){.nbodies = 699051}, (SarUser){0}, "can have 699050 bodies; this one has 699051");
  check_too_many((SarSystem){.nposition = 1 << 24}, (SarUser){.nmodes = 1 << 24}, NULL);
  check_too_many((SarSystem){.nposition = (1 << 24) + 1}, (SarUser){0}, "16777216 equations of constraints");
  check_too_many((SarSystem){.nstates = (1 << 24) + 1}, (SarUser){0}, "16777216 states");
  check_too_many((SarSystem){.nbodies = 1}, (SarUser){.nmodes = (1 << 24) + 1}, "16777216 jumps");
}

/* The last symbol of a kind is not the first of the next. */
static void symbols_do_not_meet(void **state) {
  (void)state;
  int32_t last = sar_symbol(SAR_SYMBOL_BODY, SAR_SYMBOL_MOST - 1);
  assert_int_equal(sar_symbol_kind(last), SAR_SYMBOL_BODY);
  assert_int_equal(sar_symbol_index(last), SAR_SYMBOL_MOST - 1);
  assert_true(SAR_REFERENCES + SAR_REFERENCES_MOST <= sar_symbol(SAR_SYMBOL_TIME, 0));
}

static void too_many_references(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  assert_int_equal(sar_model_read_text(context, "m.yaml", "model: m", 8, &(SarReadOptions){0}, &model), SAR_OK);
  int32_t index, before = model->nreferences, room = model->references_capacity;
  model->nreferences = model->references_capacity = SAR_REFERENCES_MOST;
  assert_int_equal(sar_model_add_reference(model, &(SarReference){0}, &index), SAR_INPUT);
  model->nreferences = before;
  model->references_capacity = room;
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(too_many_for_symbols),
      cmocka_unit_test(symbols_do_not_meet),
      cmocka_unit_test(too_many_references),
      cmocka_unit_test(joints_with_friction),
      cmocka_unit_test(measures_of_reactions),
      cmocka_unit_test(forces_and_events),
      cmocka_unit_test(elements_with_equations_are_not_much_larger),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
