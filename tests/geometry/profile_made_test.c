/* Profiles made of corners and arcs, gears and sprockets, against closed forms; what is found at the joins of pieces.
 */
#include "geometry/poses.h"
#include "geometry/profile_build.h"

#define PI 3.14159265358979323846

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

static SarProfile finish(SarProfileBuilder *builder) {
  SarProfile profile;
  if (builder->fault) fail_msg("%s", sar_profile_fault_text(builder->fault));
  assert_true(sar_profile_check(builder, true));
  assert_true(sar_profile_create(builder, true, 0.2, &profile));
  return profile;
}

static SarProfile path(const SarPathStep *steps, int n) {
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_path(&builder, steps, n, true));
  return finish(&builder);
}

static SarProfile gear(const SarInvolute *data) {
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_involute(&builder, data));
  return finish(&builder);
}

static double distance(const SarProfile *p, double x, double y) {
  SarCurvePlace place;
  sar_profile_nearest(p, (SarVec2){x, y}, &place);
  return place.distance;
}

/* Half a disc whose two corners are rounded: the middle of such an arc is r from the line and R - r from the centre. */
static void line_and_arc(void **state) {
  (void)state;
  double R = 1, r = 0.1, x = sqrt((R - r) * (R - r) - r * r);
  SarProfile p = path((SarPathStep[]){{{0, 0}, R, 0, PI, r}}, 1);
  assert_int_equal(p.npieces, 7); /* two quarters, two corners of more than a quarter each, the line */
  CHECK_NEAR(distance(&p, x, r), -r, 1e-12);
  CHECK_NEAR(distance(&p, 0, 1.5), 0.5, 1e-12);
  CHECK_NEAR(distance(&p, 0.2, -0.5), 0.5, 1e-12);
  CHECK_NEAR(distance(&p, x + 1, r - 1), sqrt(2) - r, 1e-12);
}

/* Two discs that overlap, with hollows between them: a circle of radius r touches both from outside. */
static void two_arcs(void **state) {
  (void)state;
  double R = 1, d = 0.8, r = 0.3, half = acos(d / R), y = sqrt((R + r) * (R + r) - d * d);
  SarPathStep steps[2] = {{{d, 0}, R, -PI + half, 2 * PI - 2 * half, r}, {{-d, 0}, R, half, 2 * PI - 2 * half, r}};
  SarProfile p = path(steps, 2);
  CHECK_NEAR(distance(&p, 0, y), r, 1e-12);
  CHECK_NEAR(distance(&p, 0, -y), r, 1e-12);
  CHECK_NEAR(distance(&p, 3, 0), 3 - d - R, 1e-12);
  CHECK_NEAR(sar_profile_hollow(&p), r, 1e-12);
}

static double involute_of(double angle) { return tan(angle) - angle; }

/* Points of flanks are at the polar angle psi - inv acos(rb/r), psi half the thickness at the base circle; the tip and
 * the root circle are where they belong. */
static void involute_flanks(void **state) {
  (void)state;
  static const struct {
    int teeth;
    double shift, backlash;
  } list[] = {{20, 0, 0}, {40, 0, 1e-4}, {12, 0.3, 0}, {150, 0, 0}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    double m = 0.005, alpha = PI / 9, r = m * list[i].teeth / 2, rb = r * cos(alpha), worst = 0;
    SarInvolute data = {list[i].teeth, m, alpha, list[i].shift, list[i].backlash, 1, 1.25, 5e-5, 0};
    SarProfile p = gear(&data);
    double s = m * (PI / 2 + 2 * list[i].shift * tan(alpha)) - list[i].backlash;
    double psi = s / (2 * r) + involute_of(alpha);
    for (int32_t k = 0; k < p.npieces; k++) {
      if (p.pieces[k].kind != SAR_PIECE_CUBIC) continue;
      for (double u = 0; u <= 1; u += 0.125) {
        SarCurvePoint at;
        sar_piece_at(&p.pieces[k], u, &at);
        double radius = hypot(at.c.x, at.c.y), from = remainder(atan2(at.c.y, at.c.x), 2 * PI / list[i].teeth);
        worst = fmax(worst, radius * fabs(psi - involute_of(acos(rb / radius)) - fabs(from)));
      }
    }
    print_message("%d teeth: %d pieces, flanks off by %.1e m\n", list[i].teeth, (int)p.npieces, worst);
    assert_true(worst < 2e-8);
    CHECK_NEAR(sar_profile_reach(&p, (SarVec2){1, 0}), r + m * (1 + list[i].shift), 1e-12);
    double gap = PI / list[i].teeth, root = r - m * (1.25 - list[i].shift);
    CHECK_NEAR(distance(&p, root * cos(gap), root * sin(gap)), 0, 1e-12);
  }
}

