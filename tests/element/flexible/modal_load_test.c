/* Loads on modal bodies: derivatives against differences, powers, the potential of the weight against nodes. */
#include "element/flexible/modal_load.h"

#include <string.h>

#include "element/flexible/lumped.h"

enum { N = 6, ROWS = 6 + N };
#define STEP 1e-3
static const double ahead[4] = {-2, -1, 1, 2}, weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self, (void)constant;
  *variable = SAR_MODAL_LOAD_T;
  return strcmp(name, "t") == 0 ? SAR_OK : SAR_INPUT;
}

typedef struct Scene {
  SarContext *context;
  SarArena *arena;
  Lumped body;
  Motion motion;
  SarReducedLoad spread;
  double modal[N];
  SarModalLoad load;
  SarModalWeight weight;
} Scene;

static void make(Scene *s, const char *text) {
  uint64_t seed = 17;
  const SarExpr *f = NULL;
  SarScope scope = {.resolve = resolve};
  *s = (Scene){.context = sar_context_create(), .arena = sar_arena_create()};
  lumped_random(&seed, N, false, &s->body);
  s->motion = lumped_motion_random(&seed, N);
  s->spread = (SarReducedLoad){"pressure", random_vector(&seed), random_vector(&seed), s->modal};
  for (int i = 0; i < N; i++) s->modal[i] = random_real(&seed);
  s->load = (SarModalLoad){.reduced = &s->body.reduced, .load = &s->spread};
  s->weight = (SarModalWeight){&s->body.reduced, {1, -2, -9.81}};
  assert_int_equal(sar_expr_parse(s->context, s->arena, text, sar_nowhere(), "load", &scope, &f), SAR_OK);
  assert_int_equal(sar_modal_load_compile(s->context, s->arena, sar_nowhere(), "load", f, &s->load), SAR_OK);
}

static void destroy(Scene *s) {
  sar_arena_destroy(&s->arena);
  sar_context_destroy(&s->context);
}

static void rows_at(const SarPartClass *class, const void *part, const Motion *motion, double t, double *rows) {
  Seen seen;
  motion_seen(motion, &seen);
  seen.at.t = t;
  memset(rows, 0, ROWS * sizeof *rows);
  assert_int_equal(class->residual(part, &seen.at, rows), SAR_OK);
}

static void check_derivatives(const SarPartClass *class, const void *part, const Motion *m) {
  double position[ROWS * ROWS] = {0}, rate[ROWS] = {0}, rows[ROWS];
  Seen seen;
  SarPartMatrix out = {.position = position};
  motion_seen(m, &seen);
  seen.at.t = 0.8;
  assert_true(class->diagonal(part) && !class->approximate && !class->inertial && !class->damped && class->outer);
  assert_int_equal(class->matrix(part, &seen.at, &out), SAR_OK);
  if (class->by_time) assert_int_equal(class->by_time(part, &seen.at, rate), SAR_OK);
  for (int j = 0; j <= ROWS; j++) { /* the last one: by time */
    double expected[ROWS] = {0};
    for (int k = 0; k < 4; k++) {
      Motion other = *m;
      if (j < ROWS) motion_move(&other, j, ahead[k] * STEP);
      rows_at(class, part, &other, j < ROWS ? 0.8 : 0.8 + ahead[k] * STEP, rows);
      for (int i = 0; i < ROWS; i++) expected[i] += weight[k] * rows[i] / STEP;
    }
    const double *column = j < ROWS ? position + sar_part_column(1, N, true, j) : rate;
    for (int i = 0; i < ROWS; i++) {
      bool stored = j < 6 || j == ROWS || i < 6;
      CHECK_NEAR(expected[i], stored ? column[i] : j == i ? column[6] : 0, 1e-9 * 30);
    }
  }
}

static void test_derivatives(void **state) {
  (void)state;
  Scene s;
  make(&s, "3*sin(2*t) + t^2");
  check_derivatives(&sar_part_modal_load, &s.load, &s.motion);
  check_derivatives(&sar_part_modal_weight, &s.weight, &s.motion);
  destroy(&s);
}

static double power_of(const double *rows, const Motion *m) {
  double power = -sar_dot(sar_vec3_load(rows), m->kin.v) - sar_dot(sar_vec3_load(rows + 3), m->kin.w);
  for (int i = 0; i < N; i++) power -= rows[6 + i] * m->v[i];
  return power;
}

/* Power: minus the rows times the velocities; magnitude: not below the rows. */
static void test_powers(void **state) {
  (void)state;
  Scene s;
  Seen seen;
  double rows[ROWS], sizes[ROWS] = {0};
  SarPartEnergy energy;
  make(&s, "2 - t");
  motion_seen(&s.motion, &seen);
  seen.at.t = 0.8;
  rows_at(&sar_part_modal_load, &s.load, &s.motion, 0.8, rows);
  sar_part_modal_load.energy(&s.load, &seen.at, &energy);
  CHECK_NEAR(energy.work, power_of(rows, &s.motion), 1e-14 * fabs(energy.work));
  CHECK_NEAR(energy.potential, 0, 0);
  CHECK_NEAR(rows[6], -1.2 * s.modal[0], 1e-15);
  CHECK_NEAR(rows[3], -1.2 * s.spread.moment.x, 1e-15);
  sar_part_modal_load.magnitude(&s.load, &seen.at, sizes);
  for (int i = 0; i < ROWS; i++) assert_true(sizes[i] >= fabs(rows[i]) * (1 - 1e-14));
  memset(sizes, 0, sizeof sizes);
  rows_at(&sar_part_modal_weight, &s.weight, &s.motion, 0.8, rows);
  sar_part_modal_weight.magnitude(&s.weight, &seen.at, sizes);
  for (int i = 0; i < ROWS; i++) assert_true(sizes[i] >= fabs(rows[i]) * (1 - 1e-14));
  destroy(&s);
}

/* With that of the rigid body, the potential is that of all nodes; and the rows are its derivatives. */
static void test_weight(void **state) {
  (void)state;
  Scene s;
  Seen seen;
  SarPartEnergy energy;
  double rows[ROWS], nodes = 0;
  make(&s, "1");
  const Lumped *b = &s.body;
  const Motion *m = &s.motion;
  sar_part_modal_weight.energy(&s.weight, motion_seen(m, &seen), &energy);
  for (int k = 0; k < LUMPED_NODES; k++) {
    SarVec3 arm = b->X[k];
    for (int i = 0; i < N; i++) arm = sar_axpy(m->q[i], b->phi[k][i], arm);
    nodes -= b->mass[k] * sar_dot(s.weight.gravity, sar_kin_point(&m->kin, arm));
  }
  CHECK_NEAR(energy.potential - b->reduced.mass * sar_dot(s.weight.gravity, m->kin.r), nodes, 1e-13 * fabs(nodes));
  rows_at(&sar_part_modal_weight, &s.weight, m, 0, rows);
  for (int j = 0; j < ROWS; j++) {
    double slope = 0;
    for (int k = 0; k < 4; k++) {
      Motion other = *m;
      motion_move(&other, j, ahead[k] * STEP);
      sar_part_modal_weight.energy(&s.weight, motion_seen(&other, &seen), &energy);
      slope += weight[k] * energy.potential / STEP;
    }
    CHECK_NEAR(rows[j], slope, 1e-9 * 30);
  }
  destroy(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_derivatives), cmocka_unit_test(test_powers),
                                     cmocka_unit_test(test_weight)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
