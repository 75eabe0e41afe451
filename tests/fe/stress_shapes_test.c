/* Stresses of displacements of a whole mesh, against CalculiX (tests/data/fe/make-meshes); several materials at a node;
 * what is missing. And the assembled stiffness: the loads that it takes to hold those displacements. */
#include "fe/stress_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fe/elements/matrices.h"

#define NODES 64
#define ELEMENTS 16

static const SarFeMaterial steel = {"steel", 210e9, 0.3, 7800};

typedef struct Mesh {
  char name[16];
  int nnodes, nelements;
  int64_t number[NODES];
  SarVec3 at[NODES];
  double u[3 * NODES], stress[NODES][6];
  SarFeElement element[ELEMENTS];
  int32_t connectivity[20 * ELEMENTS];
  SarFeUnknown unknown[3 * NODES];
  SarFeModel model;
} Mesh;

static int32_t index_of(const Mesh *m, int64_t number) {
  for (int32_t i = 0; i < m->nnodes; i++) {
    if (m->number[i] == number) return i;
  }
  fail_msg("no node %lld", (long long)number);
  return -1;
}

static void read_type(const char *type, SarFeKind *kind, SarFeVariant *variant) {
  *kind = !strcmp(type, "C3D10") ? SAR_FE_TET10 : !strncmp(type, "C3D20", 5) ? SAR_FE_HEX20 : SAR_FE_HEX8;
  char last = type[strlen(type) - 1];
  *variant = last == 'R' ? SAR_FE_REDUCED : last == 'I' ? SAR_FE_INCOMPATIBLE : SAR_FE_FULL;
}

static bool read_mesh(FILE *file, Mesh *m) {
  char type[16];
  SarFeKind kind;
  SarFeVariant variant;
  if (fscanf(file, "%15s %15s %d %d", m->name, type, &m->nnodes, &m->nelements) != 4) return false;
  assert_true(m->nnodes <= NODES && m->nelements <= ELEMENTS);
  read_type(type, &kind, &variant);
  for (int i = 0; i < m->nnodes; i++) {
    long long number;
    SarVec3 *x = &m->at[i];
    double *u = m->u + 3 * i, *s = m->stress[i];
    assert_int_equal(fscanf(file, "%lld %lf %lf %lf %lf %lf %lf", &number, &x->x, &x->y, &x->z, u, u + 1, u + 2), 7);
    assert_int_equal(fscanf(file, "%lf %lf %lf %lf %lf %lf", s, s + 1, s + 2, s + 3, s + 4, s + 5), 6);
    m->number[i] = number;
  }
  int32_t first = 0;
  for (int e = 0; e < m->nelements; e++) {
    m->element[e] = (SarFeElement){kind, variant, e + 1, first, 0};
    for (int i = 0; i < sar_fe_node_count(kind); i++) {
      long long number;
      assert_int_equal(fscanf(file, "%lld", &number), 1);
      m->connectivity[first++] = index_of(m, number);
    }
  }
  for (int i = 0; i < 3 * m->nnodes; i++) m->unknown[i] = (SarFeUnknown){i / 3, i % 3};
  m->model = (SarFeModel){.source = m->name,
                          .nnodes = m->nnodes,
                          .nelements = m->nelements,
                          .nmaterials = 1,
                          .numbers = m->number,
                          .at = m->at,
                          .elements = m->element,
                          .connectivity = m->connectivity,
                          .materials = &steel,
                          .nunknowns = 3 * m->nnodes,
                          .unknowns = m->unknown};
  return true;
}

static Mesh *open_mesh(const char *name) {
  FILE *file = fopen(SAR_TEST_DIR "/data/fe/meshes.txt", "r");
  assert_non_null(file);
  Mesh *m = calloc(1, sizeof *m);
  assert_non_null(m);
  do {
    if (!read_mesh(file, m)) fail_msg("no mesh %s", name);
  } while (strcmp(m->name, name) != 0);
  fclose(file);
  return m;
}