/* A roller on the pitch circle lies in its seat with the clearance of the seat's radius; rollers at all gaps do. */
static void sprocket_seats(void **state) {
  (void)state;
  SarSprocket data = {.pitch = 0.0127, .roller = 0.00851, .tip_radius = 4e-4};
  for (data.teeth = 6; data.teeth < 60; data.teeth += 7) {
    SarProfileBuilder builder = {.arena = arena};
    assert_true(sar_profile_sprocket(&builder, &data));
    SarProfile p = finish(&builder);
    double R = data.pitch / (2 * sin(PI / data.teeth));
    for (int k = 0; k < data.teeth; k++) {
      double angle = 2 * PI * k / data.teeth;
      CHECK_NEAR(distance(&p, R * cos(angle), R * sin(angle)), 0.505 * data.roller, 1e-12);
    }
    CHECK_NEAR(sar_profile_hollow(&p), 0.505 * data.roller, 1e-12);
  }
}

/* Straight flanks: at the distance `seat` from the pitch point, and `seat` + u sin(f) from the radius u farther out. */
static void straight_flanks(void **state) {
  (void)state;
  double f = 15 * PI / 180, seat = 0.075;
  SarSprocket data = {12, 0.48, 0.14, 0.02, true, f, seat, 0.99};
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_sprocket(&builder, &data));
  SarProfile p = finish(&builder);
  double R = data.pitch / (2 * sin(PI / 12));
  for (int k = 0; k < 12; k++) {
    double angle = PI * k / 6;
    CHECK_NEAR(distance(&p, R * cos(angle), R * sin(angle)), seat, 1e-12);
    for (double u = 0; u < 0.03; u += 0.01) {
      double x = (R + u) * cos(angle), y = (R + u) * sin(angle);
      CHECK_NEAR(distance(&p, x, y), seat + u * sin(f), 1e-12);
    }
  }
  CHECK_NEAR(sar_profile_reach(&p, (SarVec2){cos(PI / 12), sin(PI / 12)}), 0.99, 1e-12);
  CHECK_NEAR(sar_profile_hollow(&p), seat, 1e-12);
  data.tip_circle = R;
  builder = (SarProfileBuilder){.arena = arena};
  assert_false(sar_profile_sprocket(&builder, &data));
  assert_int_equal(builder.fault, SAR_PROFILE_NO_FLANK);
  data.tip_circle = 3; /* flanks of 15 degrees are parallel to the middle of the tooth: they never meet */
  data.flank_angle = 25 * PI / 180;
  builder = (SarProfileBuilder){.arena = arena};
  assert_false(sar_profile_sprocket(&builder, &data));
  assert_int_equal(builder.fault, SAR_PROFILE_POINTED);
}

