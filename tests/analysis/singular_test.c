/* Singular poses: the smallest singular value against a dense decomposition of differences of the constraints, and
 * times of singular poses against those of the exact motion. */
#include "analysis/poses/singular.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/poses/rank_follow.h"
#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"

#define PI 3.14159265358979323846

/* A four-bar of crank 1, coupler 2, rocker 2, ground 2.5, written at a crank angle and closed by assembly. */
static const char fourbar[] =
    "gravity: [0, -9.81, 0]\n"
    "parameters: {phi: %.17g, Bx: cos(phi), By: sin(phi), BD: \"hypot(2.5 - Bx, By)\",\n"
    "  beta: \"acos(BD/4) + atan2(-By, 2.5 - Bx)\", psi: \"atan2(By + 2*sin(beta), Bx + 2*cos(beta) - 2.5)\"}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [Bx/2, By/2, 0], turn: {axis: z, angle: phi},\n"
    "    frames: {A: {at: [-0.5, 0, 0]}, B: {at: [0.5, 0, 0]}}}\n"
    "  coupler: {mass: 2, inertia: [0.02, 0.7, 0.7], at: [\"Bx + cos(beta)\", \"By + sin(beta)\", 0],\n"
    "    turn: {axis: z, angle: beta}, frames: {B: {at: [-1, 0, 0]}, C: {at: [1, 0, 0]}}}\n"
    "  rocker: {mass: 2, inertia: [0.02, 0.7, 0.7], at: [\"2.5 + cos(psi)\", \"sin(psi)\", 0],\n"
    "    turn: {axis: z, angle: psi}, frames: {D: {at: [-1, 0, 0]}, C: {at: [1, 0, 0]}}}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank.A], axis: z}\n"
    "  B: {type: revolute, between: [crank.B, coupler.B], axis: z}\n"
    "  D: {type: revolute, between: [ground, rocker.D], axis: z}\n"
    "  C: {type: %s, between: [rocker.C, coupler.C], axis: z}\n"
    "simulate: {end: 1}\n";

static Fixture fourbar_at(double phi, const char *closing) {
  char text[4096];
  snprintf(text, sizeof text, fourbar, phi, closing);
  return fixture_of(text);
}

/* ---- against a dense decomposition ---- */

/* J by central differences: rows x nv, by rows; rotations over L. */
static double *differences(const SarStart *s) {
  const SarProblem *p = &s->all->problem;
  int32_t nv = p->n.nv, np = p->n.np;
  double *J = calloc((size_t)(np * nv), sizeof *J), *q = calloc((size_t)p->n.nq, sizeof *q);
  double *phi = calloc((size_t)np, sizeof *phi), *dq = calloc((size_t)nv, sizeof *dq), h = 1e-5;
  assert_true(J && q && phi && dq);
  for (int32_t c = 0; c < nv; c++) {
    for (int side = -1; side <= 1; side += 2) {
      memcpy(q, s->q, (size_t)p->n.nq * sizeof *q);
      dq[c] = side * h;
      sar_move(p, dq, q);
      assert_int_equal(p->ops->position(p, 0, q, phi), SAR_OK);
      double way = 2 * h * (c % 6 < 3 ? 1 : sar_system_length(s->system));
      for (int32_t r = 0; r < np; r++) J[r * nv + c] += side * phi[r] / way;
    }
    dq[c] = 0;
  }
  free(q);
  free(phi);
  free(dq);
  return J;
}

/* One-sided Jacobi on the rows of a k x n matrix: they become orthogonal, their lengths are the singular values. */
static double smallest_by_jacobi(double *a, int32_t k, int32_t n) {
  for (int sweep = 0; sweep < 60; sweep++) {
    for (int32_t p = 0; p < k; p++) {
      for (int32_t q = p + 1; q < k; q++) {
        double pp = 0, qq = 0, pq = 0;
        for (int32_t i = 0; i < n; i++) {
          pp += a[p * n + i] * a[p * n + i], qq += a[q * n + i] * a[q * n + i], pq += a[p * n + i] * a[q * n + i];
        }
        if (fabs(pq) < 1e-300) continue;
        double zeta = (qq - pp) / (2 * pq), t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
        double c = 1 / sqrt(1 + t * t), s = t * c;
        for (int32_t i = 0; i < n; i++) {
          double x = a[p * n + i], y = a[q * n + i];
          a[p * n + i] = c * x - s * y, a[q * n + i] = s * x + c * y;
        }
      }
    }
  }
  double smallest = INFINITY;
  for (int32_t p = 0; p < k; p++) {
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += a[p * n + i] * a[p * n + i];
    smallest = fmin(smallest, sqrt(sum));
  }
  return smallest;
}

