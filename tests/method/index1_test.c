/* The index-1 system on toys: accelerations, multipliers, rates and variables against those of minimal coordinates, the
 * correction of constraint rows, and the pivots that are carried from one solver to another. */
#include "method/index1.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "method/toy.h"

#define MOST (4 * TOY_MOST)

typedef struct Fixture {
  SarContext *context;
  SarArena *arena;
  Toy toy;
  SarLinear *linear;
  SarStepStats stats;
  SarIndex1 index1;
} Fixture;

static void begin_with(Fixture *f, const ToyClass *class, const char *linear) {
  memset(f, 0, sizeof *f);
  f->context = sar_context_create();
  f->arena = sar_arena_create();
  toy_init(&f->toy, f->context, class);
  assert_int_equal(sar_linear_create(f->context, linear, &f->toy.base.pattern, &f->linear), SAR_OK);
  assert_true(sar_index1_create(f->arena, &f->toy.base, f->linear, &f->stats, &f->index1));
}

static void begin(Fixture *f, const ToyClass *class) { begin_with(f, class, "dense"); }

static void end(Fixture *f) {
  sar_linear_destroy(&f->linear);
  sar_arena_destroy(&f->arena);
  sar_context_destroy(&f->context);
}

/* The unknowns of a point in one array. */
static int32_t pack(const SarSizes *n, const ToyPoint *p, double *u) {
  int32_t k = 0;
  for (int32_t i = 0; i < n->nv; i++) u[k++] = p->a[i];
  for (int32_t i = 0; i < n->np; i++) u[k++] = p->lambda[i];
  for (int32_t i = 0; i < n->nn; i++) u[k++] = p->mu[i];
  for (int32_t i = 0; i < n->nx; i++) u[k++] = p->xdot[i];
  for (int32_t i = 0; i < n->nz; i++) u[k++] = p->z[i];
  return k;
}

static const ToyClass *const classes[] = {&toy_pendulum,    &toy_bead,          &toy_free_top,
                                          &toy_heavy_top,   &toy_gentle_states, &toy_skate,
                                          &toy_only_states, &toy_algebraic,     &toy_spin};

/* Along the reference motion, from guesses that know nothing. */
static void known_solutions(void **state) {
  (void)state;
  for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
    Fixture f;
    begin(&f, classes[c]);
    ToyPoint *grid = toy_reference_grid(classes[c], 0.1, 5, 200);
    for (int k = 0; k <= 5; k++) {
      SarPoint at = toy_view(&grid[k]);
      double u[MOST] = {0}, expected[MOST], size = 1;
      int32_t n = pack(&classes[c]->n, &grid[k], expected);
      for (int32_t i = 0; i < n; i++) size = fmax(size, fabs(expected[i]));
      assert_int_equal(sar_index1_solve(&f.index1, &at, NULL, u), SAR_OK);
      for (int32_t i = 0; i < n; i++) CHECK_NEAR(u[i], expected[i], 2e-9 * size);
    }
    assert_true(f.stats.residuals > 0 && f.stats.factorisations > 0 && f.stats.solves >= f.stats.factorisations);
    free(grid);
    end(&f);
  }
}

/* The accelerations of constraints change by the correction, and by nothing else: Phi_q a by differences of the
 * residual's rows. */
static void corrections(void **state) {
  (void)state;
  static const ToyClass *const constrained[] = {&toy_pendulum, &toy_heavy_top, &toy_skate};
  for (size_t c = 0; c < 3; c++) {
    Fixture f;
    begin(&f, constrained[c]);
    const SarSizes *n = &constrained[c]->n;
    ToyPoint start = toy_initial(constrained[c]);
    SarPoint at = toy_view(&start);
    double u[MOST] = {0}, corrected[MOST] = {0}, correction[TOY_MOST], values[MOST * MOST];
    for (int32_t i = 0; i < n->np + n->nn; i++) correction[i] = 0.3 + i;
    assert_int_equal(sar_index1_solve(&f.index1, &at, NULL, u), SAR_OK);
    assert_int_equal(sar_index1_solve(&f.index1, &at, correction, corrected), SAR_OK);
    SarWeights weights = {.a = 1, .xdot = 1};
    assert_int_equal(f.toy.base.ops->jacobian(&f.toy.base, &at, &weights, values), SAR_OK);
    int32_t size = sar_sizes_unknowns(n);
    for (int32_t row = 0; row < n->np + n->nn; row++) {
      double sum = 0;
      for (int32_t i = 0; i < n->nv; i++) sum += values[size * i + n->nv + row] * (corrected[i] - u[i]);
      CHECK_NEAR(sum, correction[row], 1e-8);
    }
    end(&f);
  }
}

/* A coordinate whose velocity is a state: v - x = 0 with x' = 3 cos t. What the state does to the row stands in its
 * right-hand side, so that one solve is exact, whatever the guess of x'. */
static void driven_rows(const SarPoint *p, double *r, double *m) {
  r[0] = 2 * p->a[0] + p->mu[0];
  r[1] = p->v[0] - p->x[0];
  r[2] = p->xdot[0] - 3 * cos(p->t);
  for (int i = 0; m && i < 3; i++) m[i] = 1;
}
static SarStatus driven_acceleration(const SarProblem *self, const SarPoint *at, double *right) {
  (void)self, right[0] = 3 * cos(at->t);
  return SAR_OK;
}
static const ToyClass driven = {.name = "driven",
                                .n = {.nq = 1, .nv = 1, .nn = 1, .nx = 1},
                                .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                                .nblocks = 1,
                                .rows = driven_rows};

