/* Elements by themselves: shape functions, faces, points of integration, patch tests; and against matrices and stresses
 * of CalculiX (tests/data/fe/make-elements). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fe/elements/matrices.h"
#include "fe/elements/nodal.h"
#include "fe/elements/strain.h"

static const struct {
  const char *name;
  SarFeKind kind;
  SarFeVariant variant;
} types[] = {{"C3D4", SAR_FE_TET4, SAR_FE_FULL},          {"C3D10", SAR_FE_TET10, SAR_FE_FULL},
             {"C3D8", SAR_FE_HEX8, SAR_FE_FULL},          {"C3D8R", SAR_FE_HEX8, SAR_FE_REDUCED},
             {"C3D8I", SAR_FE_HEX8, SAR_FE_INCOMPATIBLE}, {"C3D20", SAR_FE_HEX20, SAR_FE_FULL},
             {"C3D20R", SAR_FE_HEX20, SAR_FE_REDUCED},    {"C3D6", SAR_FE_WEDGE6, SAR_FE_FULL},
             {"C3D15", SAR_FE_WEDGE15, SAR_FE_FULL}};
#define TYPES (sizeof types / sizeof *types)

/* Repeatable numbers in -1 ... 1. */
static double number(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / 8388608.0 - 1;
}

/* A distorted element: corners and middles of edges moved at random. */
static void distort(SarFeKind kind, SarVec3 *nodes) {
  uint32_t state = 5;
  for (int32_t i = 0; i < sar_fe_node_count(kind); i++) {
    double c[3];
    sar_fe_node_place(kind, i, c);
    double size = i < sar_fe_corner_count(kind) ? 0.1 : 0.03;
    nodes[i] = sar_vec3(c[0] + 0.2 * c[1] + size * number(&state), 0.9 * c[1] - 0.1 * c[2] + size * number(&state),
                        1.3 * c[2] + 0.1 * c[0] + size * number(&state));
  }
}

static void shape_functions_are_one_at_their_node(void **state) {
  (void)state;
  for (int k = 0; k < SAR_FE_KINDS; k++) {
    int32_t n = sar_fe_node_count((SarFeKind)k);
    for (int32_t i = 0; i < n; i++) {
      double at[3], N[SAR_FE_NODES];
      sar_fe_node_place((SarFeKind)k, i, at);
      sar_fe_shape((SarFeKind)k, at, N, NULL);
      for (int32_t j = 0; j < n; j++) CHECK_NEAR(N[j], i == j, 1e-15);
    }
  }
}

static void derivatives_of_shape_functions(void **state) {
  (void)state;
  const double at[3] = {0.21, 0.34, 0.17}, h = 1e-5;
  for (int k = 0; k < SAR_FE_KINDS; k++) {
    double N[SAR_FE_NODES], dN[SAR_FE_NODES][3], sum = 0;
    int32_t n = sar_fe_node_count((SarFeKind)k);
    sar_fe_shape((SarFeKind)k, at, N, dN);
    for (int32_t i = 0; i < n; i++) sum += N[i];
    CHECK_NEAR(sum, 1, 1e-15);
    for (int d = 0; d < 3; d++) {
      double up[3] = {at[0], at[1], at[2]}, down[3] = {at[0], at[1], at[2]}, Nu[SAR_FE_NODES], Nd[SAR_FE_NODES];
      up[d] += h;
      down[d] -= h;
      sar_fe_shape((SarFeKind)k, up, Nu, NULL);
      sar_fe_shape((SarFeKind)k, down, Nd, NULL);
      for (int32_t i = 0; i < n; i++) CHECK_NEAR(dN[i][d], (Nu[i] - Nd[i]) / (2 * h), 1e-9); /* h^2 and rounding */
    }
  }
}

/* The faces close the element: they enclose its volume, which the points of integration measure as well. */
static void faces_enclose_the_volume(void **state) {
  (void)state;
  for (int k = 0; k < SAR_FE_KINDS; k++) {
    SarFeKind kind = (SarFeKind)k, first = sar_fe_first_order(kind);
    SarVec3 at[SAR_FE_NODES];
    for (int32_t i = 0; i < sar_fe_node_count(kind); i++) {
      double c[3];
      sar_fe_node_place(kind, i, c);
      at[i] = sar_vec3(c[0] + 0.3 * c[1], c[1] - 0.2 * c[2], 1.5 * c[2]);
    }
    double volume = 0, measured = 0;
    for (int32_t f = 0; f < sar_fe_face_count(kind); f++) {
      SarFeFace face;
      sar_fe_face(kind, f, &face);
      SarVec3 a = at[face.node[0]];
      for (int i = 2; i < face.corners; i++) {
        volume += sar_dot(a, sar_cross(at[face.node[i - 1]], at[face.node[i]])) / 6;
      }
      for (int i = 0; i < face.corners && kind != first; i++) {
        SarVec3 b = at[face.node[i]], c = at[face.node[(i + 1) % face.corners]], m = at[face.node[face.corners + i]];
        CHECK_NEAR(sar_norm(sar_sub(m, sar_scale(0.5, sar_add(b, c)))), 0, 1e-15);
      }
    }
    SarFePoints points;
    double gradient[SAR_FE_NODES][3];
    sar_fe_mass_points(kind, &points);
    for (int32_t p = 0; p < points.count; p++) {
      measured += points.point[p].weight * sar_fe_gradients(kind, at, points.point[p].at, gradient);
    }
    CHECK_NEAR(volume, measured, 1e-14);
  }
}

