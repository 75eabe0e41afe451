/* Loads of input decks: pressure on faces, forces on nodes and accelerations as forces on the unknowns, and what they
 * do to the reduced body, against closed form and against CalculiX (tests/data/fe/loads.csv). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calculix.h"
#include "check.h"
#include "fe/elements/face_load.h"
#include "fe/matrix.h"
#include "linear/symmetric.h"

#define DATA SAR_TEST_DIR "/data/fe/"
enum { NODES = 122, HELD_NODES = 18, CASES = 3 };
static const char *const names[CASES] = {"wind", "weight", "mixed"};

/* ---- faces ---- */

/* An element with nodes moved about, so that its edges and faces are curved. */
static void crooked(SarFeKind kind, SarVec3 *nodes) {
  for (int i = 0; i < sar_fe_node_count(kind); i++) {
    double at[3];
    sar_fe_node_place(kind, i, at);
    nodes[i] = sar_vec3(2 * at[0] + 0.1 * sin(7 * i + 1), at[1] - 0.3 * at[0] + 0.1 * sin(5 * i + 2),
                        1.5 * at[2] + 0.2 * at[1] + 0.1 * sin(3 * i + 3));
  }
}

/* The same pressure all around has neither a force nor a moment. */
static void pressure_all_around(void **state) {
  (void)state;
  for (SarFeKind kind = 0; kind < SAR_FE_KINDS; kind++) {
    SarVec3 nodes[SAR_FE_NODES], force[8], sum = {0, 0, 0}, moment = {0, 0, 0};
    double work = 0, size = 0;
    crooked(kind, nodes);
    for (int f = 0; f < sar_fe_face_count(kind); f++) {
      SarFeFace face;
      sar_fe_face(kind, f, &face);
      const int count = sar_fe_face_pressure(kind, f, nodes, 3, force);
      assert_int_equal(count, face.corners * (sar_fe_first_order(kind) == kind ? 1 : 2));
      for (int i = 0; i < count; i++) {
        sum = sar_add(sum, force[i]);
        moment = sar_add(moment, sar_cross(nodes[face.node[i]], force[i]));
        work += sar_dot(nodes[face.node[i]], force[i]);
        size += sar_norm(force[i]);
      }
    }
    assert_true(size > 1);
    CHECK_NEAR(sar_norm(sum), 0, 1e-13 * size);
    CHECK_NEAR(sar_norm(moment), 0, 1e-13 * size);
    assert_true(work < -1); /* it pushes inwards: -3 p V */
  }
}

/* Shares of the nodes of flat faces: not the lumped ones. */
static void shares(void **state) {
  (void)state;
  static const struct {
    SarFeKind kind;
    double area, corner, middle;
  } flat[] = {{SAR_FE_TET4, 0.5, 1.0 / 3, 0},
              {SAR_FE_TET10, 0.5, 0, 1.0 / 3},
              {SAR_FE_HEX8, 4, 0.25, 0},
              {SAR_FE_HEX20, 4, -1.0 / 12, 1.0 / 3}};
  for (size_t k = 0; k < sizeof flat / sizeof *flat; k++) {
    SarVec3 nodes[SAR_FE_NODES], force[8];
    SarFeFace face;
    for (int i = 0; i < sar_fe_node_count(flat[k].kind); i++) {
      double at[3];
      sar_fe_node_place(flat[k].kind, i, at);
      nodes[i] = sar_vec3_load(at);
    }
    sar_fe_face(flat[k].kind, 0, &face); /* the face below, z = const */
    const int count = sar_fe_face_pressure(flat[k].kind, 0, nodes, 10, force);
    for (int i = 0; i < count; i++) {
      CHECK_NEAR(force[i].x, 0, 1e-14);
      CHECK_NEAR(force[i].y, 0, 1e-14);
      CHECK_NEAR(force[i].z, 10 * flat[k].area * (i < face.corners ? flat[k].corner : flat[k].middle), 1e-13);
    }
  }
}

