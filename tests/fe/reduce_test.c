/* Reduction of blocks of finite elements: against all unknowns of the model, solved densely by LAPACK. */
#include "fe/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "check.h"
#include "fe/matrix.h"
#include "linear/symmetric.h"

#define TWO_PI 6.283185307179586477

typedef struct Fixture {
  SarContext *context;
  SarArena *arena;
  SarFeModel model;
  SarReduced body;
  SarReduceReport report;
} Fixture;

static void begin(Fixture *f, Block block) {
  f->context = sar_context_create();
  f->arena = sar_arena_create();
  block_create(f->context, f->arena, &block, &f->model);
}

static void end(Fixture *f) {
  sar_arena_destroy(&f->arena);
  sar_context_destroy(&f->context);
}

static const Block bar = {.cells = {4, 2, 2}, .size = {1, 0.12, 0.08}, .corner = {0.3, -0.1, 2}, .kind = SAR_FE_HEX8};

static const SarFeInterface rigid_ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_RIGID},
                                            {.name = "b", .set = "right", .coupling = SAR_FE_RIGID}};
static const SarFeInterface soft_ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_DISTRIBUTED},
                                           {.name = "b", .set = "right", .coupling = SAR_FE_DISTRIBUTED}};

static void reduce(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t modes, const char *frame) {
  const SarReduceOptions options = {
      .interfaces = interfaces, .ninterfaces = count, .modes = modes, .frame = frame, .units = {1, 1, 1}};
  SarStatus status = sar_fe_reduce(f->context, &f->model, &options, f->arena, &f->body, &f->report);
  if (status != SAR_OK) print_error("%s\n", sar_context_get(f->context, 0)->message);
  assert_int_equal(status, SAR_OK);
}

static void first(void **state) {
  (void)state;
  Fixture f;
  begin(&f, bar);
  reduce(&f, rigid_ends, 2, 10, NULL);
  print_message("n %d mass %g centre %g %g %g rigid %g coupling %g relief %g compliance %g freq %g\n", f.body.n, f.body.mass,
                f.body.centre.x, f.body.centre.y, f.body.centre.z, f.report.rigid, f.report.coupling, f.report.relief_error,
                f.body.facts.compliance_error, f.body.facts.frequency_error);
  for (int i = 0; i < f.report.nfull && i < f.report.nfree; i++) print_message("%g %g\n", f.report.free[i], f.report.full[i]);
  reduce(&f, soft_ends, 2, 10, NULL);
  print_message("n %d mass %g centre %g %g %g rigid %g coupling %g relief %g compliance %g freq %g\n", f.body.n, f.body.mass,
                f.body.centre.x, f.body.centre.y, f.body.centre.z, f.report.rigid, f.report.coupling, f.report.relief_error,
                f.body.facts.compliance_error, f.body.facts.frequency_error);
  for (int i = 0; i < f.report.nfull && i < f.report.nfree; i++) print_message("%g %g\n", f.report.free[i], f.report.full[i]);
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(first)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
