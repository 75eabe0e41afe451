/* Orders of all methods of the registry on toys with independent references (numerics 3): the classical order on
 * unconstrained motion, what the tables say of index 3 on a constrained one. A new table is measured here without a
 * line of its own.
 *
 * label: numbers */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "method/toy_order.h"

/* Methods that damp nothing cannot run on index 3, engines from outside not with fixed steps. */
static bool runs_on_index3(const SarMethodInfo *info) { return info->order_index3[2] > 0 && !info->independent; }

typedef struct Measured {
  double order[3], slopes[TOY_HALVINGS][3];
} Measured;

static Measured measure(const ToyClass *class, const char *method, double end, int32_t steps, int32_t substeps) {
  Measured m;
  toy_order_slopes(class, method, end, steps, substeps, m.order, m.slopes);
  return m;
}

/* Within 0.25; or above where the slope falls from halving to halving towards what is expected (numerics 3): methods of
 * higher order have small constants. */
static void check(const char *what, const char *method, const Measured *m, int quantity, double expected) {
  double order = m->order[quantity], slope = INFINITY;
  bool falling = true;
  for (int k = 0; k < TOY_HALVINGS; k++) {
    falling = falling && m->slopes[k][quantity] < slope;
    slope = m->slopes[k][quantity];
  }
  if (fabs(order - expected) <= 0.25 || (order > expected && falling)) return;
  fail_msg("%s, %s: order %.2f, expected %g", method, what, order, expected);
}

/* Few enough steps that the errors stay above rounding, and many where the constants are large. */
static int32_t steps_for(const SarMethodInfo *info, int32_t of_order_five) {
  if (info->explicit) return info->stages > 2 ? 40 : info->order > 5 ? 50 : info->order > 4 ? 100 : 200;
  if (strcmp(info->name, "w-method") == 0) return 400; /* the price of any matrix: its constants are large */
  /* Five steps together must be short: at h = 0.1, 0.05, ... the slopes on the free top are 4.4, 4.7, 4.9, 4.9. */
  if (strcmp(info->name, "bdf") == 0) return 2 * of_order_five;
  return info->order > 4 ? of_order_five : info->order == 4 ? 40 : info->order == 3 ? 80 : 100;
}

/* Stages without iteration do not stand at the times of their nodes: of stiff states they keep the second order only,
 * and without the derivative by time, which approximate matrices leave out, the first. */
static bool reduced_by_stiffness(const SarMethodInfo *info) { return strcmp(info->family, "rosenbrock") == 0; }

static void unconstrained(const ToyClass *class) {
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (info.independent) continue;
    Measured m = measure(class, info.name, 4, steps_for(&info, 40), 64);
    check("position", info.name, &m, 0, info.order);
    check("velocity", info.name, &m, 1, info.order);
  }
}

static void a_free_top(void **state) { (void)state, unconstrained(&toy_free_top); }
static void variable_mass(void **state) { (void)state, unconstrained(&toy_bead); }

static void an_algebraic_force(void **state) { (void)state, unconstrained(&toy_algebraic); }

static void states(void **state) {
  (void)state;
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (info.independent) continue;
    bool gentle = info.explicit || reduced_by_stiffness(&info);
    Measured m = measure(gentle ? &toy_gentle_states : &toy_states, info.name, 4, steps_for(&info, 12), 64);
    check("position", info.name, &m, 0, info.order);
    check("state", info.name, &m, 1, info.order);
    if (!reduced_by_stiffness(&info)) continue;
    m = measure(&toy_states, info.name, 4, steps_for(&info, 12), 64);
    check("position beside a stiff state", info.name, &m, 0, info.order);
    check("stiff state", info.name, &m, 1, 2);
  }
  Measured m = measure(&toy_states, "w-method:matrix=approximate", 4, 400, 64);
  check("stiff state", "w-method:matrix=approximate", &m, 1, 1);
}

