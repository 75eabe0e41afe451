/* Ground that is not flat: heights, slopes and bends; the nearest place against a search; what lies beyond the ends. */
#include "geometry/terrain.h"

#include <string.h>

#include "geometry/monotone.h"
#include "geometry/poses.h"

#define PI 3.14159265358979323846
enum { X = 9, Y = 7 };

/* Rough, with steps, plateaus and turning points. */
static void make_field(Dice *dice, SarArena *arena, SarTerrain *out) {
  double *x = SAR_NEW(arena, X, double), *y = SAR_NEW(arena, Y, double), *z = SAR_NEW(arena, X * Y, double);
  for (int i = 0; i < X; i++) x[i] = i + dice_between(dice, 0, 0.5);
  for (int k = 0; k < Y; k++) y[k] = k + dice_between(dice, 0, 0.5);
  for (int k = 0; k < X * Y; k++) z[k] = k % 4 ? dice_between(dice, -0.3, 0.3) : 0;
  assert_true(sar_terrain_field(arena, x, X, y, Y, z, out));
}

static void make_table(Dice *dice, SarArena *arena, SarTerrain *out) {
  double *x = SAR_NEW(arena, X, double), *z = SAR_NEW(arena, X, double);
  for (int i = 0; i < X; i++) x[i] = i + dice_between(dice, 0, 0.5), z[i] = dice_between(dice, -0.3, 0.3);
  assert_true(sar_terrain_table(arena, x, z, X, out));
}

typedef struct Five {
  SarTerrain terrain[5];
  SarArena *arena;
} Five;

static Five all_kinds(Dice *dice) {
  Five f = {{{.kind = SAR_TERRAIN_FLAT, .height = 0.2},
             {.kind = SAR_TERRAIN_BUMP, .start = 2, .length = 3, .height = 0.3},
             {.kind = SAR_TERRAIN_SINE, .start = 0.5, .length = 5, .height = 0.2}},
            sar_arena_create()};
  make_table(dice, f.arena, &f.terrain[3]);
  make_field(dice, f.arena, &f.terrain[4]);
  return f;
}

/* Slopes and bends are those of the heights, where all lie on one piece. */
static void test_derivatives(void **state) {
  (void)state;
  Dice dice = {3};
  Five f = all_kinds(&dice);
  for (int k = 0; k < 5; k++) {
    int compared = 0;
    for (int i = 0; i < 500; i++) {
      double x = dice_between(&dice, -1, X + 1), y = dice_between(&dice, -1, Y + 1), h = 1e-4;
      SarTerrainPoint p, e, w, n, s;
      sar_terrain_at(&f.terrain[k], x, y, &p);
      sar_terrain_at(&f.terrain[k], x + h, y, &e);
      sar_terrain_at(&f.terrain[k], x - h, y, &w);
      sar_terrain_at(&f.terrain[k], x, y + h, &n);
      sar_terrain_at(&f.terrain[k], x, y - h, &s);
      if (e.patch != w.patch || n.patch != s.patch) continue;
      CHECK_NEAR(p.zx, (e.z - w.z) / (2 * h), 1e-6);
      CHECK_NEAR(p.zy, (n.z - s.z) / (2 * h), 1e-6);
      CHECK_NEAR(p.zxx, (e.zx - w.zx) / (2 * h), 1e-5);
      CHECK_NEAR(p.zyy, (n.zy - s.zy) / (2 * h), 1e-5);
      CHECK_NEAR(p.zxy, (e.zy - w.zy) / (2 * h), 1e-5);
      CHECK_NEAR(p.zxy, (n.zx - s.zx) / (2 * h), 1e-5);
      compared++;
    }
    assert_true(compared > 300);
  }
  sar_arena_destroy(&f.arena);
}

/* Heights and slopes are continuous, across pieces and ends too: along random lines in small steps. */
static void test_continuous(void **state) {
  (void)state;
  Dice dice = {4};
  Five f = all_kinds(&dice);
  for (int k = 0; k < 5; k++) {
    for (int line = 0; line < 20; line++) {
      double x = dice_between(&dice, -2, X), y = dice_between(&dice, -2, Y), angle = dice_between(&dice, 0, 7),
             h = 1e-5;
      SarTerrainPoint last, p;
      sar_terrain_at(&f.terrain[k], x, y, &last);
      for (int i = 0; i < 100000; i++) {
        sar_terrain_at(&f.terrain[k], x + i * h * cos(angle) * 3, y + i * h * sin(angle) * 3, &p);
        assert_true(fabs(p.z - last.z) < 3e-4 && fabs(p.zx - last.zx) < 3e-3 && fabs(p.zy - last.zy) < 3e-3);
        assert_true(p.z <= sar_terrain_top(&f.terrain[k]));
        last = p;
      }
    }
  }
  sar_arena_destroy(&f.arena);
}

