/* Reduction of blocks of finite elements, against all unknowns of the model solved densely. */
#include "fe/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "check.h"
#include "fe/elements/matrices.h"
#include "fe/fixed_shapes.h"
#include "linear/symmetric.h"
#include "reduced.h"

static const Block bar = {.cells = {4, 2, 2}, .size = {1, 0.12, 0.08}, .corner = {0.3, -0.1, 2}, .kind = SAR_FE_HEX8};

static const SarFeInterface rigid_ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_RIGID},
                                            {.name = "b", .set = "right", .coupling = SAR_FE_RIGID}};
static const SarFeInterface soft_ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_DISTRIBUTED},
                                           {.name = "b", .set = "right", .coupling = SAR_FE_DISTRIBUTED}};
static const SarFeInterface mixed_ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_DISTRIBUTED},
                                            {.name = "b", .set = "right", .coupling = SAR_FE_RIGID}};

static void begin(Fixture *f, Block block) {
  fixture_begin(f);
  block_create(f->context, f->arena, &block, &f->model);
}

/* Without elements the weights of a set are equal, as the references have them. */
static void forget_elements(Fixture *f) { f->model.nelements = 0; }

/* ---- frequencies ---- */

/* With all shapes that there are the reduced body is the model, in other coordinates: all frequencies are the same. */
static void all_shapes_are_the_model(Fixture *f, int32_t columns, const double *t) {
  const int32_t n = f->model.nunknowns;
  double *hertz = SAR_NEW(f->arena, columns, double);
  double *k = dense_project(f, dense_matrix(f, &f->model.stiffness), n, t, columns);
  double *m = dense_project(f, dense_matrix(f, &f->model.mass), n, t, columns);
  dense_frequencies(f, columns, k, m, hertz);
  assert_int_equal(f->report.nfree, columns - 6);
  for (int32_t i = 6; i < columns; i++) CHECK_NEAR(f->report.free[i - 6] / hertz[i], 1, 1e-8);
}

static double *identity(Fixture *f) {
  const int32_t n = f->model.nunknowns;
  double *t = SAR_NEW(f->arena, (size_t)n * n, double);
  for (int32_t i = 0; i < n; i++) t[i + (size_t)i * n] = 1;
  return t;
}

static void complete_rigid(void **state) {
  (void)state;
  for (int lumped = 0; lumped < 2; lumped++) {
    Fixture f;
    Block block = bar;
    block.lumped = lumped;
    begin(&f, block);
    const int32_t n = f.model.nunknowns, nfree = n - 3 * (f.model.sets[0].count + f.model.sets[1].count);
    int32_t columns;
    fixture_reduce(&f, rigid_ends, 2, nfree, 0, NULL);
    double *t = dense_rigid(&f, rigid_ends, 2, &columns);
    assert_int_equal(columns, nfree + 12);
    all_shapes_are_the_model(&f, columns, t);
    fixture_end(&f);
  }
}

static void complete_distributed(void **state) {
  (void)state;
  Fixture f;
  begin(&f, bar);
  fixture_reduce(&f, soft_ends, 2, f.model.nunknowns - 12, 0, NULL);
  all_shapes_are_the_model(&f, f.model.nunknowns, identity(&f));
  fixture_end(&f);
}

/* With few shapes frequencies come from above, the lowest ones first. */
static void few_shapes(void **state) {
  (void)state;
  Fixture f;
  begin(&f, bar);
  fixture_reduce(&f, soft_ends, 2, 20, 0, NULL);
  const int32_t n = f.model.nunknowns;
  double *hertz = SAR_NEW(f.arena, n, double);
  dense_frequencies(&f, n, dense_matrix(&f, &f.model.stiffness), dense_matrix(&f, &f.model.mass), hertz);
  double worst = 0;
  for (int32_t i = 0; i < f.report.nfree; i++) assert_true(f.report.free[i] > hertz[6 + i] * (1 - 1e-10));
  assert_int_equal(f.report.nfull, 10);
  for (int32_t i = 0; i < 10; i++) {
    CHECK_NEAR(f.report.full[i] / hertz[6 + i], 1, 1e-9); /* what the report says of the whole model is true */
    worst = fmax(worst, f.report.free[i] / hertz[6 + i] - 1);
  }
  CHECK_NEAR(f.body.facts.frequency_error, worst, 1e-9);
  assert_true(worst < 0.01);
  assert_int_equal(f.body.n, 20 + 12 - 6);
  assert_int_equal(f.body.facts.constraint, 12);
  assert_int_equal(f.body.facts.fixed, 20);
  fixture_end(&f);
}

