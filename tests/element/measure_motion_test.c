/* Along a motion, measures of velocity are the rates of those of displacement, and measures of acceleration the rates
 * of those of velocity, as the observer named last sees them: measured in that frame, differentiated, and then turned
 * into the axes that are asked for. */
#include <stdio.h>
#include <string.h>

#include "element/symbols.h"

#define STEP 1e-3
#define RELATIVE 1e-7

/* The axes of an argument's frame, in ground axes. */
static SarMat3 axes_of(const CallSpec *spec, int argument, const Motion *at) {
  SarSide side = spec->left_out[argument] ? ground_side() : spec->sides[argument];
  SarMat3 body = side.body == SYMBOLS_BODIES ? sar_mat3_identity() : at->kin[side.body].A;
  return sar_mat3_mul(&body, &side.axes);
}

/* The three components of a measure along the axes of the observer's frame, and as this frame sees it. */
static SarVec3 vector_in(Symbols *s, const char *prefix, const CallSpec *spec, int observer, const Motion *at) {
  CallSpec here = *spec;
  const SarExpr *f[3];
  double value[3];
  here.sides[2] = here.sides[3] = spec->sides[observer];
  here.left_out[2] = here.left_out[3] = spec->left_out[observer];
  for (int i = 0; i < 3; i++) {
    char name[16];
    snprintf(name, sizeof name, "%s%c", prefix, "xyz"[i]);
    f[i] = measure_named(s, name, &here);
  }
  symbols_evaluate(s, f, 3, at, value);
  return sar_vec3_load(value);
}

static SarVec3 difference_of_vector(Symbols *s, const char *prefix, const CallSpec *spec, int observer,
                                    const Motion *at, double h) {
  Motion later = motion_after(at, h), earlier = motion_after(at, -h);
  SarVec3 up = vector_in(s, prefix, spec, observer, &later), down = vector_in(s, prefix, spec, observer, &earlier);
  return sar_scale(1 / (2 * h), sar_sub(up, down));
}

/* The rate of that vector by differences, extrapolated (error O(h^4)), in ground axes. */
static SarVec3 rate_in(Symbols *s, const char *prefix, const CallSpec *spec, int observer, const Motion *at) {
  SarVec3 coarse = difference_of_vector(s, prefix, spec, observer, at, STEP);
  SarVec3 fine = difference_of_vector(s, prefix, spec, observer, at, STEP / 2);
  SarMat3 axes = axes_of(spec, observer, at);
  return sar_mul(&axes, sar_axpy(1.0 / 3, sar_sub(fine, coarse), fine));
}

typedef struct Step {
  const char *prefix, *rate; /* d -> v */
} Step;
static const Step steps[] = {{"d", "v"}, {"v", "acc"}, {"w", "wdt"}};

static void check_step(Symbols *s, const Step *step, const CallSpec *spec, const Motion *at) {
  const SarExpr *f[4];
  double got[4], expected[4];
  SarVec3 rate = rate_in(s, step->prefix, spec, 3, at);
  SarMat3 axes = axes_of(spec, 2, at);
  for (int i = 0; i < 4; i++) {
    char name[16];
    CallSpec here = *spec;
    snprintf(name, sizeof name, "%s%c", step->rate, "xyzm"[i]);
    if (i == 3) { /* sizes have the observer as their third argument */
      here.sides[2] = spec->sides[3];
      here.left_out[2] = spec->left_out[3];
    }
    f[i] = measure_named(s, name, &here);
    expected[i] = i < 3 ? sar_dot(rate, sar_column(&axes, i)) : sar_norm(rate);
  }
  symbols_evaluate(s, f, 4, at, got);
  check_block(step->rate, got, expected, 4, RELATIVE);
}

static void rates_along_a_motion(void **state) {
  (void)state;
  uint64_t seed = 31;
  for (int n = 0; n < 16; n++) {
    Symbols *s = symbols_open();
    CallSpec spec = call_random(&seed);
    Motion at = motion_random(&seed);
    for (int i = 1; i < 4; i++) spec.left_out[i] = n >> (i - 1) & 1;
    if (n >= 8) spec.sides[3].body = n % 3; /* the observer on a body that is measured */
    for (int i = 0; i < SAR_COUNT(steps); i++) check_step(s, &steps[i], &spec, &at);
    symbols_close(s);
  }
}

