/* Profiles on both sides of the joins of their pieces, 1e-7 m and rad away: rates against differences, and forces of a
 * law k g^1.5 that do not jump. */
#include "geometry/poses.h"
#include "geometry/profile_build.h"

#define PI 3.14159265358979323846
#define BESIDE 1e-7
#define STEP 2e-8
#define STIFFNESS 1e7 /* N/m^1.5 */

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

static const SarProfile *finish(SarProfileBuilder *builder) {
  SarProfile *profile = SAR_NEW(arena, 1, SarProfile);
  assert_true(profile && !builder->fault && sar_profile_check(builder, true));
  assert_true(sar_profile_create(builder, true, 0.2, profile));
  return profile;
}

/* Lines, arcs that bulge and hollow ones. */
static const SarProfile *plate(void) {
  SarProfileBuilder builder = {.arena = arena};
  SarPathStep steps[] = {{{-0.7, -0.5}, 0, 0, 0, 0.2}, {{0.7, -0.5}, 0, 0, 0, 0.2}, {{0.1, 0.5}, 0.4, 0, PI, 0.6}};
  assert_true(sar_profile_path(&builder, steps, 3, true));
  return finish(&builder);
}

static const SarProfile *wave(void) {
  SarProfileBuilder builder = {.arena = arena};
  SarVec2 points[] = {{0.9, 0}, {0.5, 0.6}, {-0.2, 0.5}, {-0.8, 0.3}, {-0.6, -0.5}, {0.3, -0.7}};
  assert_true(sar_profile_spline(&builder, points, 6, true));
  return finish(&builder);
}

static const SarProfile *disc(double radius) {
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_arc(&builder, (SarVec2){0, 0}, radius, 0.3, 2 * PI));
  return finish(&builder);
}

static const SarProfile *gear(int32_t teeth) {
  SarProfileBuilder builder = {.arena = arena};
  SarInvolute data = {teeth, 0.1, PI / 9, 0, 0.01, 1, 1.25, 0.005, 0};
  assert_true(sar_profile_involute(&builder, &data));
  return finish(&builder);
}

/* ---- what is checked ---- */

static SarVec3 push(const Couple *c) {
  SarTouch touch[TOUCHES];
  SarVec3 sum = {0};
  int n = touches_of(c, 0, touch);
  for (int i = 0; i < n; i++) sum = sar_axpy(STIFFNESS * pow(-touch[i].gap, 1.5), touch[i].n, sum);
  return sum;
}

/* The touch of the same features nearest to a point; false: there is none. */
static bool find(const Couple *c, const SarTouch *like, SarTouch *out) {
  SarTouch touch[TOUCHES];
  int n = touches_of(c, 0, touch);
  double best = 1e-3;
  for (int i = 0; i < n; i++) {
    double off = sar_norm(sar_sub(touch[i].p, like->p));
    bool same = touch[i].side[0].feature == like->side[0].feature && touch[i].side[1].feature == like->side[1].feature;
    if (same && off < best) best = off, *out = touch[i];
  }
  return best < 1e-3;
}

static double worst(SarVec3 low, SarVec3 high, SarVec3 rate) {
  return sar_norm(sar_sub(sar_scale(1 / (2 * STEP), sar_sub(high, low)), rate)) / (1 + sar_norm(rate));
}

/* Every coordinate of both bodies. */
static int check_rates(const Couple *c, const char *what) {
  SarTouch touch[TOUCHES];
  int n = touches_of(c, 0, touch), compared = 0;
  for (int i = 0; i < n; i++) {
    SarTouchRates rates;
    if (!sar_touch_rates(&touch[i], &c->body[0].A, &c->body[1].A, &rates)) continue;
    for (int k = 0; k < 12; k++) {
      Couple moved[2] = {*c, *c};
      SarTouch at[2];
      for (int s = 0; s < 2; s++) move_body(&moved[s].body[k / 6], k % 6, s ? STEP : -STEP);
      if (!find(&moved[0], &touch[i], &at[0]) || !find(&moved[1], &touch[i], &at[1])) continue;
      double gap = fabs((at[1].gap - at[0].gap) / (2 * STEP) - rates.gap[k]);
      double normal = worst(at[0].n, at[1].n, rates.n[k]), point = worst(at[0].p, at[1].p, rates.p[k]);
      if (!(gap < 1e-6 && normal < 2e-5 && point < 2e-5))
        fail_msg("%s, coordinate %d: gap %g, normal %g, point %g", what, k, gap, normal, point);
      compared++;
    }
  }
  return compared;
}

/* Force: 1.5 k g^0.5 for what moves, and what turns with the normal, k g^1.5 over the smallest radius. */
static void check_both(const Couple side[2], double radius, const char *what, int *compared) {
  SarTouch touch[TOUCHES];
  double depth = 0;
  int n = touches_of(&side[0], 0, touch);
  for (int i = 0; i < n; i++) depth = fmax(depth, -touch[i].gap);
  assert_true(depth > 0);
  double jump = sar_norm(sar_sub(push(&side[1]), push(&side[0])));
  double slope = 4 * STIFFNESS * (1.5 * sqrt(depth) + pow(depth, 1.5) / radius);
  if (!(jump <= slope * 2 * BESIDE))
    fail_msg("%s: the force jumps by %g N, allowed %g", what, jump, slope * 2 * BESIDE);
  for (int s = 0; s < 2; s++) *compared += check_rates(&side[s], what);
}

