/* Orders of every method of the registry on mechanisms in space (numerics, section 3): a fast heavy top and a chain,
 * index 3 and the stabilised index-2 form; classical orders on a free body. What is expected stands in the methods' own
 * tables, so a new table is measured here without a line of its own. docs/orders.md shows more mechanisms. */
#include <stdio.h>
#include <string.h>

#include "method/method.h"
#include "physics/trial.h"

#define WITHIN 0.25
#define ROUNDING 1e-13 /* of positions over L, and angles */

/* The order of `bdf` is a choice: high ones come to rounding on the top, whose multipliers carry eps/c_q. */
typedef struct Case {
  const char *model;
  double end, step;
  int32_t halvings, bdf_order;
} Case;

/* log2 of the error's ratio over the halving before the i-th step. */
static double local(const SarOrderSeries *s, int32_t i) { return log2(s->errors[i - 1] / s->errors[i]); }

/* Within 0.25; or above where the slope is still falling, or came to rounding before it could: methods of higher order
 * have small constants of the lower one, and on the spinning top those of odd order in positions. */
static void check(const SarOrderResult *r, const char *what, const SarOrderSeries *s, int32_t expected) {
  bool falling = local(s, r->nsteps - 1) < local(s, r->nsteps - 3) || s->errors[r->nsteps - 1] < ROUNDING;
  bool right = s->order >= expected - WITHIN && (s->order <= expected + WITHIN || falling);
  if (right) return;
  for (int32_t i = 0; i < r->nsteps; i++) print_message("  %.3e %.3e\n", r->steps[i], s->errors[i]);
  fail_msg("%s: %s has order %.2f, expected %d", r->method, what, s->order, (int)expected);
}

static void measure(Trial *trial, const Case *c, int32_t method, bool si2) {
  SarMethodInfo info = sar_method_info(method);
  bool bdf = strcmp(info.name, "bdf") == 0;
  const int32_t k = c->bdf_order, of_bdf[3] = {k, k, k};
  const int32_t *expected = bdf ? of_bdf : si2 ? info.order_si2 : info.order_index3;
  SarOrderOptions options = sar_order_options_default();
  SarOrderResult r;
  char text[64];
  snprintf(text, sizeof text, "%s:formulation=%s", info.name, si2 ? "si2" : "index3");
  if (bdf) snprintf(text, sizeof text, "bdf:max_order=%d,formulation=%s", (int)k, si2 ? "si2" : "index3");
  options.method = text, options.end = c->end, options.step = c->step, options.halvings = c->halvings;
  if (expected[0] > 4 && !bdf) options.halvings--; /* before positions come to rounding */
  SarStatus status = sar_order(trial->context, trial->system, &options, &r);
  if (expected[2] == 0) { /* without dissipation on index 3; or there is no such form: said, not tried */
    assert_int_equal(status, SAR_INPUT);
    sar_context_clear(trial->context);
    return;
  }
  expect_ok(trial->context, status, text);
  print_message("%-40s %.2f %.2f %.2f\n", r.method, r.position.order, r.velocity.order, r.multipliers.order);
  check(&r, "position", &r.position, expected[0]);
  check(&r, "velocity", &r.velocity, expected[1]);
  check(&r, "multipliers", &r.multipliers, expected[2]);
}

static void all_methods(const Case *c) {
  Trial trial;
  trial_read(&trial, c->model);
  trial_compile(&trial);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    if (sar_method_info(i).independent) continue;                       /* no fixed steps */
    if (sar_method_info(i).explicit) continue;                          /* explicit_order_test.c */
    if (strcmp(sar_method_info(i).family, "rosenbrock") == 0) continue; /* state_space_order_test.c */
    measure(&trial, c, i, false);
    measure(&trial, c, i, true);
  }
  trial_close(&trial);
}

static void heavy_top(void **state) { (void)state, all_methods(&(Case){"models/heavy_top.yaml", 0.1, 1e-3, 4, 3}); }
static void spatial_chain(void **state) {
  (void)state, all_methods(&(Case){"models/spatial_chain.yaml", 0.3, 4e-3, 4, 5});
}

/* Through a turning point, where all velocities vanish at once and their constraints are no more exact than what the
 * velocities come from: the corrector finds its floor there too. */
static void turning_point(void **state) {
  (void)state;
  const Case c = {"models/pendulum.yaml", 2, 0.02, 4, 0};
  Trial trial;
  trial_read(&trial, c.model);
  trial_compile(&trial);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    const char *name = sar_method_info(i).name;
    if (strcmp(name, "mssth5") == 0 || strcmp(name, "esdirk436l2sa2") == 0) measure(&trial, &c, i, true);
  }
  trial_close(&trial);
}

/* Methods without dissipation: refused on index 3 with the way out, of second order in the stabilised form. */
static void without_dissipation(void **state) {
  (void)state;
  static const char *const methods[] = {"hht:alpha=0", "newmark:beta=0.25,gamma=0.5", "generalized-alpha:rho_inf=1"};
  Trial trial;
  trial_read(&trial, "models/spatial_chain.yaml");
  trial_compile(&trial);
  for (int i = 0; i < 3; i++) {
    SarOrderOptions options = sar_order_options_default();
    SarOrderResult r;
    char si2[64];
    snprintf(si2, sizeof si2, "%s,formulation=si2", methods[i]);
    options.method = methods[i], options.end = 0.3, options.step = 4e-3;
    assert_int_equal(sar_order(trial.context, trial.system, &options, &r), SAR_INPUT);
    assert_non_null(
        strstr(sar_context_get(trial.context, sar_context_count(trial.context) - 1)->remedy, "formulation=si2"));
    sar_context_clear(trial.context);
    options.method = si2;
    expect_ok(trial.context, sar_order(trial.context, trial.system, &options, &r), si2);
    check(&r, "position", &r.position, 2);
    check(&r, "velocity", &r.velocity, 2);
    check(&r, "multipliers", &r.multipliers, 2);
  }
  trial_close(&trial);
}

/* Unconstrained, with forces that depend on positions, orientation and velocities. */
static void sprung_body(void **state) {
  (void)state;
  Trial trial;
  trial_read(&trial, "models/sprung_body.yaml");
  trial_compile(&trial);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (info.independent) continue; /* no fixed steps */
    SarOrderOptions options = sar_order_options_default();
    SarOrderResult r;
    options.method = info.name, options.step = 0.02;
    expect_ok(trial.context, sar_order(trial.context, trial.system, &options, &r), info.name);
    check(&r, "position", &r.position, info.order);
    check(&r, "velocity", &r.velocity, info.order);
  }
  trial_close(&trial);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sprung_body),   cmocka_unit_test(heavy_top),           cmocka_unit_test(spatial_chain),
      cmocka_unit_test(turning_point), cmocka_unit_test(without_dissipation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
