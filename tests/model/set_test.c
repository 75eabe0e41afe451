/* The setters of the public interface: what they set, and that a refused value leaves the field as it was. */
#include <string.h>

#include "check.h"
#include "model/model.h"

#define PI 3.14159265358979323846

typedef struct Fixture {
  SarContext *context;
  SarModel *model;
  SarElementId body, hinge, push, drive, coupler;
} Fixture;

static Fixture begin(void) {
  Fixture f = {.context = sar_context_create()};
  assert_int_equal(sar_model_create(f.context, &f.model), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "bodies", NULL, "body", &f.body), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "joints", "revolute", "hinge", &f.hinge), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "forces", "force", "push", &f.push), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "motions", NULL, "drive", &f.drive), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "joints", "coupler", "coupler", &f.coupler), SAR_OK);
  return f;
}

static void end(Fixture *f) {
  sar_model_destroy(&f->model);
  sar_context_destroy(&f->context);
}

static const SarValue *value_of(const Fixture *f, SarElementId id, const char *field) {
  return sar_model_value(&f->model->elements[id.index], field);
}

static const char *last_message(const Fixture *f) {
  const SarDiagnostic *d = sar_context_get(f->context, sar_context_count(f->context) - 1);
  assert_non_null(d);
  assert_non_null(d->remedy);
  return d->message;
}

static double evaluate(const Fixture *f, const SarExpr *expression, double t) {
  const SarProgram *program;
  double out, scratch[64];
  assert_int_equal(sar_program_compile(f->context, f->model->arena, &expression, 1, &program), SAR_OK);
  assert_true(sar_program_scratch(program) <= 64);
  sar_program_evaluate(program, &t, scratch, &out);
  return out;
}

/* Runs a setter that must be refused with this message, and compares the field before and after, bit by bit. */
#define REFUSED(f, id, field, call, message)                               \
  do {                                                                     \
    SarValue before_ = *value_of(f, id, field);                            \
    assert_int_equal(call, SAR_INPUT);                                     \
    assert_string_equal(last_message(f), message);                         \
    assert_memory_equal(value_of(f, id, field), &before_, sizeof before_); \
  } while (0)

static void three_functions(void **state) {
  (void)state;
  Fixture f = begin();
  SarModel *m = f.model;
  REFUSED(&f, f.push, "force", sar_model_set_functions(m, f.push, "force", "1", "t", "2*"),
          "a value is missing at the end");
  assert_false(value_of(&f, f.push, "force")->given);
  assert_int_equal(sar_model_set_functions(m, f.push, "force", "1", "3*t", "t^2"), SAR_OK);
  const SarValue *force = value_of(&f, f.push, "force");
  assert_true(force->given);
  CHECK_NEAR(evaluate(&f, force->function[0], 2), 1, 0);
  CHECK_NEAR(evaluate(&f, force->function[1], 2), 6, 0);
  CHECK_NEAR(evaluate(&f, force->function[2], 2), 4, 0);
  REFUSED(&f, f.push, "force", sar_model_set_functions(m, f.push, "force", "1", "dx()", "1"),
          "`dx` takes a frame, and may take 2 more frames, not none");
  REFUSED(&f, f.push, "force", sar_model_set_function(m, f.push, "force", "1"), "`force` takes three expressions");
  REFUSED(&f, f.drive, "rotation", sar_model_set_functions(m, f.drive, "rotation", "t", "t", "t"),
          "`rotation` takes an expression");
  end(&f);
}

static void shapes(void **state) {
  (void)state;
  Fixture f = begin();
  SarModel *m = f.model;
  const double sizes[] = {0.1, 0.2, 0.3}, flat[] = {0.1, 0, 0.3}, odd[] = {0.1, NAN};
  assert_int_equal(sar_model_set_real(m, f.body, "density", 1000), SAR_OK);
  assert_int_equal(sar_model_set_shape(m, f.body, "shape", "box", sizes, 3), SAR_OK);
  CHECK_NEAR(sar_model_mass(&m->elements[f.body.index]).mass, 6, 1e-14);
  REFUSED(&f, f.body, "shape", sar_model_set_shape(m, f.body, "shape", "cube", sizes, 1), "there is no shape `cube`");
  REFUSED(&f, f.body, "shape", sar_model_set_shape(m, f.body, "shape", "sphere", sizes, 2),
          "a sphere has 1 sizes, not 2");
  REFUSED(&f, f.body, "shape", sar_model_set_shape(m, f.body, "shape", "box", flat, 3), "a size of the box is 0");
  REFUSED(&f, f.body, "shape", sar_model_set_shape(m, f.body, "shape", "rod", odd, 2), "`shape` is nan");
  REFUSED(&f, f.body, "mass", sar_model_set_shape(m, f.body, "mass", "sphere", sizes, 1), "`mass` takes a number");
  static const char *const words[] = {"sphere", "cylinder", "rod"};
  static const int32_t counts[] = {1, 2, 2};
  const double volumes[] = {4. / 3 * PI * 1e-3, PI * 0.01 * 0.2, PI * 0.01 * 0.2};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(sar_model_set_shape(m, f.body, "shape", words[i], sizes, counts[i]), SAR_OK);
    CHECK_NEAR(sar_model_mass(&m->elements[f.body.index]).mass, 1000 * volumes[i], 1e-14);
  }
  end(&f);
}