/* Corners of the faces P1, P2, ... as the manual of CalculiX counts them, as sums of 2^(corner - 1). */
static void numbers_of_faces(void **state) {
  (void)state;
#define FACE(a, b, c) (1 << (a) | 1 << (b) | 1 << (c)) >> 1
#define SQUARE(a, b, c, d) (1 << (a) | 1 << (b) | 1 << (c) | 1 << (d)) >> 1
  static const struct {
    SarFeKind kind;
    int count, corners[6];
  } wanted[] = {
      {SAR_FE_TET10, 4, {FACE(1, 2, 3), FACE(1, 4, 2), FACE(2, 4, 3), FACE(3, 4, 1)}},
      {SAR_FE_WEDGE15, 5, {FACE(1, 2, 3), FACE(4, 5, 6), SQUARE(1, 2, 5, 4), SQUARE(2, 3, 6, 5), SQUARE(3, 1, 4, 6)}},
      {SAR_FE_HEX20,
       6,
       {SQUARE(1, 2, 3, 4), SQUARE(5, 8, 7, 6), SQUARE(1, 5, 6, 2), SQUARE(2, 6, 7, 3), SQUARE(3, 7, 8, 4),
        SQUARE(4, 8, 5, 1)}},
  };
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
    assert_int_equal(sar_fe_face_count(wanted[k].kind), wanted[k].count);
    for (int f = 0; f < wanted[k].count; f++) {
      SarFeFace face;
      int corners = 0;
      sar_fe_face(wanted[k].kind, f, &face);
      for (int i = 0; i < face.corners; i++) corners |= 1 << face.node[i];
      assert_int_equal(corners, wanted[k].corners[f]);
    }
  }
}

/* ---- the plate ---- */

/* Displacements of all nodes by CalculiX: [NODES][3]. */
static double *expected(Fixture *f, const char *name) {
  FILE *table = fopen(DATA "loads.csv", "r");
  char line[200], word[32];
  double *u = SAR_NEW(f->arena, 3 * NODES, double), x[3];
  int node, found = 0;
  assert_non_null(table);
  while (fgets(line, sizeof line, table)) {
    if (sscanf(line, "plate,%31[a-z],%d,%lf,%lf,%lf", word, &node, &x[0], &x[1], &x[2]) != 5) continue;
    if (strcmp(word, name) != 0) continue;
    memcpy(u + 3 * (size_t)(node - 1), x, sizeof x);
    found++;
  }
  fclose(table);
  assert_int_equal(found, NODES);
  return u;
}

static double largest(int n, const double *u) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(u[i]));
  return most;
}

static void plate(Fixture *f) {
  calculix_read(f, "plate");
  assert_int_equal(sar_context_count(f->context), 0);
  assert_int_equal(f->model.nnodes, NODES);
  assert_int_equal(f->model.nloads, CASES);
  for (int i = 0; i < CASES; i++) assert_string_equal(f->model.loads[i].name, names[i]);
}

static void resultant(const SarFeModel *m, const double *force, double six[6]) {
  double *rigid = malloc(6 * (size_t)m->nunknowns * sizeof *rigid);
  sar_fe_rigid_motions(m, sar_vec3(0, 0, 0), rigid);
  sar_dense_inner(1, sar_dense(rigid, m->nunknowns, 6), sar_dense(force, m->nunknowns, 1), 0, six);
  free(rigid);
}

static void check_six(const double *found, const double *wanted, double tolerance) {
  for (int i = 0; i < 6; i++) CHECK_NEAR(found[i], wanted[i], tolerance);
}

/* The plate is 0.4 x 0.3 x 0.008 m, its elements 0.1 x 0.1 m, of 7800 kg/m^3; elements 1, 2, 9 and 12 begin at
 * (0, -0.15), (0, -0.05), (0.2, 0.05) and (0.3, 0.05). */
static void resultants(void **state) {
  (void)state;
  Fixture f;
  double six[6];
  plate(&f);
  resultant(&f.model, f.model.loads[0].force, six); /* 1000 Pa on 0.12 m^2 from above, at x = 0.2 */
  check_six(six, (double[]){0, 0, -120, 0, 24, 0}, 1e-12);
  const double mass = 7800 * 0.4 * 0.3 * 0.008, a = mass * 9.81 / sqrt(5);
  resultant(&f.model, f.model.loads[1].force, six);
  check_six(six, (double[]){0, a, -2 * a, 0, 0.4 * a, 0.2 * a}, 1e-9);
  /* 0.5 N on every node along x (which lie the same above and below, left and right), -3 N on node 75; 2e4 Pa on the
   * side y = -0.15 of the first element (8e-4 m^2, 16 N along y); -500 Pa from below on four elements (5 N each,
   * downwards), and 20 m/s^2 along (0.6, 0, 0.8) on their masses of 0.624 kg */
  const SarVec3 at = f.model.at[74];
  const double x = 0.05 + 0.05 + 0.25 + 0.35, y = -0.1 + 0 + 0.1 + 0.1, w = 20 * 0.624, up = 0.8 * w - 5;
  resultant(&f.model, f.model.loads[2].force, six);
  check_six(
      six,
      (double[]){61 + 4 * 0.6 * w, 16, -3 + 4 * up, -3 * at.y + y * up, 3 * at.x - x * up, 0.05 * 16 - 0.6 * w * y},
      1e-9);
  fixture_end(&f);
}