/* A mesh that is searched by Lanczos: shapes with both ends held against dense algebra, by number and up to a
 * frequency. */
static void many_unknowns(void **state) {
  (void)state;
  Fixture f;
  Block block = bar;
  int32_t columns;
  block.cells[0] = 16, block.cells[1] = 3;
  begin(&f, block);
  fixture_reduce(&f, rigid_ends, 2, 5, 0, NULL); /* for the place of the interfaces */
  const int32_t n = f.model.nunknowns;
  assert_int_equal(n, 612);
  double *t = dense_rigid(&f, rigid_ends, 2, &columns) + 12 * (size_t)n, *hertz = SAR_NEW(f.arena, n, double);
  columns -= 12;
  double *k = dense_project(&f, dense_matrix(&f, &f.model.stiffness), n, t, columns);
  double *m = dense_project(&f, dense_matrix(&f, &f.model.mass), n, t, columns);
  dense_frequencies(&f, columns, k, m, hertz);
  const SarReduceOptions by_number = {.interfaces = rigid_ends, .ninterfaces = 2, .modes = 60};
  const SarReduceOptions by_frequency = {
      .interfaces = rigid_ends, .ninterfaces = 2, .modes = -1, .up_to = hertz[80] + 1};
  const int32_t *unknown = sar_fe_unknowns_of_nodes(&f.model, f.arena);
  const SarFeSurface surface = {0};
  SarFeCoupled *interfaces;
  SarFeInner inner;
  SarFeFixed fixed;
  assert_int_equal(sar_fe_couple(f.context, &f.model, unknown, &surface, &by_number, f.arena, &interfaces), SAR_OK);
  assert_int_equal(sar_fe_inner_create(f.context, &f.model, unknown, interfaces, 2, f.arena, &inner), SAR_OK);
  for (int round = 0; round < 2; round++) {
    const SarReduceOptions *options = round ? &by_frequency : &by_number;
    assert_int_equal(sar_fe_fixed_shapes(&inner, options, &fixed), SAR_OK);
    assert_int_equal(fixed.count, round ? 81 : 60);
    for (int32_t i = 0; i < fixed.count; i++) {
      CHECK_NEAR(sqrt(fixed.squares[i]) / 6.283185307179586477 / hertz[i], 1, 1e-9);
    }
    sar_fe_fixed_destroy(&fixed);
  }
  sar_fe_inner_destroy(&inner);
  fixture_end(&f);
}

/* ---- compliance ---- */

static void check_compliance(Fixture *f, int32_t held, const double *reference, double tolerance) {
  int32_t m;
  const double *own = reduced_compliance(f, held, &m);
  for (int32_t i = 0; i < m; i++) {
    for (int32_t j = 0; j < m; j++) {
      const double size = sqrt(reference[i + i * m] * reference[j + j * m]);
      CHECK_NEAR((own[i + j * m] - reference[i + j * m]) / size, 0, tolerance);
    }
  }
  assert_true(f->body.facts.compliance_error >= 0 && f->body.facts.compliance_error < tolerance);
}

/* K of the model with rigid ends, the first held: C = (K^-1) of the second. */
static double *rigid_reference(Fixture *f) {
  int32_t columns, n = f->model.nunknowns;
  double *t = dense_rigid(f, rigid_ends, 2, &columns);
  double *k = dense_project(f, dense_matrix(f, &f->model.stiffness), n, t + 6 * (size_t)n, columns - 6);
  double *c = SAR_NEW(f->arena, (size_t)(columns - 6) * 6, double), *out = SAR_NEW(f->arena, 36, double);
  SarSymmetric s;
  assert_int_equal(sar_symmetric_create(f->context, columns - 6, k, &s), SAR_OK);
  for (int i = 0; i < 6; i++) c[i + (columns - 6) * i] = 1;
  sar_symmetric_solve(&s, 6, c);
  sar_symmetric_destroy(&s);
  for (int i = 0; i < 36; i++) out[i] = c[i % 6 + (columns - 6) * (i / 6)];
  return out;
}