static void turns_about_axes(void **state) {
  (void)state;
  Fixture f = begin();
  SarModel *m = f.model;
  REFUSED(&f, f.body, "turn", sar_model_set_turn_axis(m, f.body, "turn", 0, 0, 0, 1), "`turn` is zero");
  assert_false(value_of(&f, f.body, "turn")->given);
  assert_int_equal(sar_model_set_turn_axis(m, f.body, "turn", 0, 3, -4, PI / 2), SAR_OK);
  SarQuat q = value_of(&f, f.body, "turn")->turn;
  CHECK_NEAR(q.w, sqrt(0.5), 1e-15);
  CHECK_NEAR(q.x, 0, 0);
  CHECK_NEAR(q.y, 0.6 * sqrt(0.5), 1e-15);
  CHECK_NEAR(q.z, -0.8 * sqrt(0.5), 1e-15);
  REFUSED(&f, f.body, "turn", sar_model_set_turn_axis(m, f.body, "turn", 0, 0, 1, INFINITY), "`turn` is inf");
  REFUSED(&f, f.hinge, "axis", sar_model_set_turn_axis(m, f.hinge, "axis", 0, 0, 1, 1), "`axis` takes a direction");
  end(&f);
}

static void joints(void **state) {
  (void)state;
  Fixture f = begin();
  SarModel *m = f.model;
  char name[] = "hinge";
  const char *const names[] = {name, "other"};
  assert_int_equal(sar_model_set_joint(m, f.drive, "joint", name), SAR_OK);
  assert_int_equal(sar_model_set_joints(m, f.coupler, "joints", names, 2), SAR_OK);
  name[0] = 'x'; /* names are copied */
  assert_int_equal(value_of(&f, f.drive, "joint")->nlist, 1);
  assert_string_equal(value_of(&f, f.drive, "joint")->joints[0], "hinge");
  assert_int_equal(value_of(&f, f.coupler, "joints")->nlist, 2);
  assert_string_equal(value_of(&f, f.coupler, "joints")->joints[0], "hinge");
  REFUSED(&f, f.drive, "joint", sar_model_set_joints(m, f.drive, "joint", names, 1),
          "`joint` takes the name of a joint");
  REFUSED(&f, f.coupler, "joints", sar_model_set_joint(m, f.coupler, "joints", "hinge"),
          "`joints` takes a list of joints");
  end(&f);
}

/* Directions keep their direction even where squares overflow or vanish. */
static void directions_are_normalised(void **state) {
  (void)state;
  Fixture f = begin();
  const double scales[] = {1, 1e200, 1e-200, 1e-310};
  for (int i = 0; i < 4; i++) {
    double s = scales[i];
    assert_int_equal(sar_model_set_vector(f.model, f.hinge, "axis", 0, 3 * s, -4 * s), SAR_OK);
    SarVec3 axis = value_of(&f, f.hinge, "axis")->vector;
    CHECK_NEAR(axis.y, 0.6, 1e-13);
    CHECK_NEAR(axis.z, -0.8, 1e-13);
  }
  end(&f);
}