/* Integral of xi^a eta^b zeta^c over the element in its coordinates. */
static double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static double line(int a) { return a % 2 ? 0 : 2.0 / (a + 1); }
static double monomial(SarFeKind kind, int a, int b, int c) {
  switch (sar_fe_first_order(kind)) {
    case SAR_FE_TET4: return factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3);
    case SAR_FE_HEX8: return line(a) * line(b) * line(c);
    default: return factorial(a) * factorial(b) / factorial(a + b + 2) * line(c);
  }
}

static void masses_are_integrated_exactly(void **state) {
  (void)state;
  for (int k = 0; k < SAR_FE_KINDS; k++) {
    SarFeKind kind = (SarFeKind)k;
    int degree = kind == sar_fe_first_order(kind) ? 2 : 4; /* of products of two shape functions along a line */
    SarFePoints points;
    sar_fe_mass_points(kind, &points);
    for (int a = 0; a <= degree; a++) {
      for (int b = 0; a + b <= degree; b++) {
        for (int c = 0; a + b + c <= degree; c++) {
          double sum = 0;
          for (int32_t p = 0; p < points.count; p++) {
            const double *x = points.point[p].at;
            sum += points.point[p].weight * pow(x[0], a) * pow(x[1], b) * pow(x[2], c);
          }
          CHECK_NEAR(sum, monomial(kind, a, b, c), 1e-14);
        }
      }
    }
  }
}

/* Patch test: displacements that are linear in space strain every element, however distorted, by their gradient. */
static void linear_fields_strain_uniformly(void **state) {
  (void)state;
  const double F[3][3] = {{0.3, -0.7, 0.2}, {0.5, 0.1, -0.4}, {-0.6, 0.9, 0.8}};
  const double strain[6] = {0.3, 0.1, 0.8, -0.7 + 0.5, 0.2 - 0.6, -0.4 + 0.9};
  for (size_t t = 0; t < TYPES; t++) {
    SarVec3 at[SAR_FE_NODES];
    distort(types[t].kind, at);
    SarFeStrain s;
    assert_int_equal(sar_fe_strain(types[t].kind, types[t].variant, at, 0.3, &s), SAR_OK);
    SarFePoints points;
    sar_fe_stiffness_points(types[t].kind, types[t].variant, &points);
    assert_int_equal(s.npoints, points.count);
    for (int32_t p = 0; p < s.npoints; p++) {
      for (int e = 0; e < 6; e++) {
        double sum = 0, moved = 0;
        for (int32_t c = 0; c < s.ncolumns; c++) {
          const double *f = F[c % 3];
          SarVec3 x = at[c / 3];
          sum += s.B[p][e][c] * (f[0] * x.x + f[1] * x.y + f[2] * x.z);
          moved += s.B[p][e][c];
        }
        CHECK_NEAR(sum, strain[e], 2e-14);
        CHECK_NEAR(moved, 0, 2e-14);
      }
    }
  }
}

static void rotations_do_not_strain(void **state) {
  (void)state;
  const SarVec3 axis = {0.3, -0.5, 0.7};
  for (size_t t = 0; t < TYPES; t++) {
    SarVec3 at[SAR_FE_NODES];
    distort(types[t].kind, at);
    SarFeStrain s;
    assert_int_equal(sar_fe_strain(types[t].kind, types[t].variant, at, 0.3, &s), SAR_OK);
    for (int32_t p = 0; p < s.npoints; p++) {
      for (int e = 0; e < 6; e++) {
        double sum = 0;
        for (int32_t i = 0; i < s.ncolumns / 3; i++) {
          SarVec3 u = sar_cross(axis, at[i]);
          sum += s.B[p][e][3 * i] * u.x + s.B[p][e][3 * i + 1] * u.y + s.B[p][e][3 * i + 2] * u.z;
        }
        CHECK_NEAR(sum, 0, 2e-14);
      }
    }
  }
}