static void a_state_drives_a_velocity(void **state) {
  (void)state;
  Fixture f;
  begin(&f, &driven);
  SarProblemOps ops = *f.toy.base.ops;
  ops.acceleration = driven_acceleration;
  f.toy.base.ops = &ops;
  for (int affine = 0; affine < 2; affine++) {
    ToyPoint p = {.t = 0.7, .v = {1}, .x = {1}};
    SarPoint at = toy_view(&p);
    double u[MOST] = {10, -5, 40};
    f.toy.base.affine = affine;
    assert_int_equal(sar_index1_solve(&f.index1, &at, NULL, u), SAR_OK);
    CHECK_NEAR(u[0], 3 * cos(0.7), 1e-7);
    CHECK_NEAR(u[1], -6 * cos(0.7), 1e-7);
    CHECK_NEAR(u[2], 3 * cos(0.7), 1e-7);
    if (affine) assert_int_equal(f.index1.iterations, 1);
  }
  end(&f);
}

static void failures(void **state) {
  (void)state;
  Fixture f;
  begin(&f, &toy_pendulum);
  ToyPoint start = toy_initial(&toy_pendulum);
  SarPoint at = toy_view(&start);
  double u[MOST] = {0}, before = -1;
  f.toy.fail_at = &before; /* the residual asks for a retry */
  assert_int_equal(sar_index1_solve(&f.index1, &at, NULL, u), SAR_RETRY);
  f.toy.fail_at = NULL;
  f.toy.jacobian_factor = 0; /* nothing to divide by */
  memset(u, 0, sizeof u);
  assert_int_equal(sar_index1_solve(&f.index1, &at, NULL, u), SAR_SINGULAR);
  end(&f);
}

/* Pivots chosen at one point serve at others; a solver that takes over must use the same ones. */
static void pivots_are_carried(void **state) {
  (void)state;
  Fixture one, two;
  begin_with(&one, &toy_heavy_top, "klu");
  begin_with(&two, &toy_heavy_top, "klu");
  ToyPoint *grid = toy_reference_grid(&toy_heavy_top, 0.1, 4, 200);
  double u[MOST] = {0}, v[MOST];
  for (int k = 0; k < 3; k++) {
    SarPoint at = toy_view(&grid[k]);
    assert_int_equal(sar_index1_solve(&one.index1, &at, NULL, u), SAR_OK);
  }
  SarArchive out = sar_archive_save();
  assert_int_equal(sar_index1_archive(&one.index1, &out), SAR_OK);
  SarArchive in = sar_archive_load(out.bytes, out.count);
  assert_int_equal(sar_index1_archive(&two.index1, &in), SAR_OK);
  assert_int_equal(sar_archive_end(&in), SAR_OK);
  memcpy(v, u, sizeof u);
  for (int k = 3; k <= 4; k++) {
    SarPoint at = toy_view(&grid[k]);
    assert_int_equal(sar_index1_solve(&one.index1, &at, NULL, u), SAR_OK);
    assert_int_equal(sar_index1_solve(&two.index1, &at, NULL, v), SAR_OK);
    assert_memory_equal(u, v, sizeof u);
  }
  in = sar_archive_load(out.bytes, out.count / 2);
  assert_int_equal(sar_index1_archive(&two.index1, &in), SAR_INPUT);
  sar_archive_destroy(&out);
  free(grid);
  end(&one);
  end(&two);
}

/* A point on two crossing lines, q0 q1 = 0, which has a singular pose where they meet: on one of them, at the distance
 * d, an error of the constraint is one of d in the place across it. */
static void crossing_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->a[0] + p->q[1] * p->lambda[0];
  r[1] = p->a[1] + p->q[0] * p->lambda[0];
  r[2] = p->q[0] * p->q[1];
  for (int i = 0; m && i < 3; i++) m[i] = fabs(r[i]);
}
static const ToyClass crossing = {.name = "crossing",
                                  .n = {.nq = 2, .nv = 2, .np = 1},
                                  .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 2}},
                                  .nblocks = 1,
                                  .rows = crossing_rows};

static void nearness_is_the_inverse_of_the_distance(void **state) {
  (void)state;
  static const double distance[] = {1, 0.1, 1e-3, 1e-6, 1};
  Fixture f;
  begin(&f, &crossing);
  for (size_t i = 0; i < sizeof distance / sizeof *distance; i++) {
    ToyPoint point = {.q = {distance[i], 0}};
    SarPoint at = toy_view(&point);
    int32_t row = -1;
    assert_int_equal(sar_index1_factor(&f.index1, &at), SAR_OK);
    CHECK_NEAR(sar_index1_nearness(&f.index1, &row) * distance[i], 1, 1e-9); /* differences of the toy: 1e-11 */
    assert_int_equal(row, 2);
  }
  end(&f);
  int32_t row = 7;
  begin(&f, &toy_free_top);
  CHECK_NEAR(sar_index1_nearness(&f.index1, &row), 1, 0); /* no constraints */
  assert_int_equal(row, -1);
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_solutions),           cmocka_unit_test(corrections),
      cmocka_unit_test(a_state_drives_a_velocity), cmocka_unit_test(failures),
      cmocka_unit_test(pivots_are_carried),        cmocka_unit_test(nearness_is_the_inverse_of_the_distance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