static double value_at(Symbols *s, const SarExpr *f, const Motion *at) {
  double value;
  symbols_evaluate(s, &f, 1, at, &value);
  return value;
}

static double difference_of(Symbols *s, const SarExpr *f, const Motion *at, double h) {
  Motion later = motion_after(at, h), earlier = motion_after(at, -h);
  return (value_at(s, f, &later) - value_at(s, f, &earlier)) / (2 * h);
}

/* vr is the rate of dm, whichever observer is named. */
static void separation_is_the_rate_of_the_distance(void **state) {
  (void)state;
  uint64_t seed = 37;
  for (int n = 0; n < 10; n++) {
    Symbols *s = symbols_open();
    CallSpec spec = call_random(&seed);
    Motion at = motion_random(&seed);
    const SarExpr *distance = measure_named(s, "dm", &spec), *rate = measure_named(s, "VR", &spec);
    double coarse = difference_of(s, distance, &at, STEP), fine = difference_of(s, distance, &at, STEP / 2);
    CHECK_NEAR(value_at(s, rate, &at), fine + (fine - coarse) / 3, RELATIVE);
    symbols_close(s);
  }
}

/* The angular velocity belongs to the change of the axes: d(x_i)/dt = w x x_i, all by measures along the ground. */
static void angular_velocity_turns_the_axes(void **state) {
  (void)state;
  uint64_t seed = 41;
  for (int n = 0; n < 10; n++) {
    Symbols *s = symbols_open();
    CallSpec spec = call_random(&seed), tip;
    Motion at = motion_random(&seed);
    spec.left_out[1] = spec.left_out[2] = spec.left_out[3] = true;
    tip = spec; /* a second point of the first body; their distance turns with it */
    tip.sides[0].point = sar_add(spec.sides[0].point, random_unit(&seed));
    SarVec3 w = vector_in(s, "w", &spec, 3, &at);
    SarVec3 arm = sar_sub(vector_in(s, "d", &tip, 3, &at), vector_in(s, "d", &spec, 3, &at));
    SarVec3 rate = sar_sub(rate_in(s, "d", &tip, 3, &at), rate_in(s, "d", &spec, 3, &at));
    double got[3], expected[3];
    sar_vec3_store(sar_cross(w, arm), got);
    sar_vec3_store(rate, expected);
    check_block("w x r", got, expected, 3, RELATIVE);
    symbols_close(s);
  }
}

/* The same rates symbolically: the derivative along the motion of dx is vx, to rounding. */
static void symbolic_rates(void **state) {
  (void)state;
  uint64_t seed = 43;
  static const char *const pairs[][2] = {{"dx", "vx"},   {"dy", "vy"},   {"dz", "vz"},   {"vx", "accx"}, {"vy", "accy"},
                                         {"vz", "accz"}, {"wx", "wdtx"}, {"wy", "wdty"}, {"wz", "wdtz"}, {"dm", "vr"}};
  for (int n = 0; n < SAR_COUNT(pairs); n++) {
    Symbols *s = symbols_open();
    CallSpec spec = call_random(&seed);
    Motion at = motion_random(&seed);
    Direction time = direction_of_time(s);
    spec.sides[3] = spec.sides[2];
    const SarExpr *f = measure_named(s, pairs[n][0], &spec), *rate = measure_named(s, pairs[n][1], &spec);
    double expected = value_at(s, rate, &at);
    CHECK_NEAR(value_at(s, derived(f, &time), &at), expected, 1e-13 * (1 + 10 * fabs(expected)));
    symbols_close(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rates_along_a_motion),
      cmocka_unit_test(separation_is_the_rate_of_the_distance),
      cmocka_unit_test(angular_velocity_turns_the_axes),
      cmocka_unit_test(symbolic_rates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
