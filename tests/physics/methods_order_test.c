/* Orders of every method of the registry on mechanisms in space (numerics, section 3): a fast heavy top and a chain,
 * index 3 and the stabilised index-2 form; classical orders on a body on springs. What is expected stands in the
 * methods' own tables, so a new table is measured here without a line of its own. The other mechanisms of
 * docs/orders.md, with some methods of every family; and the undamped ones.
 *
 * label: numbers */
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

static void check_all(const SarOrderResult *r, const int32_t *expected) {
  print_message("%-40s %.2f %.2f %.2f\n", r->method, r->position.order, r->velocity.order, r->multipliers.order);
  check(r, "position", &r->position, expected[0]);
  check(r, "velocity", &r->velocity, expected[1]);
  check(r, "multipliers", &r->multipliers, expected[2]);
}

static SarOrderOptions options_of(const Case *c, const char *method) {
  SarOrderOptions options = sar_order_options_default();
  options.method = method, options.end = c->end, options.step = c->step, options.halvings = c->halvings;
  return options;
}

static void measure(Trial *trial, const Case *c, int32_t method, bool si2) {
  SarMethodInfo info = sar_method_info(method);
  bool bdf = strcmp(info.name, "bdf") == 0;
  const int32_t k = c->bdf_order, of_bdf[3] = {k, k, k};
  const int32_t *expected = bdf ? of_bdf : si2 ? info.order_si2 : info.order_index3;
  SarOrderResult r;
  char text[64];
  snprintf(text, sizeof text, "%s:formulation=%s", info.name, si2 ? "si2" : "index3");
  if (bdf) snprintf(text, sizeof text, "bdf:max_order=%d,formulation=%s", (int)k, si2 ? "si2" : "index3");
  SarOrderOptions options = options_of(c, text);
  if (expected[0] > 4 && !bdf) options.halvings--; /* before positions come to rounding */
  SarStatus status = trial_order(trial, options, &r);
  if (expected[2] == 0) { /* without dissipation on index 3; or there is no such form: said, not tried */
    assert_int_equal(status, SAR_INPUT);
    sar_context_clear(trial->context);
    return;
  }
  expect_ok(trial->context, status, text);
  check_all(&r, expected);
}

/* Others have tests of their own: explicit_order_test.c, state_space_order_test.c. */
static bool solves_stages(const SarMethodInfo *info) {
  return !info->independent && !info->explicit && strcmp(info->family, "rosenbrock") != 0;
}

static void all_methods(const Case *c) {
  Trial trial;
  trial_read(&trial, c->model);
  trial_compile(&trial);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (!solves_stages(&info)) continue;
    measure(&trial, c, i, false);
    measure(&trial, c, i, true);
  }
  trial_close(&trial);
}

static void heavy_top(void **state) { (void)state, all_methods(&(Case){"models/heavy_top.yaml", 0.1, 1e-3, 4, 3}); }
static void spatial_chain(void **state) {
  (void)state, all_methods(&(Case){"models/spatial_chain.yaml", 0.3, 4e-3, 4, 5});
}

/* One method of every family, and where stages fail to hold the order, those with more of them. */
static bool of_the_few(const char *name) {
  static const char *const few[] = {"hht",    "newmark",       "midpoint",       "lms3",   "bdf",   "ss3",
                                    "msstc3", "esdirk325l2sa", "esdirk436l2sa2", "mssth5", "radau3"};
  for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
    if (strcmp(few[i], name) == 0) return true;
  }
  return false;
}

/* The first method of every family that takes index 3. */
static bool of_a_new_family(int32_t method) {
  for (int32_t i = 0; i < method; i++) {
    SarMethodInfo info = sar_method_info(i);
    if (info.order_index3[2] > 0 && strcmp(info.family, sar_method_info(method).family) == 0) return false;
  }
  return sar_method_info(method).order_index3[2] > 0;
}

