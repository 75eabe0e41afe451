/* label: numbers. Modes of beams that can move as a whole: what is stiffness zero on paper is rounding of large numbers
 * in the matrix, and neither may be taken for a mode nor spoil the others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sarrus/sarrus.h"

#define TINY 1e-4 /* of the slowest elastic mode: a motion of the whole */

typedef struct Case {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  const SarModes *modes;
} Case;

static Case modes_of(const char *text, SarModesSolver solver, int32_t count) {
  Case c = {.context = sar_context_create()};
  SarModesOptions options = sar_modes_options_default();
  options.solver = solver;
  options.count = count;
  assert_int_equal(sar_model_parse(c.context, "rigid", text, NULL, 0, &c.model), SAR_OK);
  assert_int_equal(sar_system_compile(c.context, c.model, &c.system), SAR_OK);
  SarStatus status = sar_modes(c.context, c.system, &options, &c.modes);
  if (status != SAR_OK) fail_msg("%s", sar_context_get(c.context, 0)->message);
  return c;
}

static void done(Case *c) {
  sar_modes_destroy(&c->modes);
  sar_system_destroy(&c->system);
  sar_model_destroy(&c->model);
  sar_context_destroy(&c->context);
}

/* Eigenvalues at zero, and the frequencies of the others, rising, in rad/s. */
typedef struct Spectrum {
  int32_t zeros, count;
  double w[64];
} Spectrum;

static Spectrum spectrum_of(const SarModes *m, double elastic) {
  Spectrum s = {0};
  for (int32_t i = 0; i < m->nmodes; i++) {
    const SarMode *mode = &m->modes[i];
    if (hypot(mode->real, mode->imaginary) < TINY * elastic) {
      s.zeros += mode->imaginary > 0 || mode->multiplicity == 2 ? 2 : 1;
      continue;
    }
    if (!(fabs(mode->real) < 1e-6 * mode->imaginary)) {
      fail_msg("%.9g %+.9g i is no mode", mode->real, mode->imaginary);
    }
    assert_true(s.count < 64);
    s.w[s.count++] = mode->imaginary;
  }
  return s;
}

static bool is_unsettled(const SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    if (strstr(sar_context_get(context, i)->message, "settled")) return true;
  }
  return false;
}

/* As many zeros and the same frequencies both ways, for any number of modes up to `most`, and no warning more.
 * `motions`: of the whole; elastic: about the slowest mode. */
static void compare(const char *text, int32_t motions, double elastic, int32_t least, int32_t most) {
  Case dense = modes_of(text, SAR_MODES_DENSE, most + 2);
  Spectrum a = spectrum_of(dense.modes, elastic);
  assert_int_equal(a.zeros, 2 * motions);
  for (int32_t count = least; count <= most; count++) {
    Case sparse = modes_of(text, SAR_MODES_AUTO, count);
    Spectrum b = spectrum_of(sparse.modes, elastic);
    assert_int_equal(b.zeros, 2 * (motions < count ? motions : count));
    assert_int_equal(b.zeros / 2 + b.count, count);
    for (int32_t i = 0; i < b.count; i++) CHECK_NEAR(b.w[i] / a.w[i], 1, 1e-8);
    assert_false(is_unsettled(sparse.context));
    done(&sparse);
  }
  done(&dense);
}

/* ---- one motion of the whole ---- */

static const char *one_beam(int elements, const char *joint, char *text, size_t room) {
  snprintf(text, room,
           "materials: {st: {young: 200e9, density: 7850}}\n"
           "sections: {s: {circle: 0.02, material: st}}\n"
           "beams: {m: {section: s, points: [[0,0,0],[1,0,0]], elements: %d}}\n"
           "joints: {h: {%s, between: [ground, m.start]}}\n",
           elements, joint);
  return text;
}

static void grows(const char *joint) {
  char text[600];
  for (int elements = 1; elements <= 24; elements++) {
    print_message("%s, %d elements\n", joint, elements);
    compare(one_beam(elements, joint, text, sizeof text), 1, 100, 6, 6);
  }
}

/* Too large for the dense way: as the coarser ones, but for what elements make of the beam. */
static void goes_on(const char *joint) {
  Spectrum found[3];
  char text[600];
  for (int i = 0; i < 3; i++) {
    Case c = modes_of(one_beam(24 << i, joint, text, sizeof text), SAR_MODES_SPARSE, 6);
    assert_string_equal(c.modes->solver, "sparse");
    assert_false(is_unsettled(c.context));
    found[i] = spectrum_of(c.modes, 100);
    assert_int_equal(found[i].zeros, 2);
    assert_int_equal(found[i].count, 5);
    done(&c);
  }
  for (int k = 0; k < 5; k++) {
    double coarse = found[0].w[k] - found[1].w[k], fine = found[1].w[k] - found[2].w[k];
    print_message("%.9g rad/s: %.3g, %.3g\n", found[2].w[k], coarse, fine);
    CHECK_NEAR(fine / found[2].w[k], 0, 1e-4);
    assert_true(fabs(fine) < 0.5 * fabs(coarse) + 1e-8 * found[2].w[k]);
  }
}

static void hinged(void **state) {
  (void)state;
  grows("type: revolute, axis: y");
  goes_on("type: revolute, axis: y");
}

static void sliding(void **state) {
  (void)state;
  grows("type: prismatic, axis: z");
  goes_on("type: prismatic, axis: z");
}