static void test_points_and_ends(void **state) {
  (void)state;
  Dice dice = {5};
  Five f = all_kinds(&dice);
  const SarTerrain *table = &f.terrain[3], *field = &f.terrain[4];
  SarTerrainPoint p, q;
  for (int k = 0; k < X * Y; k++) {
    sar_terrain_at(field, field->x[k % X], field->y[k / X], &p);
    CHECK_NEAR(p.z, field->z[k], 1e-15);
    sar_terrain_at(table, table->x[k % X], 17, &p);
    CHECK_NEAR(p.z, table->z[k % X], 1e-15);
  }
  for (int i = 0; i + 1 < X; i++) { /* no swing beyond the two points */
    for (int k = 0; k <= 20; k++) {
      sar_terrain_at(table, table->x[i] + k / 20.0 * (table->x[i + 1] - table->x[i]), 0, &p);
      assert_true(p.z <= fmax(table->z[i], table->z[i + 1]) + 1e-15 &&
                  p.z >= fmin(table->z[i], table->z[i + 1]) - 1e-15);
    }
  }
  sar_terrain_at(field, field->x[0] - 3, field->y[2], &p);
  sar_terrain_at(field, field->x[0], field->y[2], &q);
  CHECK_NEAR(p.z, q.z, 0);
  CHECK_NEAR(p.zx, 0, 0);
  CHECK_NEAR(p.zy, q.zy, 0);
  assert_true(sar_terrain_is_beyond(field, field->x[0] - 3, field->y[2]));
  assert_true(sar_terrain_is_beyond(field, field->x[1], field->y[Y - 1] + 1e-9));
  assert_false(sar_terrain_is_beyond(field, field->x[1], field->y[1]));
  assert_true(sar_terrain_is_beyond(table, table->x[X - 1] + 1, 0));
  assert_false(sar_terrain_is_beyond(&f.terrain[2], 1e9, 1e9));
  sar_arena_destroy(&f.arena);
}

/* The bump against its formula. */
static void test_bump(void **state) {
  (void)state;
  SarTerrain bump = {.kind = SAR_TERRAIN_BUMP, .start = 2, .length = 3, .height = 0.3};
  SarTerrainPoint p;
  sar_terrain_at(&bump, 3.5, 0, &p);
  CHECK_NEAR(p.z, 0.3, 1e-15);
  sar_terrain_at(&bump, 2.75, 0, &p);
  CHECK_NEAR(p.z, 0.15, 1e-15);
  CHECK_NEAR(p.zx, 0.3 * PI / 3, 1e-15);
  sar_terrain_at(&bump, 5.1, 0, &p);
  CHECK_NEAR(p.z, 0, 0);
}

/* The nearest place of gentle hills against a search on a grid that is refined. */
static void test_nearest(void **state) {
  (void)state;
  Dice dice = {6};
  for (int i = 0; i < 200; i++) {
    SarShape hills = any_shape(&dice, &sar_shape_terrain);
    SarVec3 p = {dice_between(&dice, -8, 8), dice_between(&dice, -8, 8), dice_between(&dice, -0.5, 2)};
    SarSpot spot;
    SarTerrainPoint at;
    hills.class->closest(&hills, p, &spot);
    double best = INFINITY, bx = p.x, by = p.y;
    for (double step = 0.4; step > 1e-7; step *= 0.6) {
      double cx = bx, cy = by;
      for (int k = 0; k < 121; k++) {
        double x = cx + (k % 11 - 5) * step / 2, y = cy + (k / 11 - 5) * step / 2;
        sar_terrain_at(hills.data, x, y, &at);
        double d = sar_norm(sar_sub(p, sar_vec3(x, y, at.z)));
        if (d < best) best = d, bx = x, by = y;
      }
    }
    CHECK_NEAR(fabs(spot.distance), best, 1e-9);
    sar_terrain_at(hills.data, p.x, p.y, &at);
    assert_true((spot.distance < 0) == (p.z < at.z));
    SarVec3 back = sar_axpy(spot.distance, spot.normal, spot.c);
    CHECK_NEAR(sar_norm(sar_sub(back, p)), 0, 1e-12);
  }
}

/* The mirror image of every kind. */
static void test_mirrored(void **state) {
  (void)state;
  Dice dice = {8};
  Five f = all_kinds(&dice);
  for (int k = 0; k < 5; k++) {
    SarTerrain mirrored;
    assert_true(sar_terrain_mirrored(f.arena, &f.terrain[k], &mirrored));
    for (int i = 0; i < 200; i++) {
      double x = dice_between(&dice, -1, X + 1), y = dice_between(&dice, -1, Y + 1);
      SarTerrainPoint p, q;
      sar_terrain_at(&f.terrain[k], x, y, &p);
      sar_terrain_at(&mirrored, -x, y, &q);
      CHECK_NEAR(q.z, p.z, 1e-14);
      CHECK_NEAR(q.zx, -p.zx, 1e-13);
      CHECK_NEAR(q.zy, p.zy, 1e-13);
    }
  }
  sar_arena_destroy(&f.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_derivatives), cmocka_unit_test(test_continuous), cmocka_unit_test(test_points_and_ends),
      cmocka_unit_test(test_bump),        cmocka_unit_test(test_nearest),    cmocka_unit_test(test_mirrored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
