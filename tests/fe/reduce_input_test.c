/* Wrong input of a reduction: what is wrong is said, with what to do. */
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "check.h"
#include "reduced.h"

static const Block bar = {.cells = {4, 2, 2}, .size = {1, 0.12, 0.08}, .corner = {0, 0, 0}, .kind = SAR_FE_HEX8};
static const SarFeInterface ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_RIGID},
                                      {.name = "b", .set = "right", .coupling = SAR_FE_DISTRIBUTED}};

static void begin(Fixture *f) {
  fixture_begin(f);
  block_create(f->context, f->arena, &bar, &f->model);
}

static void interfaces(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  const struct {
    SarFeInterface second;
    const char *message;
  } wrong[] = {
      {{.name = "b", .set = "rihgt"}, "there is no set of nodes `rihgt`; did you mean `RIGHT`?"},
      {{.name = "b", .node = 12345}, "there is no node 12345"},
      {{.name = "b", .node = 10}, "a node of a solid has no rotation"},
      {{.name = "a", .set = "right"}, "two interfaces have the name `a`"},
      {{.name = "2b", .set = "right"}, "`2b` cannot be the name"},
      {{.name = "ground", .set = "right"}, "`ground` cannot be the name"},
      {{.name = "modes", .set = "right"}, "`modes` cannot be the name"},
      {{.name = "mode1", .set = "right"}, "`mode1` cannot be the name"},
      {{.name = "q0", .set = "right"}, "`q0` cannot be the name"},
      {{.name = "fx", .set = "right"}, "`fx` cannot be the name"},
      {{.name = "b", .set = "top", .coupling = SAR_FE_RIGID}, "both have node"},
      {{.name = "b", .set = "left", .coupling = SAR_FE_RIGID}, "both have node"},
      {{.name = "b", .set = "nothing", .coupling = SAR_FE_RIGID}, "is empty"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const SarFeInterface two[] = {ends[0], wrong[i].second};
    fixture_refuse(&f, two, 2, 3, NULL, wrong[i].message);
  }
  for (int coupling = SAR_FE_RIGID; coupling <= SAR_FE_DISTRIBUTED; coupling++) {
    const SarFeInterface line = {.name = "a", .set = "line", .coupling = coupling};
    fixture_refuse(&f, &line, 1, 3, NULL, "lie on one line");
  }
  fixture_refuse(&f, ends, 0, 3, NULL, "needs an interface");
  fixture_refuse(&f, ends, 2, 3, "c", "there is no interface `c`");
  fixture_end(&f);
}

static void number_of_shapes(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  fixture_refuse(&f, ends, 2, 5000, NULL, "5000 shapes are wanted");
  fixture_refuse(&f, ends, 1, 0, NULL, "make a rigid body");
  fixture_reduce(&f, ends, 2, -1, 1, NULL); /* nothing below 1 Hz: the shapes of the interfaces alone */
  assert_int_equal(f.body.n, 6);
  fixture_reduce(&f, ends, 1, 3, 0, NULL); /* one interface is enough, if there are shapes */
  assert_int_equal(f.body.n, 3);
  assert_true(f.body.facts.compliance_error < 0);
  fixture_end(&f);
}

/* ---- matrices ---- */

static void matrices(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  const SarFeModel good = f.model;
  const int32_t n = f.model.nunknowns;
  f.model.mass.pattern.ncolumns = f.model.mass.pattern.nrows = n - 3;
  fixture_refuse(&f, ends, 2, 3, NULL, "the mass matrix has");
  f.model = good;
  double *values = f.model.mass.values;
  const int32_t at = f.model.mass.pattern.column[40] - 1; /* the diagonal of unknown 39: z of node 140 */
  const double kept = values[at];
  values[at] = 0;
  fixture_refuse(&f, ends, 2, 3, NULL, "node 140 has the mass 0 in direction 1");
  values[at] = -1;
  fixture_refuse(&f, ends, 2, 3, NULL, "node 140 has the mass -1 in direction 1");
  values[at] = NAN;
  fixture_refuse(&f, ends, 2, 3, NULL, "not finite");
  values[at] = kept;
  double *stiff = f.model.stiffness.values;
  const int32_t diagonal = f.model.stiffness.pattern.column[67 + 1] - 1; /* y of node 230, in the middle */
  const double was = stiff[diagonal];
  stiff[diagonal] = 0;
  fixture_refuse(&f, ends, 2, 3, NULL, "node 230 has no stiffness in direction 2");
  stiff[diagonal] = 1e-3 * was;
  fixture_refuse(&f, ends, 2, 3, NULL, "not positive definite with the interfaces held");
  stiff[diagonal] = was;
  f.model.nunknowns = 0;
  fixture_refuse(&f, ends, 2, 3, NULL, "no unknowns");
  fixture_end(&f);
}

static bool warned(const Fixture *f, const char *text) {
  for (int32_t i = 0; i < sar_context_count(f->context); i++) {
    const SarDiagnostic *d = sar_context_get(f->context, i);
    if (d->severity == SAR_WARNING && strstr(d->message, text)) return true;
  }
  return false;
}

static void too_few_shapes(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  fixture_reduce(&f, ends, 2, 0, 0, NULL);
  assert_true(f.body.facts.frequency_error > 0.01);
  assert_true(warned(&f, "the lowest frequencies of the free body are wrong by up to"));
  sar_context_clear(f.context);
  fixture_reduce(&f, ends, 2, 40, 0, NULL);
  assert_true(f.body.facts.frequency_error < 0.01);
  assert_false(warned(&f, "the lowest frequencies"));
  fixture_end(&f);
}

static void swapped(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  const SarFeMatrix mass = f.model.mass;
  f.model.mass = f.model.stiffness;
  f.model.stiffness = mass;
  fixture_refuse(&f, ends, 2, 3, NULL, "stiffness and mass are swapped");
  fixture_end(&f);
}

/* A mass of few digits, where no node is held. */
static void rounded_mass(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  const SarPattern *p = &f.model.mass.pattern;
  for (int32_t j = 0; j < f.model.nunknowns; j++) { /* along x alone: as if rounded another way */
    for (int32_t e = p->column[j]; e < p->column[j + 1] && j % 3 == 0; e++) f.model.mass.values[e] *= 1 + 1e-5;
  }
  fixture_refuse(&f, ends, 2, 3, NULL, "although no node is held: its numbers are rounded, or wrong");
  fixture_end(&f);
}

/* A body that is held by the ground, and one that is none. */
static void attached(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  double *stiff = f.model.stiffness.values;
  const int32_t diagonal = f.model.stiffness.pattern.column[67 + 1] - 1;
  stiff[diagonal] *= 1.01; /* a spring to the ground at one node */
  fixture_refuse(&f, ends, 2, 3, NULL, "the body has no six rigid motions");
  fixture_end(&f);
}

/* Nodes that the model holds are not among its unknowns. */
static void supported(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  const SarPattern whole = f.model.stiffness.pattern;
  const int32_t n = f.model.nunknowns, held = 66; /* x of node 230 */
  int32_t *column = SAR_NEW(f.arena, n + 1, int32_t), *row = SAR_NEW(f.arena, whole.column[n], int32_t), count = 0;
  double *k = SAR_NEW(f.arena, whole.column[n], double), *m = SAR_NEW(f.arena, whole.column[n], double);
  SarFeUnknown *unknowns = SAR_NEW(f.arena, n, SarFeUnknown);
  for (int32_t j = 0; j < n; j++) {
    if (j == held) continue;
    const int32_t to = j - (j > held);
    unknowns[to] = f.model.unknowns[j];
    column[to] = count;
    for (int32_t e = whole.column[j]; e < whole.column[j + 1]; e++) {
      if (whole.row[e] == held) continue;
      row[count] = whole.row[e] - (whole.row[e] > held);
      k[count] = f.model.stiffness.values[e];
      const int32_t at = sar_pattern_find(&f.model.mass.pattern, whole.row[e], j);
      m[count++] = at >= 0 ? f.model.mass.values[at] : 0;
    }
  }
  column[n - 1] = count;
  const SarPattern less = {n - 1, n - 1, column, row};
  f.model.unknowns = unknowns;
  f.model.nunknowns = n - 1;
  f.model.stiffness = (SarFeMatrix){less, k};
  f.model.mass = (SarFeMatrix){less, m};
  fixture_refuse(&f, ends, 2, 3, NULL, "some nodes are held");
  fixture_end(&f);
}

/* Millimetres and tonnes, read as metres and kilograms. */
static void units(void **state) {
  (void)state;
  Fixture f;
  begin(&f);
  SarVec3 *at = (SarVec3 *)f.model.at;
  for (int32_t i = 0; i < f.model.nnodes; i++) at[i] = sar_scale(1000, at[i]);
  for (int32_t e = 0; e < f.model.mass.pattern.column[f.model.nunknowns]; e++) f.model.mass.values[e] *= 1e-3;
  fixture_reduce(&f, ends, 2, 3, 0, NULL);
  bool warned = false;
  for (int32_t i = 0; i < sar_context_count(f.context); i++) {
    const SarDiagnostic *d = sar_context_get(f.context, i);
    warned = warned || (d->severity == SAR_WARNING && strstr(d->message, "with --units mm-t-s it would"));
  }
  assert_true(warned);
  fixture_end(&f);
}

/* Numbers spoilt at random, one or several at a time: an answer or a refusal, never anything else. */
static void spoilt(void **state) {
  (void)state;
  static const double bad[] = {0, -1, 1e300, -1e300, 1e-300, 1e30, -1e12, INFINITY, NAN, 1e9};
  uint64_t s = 88172645463325252u;
  int refused = 0, done = 0;
  for (int round = 0; round < 300; round++) {
    Fixture f;
    begin(&f);
    const int32_t n = f.model.nunknowns;
    for (int k = 0; k <= round % 4; k++) {
      s ^= s << 13, s ^= s >> 7, s ^= s << 17;
      const double value = bad[(s >> 40) % (sizeof bad / sizeof *bad)];
      const uint64_t where = s >> 13;
      if (s % 5 == 0) ((double *)f.model.at)[where % (3 * (uint64_t)f.model.nnodes)] = value;
      if (s % 5 == 1 || s % 5 == 2) f.model.mass.values[where % (uint64_t)f.model.mass.pattern.column[n]] = value;
      if (s % 5 > 2) f.model.stiffness.values[where % (uint64_t)f.model.stiffness.pattern.column[n]] = value;
    }
    const SarReduceOptions options = {
        .interfaces = ends, .ninterfaces = 2, .modes = 4, .frame = round % 3 ? NULL : "a", .units = {1, 1, 1}};
    const SarStatus status = sar_fe_reduce(f.context, &f.model, &options, f.arena, &f.body, &f.report);
    refused += status != SAR_OK;
    done += status == SAR_OK;
    if (status != SAR_OK) assert_int_equal(sar_status_exit_code(status) == 2 || status == SAR_FAILED, 1);
    if (status != SAR_OK)
      assert_int_equal(sar_context_get(f.context, sar_context_count(f.context) - 1)->severity, SAR_ERROR);
    fixture_end(&f);
  }
  assert_true(refused > 200); /* the others were spoilt by nothing that matters, as by 1e-300 for zero */
  print_message("%d refused, %d taken\n", refused, done);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(interfaces),     cmocka_unit_test(number_of_shapes),
                                     cmocka_unit_test(matrices),       cmocka_unit_test(attached),
                                     cmocka_unit_test(supported),      cmocka_unit_test(units),
                                     cmocka_unit_test(too_few_shapes), cmocka_unit_test(swapped),
                                     cmocka_unit_test(rounded_mass),   cmocka_unit_test(spoilt)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