static void few_methods(const Case *c, bool fewest) {
  Trial trial;
  trial_read(&trial, c->model);
  trial_compile(&trial);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (!solves_stages(&info) || (fewest ? !of_a_new_family(i) : !of_the_few(info.name))) continue;
    measure(&trial, c, i, false);
    measure(&trial, c, i, true);
  }
  trial_close(&trial);
}

/* Through a turning point, where all velocities vanish at once and their constraints are no more exact than what the
 * velocities come from: the corrector finds its floor there too. */
static void pendulum(void **state) { (void)state, few_methods(&(Case){"models/pendulum.yaml", 2, 0.02, 4, 3}, false); }
/* Short, and with three halvings: the reference takes seconds. */
static void squeezer(void **state) {
  (void)state, few_methods(&(Case){"models/andrews_squeezer.yaml", 0.01, 1e-4, 3, 3}, true);
}

/* Without dissipation, where index 3 is refused. Three keep less of the multipliers: lms2, whose two roots at infinity
 * are both -1 so that errors add up, and mssth3 and mssth4, whose stages then have no more than order 2. */
static void undamped_on_si2(void **state) {
  (void)state;
  static const struct Undamped {
    const char *method;
    int32_t expected[3];
  } list[] = {
      {"trapezoid:formulation=si2", {2, 2, 2}},
      {"newmark:beta=0.25,gamma=0.5,formulation=si2", {2, 2, 2}},
      {"generalized-alpha:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"lms2:rho_inf=1,formulation=si2", {2, 2, 1}},
      {"ss2:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"ss3:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"ss4:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"bathe:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"msstc3:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"msstc4:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"msstc5:rho_inf=1,formulation=si2", {2, 2, 2}},
      {"mssth3:rho_inf=1,formulation=si2", {2, 2, 1}},
      {"mssth4:rho_inf=1,formulation=si2", {2, 2, 1}},
      {"mssth5:rho_inf=1,formulation=si2", {3, 3, 2}},
  };
  const Case c = {"models/pendulum.yaml", 2, 0.02, 4, 0};
  Trial trial;
  trial_read(&trial, c.model);
  trial_compile(&trial);
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    SarOrderOptions options = options_of(&c, list[i].method);
    SarOrderResult r;
    expect_ok(trial.context, trial_order(&trial, options, &r), list[i].method);
    check_all(&r, list[i].expected);
  }
  trial_close(&trial);
}

/* Without forces and constraints, tumbling. */
static void free_top(void **state) {
  (void)state;
  Trial trial;
  trial_read(&trial, "models/free_top.yaml");
  trial_compile(&trial);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (!of_the_few(info.name)) continue;
    SarOrderOptions options =
        options_of(&(Case){.end = 4, .step = info.order > 4 ? 0.16 : 0.04, .halvings = 4}, info.name);
    SarOrderResult r;
    expect_ok(trial.context, trial_order(&trial, options, &r), info.name);
    check(&r, "position", &r.position, info.order);
    check(&r, "velocity", &r.velocity, info.order);
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
    assert_int_equal(trial_order(&trial, options, &r), SAR_INPUT);
    assert_non_null(
        strstr(sar_context_get(trial.context, sar_context_count(trial.context) - 1)->remedy, "formulation=si2"));
    sar_context_clear(trial.context);
    options.method = si2;
    expect_ok(trial.context, trial_order(&trial, options, &r), si2);
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
    expect_ok(trial.context, trial_order(&trial, options, &r), info.name);
    check(&r, "position", &r.position, info.order);
    check(&r, "velocity", &r.velocity, info.order);
  }
  trial_close(&trial);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_top),      cmocka_unit_test(sprung_body),         cmocka_unit_test(pendulum),
      cmocka_unit_test(squeezer),      cmocka_unit_test(undamped_on_si2),     cmocka_unit_test(heavy_top),
      cmocka_unit_test(spatial_chain), cmocka_unit_test(without_dissipation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
