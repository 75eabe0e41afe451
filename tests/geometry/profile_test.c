/* Profiles: how they are made, where rollers, planes and other profiles touch them, against dense sampling and closed
 * forms. */
#include "geometry/poses.h"
#include "geometry/profile_build.h"

#define PI 3.14159265358979323846
enum { SAMPLES = 200000 };

static SarArena *arena;

static int set_up(void **state) {
  (void)state;
  arena = sar_arena_create();
  return arena == NULL;
}

static int tear_down(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  return 0;
}

static SarProfile profile_of(SarProfileBuilder *builder, bool closed) {
  SarProfile profile;
  assert_true(sar_profile_create(builder, closed, 0.2, &profile));
  return profile;
}

/* A polygon with a radius for each corner. */
static bool polygon(SarProfileBuilder *builder, const SarVec2 *points, const double *rounding, int n) {
  SarPathStep steps[8];
  for (int i = 0; i < n; i++) steps[i] = (SarPathStep){.at = points[i], .rounding = rounding[i]};
  return sar_profile_path(builder, steps, n, true);
}

static SarProfile rounded_rectangle(double a, double b, double r) {
  SarVec2 points[4] = {{-a / 2, -b / 2}, {a / 2, -b / 2}, {a / 2, b / 2}, {-a / 2, b / 2}};
  double rounding[4] = {r, r, r, r};
  SarProfileBuilder builder = {.arena = arena};
  assert_true(polygon(&builder, points, rounding, 4));
  assert_true(sar_profile_check(&builder, true));
  assert_int_equal(builder.npieces, 8);
  return profile_of(&builder, true);
}

/* Three lobes, hollow between them. */
static SarProfile lobes(void) {
  enum { POINTS = 24 };
  SarVec2 points[POINTS];
  for (int i = 0; i < POINTS; i++) {
    double angle = 2 * PI * i / POINTS, r = 1 + 0.3 * cos(3 * angle);
    points[i] = (SarVec2){r * cos(angle), r * sin(angle)};
  }
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_spline(&builder, points, POINTS, true));
  assert_true(sar_profile_check(&builder, true));
  return profile_of(&builder, true);
}

/* Value, slope and bend of neighbours agree; so do pieces with their own derivatives. */
static void test_spline_is_smooth(void **state) {
  (void)state;
  SarProfile p = lobes();
  for (int i = 0; i < p.npieces; i++) {
    SarCurvePoint end, start, low, high, at;
    const SarPiece *a = &p.pieces[i], *b = &p.pieces[(i + 1) % p.npieces];
    double h[2] = {hypot(a->at[3].x - a->at[0].x, a->at[3].y - a->at[0].y),
                   hypot(b->at[3].x - b->at[0].x, b->at[3].y - b->at[0].y)};
    sar_piece_at(a, 1, &end);
    sar_piece_at(b, 0, &start);
    CHECK_NEAR(hypot(end.c.x - start.c.x, end.c.y - start.c.y), 0, 1e-15);
    CHECK_NEAR(end.tangent.x / h[0], start.tangent.x / h[1], 1e-13);
    CHECK_NEAR(end.tangent.y / h[0], start.tangent.y / h[1], 1e-13);
    CHECK_NEAR(end.bend.x / (h[0] * h[0]), start.bend.x / (h[1] * h[1]), 1e-11);
    CHECK_NEAR(end.bend.y / (h[0] * h[0]), start.bend.y / (h[1] * h[1]), 1e-11);
    sar_piece_at(a, 0.3 - 1e-4, &low);
    sar_piece_at(a, 0.3 + 1e-4, &high);
    sar_piece_at(a, 0.3, &at);
    CHECK_NEAR(at.tangent.x, (high.c.x - low.c.x) / 2e-4, 1e-8);
    CHECK_NEAR(at.bend.y, (high.tangent.y - low.tangent.y) / 2e-4, 1e-8);
  }
  /* r = 1 + 0.3 cos 3 phi: 0.7^3/(0.7 2.7 - 0.7^2) at the narrowest; the spline is not quite that */
  CHECK_NEAR(sar_profile_hollow(&p), 0.245, 0.03);
}