/* [K W_a^T; W_a 0] with loads W_b^T. */
static double *mean_reference(Fixture *f) {
  const int n = f->model.nunknowns, all = n + 6;
  double *k = dense_matrix(f, &f->model.stiffness), *wa = dense_mean(f, "left"), *wb = dense_mean(f, "right");
  double *big = SAR_NEW(f->arena, (size_t)all * all, double), *x = SAR_NEW(f->arena, (size_t)all * 6, double);
  double *out = SAR_NEW(f->arena, 36, double), scale = k[0];
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) big[i + (size_t)all * j] = k[i + (size_t)n * j];
    for (int a = 0; a < 6; a++) {
      big[n + a + (size_t)all * j] = big[j + (size_t)all * (n + a)] = scale * wa[6 * j + a];
      x[j + all * a] = wb[6 * j + a];
    }
  }
  SarSymmetric s;
  assert_int_equal(sar_symmetric_create(f->context, all, big, &s), SAR_OK);
  sar_symmetric_solve(&s, 6, x);
  sar_symmetric_destroy(&s);
  for (int a = 0; a < 6; a++) {
    for (int b = 0; b < 6; b++) {
      for (int j = 0; j < n; j++) out[a + 6 * b] += wb[6 * j + a] * x[j + all * b];
    }
  }
  return out;
}

/* Whatever the number of other shapes, static loads between interfaces bend the body as the model. */
static void compliance(void **state) {
  (void)state;
  for (int modes = 0; modes <= 10; modes += 10) {
    for (int clamped = 0; clamped < 2; clamped++) {
      Fixture f;
      begin(&f, bar);
      forget_elements(&f);
      fixture_reduce(&f, rigid_ends, 2, modes, 0, clamped ? "b" : NULL);
      check_compliance(&f, 0, rigid_reference(&f), 1e-8);
      fixture_reduce(&f, soft_ends, 2, modes, 0, clamped ? "b" : NULL);
      check_compliance(&f, 0, mean_reference(&f), 1e-8);
      fixture_end(&f);
    }
  }
}

/* The mean of a set is softer than the set welded; mixed ends lie between. */
static void couplings_in_order(void **state) {
  (void)state;
  Fixture f;
  int32_t m;
  double torsion[3];
  begin(&f, bar);
  fixture_reduce(&f, rigid_ends, 2, 4, 0, NULL);
  torsion[0] = reduced_compliance(&f, 0, &m)[3 + 6 * 3];
  fixture_reduce(&f, mixed_ends, 2, 4, 0, NULL);
  torsion[1] = reduced_compliance(&f, 0, &m)[3 + 6 * 3];
  assert_true(f.body.facts.compliance_error < 1e-8);
  fixture_reduce(&f, soft_ends, 2, 4, 0, NULL);
  torsion[2] = reduced_compliance(&f, 0, &m)[3 + 6 * 3];
  assert_true(torsion[0] < torsion[1] && torsion[1] < torsion[2] && torsion[2] < 1.5 * torsion[0]);
  fixture_end(&f);
}

/* The point of an interface may lie elsewhere: the same body, seen from there. */
static void interface_choices_agree(void **state) {
  (void)state;
  Fixture f;
  int32_t m, more;
  SarFeInterface moved[] = {soft_ends[0], soft_ends[1]};
  begin(&f, bar);
  forget_elements(&f);
  fixture_reduce(&f, soft_ends, 2, 30, 0, NULL);
  const double *two = reduced_compliance(&f, 0, &m);
  const double *lowest = f.body.stiffness;
  const SarVec3 at = sar_add(f.body.interfaces[1].at, f.body.centre);
  moved[1].placed = true;
  moved[1].at = sar_add(at, sar_vec3(0.2, 0, 0.1));
  fixture_reduce(&f, moved, 2, 30, 0, NULL);
  const double *shifted = reduced_compliance(&f, 0, &more);
  const SarVec3 p = sar_add(f.body.interfaces[1].at, f.body.centre);
  CHECK_NEAR(sar_norm(sar_sub(p, moved[1].at)), 0, 1e-14);
  for (int i = 3; i < 6; i++) {
    for (int j = 3; j < 6; j++) CHECK_NEAR(shifted[i + 6 * j] / two[i + 6 * i], two[i + 6 * j] / two[i + 6 * i], 1e-9);
  }
  /* u_y of the moved point by a moment: that of the old one plus its rotation times the lever */
  CHECK_NEAR(shifted[1 + 6 * 5], two[1 + 6 * 5] + 0.2 * two[5 + 6 * 5] - 0.1 * two[3 + 6 * 5], 1e-9 * two[5 + 6 * 5]);
  for (int i = 0; i < 3; i++) CHECK_NEAR(f.body.stiffness[i] / lowest[i], 1, 1e-9);
  fixture_end(&f);
}