static void inside_out(void **state) {
  (void)state;
  for (size_t t = 0; t < TYPES; t++) {
    SarVec3 at[SAR_FE_NODES];
    SarFeStrain s;
    distort(types[t].kind, at);
    for (int32_t i = 0; i < sar_fe_node_count(types[t].kind); i++) at[i].x = -at[i].x;
    assert_int_equal(sar_fe_strain(types[t].kind, types[t].variant, at, 0.3, &s), SAR_SINGULAR);
    for (int32_t i = 0; i < sar_fe_node_count(types[t].kind); i++) at[i].z = 0;
    assert_int_equal(sar_fe_strain(types[t].kind, types[t].variant, at, 0.3, &s), SAR_SINGULAR);
  }
}

/* What is linear in the element is carried to its nodes exactly; to those of a WEDGE6 what is linear along it. */
static void linear_stresses_reach_the_nodes(void **state) {
  (void)state;
  for (size_t t = 0; t < TYPES; t++) {
    SarFeNodal nodal;
    SarFePoints points;
    sar_fe_nodal(types[t].kind, types[t].variant, &nodal);
    sar_fe_stiffness_points(types[t].kind, types[t].variant, &points);
    double slope = points.count == 1 ? 0 : 1, across = types[t].kind == SAR_FE_WEDGE6 ? 0 : slope;
    for (int32_t i = 0; i < nodal.nnodes; i++) {
      double c[3], sum = 0;
      sar_fe_node_place(types[t].kind, i, c);
      for (int32_t p = 0; p < points.count; p++) {
        const double *x = points.point[p].at;
        sum += nodal.factor[i][p] * (2 + across * (0.3 * x[0] - 0.4 * x[1]) + slope * 0.7 * x[2]);
      }
      CHECK_NEAR(sum, 2 + across * (0.3 * c[0] - 0.4 * c[1]) + slope * 0.7 * c[2], 1e-13);
    }
  }
}

/* One element of elements.txt. */
typedef struct Sample {
  SarFeElement element;
  bool distorted;
  char name[16];
  int n, npoints;
  SarVec3 at[SAR_FE_NODES];
  double u[3 * SAR_FE_NODES], K[3 * SAR_FE_NODES][3 * SAR_FE_NODES], M[SAR_FE_NODES][SAR_FE_NODES];
  double point[SAR_FE_POINTS][6], nodal[SAR_FE_NODES][6];
} Sample;

static double next(FILE *file) {
  double x;
  assert_int_equal(fscanf(file, "%lf", &x), 1);
  return x;
}

static bool read_sample(FILE *file, Sample *s) {
  char form[16];
  if (fscanf(file, "%15s %15s %d %d", s->name, form, &s->n, &s->npoints) != 4) return false;
  s->distorted = !strcmp(form, "distorted");
  size_t t = 0;
  while (t < TYPES && strcmp(types[t].name, s->name)) t++;
  assert_true(t < TYPES);
  s->element = (SarFeElement){types[t].kind, types[t].variant, 1, 0, 0};
  for (int i = 0; i < s->n; i++) s->at[i].x = next(file), s->at[i].y = next(file), s->at[i].z = next(file);
  for (int i = 0; i < 3 * s->n; i++) s->u[i] = next(file);
  for (int j = 0; j < 3 * s->n; j++) {
    for (int i = 0; i <= j; i++) s->K[i][j] = s->K[j][i] = next(file);
  }
  for (int j = 0; j < s->n; j++) {
    for (int i = 0; i <= j; i++) s->M[i][j] = s->M[j][i] = next(file);
  }
  for (int i = 0; i < 6 * s->npoints; i++) s->point[i / 6][i % 6] = next(file);
  for (int i = 0; i < 6 * s->n; i++) s->nodal[i / 6][i % 6] = next(file);
  return true;
}

static const SarFeMaterial material = {"M", 210, 0.3, 7.8};

/* The largest difference of stiffnesses, of the largest entry. */
static double stiffness_difference(const Sample *s) {
  double K[9 * SAR_FE_NODES * SAR_FE_NODES], worst = 0, largest = 0;
  assert_int_equal(sar_fe_element_stiffness(&s->element, s->at, &material, K), SAR_OK);
  for (int i = 0; i < 3 * s->n; i++) {
    for (int j = 0; j < 3 * s->n; j++) {
      worst = fmax(worst, fabs(K[i * 3 * s->n + j] - s->K[i][j]));
      largest = fmax(largest, fabs(s->K[i][j]));
    }
  }
  return worst / largest;
}

/* The same of the stiffness against linear displacements, in which hourglass modes have no part. */
static double linear_difference(const Sample *s) {
  double K[9 * SAR_FE_NODES * SAR_FE_NODES], worst = 0, largest = 0;
  int n = 3 * s->n;
  assert_int_equal(sar_fe_element_stiffness(&s->element, s->at, &material, K), SAR_OK);
  for (int f = 0; f < 9; f++) {
    for (int i = 0; i < n; i++) {
      double mine = 0, theirs = 0;
      for (int j = f % 3; j < n; j += 3) {
        double x[3];
        sar_vec3_store(s->at[j / 3], x);
        mine += K[i * n + j] * x[f / 3];
        theirs += s->K[i][j] * x[f / 3];
      }
      worst = fmax(worst, fabs(mine - theirs));
      largest = fmax(largest, fabs(theirs));
    }
  }
  return worst / largest;
}