/* J w = value u, J^T u = value w, both of unit length. */
static void check_vectors(const SarSingularProbe *probe, const double *J, int32_t np, int32_t nv, double value) {
  const double *u = sar_singular_left(probe), *w = sar_singular_right(probe);
  double uu = 0, ww = 0;
  for (int32_t r = 0; r < np; r++) {
    double sum = 0;
    for (int32_t c = 0; c < nv; c++) sum += J[r * nv + c] * w[c];
    CHECK_NEAR(sum, value * u[r], 1e-8);
    uu += u[r] * u[r];
  }
  for (int32_t c = 0; c < nv; c++) {
    double sum = 0;
    for (int32_t r = 0; r < np; r++) sum += J[r * nv + c] * u[r];
    CHECK_NEAR(sum, value * w[c], 1e-8);
    ww += w[c] * w[c];
  }
  CHECK_NEAR(uu, 1, 1e-12);
  CHECK_NEAR(ww, 1, 1e-12);
}

static void compare_with_dense(double phi, const char *closing) {
  Fixture f = fourbar_at(phi, closing);
  SarStart *s = NULL;
  SarSingularProbe *probe = NULL;
  SarSingular found;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_int_equal(sar_singular_create(f.context, s->m, &probe), SAR_OK);
  assert_int_equal(sar_singular_at(probe, 0, s->q, &found), SAR_OK);
  int32_t np = s->all->problem.n.np, nv = s->all->problem.n.nv, kept = 0;
  double *J = differences(s);
  for (int32_t r = 0; r < np; r++) { /* the carried rows first, the others zero */
    if (s->m->carried[r]) kept++;
    if (!s->m->carried[r]) memset(J + r * nv, 0, (size_t)nv * sizeof *J);
  }
  check_vectors(probe, J, np, nv, found.value);
  double *rows = calloc((size_t)(kept * nv), sizeof *rows);
  assert_non_null(rows);
  for (int32_t r = 0, k = 0; r < np; r++) {
    if (s->m->carried[r]) memcpy(rows + nv * k++, J + r * nv, (size_t)nv * sizeof *J);
  }
  CHECK_NEAR(found.value, smallest_by_jacobi(rows, kept, nv), 1e-8);
  assert_true(found.value > 1e-3 && found.joint && found.equation && found.body_name && found.direction);
  free(J);
  free(rows);
  sar_singular_destroy(&probe);
  sar_start_destroy(&s);
  fixture_free(&f);
}

static void agrees_with_dense(void **state) {
  (void)state;
  for (int i = 0; i < 7; i++) compare_with_dense(0.3 + 0.85 * i, "point-on-line");
}

static void agrees_with_redundant_rows(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) compare_with_dense(0.5 + 1.7 * i, "revolute");
}

/* ---- along the motion ---- */

typedef double Integrand(double theta);

static double simpson(Integrand *f, double a, double b) {
  int n = 2000;
  double h = (b - a) / n, sum = f(a) + f(b);
  for (int i = 1; i < n; i++) sum += (i % 2 ? 4 : 2) * f(a + h * i);
  return sum * h / 3;
}

static bool has_warning(const Fixture *f, const char *part) {
  for (int32_t i = 0; i < sar_context_count(f->context); i++) {
    const SarDiagnostic *d = sar_context_get(f->context, i);
    if (d->severity == SAR_WARNING && strstr(d->message, part)) return true;
  }
  return false;
}

static const SarWatch *watch(Fixture *f) {
  const SarWatch *w = NULL;
  assert_int_equal(sar_watch(f->context, f->system, NAN, &w), SAR_OK);
  assert_int_equal(sar_context_errors(f->context), 0);
  return w;
}

/* One window of benchmark A02, links of 1 m and 1 kg, and a pendulum beside it that has nothing to do with it. The
 * cranks stand upright and turn with 1 rad/s: 5/3 theta'' = 2 * 9.81 sin(theta). */
