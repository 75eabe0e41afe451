/* Natural frequencies of beams with masses lumped at the Gauss-Lobatto points: orders 2, 4, 6, against the roots of the
 * frequency equations (tests/data/flexible/beam_frequencies.txt). Lumping costs nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element/flexible/chain.h"

enum { MODES = 5 };

/* The numbers behind `word` in the lines that follow the heading. */
static void read_modes(const char *heading, const char *word, double out[MODES]) {
  char line[1024];
  FILE *file = fopen(SAR_TEST_DIR "/data/flexible/beam_frequencies.txt", "r");
  assert_non_null(file);
  int count = -1;
  while (count < MODES && fgets(line, sizeof line, file)) {
    if (count < 0) {
      if (strncmp(line, heading, strlen(heading)) == 0) count = 0;
      continue;
    }
    const char *at = strstr(line, word);
    assert_non_null(at);
    out[count++] = strtod(at + strlen(word), NULL);
  }
  fclose(file);
  assert_int_equal(count, MODES);
}

typedef struct Case {
  Curve *curve;
  double stiffness[6], density, inertia;
  bool clamped;
} Case;

static void one(double s, SarVec3 *r, SarQuat *q) {
  *r = sar_vec3(s, 0, 0);
  *q = sar_quat_identity();
}
static void ten(double s, SarVec3 *r, SarQuat *q) { one(10 * s, r, q); }

/* Relative error of one frequency. */
static double error(const Case *k, int order, int count, double reference) {
  Chain c;
  chain_create(order, count, k->curve, k->stiffness, &c);
  double found = chain_frequency(&c, k->density, k->inertia, k->clamped, reference);
  chain_destroy(&c);
  return found / reference - 1;
}

static const int stocky[2][3] = {{16, 8, 4}, {32, 8, 8}}, slender[2][3] = {{16, 8, 2}, {32, 8, 8}};

static Case steel(void) {
  double E = 210e9, G = E / 2.6, A = 0.01, I = 0.01 * 0.01 / 12, rho = 7850;
  return (Case){.curve = one,
                .stiffness = {E * A, G * A * 5 / 6, G * A * 5 / 6, G * 2 * I, E * I, E * I},
                .density = rho * A,
                .inertia = rho * I,
                .clamped = true};
}

/* Between the given number of elements and twice as many: few enough to be above rounding, enough for the limit. */
static void check_orders(const Case *k, const int counts[3], double reference) {
  for (int order = 1; order <= 3; order++) {
    int count = counts[order - 1];
    double coarse = error(k, order, count, reference), fine = error(k, order, 2 * count, reference);
    CHECK_NEAR(order_of(coarse, fine), 2 * order, 0.1);
  }
}

/* The first frequency with 8 elements is as wrong as published for this element. */
static void test_steel_cantilever(void **state) {
  (void)state;
  static const double published[3] = {4.1e-3, 3.2e-6, 7.4e-10};
  double modes[MODES];
  Case k = steel();
  read_modes("# Timoshenko cantilever steel", "omega=", modes);
  for (int order = 1; order <= 3; order++) {
    CHECK_NEAR(fabs(error(&k, order, 8, modes[0])), published[order - 1], 0.05 * published[order - 1]);
  }
  for (int mode = 0; mode < 2; mode++) check_orders(&k, stocky[mode], modes[mode]);
}

/* Slender: the beam of the spin-up, 130 times as long as thick. */
static void test_slender_cantilever(void **state) {
  (void)state;
  double modes[MODES];
  Case k = {.curve = ten,
            .stiffness = {2.8e7, 1e7, 1e7, 1.4e4, 1.4e4, 1.4e4},
            .density = 1.2,
            .inertia = 6e-4,
            .clamped = true};
  read_modes("# Timoshenko cantilever Simo", "omega=", modes);
  for (int mode = 0; mode < 2; mode++) check_orders(&k, slender[mode], modes[mode]);
}

/* T. C. Huang, The effect of rotatory inertia and of shear deformation on the frequency and normal mode equations of
 * uniform beams with simple end conditions, Journal of Applied Mechanics 28 (1961): free at both ends. omega^2 = b^2
 * EI/(rhoA L^4), r2 = I/(A L^2), s2 = EI/(kGA L^2). */
static double free_equation(double b, double r2, double s2) {
  double root = sqrt((r2 - s2) * (r2 - s2) + 4 / (b * b));
  double alpha = b * sqrt((root - r2 - s2) / 2), beta = b * sqrt((root + r2 + s2) / 2);
  double factor = b / sqrt(1 - b * b * r2 * s2) * (b * b * r2 * (r2 - s2) * (r2 - s2) + 3 * r2 - s2);
  return 2 - 2 * cosh(alpha) * cos(beta) + factor * sinh(alpha) * sin(beta);
}

static double free_root(double low, double high, double r2, double s2) {
  double sign = free_equation(low, r2, s2);
  assert_true(sign * free_equation(high, r2, s2) < 0);
  for (int k = 0; k < 200; k++) {
    double middle = 0.5 * (low + high);
    if (sign * free_equation(middle, r2, s2) > 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Between those of Euler and Bernoulli (22.4 and 61.7, of the file) and 0.7 of them. */
static void test_free_beam(void **state) {
  (void)state;
  double modes[MODES];
  Case k = steel();
  k.clamped = false;
  double EI = k.stiffness[4], r2 = k.inertia / k.density, s2 = EI / k.stiffness[1];
  read_modes("# free-free", "(bL)^2=", modes);
  for (int mode = 0; mode < 2; mode++) {
    double b = free_root(0.7 * modes[mode], modes[mode], r2, s2), omega = b * sqrt(EI / k.density);
    check_orders(&k, stocky[mode], omega);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steel_cantilever),
      cmocka_unit_test(test_slender_cantilever),
      cmocka_unit_test(test_free_beam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