static double mass_difference(const Sample *s) {
  double m[SAR_FE_NODES * SAR_FE_NODES], worst = 0, largest = 0;
  SarFePoints points;
  sar_fe_stiffness_points(s->element.kind, s->element.variant, &points);
  sar_fe_element_mass(s->element.kind, &points, s->at, material.density, m);
  for (int i = 0; i < s->n; i++) {
    for (int j = 0; j < s->n; j++) {
      worst = fmax(worst, fabs(m[i * s->n + j] - s->M[i][j]));
      largest = fmax(largest, s->M[i][j]);
    }
  }
  return worst / largest;
}

static void stresses(const Sample *s, double (*stress)[6]) {
  SarFeStrain strain;
  assert_int_equal(sar_fe_strain(s->element.kind, s->element.variant, s->at, material.poisson, &strain), SAR_OK);
  assert_int_equal(strain.npoints, s->npoints);
  for (int p = 0; p < s->npoints; p++) {
    double e[6] = {0};
    for (int k = 0; k < 6; k++) {
      for (int32_t c = 0; c < strain.ncolumns; c++) e[k] += strain.B[p][k][c] * s->u[c];
    }
    sar_fe_elastic(material.young, material.poisson, e, stress[p]);
  }
}

static double difference(int n, const double (*a)[6], const double (*b)[6]) {
  double worst = 0, largest = 0;
  for (int i = 0; i < 6 * n; i++) {
    worst = fmax(worst, fabs(a[i / 6][i % 6] - b[i / 6][i % 6]));
    largest = fmax(largest, fabs(b[i / 6][i % 6]));
  }
  return worst / largest;
}

static void check_sample(const Sample *s) {
  bool bubbles = s->element.variant == SAR_FE_INCOMPATIBLE && s->distorted; /* scaled here, not in CalculiX */
  bool hourglass = !strcmp(s->name, "C3D8R");
  if (!hourglass) CHECK_NEAR(stiffness_difference(s), 0, bubbles ? 0.01 : 1e-10); /* written with 11 digits */
  /* what CalculiX adds against hourglass modes is not quite without effect on linear displacements */
  if (!bubbles) CHECK_NEAR(linear_difference(s), 0, hourglass ? 1e-3 : 1e-10);
  CHECK_NEAR(mass_difference(s), 0,
             hourglass ? 1e-4 : 1e-10); /* its volume there, the determinant in the middle here */

  double stress[SAR_FE_POINTS][6], nodal[SAR_FE_NODES][6] = {{0}};
  stresses(s, stress);
  CHECK_NEAR(difference(s->npoints, stress, s->point), 0, bubbles ? 0.03 : 1e-6); /* written with 7 digits */
  SarFeNodal to;
  sar_fe_nodal(s->element.kind, s->element.variant, &to);
  for (int i = 0; i < s->n; i++) {
    for (int p = 0; p < s->npoints; p++) {
      for (int k = 0; k < 6; k++) nodal[i][k] += to.factor[i][p] * stress[p][k];
    }
  }
  /* CalculiX knows its factors to four or five digits */
  bool wedge = s->element.kind == SAR_FE_WEDGE6;
  if (!wedge) CHECK_NEAR(difference(s->n, nodal, s->nodal), 0, bubbles ? 0.06 : 1e-3);
}

static void calculix_has_the_same(void **state) {
  (void)state;
  FILE *file = fopen(SAR_TEST_DIR "/data/fe/elements.txt", "r");
  assert_non_null(file);
  Sample *s = calloc(1, sizeof *s);
  assert_non_null(s);
  int count = 0;
  while (read_sample(file, s)) {
    printf("%-7s K %.1e, linear %.1e, M %.1e\n", s->name, stiffness_difference(s), linear_difference(s),
           mass_difference(s));
    check_sample(s);
    count++;
  }
  assert_int_equal(count, TYPES + 1);
  free(s);
  fclose(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shape_functions_are_one_at_their_node),
      cmocka_unit_test(derivatives_of_shape_functions),
      cmocka_unit_test(faces_enclose_the_volume),
      cmocka_unit_test(masses_are_integrated_exactly),
      cmocka_unit_test(linear_fields_strain_uniformly),
      cmocka_unit_test(rotations_do_not_strain),
      cmocka_unit_test(inside_out),
      cmocka_unit_test(linear_stresses_reach_the_nodes),
      cmocka_unit_test(calculix_has_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
