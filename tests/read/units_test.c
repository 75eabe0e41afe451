/* Units: the same machine written in SI and in mm, t, s, deg gives the same SI values. */
#include <stdio.h>

#include "read/reading.h"

#define PI 3.14159265358979323846

static const char si[] =
    "gravity: [0, 0, -9.81]\n"
    "length_scale: 0.5\n"
    "ground: {frames: {g: {at: [0.1, 0, 0]}}, looks: {l: {sphere: 0.2, at: [0, 0.3, 0]}},\n"
    "         shapes: {f: {plane: z, at: [0, 0, 0.1]}}}\n"
    "bodies:\n"
    "  a: {mass: 2, inertia: [0.01, 0.02, 0.02], at: [0.1, 0.2, 0.3], velocity: [1, 0, 0], omega: [0, 0, pi/6],\n"
    "      turn: {axis: z, angle: pi/3}, frames: {p: {at: [0.01, 0, 0], turn: {euler: zxz, angles: [pi/6, pi/2, "
    "0]}}}}\n"
    "  b: {shape: {box: [0.1, 0.2, 0.3]}, density: 7800, looks: {l: {capsule: 0.01, to: [0.1, 0, 0.2]}},\n"
    "      shapes: {s: {torus: [0.2, 0.1]}, c: {cylinder: 0.1, to: [0, 0, 0.3], radius: 0.01}}}\n"
    "  c: {shapes: {s: {box: [0.1, 0.2, 0.3], density: 7800}}}\n"
    "joints:\n"
    "  s: {type: screw, between: [a, b], at: [0.1, 0, 0], axis: z, pitch: 0.01}\n"
    "forces:\n"
    "  k: {type: spring-damper, between: [a.p, b], stiffness: 1000, damping: 10, length: 0.25}\n"
    "  l: {type: spring-damper, between: [a.p, b], law: \"5*length^2 + 3*rate + t\"}\n"
    "  r: {type: rotational-spring-damper, between: [a, b], axis: z, at: [0, 0, 0], stiffness: 18/pi, angle: pi/2}\n"
    "  m: {type: rotational-spring-damper, between: [a, b], axis: z, at: [0, 0, 0], law: \"angle/pi*180 + 2*t\"}\n"
    "  f: {type: force, between: [ground, a], force: [1, 2*t, 0]}\n"
    "contacts:\n"
    "  p: {between: [b.s, ground.f], stiffness: 1e6, damping: 0.5, rolling: 0.1, spinning: 0.01,\n"
    "      tangential_stiffness: 1e3, tangential_damping: 10, friction: {static: 0.4, v_s: 0.01, v_d: 0.1}}\n"
    "  i: {between: [b.c, ground.f], law: impact, stiffness: 1e6, exponent: 2.2, damping: 100, damping_depth: 1e-3}\n"
    "  n: {between: [b, c], law: linear, stiffness: 1e6, damping: 100, damping_depth: 1e-3}\n"
    "  e: {between: [c, ground], stiffness: 1e6, restitution: 0.5, impact_speed: 0.7}\n"
    "motions:\n"
    "  d: {joint: s, rotation: \"pi/2*t\"}\n"
    "simulate: {end: 2, step: 1e-3}\n";

/* mm, t (tonne), s: force is N, torque N mm, density t/mm^3 */
static const char mm[] =
    "units: {length: mm, mass: t, time: s, angle: deg}\n"
    "gravity: [0, 0, -9810]\n"
    "length_scale: 500\n"
    "ground: {frames: {g: {at: [100, 0, 0]}}, looks: {l: {sphere: 200, at: [0, 300, 0]}},\n"
    "         shapes: {f: {plane: z, at: [0, 0, 100]}}}\n"
    "bodies:\n"
    "  a: {mass: 2e-3, inertia: [10, 20, 20], at: [100, 200, 300], velocity: [1000, 0, 0], omega: [0, 0, 30],\n"
    "      turn: {axis: z, angle: 60}, frames: {p: {at: [10, 0, 0], turn: {euler: zxz, angles: [30, 90 deg, 0]}}}}\n"
    "  b: {shape: {box: [100, 200, 300]}, density: 7.8e-9, looks: {l: {capsule: 10, to: [100, 0, 200]}},\n"
    "      shapes: {s: {torus: [200, 100]}, c: {cylinder: 100, to: [0, 0, 300], radius: 10}}}\n"
    "  c: {shapes: {s: {box: [100, 200, 300], density: 7.8e-9}}}\n"
    "joints:\n"
    "  s: {type: screw, between: [a, b], at: [100, 0, 0], axis: z, pitch: 10*pi/180}\n"
    "forces:\n"
    "  k: {type: spring-damper, between: [a.p, b], stiffness: 1, damping: 0.01, length: 250}\n"
    "  l: {type: spring-damper, between: [a.p, b], law: \"5e-6*length^2 + 3e-3*rate + t\"}\n"
    "  r: {type: rotational-spring-damper, between: [a, b], axis: z, at: [0, 0, 0], stiffness: 100, angle: 90}\n"
    "  m: {type: rotational-spring-damper, between: [a, b], axis: z, at: [0, 0, 0], law: \"1000*angle + 2000*t\"}\n"
    "  f: {type: force, between: [ground, a], force: [1, 2*t, 0]}\n"
    "contacts:\n" /* N/mm^1.5, s/mm; N/mm^2.2; N/mm, N s/mm */
    "  p: {between: [b.s, ground.f], stiffness: 1e6*1e-3^1.5, damping: 0.5e-3, rolling: 0.1, spinning: 10,\n"
    "      tangential_stiffness: 1, tangential_damping: 0.01, friction: {static: 0.4, v_s: 10, v_d: 100}}\n"
    "  i: {between: [b.c, ground.f], law: impact, stiffness: 1e6*1e-3^2.2, exponent: 2.2, damping: 0.1,\n"
    "      damping_depth: 1}\n"
    "  n: {between: [b, c], law: linear, stiffness: 1e3, damping: 0.1, damping_depth: 1}\n"
    "  e: {between: [c, ground], stiffness: 1e6*1e-3^1.5, restitution: 0.5, impact_speed: 700}\n"
    "motions:\n"
    "  d: {joint: s, rotation: \"90*t\"}\n"
    "simulate: {end: 2, step: 1e-3}\n";