/* Two shapes: the displacements, and half of them turned round; for every second node. */
static void check_mesh(const char *name, double tolerance) {
  Mesh *m = open_mesh(name);
  SarContext *context = sar_context_create();
  int32_t nodes[NODES], count = 0, n = 3 * m->nnodes;
  float stress[NODES][6][2];
  double *flat = calloc((size_t)n * 2, sizeof *flat);
  assert_non_null(flat);
  for (int i = 0; i < n; i++) flat[i] = m->u[i], flat[n + i] = -0.5 * m->u[i];
  for (int32_t i = 0; i < m->nnodes; i += 2) nodes[count++] = i;
  bool known;
  assert_int_equal(sar_fe_stress_shapes(context, &m->model, flat, 2, nodes, count, &stress[0][0][0], &known), SAR_OK);
  assert_true(known);
  double worst = 0, largest = 0;
  for (int32_t i = 0; i < count; i++) {
    for (int k = 0; k < 6; k++) {
      double expected = m->stress[nodes[i]][k];
      worst = fmax(worst, fabs((double)stress[i][k][0] - expected));
      largest = fmax(largest, fabs(expected));
      CHECK_NEAR((double)stress[i][k][1], -0.5 * (double)stress[i][k][0], 1e-6 * fabs((double)stress[i][k][0]));
    }
  }
  printf("%-10s largest %.3g Pa, worst difference %.1e of it\n", name, largest, worst / largest);
  CHECK_NEAR(worst / largest, 0, tolerance);
  free(flat);
  free(m);
  sar_context_destroy(&context);
}

/* Displacements and stresses are written with six digits, and CalculiX knows its factors to four. */
static void calculix_has_the_same(void **state) {
  (void)state;
  check_mesh("tetrahedra", 5e-4);
  check_mesh("reduced", 5e-4);
  check_mesh("full", 5e-4);
  check_mesh("bending", 5e-4);
  check_mesh("linear", 5e-4);
}

static void shells_as_calculix_expands_them(void **state) {
  (void)state;
  check_mesh("shell", 1e-3);
}

/* Two boxes side by side with the same strain, one of a material twice as stiff: where they meet that one counts. */
static void materials_are_not_mixed(void **state) {
  (void)state;
  Mesh *m = open_mesh("linear");
  SarContext *context = sar_context_create();
  const SarFeMaterial materials[] = {{"soft", 1e9, 0, 0}, {"stiff", 2e9, 0, 0}};
  m->model.materials = materials;
  m->model.nmaterials = 2;
  for (int e = 0; e < m->nelements; e++) m->element[e].material = m->at[m->connectivity[8 * e]].x > 1.4;
  for (int i = 0; i < m->nnodes; i++) {
    m->u[3 * i] = 1e-3 * m->at[i].x;
    m->u[3 * i + 1] = m->u[3 * i + 2] = 0;
  }
  int32_t nodes[NODES], ends = 0;
  for (int32_t i = 0; i < m->nnodes; i++) nodes[i] = i;
  float stress[NODES][6];
  bool known;
  assert_int_equal(sar_fe_stress_shapes(context, &m->model, m->u, 1, nodes, m->nnodes, &stress[0][0], &known), SAR_OK);
  assert_true(known);
  for (int32_t i = 0; i < m->nnodes; i++) {
    bool stiff = false;
    for (int k = 0; k < 8 * m->nelements; k++) stiff |= m->connectivity[k] == i && m->element[k / 8].material == 1;
    ends += stiff;
    CHECK_NEAR((double)stress[i][0], stiff ? 2e6 : 1e6, 1);
  }
  assert_in_range(ends, 1, m->nnodes - 1);
  free(m);
  sar_context_destroy(&context);
}

static void what_is_missing(void **state) {
  (void)state;
  Mesh *m = open_mesh("linear");
  SarContext *context = sar_context_create();
  int32_t nodes[] = {0, 3};
  float stress[2][6];
  bool known = true;
  m->element[0].material = -1; /* node 0 belongs to this one alone */
  assert_int_equal(sar_fe_stress_shapes(context, &m->model, m->u, 1, nodes, 2, &stress[0][0], &known), SAR_OK);
  assert_false(known);
  known = true;
  m->model.nelements = 0;
  assert_int_equal(sar_fe_stress_shapes(context, &m->model, m->u, 1, nodes, 2, &stress[0][0], &known), SAR_OK);
  assert_false(known);
  assert_int_equal(sar_context_count(context), 2);
  m->model.nelements = m->nelements;
  m->element[0].material = 0;
  for (int i = 0; i < m->nnodes; i++) m->at[i].z = -m->at[i].z;
  assert_int_equal(sar_fe_stress_shapes(context, &m->model, m->u, 1, nodes, 2, &stress[0][0], &known), SAR_INPUT);
  free(m);
  sar_context_destroy(&context);
}