static void mirror_images(void **state) {
  (void)state;
  Dice dice = {5};
  SarPathStep steps[] = {{{0, 0}, 0.5, PI, 1.5 * PI, 0.05}, {{-0.6, 0.9}, 0, 0, 0, 0.05}};
  SarVec2 points[] = {{0.7, 0}, {0.2, 0.6}, {-0.5, 0.4}, {-0.1, -0.8}};
  SarProfileBuilder spline = {.arena = arena};
  assert_true(sar_profile_spline(&spline, points, 4, true));
  SarProfile list[] = {path(steps, 2), finish(&spline)}, image;
  for (int i = 0; i < 2; i++) {
    assert_true(sar_profile_mirrored(arena, &list[i], &image));
    for (int k = 0; k < 50; k++) {
      SarVec3 x = any_vector(&dice, 1.2);
      CHECK_NEAR(distance(&image, -x.x, x.y), distance(&list[i], x.x, x.y), 1e-12);
    }
  }
}

/* A roller at the joins of pieces, a rounding error to either side or none: it touches a convex outline exactly once.
 */
static void joins_count_once(void **state) {
  (void)state;
  double R = 0.3;
  SarPathStep steps[] = {{{-0.7, -0.5}, 0, 0, 0, 0.2}, {{0.7, -0.5}, 0, 0, 0, 0.2}, {{0.1, 0.3}, 0.4, 0, PI, 0.1}};
  SarProfile p = path(steps, 3);
  SarShape cam = sar_shape(&sar_shape_profile, 0, 0, 0), roller = sar_shape(&sar_shape_cylinder, R, 0.1, 0);
  cam.data = &p;
  for (int32_t i = 0; i < p.npieces; i++) {
    for (int k = -40; k <= 40; k++) {
      SarCurvePoint at;
      sar_piece_at(&p.pieces[i], 0, &at);
      SarVec2 n = sar_curve_normal(&at), t = {-n.y, n.x};
      double away = R - 0.01, along = (k % 2 ? 1e-17 : 1e-7) * k;
      SarTouch touch[TOUCHES];
      Couple c = {{roller, cam}, {{.A = sar_mat3_identity()}, {.A = sar_mat3_identity()}}};
      c.body[0].r = sar_vec3(at.c.x + away * n.x + along * t.x, at.c.y + away * n.y + along * t.y, 0);
      if (distance(&p, c.body[0].r.x, c.body[0].r.y) < away - 1e-9) continue; /* in the hollow beside it */
      int count = 0, found = touches_of(&c, 0, touch);
      for (int j = 0; j < found; j++) count += hypot(touch[j].p.x - at.c.x, touch[j].p.y - at.c.y) < 0.05;
      if (count != 1) fail_msg("piece %d, %d: %d touches", (int)i, k, count);
      CHECK_NEAR(touch[0].gap, -0.01, 1e-9);
    }
  }
}

/* Gears apart and in mesh: what the trees pass over does not count; with an infinite margin the nearest is found. */
static void gears_in_mesh(void **state) {
  (void)state;
  SarInvolute small = {20, 0.005, PI / 9, 0, 0, 1, 1.25, 5e-5, 0}, large = small;
  large.teeth = 40;
  SarProfile p = gear(&small), q = gear(&large);
  SarShape a = sar_shape(&sar_shape_profile, 0, 0, 0), b = a;
  a.data = &p, b.data = &q;
  for (int k = 0; k < 40; k++) {
    double turn = 0.01 * k, off = 1e-6 / (0.1 * cos(PI / 9)); /* the flanks that drive are 1 um deep */
    Couple c = {{a, b}, {{.A = sar_mat3_identity()}, {sar_vec3(0.15, 0, 0), sar_mat3_identity()}}};
    c.body[0].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, turn)));
    c.body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, PI / 40 - turn / 2 + off)));
    SarTouch touch[TOUCHES];
    int n = touches_of(&c, 0, touch);
    assert_true(n == 1 || n == 2);
    double deepest = 0;
    for (int i = 0; i < n; i++) {
      deepest = fmin(deepest, touch[i].gap);
      if (touch[i].gap > -0.98e-6) continue;             /* at the rounding of a tip, on its way out */
      CHECK_NEAR(fabs(touch[i].n.x), sin(PI / 9), 1e-4); /* along the line of action */
      CHECK_NEAR((touch[i].p.x - 0.05) * touch[i].n.y - touch[i].p.y * touch[i].n.x, 0, 2e-6);
    }
    CHECK_NEAR(deepest, -1e-6, 2e-8);
    c.body[1].r.x = 0.2 + 0.01 * k; /* apart: the tips are nearest, whatever else */
    n = touches_of(&c, INFINITY, touch);
    assert_true(n > 0);
    double least = INFINITY;
    for (int i = 0; i < n; i++) least = fmin(least, touch[i].gap);
    assert_true(least >= c.body[1].r.x - 0.16 - 1e-12 && least < c.body[1].r.x - 0.16 + 0.006);
  }
}