/* ---- rollers, spheres, discs ---- */

static Couple placed(const SarShape *a, SarVec3 at, const SarShape *b) {
  return (Couple){{*a, *b}, {{at, sar_mat3_identity()}, {sar_vec3(0, 0, 0), sar_mat3_identity()}}};
}

static void check_followers(const SarProfile *profile, const char *what) {
  double R = 0.15, depth = 0.01;
  SarShape cam = sar_shape(&sar_shape_profile, 0, 0, 0), round = cam;
  cam.data = profile;
  round.data = disc(R);
  SarShape followers[] = {sar_shape(&sar_shape_cylinder, R, 0.1, 0), sar_shape(&sar_shape_sphere, R, 0, 0), round};
  for (int f = 0; f < 3; f++) {
    int compared = 0;
    for (int32_t i = 0; i < profile->npieces; i++) {
      SarCurvePoint at;
      sar_piece_at(&profile->pieces[i], 0, &at);
      SarVec2 n = sar_curve_normal(&at), t = {-n.y, n.x};
      Couple side[2];
      for (int s = 0; s < 2; s++) {
        double along = s ? BESIDE : -BESIDE, away = R - depth;
        side[s] = placed(&followers[f],
                         sar_vec3(at.c.x + away * n.x + along * t.x, at.c.y + away * n.y + along * t.y, 0), &cam);
      }
      check_both(side, 0.15, what, &compared);
    }
    print_message("%s with %s: %d rates at %d joins\n", what, followers[f].class->name, compared,
                  (int)profile->npieces);
    assert_true(compared >= 12 * profile->npieces);
  }
}

static void followers(void **state) {
  (void)state;
  check_followers(plate(), "plate");
  check_followers(wave(), "wave");
}

/* ---- a plane: the outline turns over it; where a side lies flat, the place is not determined ---- */

static void flat_followers(void **state) {
  (void)state;
  const SarProfile *profile = wave();
  SarShape cam = sar_shape(&sar_shape_profile, 0, 0, 0), plane = sar_shape(&sar_shape_plane, 0, 0, 0);
  cam.data = profile;
  int compared = 0, joins = 0;
  for (int32_t i = 0; i < profile->npieces; i++) {
    SarCurvePoint at;
    sar_piece_at(&profile->pieces[i], 0, &at);
    SarVec2 n = sar_curve_normal(&at);
    if (at.tangent.x * at.bend.y - at.tangent.y * at.bend.x <= 0) continue; /* hollow */
    Couple side[2];
    for (int s = 0; s < 2; s++) {
      double angle = atan2(n.y, n.x) + (s ? BESIDE : -BESIDE);
      SarVec3 normal = {-cos(angle), -sin(angle), 0};
      side[s] = placed(&plane, sar_vec3(at.c.x + 0.01 * normal.x, at.c.y + 0.01 * normal.y, 0), &cam);
      side[s].body[0].A = sar_mat3_columns(sar_vec3(-normal.y, normal.x, 0), sar_vec3(0, 0, 1), normal);
    }
    check_both(side, 0.15, "plane", &compared);
    joins++;
  }
  print_message("plane: %d rates at %d joins\n", compared, joins);
  assert_true(joins >= 4 && compared >= 12 * joins);
}

/* ---- gears: where the touch passes from piece to piece ---- */

typedef struct Mesh {
  SarShape shape[2];
} Mesh;

/* Tenths of a millimetre deep on flanks of some centimetres. */
static Couple turned(const Mesh *mesh, double turn) {
  double off = (0.01 + 2e-4 / cos(PI / 9)) / 2; /* half of the play of both on either side */
  Couple c = placed(&mesh->shape[0], sar_vec3(0, 0, 0), &mesh->shape[1]);
  c.body[1].r = sar_vec3(3, 0, 0);
  c.body[0].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, turn)));
  c.body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, PI / 40 - turn / 2 + off)));
  return c;
}

static double features_at(const Mesh *mesh, double turn) {
  SarTouch touch[TOUCHES];
  Couple c = turned(mesh, turn);
  int n = touches_of(&c, 0, touch);
  double sum = n;
  for (int i = 0; i < n; i++) sum = 1.37 * sum + touch[i].side[0].feature + 977 * touch[i].side[1].feature;
  return sum;
}

static void gears(void **state) {
  (void)state;
  SarShape shape = sar_shape(&sar_shape_profile, 0, 0, 0);
  Mesh mesh = {{shape, shape}};
  mesh.shape[0].data = gear(20), mesh.shape[1].data = gear(40);
  int compared = 0, joins = 0;
  for (double turn = 0; turn < 0.33; turn += 1e-3) {
    double low = turn, high = turn + 1e-3, before = features_at(&mesh, low);
    if (features_at(&mesh, high) == before) continue;
    while (high - low > 1e-13) {
      double middle = 0.5 * (low + high);
      *(features_at(&mesh, middle) == before ? &low : &high) = middle;
    }
    Couple side[2] = {turned(&mesh, low - BESIDE), turned(&mesh, high + BESIDE)};
    check_both(side, 0.005, "gears", &compared);
    joins++;
  }
  print_message("gears: %d rates at %d changes of pieces\n", compared, joins);
  assert_true(joins >= 15 && compared > 100); /* in the time of a tooth */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(followers), cmocka_unit_test(flat_followers),
                                     cmocka_unit_test(gears)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