static const char parallelogram[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  other: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [5, 0.5, 0]}\n"
    "  left: {mass: 1, inertia: [1e-3, 1/12, 1/12], at: [0, 0.5, 0], turn: {axis: z, angle: 90 deg},\n"
    "    velocity: [0.5, 0, 0], omega: [0, 0, -1], frames: {A: {at: [-0.5, 0, 0]}, B: {at: [0.5, 0, 0]}}}\n"
    "  right: {mass: 1, inertia: [1e-3, 1/12, 1/12], at: [1, 0.5, 0], turn: {axis: z, angle: 90 deg},\n"
    "    velocity: [0.5, 0, 0], omega: [0, 0, -1], frames: {A: {at: [-0.5, 0, 0]}, B: {at: [0.5, 0, 0]}}}\n"
    "  coupler: {mass: 1, inertia: [1e-3, 1/12, 1/12], at: [0.5, 1, 0], velocity: [1, 0, 0],\n"
    "    frames: {left: {at: [-0.5, 0, 0]}, right: {at: [0.5, 0, 0]}}}\n"
    "joints:\n"
    "  hinge: {type: revolute, between: [ground, other], at: [5, 0, 0], axis: z}\n"
    "  P: {type: revolute, between: [ground, left.A], axis: z}\n"
    "  Q: {type: revolute, between: [ground, right.A], axis: z}\n"
    "  R: {type: revolute, between: [left.B, coupler.left], axis: z}\n"
    "  S: {type: point-on-line, between: [right.B, coupler.right], axis: z}\n"
    "simulate: {end: 2, tolerance: 1e-7}\n";

static double parallelogram_time(double theta) { return 1 / sqrt(1 + 2 * 2 * 9.81 / (5.0 / 3) * (1 - cos(theta))); }

static void finds_flat_parallelogram(void **state) {
  (void)state;
  Fixture f = fixture_of(parallelogram);
  const SarWatch *w = watch(&f);
  double first = simpson(parallelogram_time, 0, PI / 2), second = simpson(parallelogram_time, 0, 3 * PI / 2);
  assert_int_equal(w->nsingular, 2);
  CHECK_NEAR(w->singular[0].time, first, 1e-3);
  CHECK_NEAR(w->singular[1].time, second, 1e-3);
  for (int32_t i = 0; i < 2; i++) { /* the links press on each other along x, through all four joints */
    assert_string_equal(w->singular[i].equation, "translation along x of the ground");
    assert_string_not_equal(w->singular[i].joint, "hinge");
    assert_string_not_equal(w->singular[i].body, "other");
    assert_true(w->singular[i].value < 1e-4);
  }
  assert_int_equal(w->rank_max, 22);
  assert_false(w->failed || w->cut);
  assert_true(has_warning(&f, "passes a singular pose"));
  sar_watch_destroy(&w);
  fixture_free(&f);
}

/* Crank and rod of 1 m, uniform, from 60 degrees with 2 rad/s, no gravity; the rod's end stays on y = 0. With crank and
 * rod upright on each other the end may also stay where it is. */
static const char crank_slider[] =
    "gravity: [0, 0, 0]\n"
    "parameters: {l: %g, theta: 60 deg, phi: -asin(sin(theta)/l), w: 2, W: -w*cos(theta)/(l*cos(phi))}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [1e-3, 1/12, 1/12], at: [cos(theta)/2, sin(theta)/2, 0], turn: {axis: z, angle: "
    "theta},\n"
    "    velocity: [-w*sin(theta)/2, w*cos(theta)/2, 0], omega: [0, 0, w], frames: {pin: {at: [0.5, 0, 0]}}}\n"
    "  rod: {mass: 1, inertia: [1e-3, l^2/12, l^2/12], at: [cos(theta) + l/2*cos(phi), sin(theta) + l/2*sin(phi), 0],\n"
    "    turn: {axis: z, angle: phi}, omega: [0, 0, W],\n"
    "    velocity: [-w*sin(theta) - W*l/2*sin(phi), w*cos(theta) + W*l/2*cos(phi), 0],\n"
    "    frames: {pin: {at: [-l/2, 0, 0]}, end: {at: [l/2, 0, 0]}}}\n"
    "ground: {frames: {guide: {at: [0, 0, 0]}}}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank.pin, rod.pin], axis: z}\n"
    "  C: {type: point-in-plane, between: [ground.guide, rod.end], axis: y}\n"
    "simulate: {end: %g, tolerance: 1e-7}\n";

static Fixture crank_slider_of(double rod, double end) {
  char text[4096];
  snprintf(text, sizeof text, crank_slider, rod, end);
  return fixture_of(text);
}

/* Twice the kinetic energy over theta'^2, with phi = -theta. */
static double equal_inertia(double theta) {
  double s = sin(theta) * sin(theta), c = cos(theta) * cos(theta);
  return 1.0 / 3 + 1.0 / 12 + 9 * s / 4 + c / 4;
}
static double equal_time(double theta) { return sqrt(equal_inertia(theta) / equal_inertia(PI / 3)) / 2; }