static void test_open_spline(void **state) {
  (void)state;
  SarVec2 points[4] = {{0, 0}, {1, 0.5}, {2, 0.4}, {3, 1}};
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_spline(&builder, points, 4, false));
  assert_int_equal(builder.npieces, 3);
  SarCurvePoint start, end;
  sar_piece_at(&builder.pieces[0], 0, &start);
  sar_piece_at(&builder.pieces[2], 1, &end);
  CHECK_NEAR(hypot(start.bend.x, start.bend.y) + hypot(end.bend.x, end.bend.y), 0, 1e-13);
  CHECK_NEAR(end.c.y, 1, 1e-15);
  assert_true(sar_profile_check(&builder, false));
}

static void test_mass(void **state) {
  (void)state;
  double a = 1.2, b = 0.8, r = 0.1, q = (1 - PI / 4) * r * r;
  SarProfile p = rounded_rectangle(a, b, r);
  SarShape shape = sar_shape(&sar_shape_profile, 0, 0, 0);
  SarShapeMass m;
  shape.data = &p;
  sar_shape_profile.mass(&shape, &m);
  CHECK_NEAR(m.volume, 0.2 * (a * b - 4 * q), 1e-12);
  CHECK_NEAR(sar_norm(m.centre), 0, 1e-14);
  SarProfileBuilder circle = {.arena = arena};
  assert_true(sar_profile_arc(&circle, (SarVec2){0.3, 0.1}, 0.5, 0, 2 * PI));
  assert_true(sar_profile_check(&circle, true));
  p = profile_of(&circle, true);
  sar_shape_profile.mass(&shape, &m);
  double mass = 0.2 * PI * 0.25;
  CHECK_NEAR(m.volume, mass, 1e-12);
  CHECK_NEAR(m.centre.x, 0.3, 1e-12);
  CHECK_NEAR(m.inertia.m[2][2], mass * 0.125, 1e-12);
  CHECK_NEAR(m.inertia.m[0][0], mass * (0.0625 + 0.04 / 12), 1e-12);
  CHECK_NEAR(m.inertia.m[0][1], 0, 1e-13);
  CHECK_NEAR(sar_profile_reach(&p, (SarVec2){0.6, 0.8}), 0.3 * 0.6 + 0.1 * 0.8 + 0.5, 1e-14);
}

/* The shortest distance of a point from the curve, without its sign, by sampling. */
static double sampled(const SarProfile *p, SarVec2 x) {
  double best = INFINITY;
  for (int k = 0; k < SAMPLES; k++) {
    double u = k * (double)p->npieces / SAMPLES;
    SarCurvePoint at;
    sar_piece_at(&p->pieces[(int)u], u - floor(u), &at);
    best = fmin(best, hypot(at.c.x - x.x, at.c.y - x.y));
  }
  return best;
}

static void test_nearest(void **state) {
  (void)state;
  Dice dice = {8};
  SarProfile shapes[2] = {rounded_rectangle(1.4, 1, 0.2), lobes()};
  for (int s = 0; s < 2; s++) {
    for (int k = 0; k < 20; k++) {
      SarVec3 v = any_vector(&dice, 1.6);
      SarCurvePlace place;
      sar_profile_nearest(&shapes[s], (SarVec2){v.x, v.y}, &place);
      double expected = sampled(&shapes[s], (SarVec2){v.x, v.y});
      CHECK_NEAR(fabs(place.distance), expected, 1e-8);
      if (s == 0) assert_true((place.distance < 0) == (fabs(v.x) < 0.7 && fabs(v.y) < 0.5 && place.distance < 0));
      if (s == 0 && fabs(v.x) < 0.45 && fabs(v.y) < 0.25) assert_true(place.distance < 0);
      if (s == 0 && (fabs(v.x) > 0.7 || fabs(v.y) > 0.5)) assert_true(place.distance > 0);
    }
  }
}

static Couple in_plane(const SarShape *a, SarVec2 at_a, double turn_a, const SarShape *b, SarVec2 at_b, double turn_b) {
  Couple c = {{*a, *b},
              {{sar_vec3(at_a.x, at_a.y, 0), sar_mat3_identity()}, {sar_vec3(at_b.x, at_b.y, 0), sar_mat3_identity()}}};
  c.body[0].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, turn_a)));
  c.body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, turn_b)));
  return c;
}