/* Weights by area: the middle of an end stays where it is when nodes are crowded at one side of it. */
static void crowded_end(void **state) {
  (void)state;
  Fixture f;
  begin(&f, bar);
  SarVec3 *at = (SarVec3 *)f.model.at;
  for (int32_t i = 0; i < f.model.nnodes; i++) {
    if (fabs(at[i].y + 0.04) < 1e-9) at[i].y = -0.09; /* of -0.1, -0.04 and 0.02 */
  }
  assert_int_equal(sar_fe_assemble(f.context, f.arena, &f.model), SAR_OK);
  fixture_reduce(&f, mixed_ends, 2, 4, 0, NULL);
  for (int i = 0; i < 2; i++) {
    const SarVec3 p = sar_add(f.body.interfaces[i].at, f.body.centre);
    CHECK_NEAR(p.y, -0.04, 1e-12);
    CHECK_NEAR(p.z, 2.04, 1e-12);
  }
  forget_elements(&f);
  fixture_reduce(&f, mixed_ends, 2, 4, 0, NULL);
  CHECK_NEAR(f.body.interfaces[0].at.y + f.body.centre.y, (-0.1 - 0.09 + 0.02) / 3, 1e-12);
  fixture_end(&f);
}

/* ---- frames ---- */

static void clamped_frame(void **state) {
  (void)state;
  Fixture f;
  int32_t columns;
  begin(&f, bar);
  const int32_t n = f.model.nunknowns, nfree = n - 3 * (f.model.sets[0].count + f.model.sets[1].count);
  fixture_reduce(&f, rigid_ends, 2, nfree, 0, "a");
  double *t = dense_rigid(&f, rigid_ends, 2, &columns), *hertz = SAR_NEW(f.arena, columns, double);
  double *k = dense_project(&f, dense_matrix(&f, &f.model.stiffness), n, t + 6 * (size_t)n, columns - 6);
  double *m = dense_project(&f, dense_matrix(&f, &f.model.mass), n, t + 6 * (size_t)n, columns - 6);
  dense_frequencies(&f, columns - 6, k, m, hertz);
  assert_int_equal(f.body.n, columns - 6);
  for (int i = 0; i < f.body.n; i++) CHECK_NEAR(sqrt(f.body.stiffness[i]) / 6.283185307179586477 / hertz[i], 1, 1e-8);
  for (int i = 0; i < 3 * f.body.n; i++) {
    CHECK_NEAR(f.body.interfaces[0].phi[i], 0, 0);
    CHECK_NEAR(f.body.interfaces[0].theta[i], 0, 0);
  }
  assert_string_equal(f.body.facts.frame, "a");
  assert_true(fabs(f.body.psi[f.body.n]) + fabs(f.body.psi[2 * f.body.n]) > 0.1);
  fixture_end(&f);
}

static void free_frame(void **state) {
  (void)state;
  for (int lumped = 0; lumped < 2; lumped++) {
    Fixture f;
    Block block = bar;
    block.lumped = lumped;
    begin(&f, block);
    fixture_reduce(&f, soft_ends, 2, 20, 0, NULL);
    assert_true(f.report.rigid < 1e-9);
    assert_true(f.report.coupling < 1e-10); /* before it was taken out */
    for (int i = 0; i < 3 * f.body.n; i++) {
      CHECK_NEAR(f.body.psi[i], 0, 1e-12 * sqrt(f.body.mass));
      CHECK_NEAR(f.body.g0[i], 0, 1e-12 * sqrt(f.body.j0.m[1][1]));
    }
    CHECK_NEAR(f.body.mass, 7800 * 0.12 * 0.08, 1e-9);
    CHECK_NEAR(f.body.centre.x, 0.8, 1e-12);
    CHECK_NEAR(f.body.centre.y, -0.04, 1e-12);
    CHECK_NEAR(f.body.centre.z, 2.04, 1e-12);
    if (!lumped) CHECK_NEAR(f.body.j0.m[2][2], f.body.mass * (1 + 0.12 * 0.12) / 12, 1e-9);
    CHECK_NEAR(f.report.mesh_mass, f.body.mass, 1e-9);
    CHECK_NEAR(sar_norm(sar_sub(f.report.mesh_centre, f.body.centre)), 0, 1e-12);
    fixture_end(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(complete_rigid),
                                     cmocka_unit_test(complete_distributed),
                                     cmocka_unit_test(few_shapes),
                                     cmocka_unit_test(many_unknowns),
                                     cmocka_unit_test(compliance),
                                     cmocka_unit_test(couplings_in_order),
                                     cmocka_unit_test(interface_choices_agree),
                                     cmocka_unit_test(crowded_end),
                                     cmocka_unit_test(clamped_frame),
                                     cmocka_unit_test(free_frame)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
