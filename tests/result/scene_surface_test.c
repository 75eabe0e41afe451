/* The surface of a modal body in pictures: as it is, or with fewer nodes where it is fine. */
#include <stdlib.h>

#include "check.h"
#include "result/scene.h"

#define PI 3.14159265358979323846

/* A ball of radius 1: circles of `across` nodes, twice as many of them, and a node at each end. */
typedef struct Ball {
  SarReduced body;
  float *at;
  int32_t *triangle;
} Ball;

static void add(Ball *b, int32_t i, int32_t j, int32_t k) {
  int32_t *t = b->triangle + 3 * b->body.mesh.ntriangles++;
  t[0] = i, t[1] = j, t[2] = k;
}

static Ball make_ball(int32_t across) {
  int32_t circles = across / 2, n = circles * across + 2;
  Ball b = {.at = calloc(3 * (size_t)n, sizeof(float)), .triangle = calloc(6 * (size_t)n, sizeof(int32_t))};
  assert_true(b.at && b.triangle);
  for (int32_t i = 0; i < circles * across; i++) {
    double theta = PI * (1 + i / across) / (circles + 1), phi = 2 * PI * (i % across) / across;
    b.at[3 * i] = (float)(sin(theta) * cos(phi));
    b.at[3 * i + 1] = (float)(sin(theta) * sin(phi));
    b.at[3 * i + 2] = (float)cos(theta);
  }
  b.at[3 * (n - 2) + 2] = 1;
  b.at[3 * (n - 1) + 2] = -1;
  for (int32_t i = 0; i < circles * across; i++) {
    int32_t next = i % across + 1 < across ? i + 1 : i + 1 - across;
    if (i < across) add(&b, n - 2, i, next);
    if (i / across + 1 < circles) {
      add(&b, i, i + across, next + across);
      add(&b, i, next + across, next);
    } else {
      add(&b, i, n - 1, next);
    }
  }
  b.body.mesh.nnodes = n;
  b.body.mesh.at = b.at;
  b.body.mesh.triangle = b.triangle;
  return b;
}

static double volume(const SarSceneModal *m) {
  double sum = 0;
  for (int32_t t = 0; t < m->ntriangles; t++) {
    SarVec3 p[3];
    for (int k = 0; k < 3; k++) {
      assert_true(m->triangles[3 * t + k] < (uint32_t)m->nvertices);
      const float *at = m->reduced->mesh.at + 3 * m->nodes[m->triangles[3 * t + k]];
      p[k] = sar_vec3((double)at[0], (double)at[1], (double)at[2]);
    }
    sum += sar_dot(p[0], sar_cross(p[1], p[2])) / 6;
  }
  return sum;
}

static void surface_of(int32_t across, bool thinned) {
  Ball b = make_ball(across);
  SarArena *arena = sar_arena_create();
  SarSceneModal m = {.reduced = &b.body};
  assert_true(sar_scene_thin_surface(arena, &m));
  if (thinned) {
    assert_in_range(m.nvertices, SAR_SCENE_VERTICES / 3, SAR_SCENE_VERTICES);
    assert_true(m.ntriangles < b.body.mesh.ntriangles);
  } else {
    assert_int_equal(m.nvertices, b.body.mesh.nnodes);
    assert_int_equal(m.ntriangles, b.body.mesh.ntriangles);
  }
  for (int32_t i = 0; i < m.nvertices; i++) {
    assert_in_range(m.nodes[i], 0, b.body.mesh.nnodes - 1);
    for (int32_t k = 0; k < i && i < 100; k++) assert_int_not_equal(m.nodes[i], m.nodes[k]);
  }
  CHECK_NEAR(volume(&m), 4 * PI / 3, 0.01 * 4 * PI / 3); /* nothing is torn out, nor turned */
  sar_arena_destroy(&arena);
  free(b.at);
  free(b.triangle);
}

static void coarse_ones_stay(void **state) {
  (void)state;
  surface_of(60, false);
}

static void fine_ones_are_thinned(void **state) {
  (void)state;
  surface_of(160, true);
  surface_of(400, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(coarse_ones_stay), cmocka_unit_test(fine_ones_are_thinned)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