/* A roller in the hollow of two lobes touches both flanks. Its axis is the profile's. */
static void test_roller_on_two_flanks(void **state) {
  (void)state;
  SarProfile p = lobes();
  SarShape cam = sar_shape(&sar_shape_profile, 0, 0, 0), roller = sar_shape(&sar_shape_cylinder, 0.9, 0.1, 0);
  cam.data = &p;
  SarTouch touch[TOUCHES];
  Couple c = in_plane(&roller, (SarVec2){-1.68, 0}, 0, &cam, (SarVec2){0, 0}, 0); /* a hollow is at -x */
  int n = touches_of(&c, 0.05, touch);
  assert_int_equal(n, 2);
  CHECK_NEAR(touch[0].gap, touch[1].gap, 1e-12);
  CHECK_NEAR(touch[0].n.y, -touch[1].n.y, 1e-10);
  CHECK_NEAR(touch[0].gap + 0.9, sampled(&p, (SarVec2){-1.68, 0}), 1e-8);
  assert_true(touch[0].n.x > 0.5 && fabs(touch[0].n.y) > 0.1);
  c.body[0].r.z = 0.2; /* beside the cam: (0.2 + 0.1)/2 */
  assert_int_equal(touches_of(&c, 0.05, touch), 0);
}

/* A ring from within, whose outline ends where it begins: the seam is as good as any other place. */
static void test_roller_in_a_ring(void **state) {
  (void)state;
  static const double angles[] = {0, 1e-16, -1e-16, 1e-9, -1e-9, 1, 3, -2};
  SarProfileBuilder circle = {.arena = arena};
  SarPathStep step = {.at = {0, 0}, .radius = 0.5, .angle = 0, .sweep = -2 * PI};
  assert_true(sar_profile_path(&circle, &step, 1, false));
  SarProfile p = profile_of(&circle, false);
  SarShape ring = sar_shape(&sar_shape_profile, 0, 0, 0), roller = sar_shape(&sar_shape_cylinder, 0.1, 0.1, 0);
  ring.data = &p;
  for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
    SarTouch touch[TOUCHES];
    SarVec2 at = {0.3 * cos(angles[k]), 0.3 * sin(angles[k])};
    Couple c = in_plane(&roller, at, 0, &ring, (SarVec2){0, 0}, 0);
    assert_int_equal(touches_of(&c, 0.15, touch), 1);
    CHECK_NEAR(touch[0].gap, 0.1, 1e-12);
  }
}

/* An eccentric circle under a flat follower: lift is R - e cos. */
static void test_flat_follower(void **state) {
  (void)state;
  SarProfileBuilder circle = {.arena = arena};
  assert_true(sar_profile_arc(&circle, (SarVec2){0.01, 0}, 0.03, 0, 2 * PI));
  SarProfile p = profile_of(&circle, true);
  SarShape cam = sar_shape(&sar_shape_profile, 0, 0, 0), plane = sar_shape(&sar_shape_plane, 0, 0, 0);
  cam.data = &p;
  plane.axes = sar_quat_matrix(sar_quat_exp(sar_vec3(PI / 2, 0, 0))); /* z -> -y: solid above */
  for (int k = 0; k < 40; k++) {
    double angle = 0.1571 * k;
    SarTouch touch[TOUCHES];
    Couple c = in_plane(&cam, (SarVec2){0, 0}, angle, &plane, (SarVec2){0, 0.05}, 0);
    assert_int_equal(touches_of(&c, INFINITY, touch), 1);
    CHECK_NEAR(touch[0].gap, 0.05 - 0.03 - 0.01 * sin(angle), 1e-15);
    CHECK_NEAR(touch[0].p.x, 0.01 * cos(angle), 1e-15);
    CHECK_NEAR(touch[0].n.y, 1, 1e-15);
  }
}