static void finds_equal_lengths(void **state) {
  (void)state;
  Fixture f = crank_slider_of(1, 0.6);
  const SarWatch *w = watch(&f);
  assert_int_equal(w->nsingular, 1);
  CHECK_NEAR(w->singular[0].time, simpson(equal_time, PI / 3, PI / 2), 1e-3);
  assert_non_null(strstr(w->singular[0].equation, "along y"));
  assert_true(w->singular[0].value < 1e-4);
  sar_watch_destroy(&w);
  fixture_free(&f);
}

static void healthy_crank_slider_has_none(void **state) {
  (void)state;
  Fixture f = crank_slider_of(1.5, 10);
  const SarWatch *w = watch(&f);
  assert_int_equal(w->nsingular, 0);
  assert_int_equal(sar_context_count(f.context), 0);
  assert_int_equal(w->rank_min, 11);
  assert_int_equal(w->rank_max, 11);
  assert_true(w->steps > 100 && w->smallest_singular_value > 1e-2);
  CHECK_NEAR(w->end_time, 10, 1e-12);
  sar_watch_destroy(&w);
  fixture_free(&f);
}

/* The slider is pulled out with 0.2 m/s from 1.9 m: crank and rod are in line at 2 m, after 0.5 s. */
static const char pulled[] =
    "parameters: {theta: acos(0.95)}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [1e-3, 1/12, 1/12], at: [cos(theta)/2, sin(theta)/2, 0], turn: {axis: z, angle: "
    "theta},\n"
    "    frames: {pin: {at: [0.5, 0, 0]}}}\n"
    "  rod: {mass: 1, inertia: [1e-3, 1/12, 1/12], at: [1.5*cos(theta), sin(theta)/2, 0],\n"
    "    turn: {axis: z, angle: -theta}, frames: {pin: {at: [-0.5, 0, 0]}, end: {at: [0.5, 0, 0]}}}\n"
    "  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.9, 0, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank.pin, rod.pin], axis: z}\n"
    "  C: {type: point-on-line, between: [slider, rod.end], axis: z}\n"
    "  D: {type: prismatic, between: [ground, slider], at: [1.9, 0, 0], axis: x}\n"
    "motions:\n"
    "  pull: {joint: D, translation: \"0.2*t\"}\n"
    "simulate: {end: 1}\n";

/* Four turns of the crank of a four-bar with more hinges than it needs: the drive is known in all of them. */
static const char driven[] =
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.25, 0]}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.75, 0]}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, coupler], at: [0, 0.5, 0], axis: z}\n"
    "  C: {type: revolute, between: [coupler, rocker], at: [2, 1, 0], axis: z}\n"
    "  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: z}\n"
    "motions:\n"
    "  turn: {joint: A, rotation: 2*pi*t}\n"
    "simulate: {end: 4}\n";

static void the_rank_is_known_in_every_turn(void **state) {
  (void)state;
  Fixture f = fixture_of(driven);
  const SarWatch *w = watch(&f);
  assert_int_equal(w->rank_unknown, 0);
  assert_int_equal(w->rank_min, 18);
  assert_int_equal(w->rank_max, 18);
  CHECK_NEAR(w->end_time, 4, 1e-12);
  sar_watch_destroy(&w);
  fixture_free(&f);
}

/* A shaft that bends at 4 rad/s: bent back by half a turn it has no twist. The other joints make the values small, so
 * that those of this one are the smallest for an instant only. */
static const char bent[] =
    "bodies:\n"
    "  shaft: {mass: 1, inertia: [1, 1, 1], omega: [4, 0, 0]}\n"
    "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [5, 0.5, 0]}\n"
    "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [6, 0.5, 0]}\n"
    "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [7, 0.5, 0]}\n"
    "  d: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [8, 0.5, 0]}\n"
    "joints:\n"
    "  bend: {type: constant-velocity, between: [ground, shaft], at: [0, 0, 0], axis: z}\n"
    "  A: {type: revolute, between: [ground, a], at: [5, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [a, b], at: [6, 0, 0], axis: z}\n"
    "  C: {type: revolute, between: [b, c], at: [7, 0, 0], axis: z}\n"
    "  D: {type: revolute, between: [c, d], at: [8, 0, 0], axis: z}\n"
    "simulate: {end: 1.2}\n";

static void finds_a_pose_that_only_shows_nearby(void **state) {
  (void)state;
  Fixture f = fixture_of(bent);
  const SarWatch *w = watch(&f);
  print_message("%d poses, values %g to %g\n", (int)w->poses, w->smallest_singular_value, w->largest_singular_value);
  assert_int_equal(w->nsingular, 1);
  CHECK_NEAR(w->singular[0].time, PI / 4, 1e-3);
  assert_string_equal(w->singular[0].joint, "bend");
  sar_watch_destroy(&w);
  fixture_free(&f);
}