static void check_close(double a, double b) { CHECK_NEAR(a, b, 1e-13 * fmax(1e-3, fabs(b))); }

static void check_same_vector(SarVec3 a, SarVec3 b) {
  check_close(a.x, b.x);
  check_close(a.y, b.y);
  check_close(a.z, b.z);
}

static void check_same_turn(SarQuat a, SarQuat b) {
  check_close(a.w, b.w);
  check_close(a.x, b.x);
  check_close(a.y, b.y);
  check_close(a.z, b.z);
}

static void check_same_functions(const SarValue *a, const SarValue *b, int count) {
  static const double at[3] = {0.7, 0.3, 0.9};
  for (int i = 0; i < count; i++) {
    assert_true(!a->function[i] == !b->function[i]);
    if (a->function[i]) check_close(evaluate(a->function[i], at), evaluate(b->function[i], at));
  }
}

static void check_same_frames(const SarValue *a, const SarValue *b) {
  assert_int_equal(a->nlist, b->nlist);
  for (int32_t i = 0; i < a->nlist; i++) {
    check_same_vector(a->frames[i].at, b->frames[i].at);
    check_same_turn(a->frames[i].turn, b->frames[i].turn);
  }
}

static void check_same_looks(const SarLook *a, const SarLook *b, int32_t count) {
  assert_true(count > 0);
  for (int32_t i = 0; i < count; i++) {
    check_same_vector(a[i].size, b[i].size);
    check_same_vector(a[i].at, b[i].at);
    check_same_turn(a[i].turn, b[i].turn);
  }
}

static void check_same_shapes(const SarModelShape *a, const SarModelShape *b, int32_t count) {
  assert_true(count > 0);
  for (int32_t i = 0; i < count; i++) {
    check_same_vector(sar_vec3_load(a[i].shape.sizes), sar_vec3_load(b[i].shape.sizes));
    check_same_vector(a[i].shape.at, b[i].shape.at);
    check_close(a[i].shape.radius, b[i].shape.radius);
    check_close(a[i].density, b[i].density);
  }
}

/* The number of values compared. */
static int check_same_value(SarFieldKind kind, const SarValue *a, const SarValue *b) {
  assert_int_equal(a->given, b->given);
  switch (kind) {
    case SAR_FIELD_REAL:
    case SAR_FIELD_BOOL: check_close(a->real, b->real); return 1;
    case SAR_FIELD_VECTOR:
    case SAR_FIELD_AXIS:
    case SAR_FIELD_SHAPE: check_same_vector(a->vector, b->vector); return 1;
    case SAR_FIELD_TURN: check_same_turn(a->turn, b->turn); return 1;
    case SAR_FIELD_INERTIA:
      for (int i = 0; i < 9; i++) check_close(a->tensor[i / 3][i % 3], b->tensor[i / 3][i % 3]);
      return 1;
    case SAR_FIELD_FRAMES: check_same_frames(a, b); return 1;
    case SAR_FIELD_LOOKS:
      assert_int_equal(a->nlist, b->nlist);
      if (a->nlist) check_same_looks(a->looks, b->looks, a->nlist);
      return a->nlist;
    case SAR_FIELD_SHAPES:
      assert_int_equal(a->nlist, b->nlist);
      if (a->nlist) check_same_shapes(a->shapes, b->shapes, a->nlist);
      return a->nlist;
    case SAR_FIELD_FUNCTION: check_same_functions(a, b, 1); return 1;
    case SAR_FIELD_FUNCTIONS3: check_same_functions(a, b, 3); return 1;
    default: return 0;
  }
}