/* Two profiles, apart and overlapping: the same from either side; their distance by sampling where they are apart. */
static void test_two_profiles(void **state) {
  (void)state;
  Dice dice = {12};
  SarProfile p = lobes(), q = rounded_rectangle(1.4, 1, 0.2);
  SarShape a = sar_shape(&sar_shape_profile, 0, 0, 0), b = a;
  a.data = &p, b.data = &q;
  for (int k = 0; k < 30; k++) {
    SarTouch touch[TOUCHES], other[TOUCHES];
    double angle = dice_between(&dice, 0, 6), away = dice_between(&dice, 0, 6);
    SarVec2 at = {2.4 * cos(away), 2.4 * sin(away)};
    double gap = 1;
    for (int i = 0; i < 40; i++) { /* to a gap of 0.05, or an overlap of 0.02 */
      Couple c = in_plane(&a, (SarVec2){0, 0}, 0.3, &b, at, angle);
      int n = touches_of(&c, INFINITY, touch);
      gap = INFINITY;
      for (int j = 0; j < n; j++) gap = fmin(gap, touch[j].gap);
      double move = gap - (k % 2 ? 0.05 : -0.02);
      if (fabs(move) < 1e-12) break;
      at.x -= 0.8 * move * cos(away), at.y -= 0.8 * move * sin(away);
    }
    Couple c = in_plane(&a, (SarVec2){0, 0}, 0.3, &b, at, angle), d = in_plane(&b, at, angle, &a, (SarVec2){0, 0}, 0.3);
    int n = touches_of(&c, 0.06, touch), m = touches_of(&d, 0.06, other);
    assert_int_equal(n, m);
    for (int i = 0; i < n; i++) {
      double best = INFINITY;
      int match = 0;
      for (int j = 0; j < m; j++) {
        double off = sar_norm(sar_sub(touch[i].p, other[j].p));
        if (off < best) best = off, match = j;
      }
      CHECK_NEAR(best, 0, 1e-9);
      CHECK_NEAR(touch[i].gap, other[match].gap, 1e-12);
      CHECK_NEAR(sar_norm(sar_add(touch[i].n, other[match].n)), 0, 1e-9);
      CHECK_NEAR(touch[i].p.z, 0, 1e-15);
    }
    if (k % 2 == 0 || k > 8) continue;
    double least = INFINITY;
    for (int i = 0; i < 4000; i++) { /* points of one curve against the samples of the other, nearest of nearest */
      SarCurvePoint on;
      double u = i * (double)q.npieces / 4000;
      sar_piece_at(&q.pieces[(int)u], u - floor(u), &on);
      SarVec3 x = sar_add(c.body[1].r, sar_mul(&c.body[1].A, sar_vec3(on.c.x, on.c.y, 0)));
      x = sar_mul_t(&c.body[0].A, x);
      if (hypot(x.x, x.y) > 1.5) continue;
      for (int j = 0; j < 4000; j++) {
        double v = j * (double)p.npieces / 4000;
        SarCurvePoint at_p;
        sar_piece_at(&p.pieces[(int)v], v - floor(v), &at_p);
        least = fmin(least, hypot(at_p.c.x - x.x, at_p.c.y - x.y));
      }
    }
    CHECK_NEAR(gap, least, 1e-4);
  }
}

static void test_faults(void **state) {
  (void)state;
  SarVec2 square[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, turned[4] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  double sharp[4] = {0.1, 0.1, 0, 0.1}, wide[4] = {0.6, 0.6, 0.1, 0.1}, fine[4] = {0.1, 0.1, 0.1, 0.1};
  SarProfileBuilder b = {.arena = arena};
  assert_false(polygon(&b, square, sharp, 4));
  assert_int_equal(b.fault, SAR_PROFILE_CORNER);
  assert_int_equal(b.at, 2);
  b = (SarProfileBuilder){.arena = arena};
  assert_false(polygon(&b, square, wide, 4));
  assert_int_equal(b.fault, SAR_PROFILE_LARGE_RADIUS);
  b = (SarProfileBuilder){.arena = arena};
  assert_true(polygon(&b, turned, fine, 4));
  assert_false(sar_profile_check(&b, true));
  assert_int_equal(b.fault, SAR_PROFILE_CLOCKWISE);
  b = (SarProfileBuilder){.arena = arena};
  assert_true(sar_profile_line(&b, square[0], square[1]) && sar_profile_line(&b, square[1], square[2]));
  assert_false(sar_profile_check(&b, false));
  b = (SarProfileBuilder){.arena = arena};
  assert_true(sar_profile_line(&b, square[0], square[1]) && sar_profile_line(&b, square[2], square[3]));
  assert_false(sar_profile_check(&b, false));
  assert_int_equal(b.fault, SAR_PROFILE_APART);
  SarProfile p = rounded_rectangle(1, 1, 0.1);
  assert_true(isinf(sar_profile_hollow(&p)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_spline_is_smooth),
      cmocka_unit_test(test_open_spline),
      cmocka_unit_test(test_mass),
      cmocka_unit_test(test_nearest),
      cmocka_unit_test(test_roller_on_two_flanks),
      cmocka_unit_test(test_roller_in_a_ring),
      cmocka_unit_test(test_flat_follower),
      cmocka_unit_test(test_two_profiles),
      cmocka_unit_test(test_faults),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