static void failing_motion_is_a_warning(void **state) {
  (void)state;
  Fixture f = fixture_of(pulled);
  const SarWatch *w = watch(&f);
  assert_true(w->failed);
  assert_true(has_warning(&f, "the motion fails at t = "));
  CHECK_NEAR(w->end_time, 0.5, 1e-2);
  assert_int_equal(w->nsingular, 1);
  CHECK_NEAR(w->singular[0].time, 0.5, 1e-2);
  assert_true(has_warning(&f, "singular pose"));
  sar_watch_destroy(&w);
  fixture_free(&f);
}

static void long_motion_is_cut(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], velocity: [0, 1, 0], omega: [0, 0, 1]}}\n"
      "joints: {A: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: z}}\n"
      "simulate: {end: 1, step: 1e-5}\n");
  const SarWatch *w = watch(&f);
  assert_true(w->cut);
  assert_int_equal(w->steps, 20000);
  assert_int_equal(w->nsingular, 0);
  assert_true(has_warning(&f, "watched for 20000 steps only"));
  sar_watch_destroy(&w);
  fixture_free(&f);
}

/* A Bricard mechanism, which has one row too many, with a loose tolerance: the rows that are not carried drift, which
 * is no change of rank. */
static void drift_is_no_change_of_rank(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  assert_int_equal(sar_model_read(context, SAR_TEST_DIR "/models/A04_bricard_sec01.yaml", NULL, 0, &model), SAR_OK);
  SarSimulation simulation = *sar_model_simulation(model);
  simulation.tolerance = 1e-3;
  sar_model_set_simulation(model, &simulation);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  const SarWatch *w = NULL;
  assert_int_equal(sar_watch(context, system, 100, &w), SAR_OK);
  assert_int_equal(w->rank_min, 29);
  assert_int_equal(w->rank_max, 29);
  assert_int_equal(w->nsingular, 0);
  assert_int_equal(sar_context_count(context), 0);
  sar_watch_destroy(&w);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* One low rank is a singular pose; three in a row are a change, from the first of them on. */
static void rank_that_stays_is_a_change(void **state) {
  (void)state;
  const int32_t ranks[] = {28, 29, 29, 29, 28, 29, 28, 28, 29, 28, 28, 28, 28, 29};
  SarRankFollow f = sar_rank_follow();
  SarRankChange change;
  for (int i = 0; i < 14; i++) {
    bool changed = sar_rank_follow_see(&f, 0.1 * i, ranks[i], &change);
    assert_int_equal(changed, i == 11);
    if (!changed) continue;
    CHECK_NEAR(change.time, 0.9, 1e-12);
    assert_int_equal(change.before, 29);
    assert_int_equal(change.after, 28);
  }
  assert_int_equal(f.least, 28);
  assert_int_equal(f.most, 29);
}

/* Crank and rod upright on each other, asked for directly. */
static void diagnoses_one_pose(void **state) {
  (void)state;
  Fixture f = crank_slider_of(1, 1);
  SarStart *s = NULL;
  SarSingular found;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  double q[14] = {0, 0.5, 0, sqrt(0.5), 0, 0, sqrt(0.5), 0, 0.5, 0, sqrt(0.5), 0, 0, -sqrt(0.5)};
  assert_int_equal(sar_singular_diagnose(f.context, s->m, 0, q, &found), SAR_OK);
  assert_true(found.value < 1e-9);
  assert_non_null(strstr(found.equation, "along y"));
  assert_non_null(found.joint);
  assert_non_null(found.body_name);
  assert_non_null(found.direction);
  sar_start_destroy(&s);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_dense),
      cmocka_unit_test(agrees_with_redundant_rows),
      cmocka_unit_test(finds_flat_parallelogram),
      cmocka_unit_test(finds_equal_lengths),
      cmocka_unit_test(healthy_crank_slider_has_none),
      cmocka_unit_test(the_rank_is_known_in_every_turn),
      cmocka_unit_test(finds_a_pose_that_only_shows_nearby),
      cmocka_unit_test(failing_motion_is_a_warning),
      cmocka_unit_test(long_motion_is_cut),
      cmocka_unit_test(diagnoses_one_pose),
      cmocka_unit_test(rank_that_stays_is_a_change),
      cmocka_unit_test(drift_is_no_change_of_rank),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