/* All unknowns, solved densely with the edge held and the corner rigid: every node moves as in CalculiX. (A dense
 * solution with the 14 digits that the matrices have in files leaves 1e-6 here; the reduced body is closer.) */
static void full_model(void **state) {
  (void)state;
  Fixture f;
  const SarFeInterface interfaces[] = {{.name = "corner", .set = "corner", .coupling = SAR_FE_RIGID},
                                       {.name = "edge", .set = "edge", .coupling = SAR_FE_RIGID}};
  plate(&f);
  fixture_reduce(&f, interfaces, 2, 1, 0, NULL);
  const int32_t n = f.model.nunknowns;
  int32_t columns = 0;
  double *t = dense_rigid(&f, interfaces, 2, &columns);
  memmove(t + 6 * (size_t)n, t + 12 * (size_t)n, (size_t)(columns - 12) * (size_t)n * sizeof *t); /* the edge rests */
  columns -= 6;
  double *k = dense_project(&f, dense_matrix(&f, &f.model.stiffness), n, t, columns);
  double *q = SAR_NEW(f.arena, columns, double), *u = SAR_NEW(f.arena, n, double);
  SarSymmetric solver = {0};
  assert_int_equal(sar_symmetric_create(f.context, columns, k, &solver), SAR_OK);
  for (int c = 0; c < CASES; c++) {
    const double *wanted = expected(&f, names[c]), most = largest(3 * NODES, wanted);
    sar_dense_inner(1, sar_dense(t, n, columns), sar_dense(f.model.loads[c].force, n, 1), 0, q);
    sar_symmetric_solve(&solver, 1, q);
    sar_dense_product(1, sar_dense(t, n, columns), sar_dense(q, columns, 1), 0, u, n);
    for (int i = 0; i < n; i++) u[i] -= wanted[3 * f.model.unknowns[i].node + f.model.unknowns[i].direction];
    const double worst = largest(n, u);
    print_message("%s: %.1e of the largest displacement\n", names[c], worst / most);
    CHECK_NEAR(worst, 0, 1e-5 * most);
  }
  sar_symmetric_destroy(&solver);
  fixture_end(&f);
}

/* Of the reduced body, its frame fixed to the edge that is held: w^2 eta = modal load. Errors of the corner and of all
 * nodes, of the largest displacement. */
static void reduced_errors(Fixture *f, int c, double *corner, double *all) {
  const SarReduced *b = &f->body;
  const double *wanted = expected(f, names[c]), most = largest(3 * NODES, wanted);
  const SarFeSet *set = &f->model.sets[sar_fe_find_set(&f->model, "corner")];
  bool inside[NODES] = {false};
  *corner = *all = 0;
  assert_int_equal(b->mesh.nnodes, NODES - 6); /* six lie inside */
  for (int i = 0; i < set->count; i++) inside[set->nodes[i]] = true;
  for (int i = 0; i < 3 * b->mesh.nnodes; i++) {
    const int node = (int)b->mesh.numbers[i / 3] - 1;
    double u = 0;
    for (int j = 0; j < b->n; j++) {
      u += (double)b->mesh.shapes[(size_t)i * (size_t)b->n + (size_t)j] * b->loads[c].modal[j] / b->stiffness[j];
    }
    double *worst = inside[node] ? corner : all;
    *worst = fmax(*worst, fabs(u - wanted[3 * node + i % 3]) / most);
  }
  *all = fmax(*all, *corner);
}

static void reduce_plate(Fixture *f, int32_t modes, bool no_load_shapes) {
  const SarFeInterface interfaces[] = {{.name = "edge", .set = "edge", .coupling = SAR_FE_RIGID},
                                       {.name = "corner", .set = "corner", .coupling = SAR_FE_RIGID}};
  const SarReduceOptions options = {.interfaces = interfaces,
                                    .ninterfaces = 2,
                                    .modes = modes,
                                    .frame = "edge",
                                    .no_load_shapes = no_load_shapes,
                                    .units = {1, 1, 1}};
  plate(f);
  assert_int_equal(sar_fe_reduce(f->context, &f->model, &options, f->arena, &f->body, &f->report), SAR_OK);
}