static void refused_values_leave_the_field(void **state) {
  (void)state;
  Fixture f = begin();
  SarModel *m = f.model;
  const double bad[] = {1, NAN}, tensor[3][3] = {{1, 0, 0}, {0, INFINITY, 0}, {0, 0, 1}};
  for (int given = 0; given < 2; given++) { /* fields that nobody has set, then fields that have values */
    REFUSED(&f, f.body, "mass", sar_model_set_real(m, f.body, "mass", NAN), "`mass` is nan");
    REFUSED(&f, f.body, "at", sar_model_set_vector(m, f.body, "at", 0, NAN, 0), "`at` is nan");
    REFUSED(&f, f.hinge, "axis", sar_model_set_vector(m, f.hinge, "axis", 0, 0, 0), "`axis` is zero");
    REFUSED(&f, f.coupler, "ratios", sar_model_set_reals(m, f.coupler, "ratios", bad, 2), "`ratios` is nan");
    REFUSED(&f, f.body, "turn", sar_model_set_quaternion(m, f.body, "turn", 0, 0, 0, 0),
            "the quaternion of `turn` is zero");
    REFUSED(&f, f.body, "inertia", sar_model_set_inertia(m, f.body, "inertia", tensor), "`inertia` is inf");
    REFUSED(&f, f.drive, "rotation", sar_model_set_function(m, f.drive, "rotation", "u +"),
            "a value is missing at the end");
    REFUSED(&f, f.drive, "coordinate", sar_model_set_choice(m, f.drive, "coordinate", "sideways"),
            "`coordinate` cannot be `sideways`; it is one of");
    if (given) break;
    static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    assert_false(value_of(&f, f.hinge, "axis")->given);
    assert_int_equal(sar_model_set_real(m, f.body, "mass", 3), SAR_OK);
    assert_int_equal(sar_model_set_vector(m, f.body, "at", 1, 2, 3), SAR_OK);
    assert_int_equal(sar_model_set_vector(m, f.hinge, "axis", 1, 0, 0), SAR_OK);
    assert_int_equal(sar_model_set_reals(m, f.coupler, "ratios", &one[0][0], 1), SAR_OK);
    assert_int_equal(sar_model_set_quaternion(m, f.body, "turn", 0, 1, 0, 0), SAR_OK);
    assert_int_equal(sar_model_set_inertia(m, f.body, "inertia", one), SAR_OK);
    assert_int_equal(sar_model_set_function(m, f.drive, "rotation", "t"), SAR_OK);
    assert_int_equal(sar_model_set_choice(m, f.drive, "coordinate", "angle"), SAR_OK);
  }
  end(&f);
}

static void frames_on_the_ground(void **state) {
  (void)state;
  Fixture f = begin();
  static const double at[3] = {1, 2, 3}, turn[4] = {1, 0, 0, 0}, none[4] = {0};
  assert_int_equal(sar_model_add_frame(f.model, SAR_GROUND, "hook", at, turn), SAR_OK);
  assert_non_null(sar_model_find_frame(f.model, -1, "hook"));
  assert_int_equal(sar_model_add_frame(f.model, f.body, "vx", at, turn), SAR_INPUT);
  assert_string_equal(last_message(&f), "a frame cannot be called `vx`: this is an output column of the body");
  REFUSED(&f, f.body, "frames", sar_model_add_frame(f.model, f.body, "tip", at, none),
          "the placement of the frame `tip` is not usable");
  assert_false(value_of(&f, f.body, "frames")->given);
  assert_int_equal(sar_model_add_frame(f.model, f.body, "tip", at, turn), SAR_OK);
  REFUSED(&f, f.body, "frames", sar_model_add_frame(f.model, f.body, "tip", at, turn),
          "the body already has a frame `tip`");
  end(&f);
}

static void looks(void **state) {
  (void)state;
  Fixture f = begin();
  static const double at[3] = {1, 2, 3}, turn[4] = {2, 0, 0, 0}, none[4] = {0}, size[3] = {0.1, 0.2, 0}, bad = NAN;
  int32_t count;
  assert_int_equal(sar_model_add_look(f.model, SAR_GROUND, "floor", "cylinder", size, 2, at, turn, "#8ac"), SAR_OK);
  const SarLook *floor = sar_model_looks(f.model, -1, &count);
  assert_int_equal(count, 1);
  assert_int_equal(floor->kind, SAR_LOOK_CYLINDER);
  assert_int_equal(floor->colour, 0x88aacc);
  CHECK_NEAR(floor->turn.w, 1, 0);
  assert_int_equal(sar_model_add_look(f.model, SAR_GROUND, "floor", "sphere", size, 1, at, turn, NULL), SAR_INPUT);
  assert_string_equal(last_message(&f), "the ground already has a look `floor`");
  assert_int_equal(sar_model_add_look(f.model, f.body, "a b", "sphere", size, 1, at, turn, NULL), SAR_INPUT);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "sphere", size, 2, at, turn, NULL), SAR_INPUT);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "mesh", size, 0, at, turn, NULL), SAR_INPUT);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "box", size, 3, at, turn, NULL), SAR_INPUT);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "sphere", &bad, 1, at, turn, NULL), SAR_INPUT);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "sphere", size, 1, at, none, NULL), SAR_INPUT);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "sphere", size, 1, at, turn, "#12"), SAR_INPUT);
  assert_string_equal(last_message(&f), "the look `a` has no colour that is known");
  assert_int_equal(sar_model_add_look(f.model, f.hinge, "a", "sphere", size, 1, at, turn, NULL), SAR_INPUT);
  sar_model_looks(f.model, f.body.index, &count);
  assert_int_equal(count, 0);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "sphere", size, 1, at, turn, NULL), SAR_OK);
  assert_int_equal(sar_model_add_look(f.model, f.body, "b", "capsule", size, 2, at, turn, "blue"), SAR_OK);
  assert_int_equal(sar_model_add_look(f.model, f.body, "a", "sphere", size, 1, at, turn, NULL), SAR_INPUT);
  const SarLook *two = sar_model_looks(f.model, f.body.index, &count);
  assert_int_equal(count, 2);
  assert_int_equal(two[0].colour, SAR_NO_COLOUR);
  assert_string_equal(two[1].name, "b");
  sar_model_looks(f.model, f.hinge.index, &count);
  assert_int_equal(count, 0);
  end(&f);
}