/* However many are asked for, the slowest are the same. */
static void any_count(void **state) {
  (void)state;
  char text[600];
  one_beam(8, "type: revolute, axis: y", text, sizeof text);
  compare(text, 1, 100, 1, 20);
}

/* ---- several ---- */

static const char *two_beams(int elements, char *text, size_t room) {
  snprintf(text, room,
           "materials: {st: {young: 200e9, density: 7850}}\n"
           "sections: {wire: {circle: 0.02, material: st}}\n"
           "beams:\n"
           "  m: {section: wire, points: [[0,0,0],[1,0,0]], elements: %d}\n"
           "  n: {section: wire, points: [[0,0,1],[1,0,1]], elements: %d}\n"
           "joints: {h: {type: fixed, between: [ground, n.start]}}\n",
           elements, elements);
  return text;
}

static void free_and_clamped(void **state) {
  (void)state;
  char text[600];
  for (int elements = 8; elements <= 16; elements += 8) {
    two_beams(elements, text, sizeof text);
    compare(text, 6, 100, 1, 20);
  }
}

static void satellite(void **state) {
  (void)state;
  static const char text[] =
      "materials: {al: {young: 70e9, density: 2700}}\n"
      "sections: {boom: {tube: [0.02, 0.018], material: al}}\n"
      "bodies: {hub: {mass: 50, inertia: [5,5,5]}}\n"
      "beams:\n"
      "  p1: {section: boom, points: [[0.5,0,0],[4,0,0]], elements: 8}\n"
      "  p2: {section: boom, points: [[-0.5,0,0],[-4,0,0]], elements: 8, start: hub}\n"
      "joints: {f: {type: fixed, between: [hub, p1.start]}}\n";
  compare(text, 6, 20, 1, 20);
}

/* A pendulum that hangs beside a beam in free fall. */
static void pendulum_and_beam(void **state) {
  (void)state;
  static const char text[] =
      "gravity: [0,0,-9.81]\n"
      "materials: {st: {young: 200e9, density: 7850}}\n"
      "sections: {wire: {circle: 0.02, material: st}}\n"
      "bodies: {p: {mass: 1, inertia: [1,1,1]}}\n"
      "beams: {m: {section: wire, points: [[0,0,0],[1,0,0]], elements: 4}}\n"
      "joints: {h: {type: revolute, between: [ground, p], at: [0,0,1], axis: y}}\n";
  compare(text, 6, 2, 1, 16);
}

/* ---- a chain of masses ---- */

enum { MASSES = 210 };

/* Masses of 1 between springs of 1, both ends held, each with a damper to the ground: w_j = 2 sin(j pi/(2 (n + 1))),
 * and with the damper -d/2 +- i sqrt(w_j^2 - d^2/4). */
static char *chain_of_masses(double damping) {
  size_t room = (size_t)MASSES * 200, used = 0;
  char *text = calloc(room, 1);
  assert_non_null(text);
  used += (size_t)snprintf(text + used, room - used, "coordinates:\n");
  for (int i = 1; i <= MASSES; i++) used += (size_t)snprintf(text + used, room - used, "  x%d: {mass: 1}\n", i);
  used += (size_t)snprintf(text + used, room - used, "forces:\n");
  for (int i = 1; i <= MASSES; i++) {
    char before[16] = "0", after[16] = "0";
    if (i > 1) snprintf(before, sizeof before, "x%d", i - 1);
    if (i < MASSES) snprintf(after, sizeof after, "x%d", i + 1);
    used += (size_t)snprintf(text + used, room - used,
                             "  f%d: {type: generalized, coordinate: x%d, force: \"%s - 2*x%d + %s - %g*rate(x%d)\"}\n",
                             i, i, before, i, after, damping, i);
  }
  return text;
}

static void check_chain(const SarModes *m, int32_t count, double damping) {
  assert_int_equal(m->nmodes, count);
  for (int32_t j = 1; j <= count; j++) {
    double w = 2 * sin(j * 3.14159265358979323846 / (2 * (MASSES + 1)));
    CHECK_NEAR(m->modes[j - 1].imaginary, sqrt(w * w - damping * damping / 4), 1e-9);
    CHECK_NEAR(m->modes[j - 1].real, -damping / 2, 1e-9);
  }
}

/* A few of many by the sparse way, many of them by the dense way; without damping where that is asked for. */
static void few_and_many_of_a_chain(void **state) {
  (void)state;
  static const struct {
    int32_t count;
    const char *solver;
  } cases[] = {{20, "sparse"}, {60, "dense"}};
  char *text = chain_of_masses(0.01);
  for (int i = 0; i < 2; i++) {
    Case c = modes_of(text, SAR_MODES_AUTO, cases[i].count);
    assert_int_equal(c.modes->order, 2 * MASSES);
    assert_string_equal(c.modes->solver, cases[i].solver);
    check_chain(c.modes, cases[i].count, 0.01);
    SarModesOptions options = sar_modes_options_default();
    options.count = cases[i].count;
    options.undamped = true;
    const SarModes *undamped;
    assert_int_equal(sar_modes(c.context, c.system, &options, &undamped), SAR_OK);
    check_chain(undamped, cases[i].count, 0);
    sar_modes_destroy(&undamped);
    done(&c);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(few_and_many_of_a_chain),
      cmocka_unit_test(hinged),
      cmocka_unit_test(sliding),
      cmocka_unit_test(any_count),
      cmocka_unit_test(free_and_clamped),
      cmocka_unit_test(satellite),
      cmocka_unit_test(pendulum_and_beam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