/* Interfaces move as in the full model whatever the number of shapes of vibration; the rest does with a shape for each
 * load, and comes closer with their number without. Shapes are stored in single precision. */
static void reduced_body(void **state) {
  (void)state;
  static const int32_t modes[] = {0, 5, 10, 20, 40};
  double before[CASES] = {1, 1, 1}, work_before[CASES] = {2, 2, 2}, corner, all;
  for (int k = 0; k < 5; k++) {
    for (int without = 0; without < 2; without++) {
      Fixture f;
      reduce_plate(&f, modes[k], without);
      assert_int_equal(f.report.load_shapes, without ? 0 : CASES);
      assert_int_equal(f.body.n, 12 + modes[k] + f.report.load_shapes - 6);
      for (int c = 0; c < CASES; c++) {
        reduced_errors(&f, c, &corner, &all);
        CHECK_NEAR(corner, 0, 3e-6);
        if (!without) {
          print_message("%s, %d modes and shapes of loads: all nodes %.1e\n", names[c], (int)modes[k], all);
          CHECK_NEAR(all, 0, 3e-6);
          CHECK_NEAR(f.report.load_errors[c], 0, 0);
          continue;
        }
        print_message("%s, %d modes: corner %.1e, all nodes %.1e, work left out %.1e\n", names[c], (int)modes[k],
                      corner, all, f.report.load_errors[c]);
        assert_true(all <= before[c] && f.report.load_errors[c] < work_before[c]);
        if (modes[k] == 0) CHECK_NEAR(f.report.load_errors[c], 1, 1e-12);
        before[c] = all, work_before[c] = f.report.load_errors[c];
      }
      fixture_end(&f);
    }
  }
}

/* A load that is a multiple of another one, and one that acts on interfaces alone, need no shapes of their own. */
static void no_new_shapes(void **state) {
  (void)state;
  Fixture f;
  plate(&f);
  const int32_t n = f.model.nunknowns;
  double *twice = SAR_NEW(f.arena, n, double), *held = SAR_NEW(f.arena, n, double);
  const SarFeSet *edge = &f.model.sets[sar_fe_find_set(&f.model, "edge")];
  for (int i = 0; i < n; i++) {
    twice[i] = -2 * f.model.loads[0].force[i];
    held[i] = f.model.unknowns[i].node == edge->nodes[3] ? 5 : 0;
  }
  const SarFeLoad loads[] = {{"wind", f.model.loads[0].force}, {"twice", twice}, {"held", held}};
  f.model.loads = loads;
  const SarFeInterface interfaces[] = {{.name = "edge", .set = "edge", .coupling = SAR_FE_RIGID}};
  fixture_reduce(&f, interfaces, 1, 8, 0, NULL);
  assert_int_equal(f.report.load_shapes, 1);
  for (int i = 0; i < 3; i++) CHECK_NEAR(f.report.load_errors[i], 0, 0);
  fixture_end(&f);
}

/* A distributed interface moves with what it is spread over; the static answer with it and the edge held is exact, too:
 * the work of the load on itself, f . u = sum of modal^2 / w^2, does not change with more shapes. */
static void distributed(void **state) {
  (void)state;
  double work[2][CASES];
  const SarFeInterface interfaces[] = {{.name = "edge", .set = "edge", .coupling = SAR_FE_RIGID},
                                       {.name = "corner", .set = "corner", .coupling = SAR_FE_DISTRIBUTED}};
  for (int k = 0; k < 2; k++) {
    Fixture f;
    plate(&f);
    fixture_reduce(&f, interfaces, 2, k ? 60 : 2, 0, "edge");
    for (int c = 0; c < CASES; c++) {
      work[k][c] = 0;
      for (int j = 0; j < f.body.n; j++) {
        work[k][c] += f.body.loads[c].modal[j] * f.body.loads[c].modal[j] / f.body.stiffness[j];
      }
    }
    fixture_end(&f);
  }
  for (int c = 0; c < CASES; c++) CHECK_NEAR(work[1][c] / work[0][c], 1, 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pressure_all_around), cmocka_unit_test(shares),           cmocka_unit_test(resultants),
      cmocka_unit_test(full_model),          cmocka_unit_test(reduced_body),     cmocka_unit_test(no_new_shapes),
      cmocka_unit_test(distributed),         cmocka_unit_test(numbers_of_faces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