static void faults(void **state) {
  (void)state;
  SarProfileBuilder b = {.arena = arena};
  SarPathStep sharp[] = {{{0, 0}, 1, 0, PI, 0}};
  assert_false(sar_profile_path(&b, sharp, 1, true));
  assert_int_equal(b.fault, SAR_PROFILE_CORNER);
  b = (SarProfileBuilder){.arena = arena};
  SarVec2 eight[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  assert_true(sar_profile_spline(&b, eight, 4, true));
  assert_false(sar_profile_check(&b, true));
  assert_int_equal(b.fault, SAR_PROFILE_CROSSES);
  SarInvolute pointed = {8, 0.01, PI / 9, 1.5, 0, 1, 1.25, 1e-4, 0}, deep = {20, 0.01, PI / 9, 0, 0, 1, 11, 1e-4, 0};
  b = (SarProfileBuilder){.arena = arena};
  assert_false(sar_profile_involute(&b, &pointed));
  assert_int_equal(b.fault, SAR_PROFILE_POINTED);
  b = (SarProfileBuilder){.arena = arena};
  assert_false(sar_profile_involute(&b, &deep));
  assert_int_equal(b.fault, SAR_PROFILE_ROOT_AT_AXIS);
}

/* A figure of eight crosses itself however it is turned and however large it is; an oval does not, nor one with a bay
 * that comes near to its other side. */
static void crossings_of_all_sizes(void **state) {
  (void)state;
  static const SarVec2 eight[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}}, oval[] = {{2, 0}, {0, 1}, {-2, 0}, {0, -1}};
  static const SarVec2 bay[] = {{0, 0}, {2, -1}, {4, 0}, {4, 2}, {2, -0.6}, {0, 2}};
  const struct {
    const SarVec2 *points;
    int32_t count;
    bool good;
  } curves[] = {{eight, 4, false}, {oval, 4, true}, {bay, 6, true}};
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 48; k++) {
      double angle = PI * k / 24, size = pow(10, k % 12 - 7);
      SarVec2 turned[6];
      for (int i = 0; i < curves[c].count; i++) {
        SarVec2 at = curves[c].points[i];
        turned[i].x = size * (cos(angle) * at.x - sin(angle) * at.y);
        turned[i].y = size * (sin(angle) * at.x + cos(angle) * at.y);
      }
      SarProfileBuilder b = {.arena = arena};
      assert_true(sar_profile_spline(&b, turned, curves[c].count, true));
      assert_int_equal(sar_profile_check(&b, true), curves[c].good);
      if (!curves[c].good) assert_int_equal(b.fault, SAR_PROFILE_CROSSES);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(crossings_of_all_sizes),
      cmocka_unit_test(line_and_arc),
      cmocka_unit_test(two_arcs),
      cmocka_unit_test(involute_flanks),
      cmocka_unit_test(sprocket_seats),
      cmocka_unit_test(straight_flanks),
      cmocka_unit_test(mirror_images),
      cmocka_unit_test(joins_count_once),
      cmocka_unit_test(gears_in_mesh),
      cmocka_unit_test(faults),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