static void length_scale(void **state) {
  (void)state;
  Fixture f = begin();
  assert_int_equal(sar_model_set_length_scale(f.model, 0.5), SAR_OK);
  const double bad[] = {0, -1, NAN, INFINITY};
  for (int i = 0; i < 4; i++) assert_int_equal(sar_model_set_length_scale(f.model, bad[i]), SAR_INPUT);
  assert_string_equal(last_message(&f), "`length_scale` must be positive, but is inf");
  CHECK_NEAR(f.model->length_scale, 0.5, 0);
  end(&f);
}

static void outputs_are_chosen(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model;
  SarElementId body;
  const double radius = 0.1, at[3] = {0}, turn[4] = {1};
  assert_int_equal(sar_model_create(context, &model), SAR_OK);
  assert_int_equal(sar_model_add(model, "bodies", NULL, "ball", &body), SAR_OK);
  assert_int_equal(sar_model_set_shape(model, body, "shape", "sphere", &radius, 1), SAR_OK);
  assert_int_equal(sar_model_set_real(model, body, "density", 1000), SAR_OK);
  assert_int_equal(sar_model_add_frame(model, body, "eye", at, turn), SAR_OK);
  char name[] = "ball";
  const char *const good[] = {name, "ball.eye", "energy"}, *const wrong[] = {"bal"};
  assert_int_equal(sar_model_set_output_of(model, good, 3), SAR_OK);
  name[0] = 'x';
  assert_int_equal(model->output_of.count, 3);
  assert_string_equal(model->output_of.names[0], "ball");
  assert_int_equal(sar_model_validate(model), SAR_OK);
  assert_int_equal(sar_model_set_output_of(model, wrong, 1), SAR_OK);
  assert_int_equal(sar_model_validate(model), SAR_INPUT);
  assert_string_equal(sar_context_get(context, 0)->message, "there is no element `bal`; did you mean `ball`?");
  assert_int_equal(sar_model_set_output_of(model, NULL, 0), SAR_OK);
  assert_null(model->output_of.names);
  assert_int_equal(sar_model_set_outputs(model, good, 1), SAR_OK); /* what are columns, the system knows */
  assert_string_equal(model->outputs.names[0], "xall");
  assert_int_equal(sar_model_set_outputs(model, NULL, 0), SAR_OK);
  assert_null(model->outputs.names);
  assert_int_equal(sar_model_validate(model), SAR_OK);
  sar_model_set_gravity(model, 0, NAN, 0);
  assert_int_equal(sar_model_validate(model), SAR_INPUT);
  assert_string_equal(sar_context_get(context, 1)->message, "`gravity` is [0, nan, 0]");
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* Names of elements are known at the end; what a replaced expression said does not count. */
static void names_in_expressions_are_checked_at_the_end(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId measure;
  assert_int_equal(sar_model_add(f.model, "measures", NULL, "m", &measure), SAR_OK);
  assert_int_equal(sar_model_set_function(f.model, measure, "value", "2*nothing + dx(nobody)"), SAR_OK);
  int32_t errors = sar_context_errors(f.context);
  sar_model_validate(f.model);
  assert_true(sar_context_errors(f.context) >= errors + 2);
  assert_int_equal(sar_model_set_function(f.model, measure, "value", "3*t"), SAR_OK);
  assert_int_equal(sar_model_check_references(f.model), SAR_OK);
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_in_expressions_are_checked_at_the_end),
      cmocka_unit_test(three_functions),
      cmocka_unit_test(shapes),
      cmocka_unit_test(turns_about_axes),
      cmocka_unit_test(joints),
      cmocka_unit_test(directions_are_normalised),
      cmocka_unit_test(refused_values_leave_the_field),
      cmocka_unit_test(frames_on_the_ground),
      cmocka_unit_test(looks),
      cmocka_unit_test(length_scale),
      cmocka_unit_test(outputs_are_chosen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