/* Elements C3D8I have unknowns of their own, of no node, and nodes may have rotations: neither moves a node. */
static void other_unknowns(void **state) {
  (void)state;
  Mesh *m = open_mesh("bending");
  SarContext *context = sar_context_create();
  int32_t nodes[] = {0, 5}, n = 3 * m->nnodes;
  float stress[2][6], with[2][6];
  bool known;
  SarFeUnknown unknowns[3 * NODES + 2];
  double u[3 * NODES + 2];
  memcpy(unknowns, m->unknown, sizeof m->unknown);
  memcpy(u, m->u, sizeof m->u);
  unknowns[n] = (SarFeUnknown){-1, 0};
  unknowns[n + 1] = (SarFeUnknown){5, 3};
  u[n] = u[n + 1] = 1;
  assert_int_equal(sar_fe_stress_shapes(context, &m->model, u, 1, nodes, 2, &stress[0][0], &known), SAR_OK);
  m->model.nunknowns = n + 2;
  m->model.unknowns = unknowns;
  assert_int_equal(sar_fe_stress_shapes(context, &m->model, u, 1, nodes, 2, &with[0][0], &known), SAR_OK);
  assert_memory_equal(stress, with, sizeof stress);
  free(m);
  sar_context_destroy(&context);
}

/* K u is the load: nothing inside, and at the loaded end what the deck says. */
static void assembled_stiffness_finds_the_loads(void **state) {
  (void)state;
  static const char *const names[] = {"tetrahedra", "reduced", "full", "bending", "linear"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    Mesh *m = open_mesh(names[k]);
    SarContext *context = sar_context_create();
    SarArena *arena = sar_arena_create();
    assert_int_equal(sar_fe_assemble(context, arena, &m->model), SAR_OK);
    assert_int_equal(m->model.nunknowns, 3 * m->nnodes);
    double force[3 * NODES] = {0}, sum[3 * NODES] = {0}, start = INFINITY, end = -INFINITY, mass = 0;
    const SarFeMatrix *K = &m->model.stiffness, *M = &m->model.mass;
    for (int32_t j = 0; j < 3 * m->nnodes; j++) {
      for (int32_t p = K->pattern.column[j]; p < K->pattern.column[j + 1]; p++) {
        int32_t i = K->pattern.row[p];
        assert_true(i <= j && (p == K->pattern.column[j] || i > K->pattern.row[p - 1]));
        force[i] += K->values[p] * m->u[j];
        sum[i] += fabs(K->values[p] * m->u[j]);
        if (i != j) force[j] += K->values[p] * m->u[i], sum[j] += fabs(K->values[p] * m->u[i]);
      }
      for (int32_t p = M->pattern.column[j]; p < M->pattern.column[j + 1]; p++) {
        if (j % 3 == 0) mass += M->values[p] * (M->pattern.row[p] == j ? 1 : 2);
      }
    }
    for (int i = 0; i < m->nnodes; i++) start = fmin(start, m->at[i].x), end = fmax(end, m->at[i].x);
    for (int i = 0; i < m->nnodes; i++) {
      if (m->at[i].x < start + 0.16) continue; /* held there */
      bool loaded = m->at[i].x > end - 0.16;
      double expected[3] = {0, loaded ? 4e5 : 0, loaded ? 1e6 : 0};
      /* displacements and places are written with six digits, so to 5e-6 of themselves */
      for (int d = 0; d < 3; d++) CHECK_NEAR(force[3 * i + d], expected[d], 1e-5 * sum[3 * i + d]);
    }
    if (!strcmp(names[k], "bending")) CHECK_NEAR(mass, 7800 * 6, 1e-6);
    sar_arena_destroy(&arena);
    sar_context_destroy(&context);
    free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calculix_has_the_same),   cmocka_unit_test(shells_as_calculix_expands_them),
      cmocka_unit_test(materials_are_not_mixed), cmocka_unit_test(what_is_missing),
      cmocka_unit_test(other_unknowns),          cmocka_unit_test(assembled_stiffness_finds_the_loads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
