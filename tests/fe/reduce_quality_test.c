/* What a reduction says of its own quality: shapes are spoilt between its steps, and it must notice. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "check.h"
#include "fe/matrix.h"
#include "fe/reduction.h"
#include "reduced.h"

static const Block bar = {.cells = {4, 2, 2}, .size = {1, 0.12, 0.08}, .corner = {0.3, -0.1, 2}, .kind = SAR_FE_HEX8};
static const SarFeInterface rigid_ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_RIGID},
                                            {.name = "b", .set = "right", .coupling = SAR_FE_RIGID}};
static const SarFeInterface soft_ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_DISTRIBUTED},
                                           {.name = "b", .set = "right", .coupling = SAR_FE_DISTRIBUTED}};

/* Waves along the bar, one way in the shape of a motion of one end and the other way in that of the other: rigid motion
 * of the whole stays what it was. `inner`: at unknowns that nothing prescribes. */
static void spoil(SarReduction *r, double amount) {
  const size_t n = (size_t)r->model->nunknowns;
  double *one = r->shapes, *other = r->shapes + 6 * n; /* both along the bar */
  for (size_t k = 0; k < n; k++) {
    const int32_t node = r->model->unknowns[k].node;
    bool end = false;
    for (int s = 0; s < 2; s++) {
      for (int32_t i = 0; i < r->model->sets[s].count; i++) end = end || r->model->sets[s].nodes[i] == node;
    }
    if (end) continue;
    one[k] += amount * sin((double)k);
    other[k] -= amount * sin((double)k);
  }
}

/* Compliance of the reduced body along the bar, its other end held: stretch by force. */
static double stretch(const SarReduction *r) {
  double sum = 0;
  for (int32_t j = 0; j < r->n; j++) {
    const double *q = r->motion + (size_t)j * (size_t)r->nends;
    sum += (q[6] - q[0]) * (q[6] - q[0]) / r->squares[j];
  }
  return sum;
}

static double reported(const SarFeInterface *ends, double amount, double *own, int *warnings) {
  Fixture f;
  fixture_begin(&f);
  block_create(f.context, f.arena, &bar, &f.model);
  const SarReduceOptions options = {.interfaces = ends, .ninterfaces = 2, .modes = 4, .units = {1, 1, 1}};
  SarReducedFacts facts = {0};
  SarReduction r = {.context = f.context,
                    .model = &f.model,
                    .options = &options,
                    .arena = f.arena,
                    .report = &f.report,
                    .work = sar_arena_create()};
  assert_int_equal(sar_reduction_begin(&r), SAR_OK);
  assert_int_equal(sar_reduction_constraint(&r), SAR_OK);
  spoil(&r, amount);
  assert_int_equal(sar_reduction_between(&r), SAR_OK);
  assert_int_equal(sar_reduction_fixed(&r), SAR_OK);
  assert_int_equal(sar_reduction_load_shapes(&r), SAR_OK);
  assert_int_equal(sar_reduction_small(&r), SAR_OK);
  assert_int_equal(sar_reduction_quality(&r, &facts), SAR_OK);
  *own = stretch(&r);
  *warnings = 0;
  for (int32_t i = 0; i < sar_context_count(f.context); i++) {
    *warnings += strstr(sar_context_get(f.context, i)->message, "compliance between interfaces is wrong") != NULL;
  }
  sar_reduction_end(&r);
  fixture_end(&f);
  return facts.compliance_error;
}

static void compliance_of_spoilt_shapes(void **state) {
  (void)state;
  const SarFeInterface *const kinds[] = {rigid_ends, soft_ends};
  for (int kind = 0; kind < 2; kind++) {
    double right, own;
    int warnings;
    assert_true(reported(kinds[kind], 0, &right, &warnings) < 1e-8);
    assert_int_equal(warnings, 0);
    for (double amount = 0.1; amount > 5e-4; amount /= 10) {
      const double error = reported(kinds[kind], amount, &own, &warnings), wrong = fabs(own / right - 1);
      print_message("spoilt by %g: stretch wrong by %.3g, reported %.3g\n", amount, wrong, error);
      assert_true(wrong > 1e-4);
      CHECK_NEAR(error / wrong, 1, 1e-2); /* no other entry is spoilt as much */
      assert_int_equal(warnings, 1);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(compliance_of_spoilt_shapes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