/* What the tables of explicit methods promise where the pull onto the constraints grows with 1/h is a bound: not every
 * mechanism shows what it costs. */
static void check_at_least(const char *what, const char *method, const Measured *m, int quantity, double expected) {
  if (m->order[quantity] < expected - 0.25) fail_msg("%s, %s: order %.2f", method, what, m->order[quantity]);
}

static void a_heavy_top(void **state) {
  (void)state;
  static const char *const quantities[3] = {"position", "velocity", "multipliers"};
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (!runs_on_index3(&info)) continue;
    bool small_constant = info.order_index3[0] > 3 && (!info.explicit || info.stages > 2);
    int32_t steps = small_constant ? (info.explicit ? 80 : 60) : info.order > 4 ? 200 : 400;
    Measured m = measure(&toy_heavy_top, info.name, 2, steps, 16);
    for (int k = 0; k < 3; k++) {
      (info.explicit ? check_at_least : check)(quantities[k], info.name, &m, k, info.order_index3[k]);
    }
  }
}

static void bdf_of_all_orders(void **state) {
  (void)state;
  static const int32_t steps[6] = {400, 200, 100, 80, 80, 50};
  for (int32_t k = 1; k <= 6; k++) {
    static const char *const quantities[3] = {"position", "velocity", "multipliers"};
    char method[32];
    snprintf(method, sizeof method, "bdf:max_order=%d", (int)k);
    Measured m = measure(&toy_pendulum, method, 2, steps[k - 1], 16);
    for (int i = 0; i < 3; i++) check(quantities[i], method, &m, i, k);
  }
}

/* Smaller tolerances give smaller errors in the proportion that an error per step allows, tol^(p/(p+1)), on free and on
 * constrained motion, or better. */
static void errors_follow_tolerances(void **state) {
  (void)state;
  static const ToyClass *const classes[] = {&toy_free_top, &toy_heavy_top, &toy_pendulum, &toy_states};
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (!info.adaptive) continue;
    for (int c = 0; c < 4; c++) {
      bool gentle = info.explicit || strcmp(info.name, "w-method") == 0; /* its estimate is of first order there */
      const ToyClass *class = gentle && classes[c] == &toy_states ? &toy_gentle_states : classes[c];
      double largest = class == &toy_gentle_states ? 1e-7 : 1e-4; /* steps must be below their bound */
      if (strcmp(info.name, "w-method") == 0) largest = 1e-2; /* its estimate is of first order: steps become short */
      double slope = toy_tolerance_slope(class, info.name, 2, largest);
      double least = info.order == 1 ? 0.28 : 0.5; /* 1/3 of a first-order method whose estimate is of third order */
      if (!(slope > least && slope < 1.3)) fail_msg("%s on the %s: slope %.3f", info.name, classes[c]->name, slope);
    }
  }
}

/* The start of a method of several steps does not mislead its error estimate, whatever its dissipation. */
static void errors_of_lms2_follow_tolerances(void **state) {
  (void)state;
  static const ToyClass *const classes[] = {&toy_free_top, &toy_heavy_top, &toy_pendulum, &toy_states};
  static const char *const methods[] = {"lms2:rho_inf=0", "lms2:rho_inf=0.3", "lms2:rho_inf=0.9"};
  for (int m = 0; m < 3; m++) {
    for (int c = 0; c < 4; c++) {
      double slope = toy_tolerance_slope(classes[c], methods[m], 2, 1e-6);
      if (fabs(slope - 2.0 / 3) > 0.1) fail_msg("%s on the %s: slope %.3f", methods[m], classes[c]->name, slope);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_free_top),
      cmocka_unit_test(variable_mass),
      cmocka_unit_test(states),
      cmocka_unit_test(an_algebraic_force),
      cmocka_unit_test(a_heavy_top),
      cmocka_unit_test(bdf_of_all_orders),
      cmocka_unit_test(errors_follow_tolerances),
      cmocka_unit_test(errors_of_lms2_follow_tolerances),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