static void the_same_machine_in_other_units(void **state) {
  (void)state;
  Reading a = read_text(mm), b = read_text(si);
  int compared = 0;
  assert_int_equal(a.model->nelements, b.model->nelements);
  check_same_vector(a.model->gravity, b.model->gravity);
  check_close(a.model->length_scale, b.model->length_scale);
  check_same_vector(a.model->ground_frames[0].at, b.model->ground_frames[0].at);
  check_same_looks(a.model->ground_looks, b.model->ground_looks, 1);
  check_same_shapes(a.model->ground_shapes, b.model->ground_shapes, 1);
  for (int32_t i = 0; i < a.model->nelements; i++) {
    const SarModelElement *x = &a.model->elements[i], *y = &b.model->elements[i];
    assert_ptr_equal(x->class, y->class);
    for (int32_t k = 0; k < x->class->nfields; k++) {
      compared += check_same_value(x->class->fields[k].kind, &x->values[k], &y->values[k]);
    }
  }
  assert_true(compared > 50);
  check_close(sar_model_mass(element_of(&a, "b")).mass, 7800 * 0.006);
  check_close(sar_model_mass(element_of(&a, "c")).mass, 7800 * 0.006);
  check_close(a.model->simulation.end, 2);
  end_reading(&a);
  end_reading(&b);
}

static double angle_in(const char *units, const char *parameters, const char *angle) {
  char text[400];
  snprintf(text, sizeof text,
           "units: %s\nparameters: %s\nbodies: {a: {mass: 1, inertia: [1, 1, 1], turn: {axis: z, angle: %s}}}\n", units,
           parameters, angle);
  Reading r = read_text(text);
  SarVec3 vector = sar_quat_log(value_of(&r, "a", "turn")->turn);
  end_reading(&r);
  return vector.z;
}

static void angles_may_say_their_unit(void **state) {
  (void)state;
  CHECK_NEAR(angle_in("SI", "{}", "0.5"), 0.5, 1e-15);
  CHECK_NEAR(angle_in("SI", "{}", "30 deg"), PI / 6, 1e-15);
  CHECK_NEAR(angle_in("{angle: deg}", "{}", "30"), PI / 6, 1e-15);
  CHECK_NEAR(angle_in("{angle: deg}", "{}", "30 deg"), PI / 6, 1e-15);
  CHECK_NEAR(angle_in("{angle: deg}", "{}", "0.5 rad"), 0.5, 1e-15);
  CHECK_NEAR(angle_in("{angle: deg}", "{p: 60}", "p/2"), PI / 6, 1e-15);
  CHECK_NEAR(angle_in("{angle: deg}", "{p: 60 deg, q: p/2}", "q"), PI / 6, 1e-15);
}

static void force_may_be_chosen_too(void **state) {
  (void)state;
  Reading r = read_text(
      "units: {length: mm, mass: kg, force: kN}\n"
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
      "forces: {f: {type: force, between: [ground, a], force: [2, 0, 0]},\n"
      "         k: {type: spring-damper, between: [ground, a], stiffness: 3}}\n");
  CHECK_NEAR(evaluate(value_of(&r, "f", "force")->function[0], &(double){0}), 2000, 1e-12);
  CHECK_NEAR(value_of(&r, "k", "stiffness")->real, 3e6, 1e-9);
  CHECK_NEAR(value_of(&r, "a", "inertia")->tensor[0][0], 1e-6, 1e-21);
  end_reading(&r);
}

/* The factors that a coupler's sum has in SI units, up to a common one: only their quotient has a meaning. */
static double quotient(const Reading *r, const char *coupler) {
  const SarValue *ratios = value_of(r, coupler, "ratios");
  assert_int_equal(ratios->nlist, 2);
  return ratios->list[0] / ratios->list[1];
}

/* Each file's ratios are in its own units: 1 deg is 1/4 mm in the sub-model, 5 rad are -6 cm in the model. */
static void ratios_are_in_the_units_of_their_file(void **state) {
  (void)state;
  Reading r = read_file("lifts.yaml");
  check_close(quotient(&r, "first.rope"), -180 / PI * 0.25e-3);
  check_close(quotient(&r, "second.rope"), -180 / PI * 0.25e-3); /* neither changes its sign in the mirror */
  check_close(quotient(&r, "tie"), 6. / 5 * 0.01);
  const SarValue *even = value_of(&r, "first.even", "ratios"); /* angles alone: as written */
  assert_true(even->list[0] == 2 && even->list[1] == -3);
  const SarValue *rope = value_of(&r, "first.rope", "ratios"); /* the sum is a length */
  assert_true(rope->list[1] == -4);
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_machine_in_other_units),
      cmocka_unit_test(angles_may_say_their_unit),
      cmocka_unit_test(force_may_be_chosen_too),
      cmocka_unit_test(ratios_are_in_the_units_of_their_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
