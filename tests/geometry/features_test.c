/* Across the borders of features: what acts does not jump. Forces are those of a law k g^1.5. A box that slides off the
 * edge of another one, two long boxes crossed at a small angle, two capsules that come to lie side by side. */
#include "geometry/poses.h"

#define STIFFNESS 1e7 /* N/m^1.5 */

typedef struct Sum {
  SarVec3 force, moment; /* on the second shape's body, about its centre */
  bool far;              /* a core is in the other one, or nearly */
} Sum;

static Sum push(const Couple *couple) {
  SarTouch touch[TOUCHES];
  Sum sum = {0};
  int n = touches_of(couple, 0, touch);
  for (int i = 0; i < n; i++) {
    double f = touch[i].weight * STIFFNESS * pow(fmax(0, -touch[i].gap), 1.5);
    SarVec3 force = sar_scale(f, touch[i].n);
    assert_true(touch[i].weight >= 0 && touch[i].weight <= 1);
    sum.force = sar_add(sum.force, force);
    sum.moment = sar_add(sum.moment, sar_cross(sar_sub(touch[i].p, couple->body[1].r), force));
    sum.far |= touch[i].deep || (touch[i].distance < 0.05 && !couple->shape[1].class->unbounded);
  }
  return sum;
}

/* Largest change of force per metre and, with a lever of 1 m, of the moment. */
static double change(const Sum *a, const Sum *b) {
  return sar_norm(sar_sub(a->force, b->force)) + sar_norm(sar_sub(a->moment, b->moment));
}

/* Random pairs pass each other on random lines and turn: no two neighbouring places 1e-7 apart differ by more than a
 * slope that stiffness and sizes allow. The bound holds for all pairs: about k 1.5 g^0.5 times the number of touches,
 * and what a turning normal and a wandering point make of it. */
static void check_passage(Dice *dice, const SarShapeClass *a, const SarShapeClass *b) {
  enum { PLACES = 400 };
  Couple couple;
  any_couple(dice, a, b, &couple);
  if (!bring_near(dice, &couple, -0.1)) return;
  SarVec3 along = any_vector(dice, 2), spin = any_vector(dice, 1);
  Couple start = couple;
  double bound = 0, size = 1e-7;
  int passed = 0;
  for (int k = 0; k < PLACES; k++) {
    double s = 0.3 * (k / (double)PLACES - 0.5);
    Sum sum[2];
    for (int i = 0; i < 2; i++) {
      double at = s + i * size;
      SarMat3 turn = sar_quat_matrix(sar_quat_exp(sar_scale(at, spin)));
      couple = start;
      couple.body[1].r = sar_axpy(at, along, couple.body[1].r);
      couple.body[1].A = sar_mat3_mul(&couple.body[1].A, &turn);
      sum[i] = push(&couple);
    }
    if (sum[0].far || sum[1].far) continue;
    passed++;
    bound = fmax(bound, change(&sum[0], &sum[1]) / size);
  }
  assert_true(passed > PLACES / 4);
  /* k 1.5 sqrt(0.6) for one touch 0.6 deep, up to twelve of them, moved at 3.5 m with levers of 3 m */
  double allowed = STIFFNESS * 1.5 * sqrt(0.6) * 12 * 3.5 * 4;
  if (!(bound < allowed))
    fail_msg("%s-%s: the force changes by %g N/m, allowed are %g", a->name, b->name, bound, allowed);
}

static void test_passages(void **state) {
  (void)state;
  Dice dice = {3};
  for (int i = 0; sar_shape_class_any(i); i++) {
    for (int j = i; sar_shape_class_any(j); j++) {
      if (!may_touch(sar_shape_class_any(i), sar_shape_class_any(j))) continue;
      for (int k = 0; k < 6; k++) check_passage(&dice, sar_shape_class_any(i), sar_shape_class_any(j));
    }
  }
}

static void two_boxes(Couple *c, SarVec3 lower, SarVec3 upper, double radius, double depth) {
  c->shape[0] = sar_shape(&sar_shape_box, lower.x, lower.y, lower.z);
  c->shape[1] = sar_shape(&sar_shape_box, upper.x, upper.y, upper.z);
  c->shape[0].radius = c->shape[1].radius = radius;
  for (int s = 0; s < 2; s++) c->body[s] = (SarPose){sar_vec3(0, 0, 0), sar_mat3_identity()};
  c->body[1].r.z = 0.5 * (lower.z + upper.z) - depth;
}

/* A box of 1 m, rounded with 20 mm, slides off a larger one 1 mm deep. Four corners carry at first, two corners and two
 * crossings of edges when its front corners are over the edge, nothing at the end. One touch pushes with 316 N. */
static void test_slides_off_an_edge(void **state) {
  (void)state;
  Couple c;
  double one = STIFFNESS * pow(1e-3, 1.5), least = INFINITY, most = 0, jump = 0, last = 0;
  two_boxes(&c, sar_vec3(4, 4, 1), sar_vec3(1, 1, 1), 0.02, 1e-3);
  for (int k = 0; k <= 13000; k++) {
    c.body[1].r.x = 1.4 + k * 1e-4;
    double f = push(&c).force.z / one;
    if (k > 0) jump = fmax(jump, fabs(f - last));
    last = f;
    if (c.body[1].r.x < 2.45) least = fmin(least, f), most = fmax(most, f);
  }
  CHECK_NEAR(last, 0, 0);
  assert_true(least > 3.99 && most < 4 + 1e-9); /* as much as by four touches all the way */
  assert_true(jump * one < 10.7);               /* N per 0.1 mm: two touches that end */
}

/* Crossed at 3 degrees, ends overhanging: no corner is above the other box, the crossings of the edges carry. Turned
 * further until the boxes are parallel, the corners take over. The force is never lost. */
static void test_crossed_boxes(void **state) {
  (void)state;
  Couple c;
  double one = STIFFNESS * pow(1e-3, 1.5);
  two_boxes(&c, sar_vec3(4, 0.2, 0.2), sar_vec3(4, 0.2, 0.2), 0.02, 1e-3);
  for (int k = 0; k <= 2000; k++) {
    double angle = 0.2 * k / 2000;
    c.body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, angle)));
    double f = push(&c).force.z / one;
    if (!(f > 3 && f < 10)) fail_msg("at %g rad the boxes push with %g times one touch", angle, f);
  }
  assert_true(fabs(push(&c).force.z / one - 4) < 1e-9); /* four crossings, no corner */
}

/* The weight of an edge pair is zero at the ends of the edges: nothing jumps where the nearest point becomes a corner.
 */
static void test_weight_ends_at_corners(void **state) {
  (void)state;
  Couple c;
  SarTouch touch[TOUCHES];
  two_boxes(&c, sar_vec3(4, 4, 1), sar_vec3(1, 1, 1), 0.02, 1e-3);
  c.body[1].r.x = 2 - 0.02 - 0.48 + 1e-7; /* front corners 1e-7 beyond the edge of the lower core */
  int n = touches_of(&c, 0, touch), edges = 0;
  for (int i = 0; i < n; i++) {
    if (touch[i].side[0].nparameters != 1 || touch[i].side[1].nparameters != 1) continue;
    CHECK_NEAR(touch[i].weight, 0, 1e-9);
    edges++;
  }
  assert_int_equal(edges, 2);
}

/* A cylinder on a large box is a cylinder on a plane, from standing to lying; on a box narrower than it is long the
 * edges carry it. */
static void test_cylinder_on_a_box(void **state) {
  (void)state;
  Couple c, on_plane;
  two_boxes(&c, sar_vec3(8, 8, 1), sar_vec3(1, 1, 1), 0.02, 0);
  c.shape[1] = sar_shape(&sar_shape_cylinder, 0.3, 1, 0);
  on_plane = c;
  on_plane.shape[0] = sar_shape(&sar_shape_plane, 0, 0, 0);
  on_plane.shape[0].at.z = 0.5;
  for (int k = 0; k <= 200; k++) {
    double tilt = k == 0 ? 0 : 1.6 * k / 200;
    c.body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0.3 * tilt, tilt, 0)));
    SarVec3 axis = sar_column(&c.body[1].A, 2);
    double low = 0.02 + 0.48 * fabs(axis.z) + 0.28 * sqrt(1 - axis.z * axis.z);
    c.body[1].r = sar_vec3(0.2, 0.1, 0.5 + low - 2e-3);
    on_plane.body[1] = c.body[1];
    Sum box = push(&c), plane = push(&on_plane);
    CHECK_NEAR(box.force.z, plane.force.z, 1e-6 * plane.force.z);
    CHECK_NEAR(sar_norm(sar_sub(box.moment, plane.moment)), 0, 1e-6 * plane.force.z);
  }
  two_boxes(&c, sar_vec3(0.4, 8, 1), sar_vec3(1, 1, 1), 0.02, 0);
  c.shape[1] = sar_shape(&sar_shape_cylinder, 0.3, 1, 0);
  c.body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, acos(-1) / 2, 0)));
  c.body[1].r.z = 0.5 + 0.3 - 1e-3;
  Sum sum = push(&c);
  CHECK_NEAR(sum.force.z, 2 * STIFFNESS * pow(1e-3, 1.5), 1e-6);
  CHECK_NEAR(sar_norm(sum.moment), 0, 1e-6);
}

static void two_capsules(Couple *c, double depth) {
  for (int s = 0; s < 2; s++) {
    c->shape[s] = sar_shape(&sar_shape_capsule, 0.1, 1, 0);
    c->shape[s].axes = sar_mat3_columns(sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0)); /* along x */
    c->body[s] = (SarPose){sar_vec3(0, 0, 0), sar_mat3_identity()};
  }
  c->body[1].r.z = 0.2 - depth;
}

/* How much the push changes from place to place, and its least and largest size; places s from -1 to 1. */
typedef struct Passage {
  double least, most, jump;
} Passage;

static Passage pass(Couple *c, void (*place)(Couple *c, double s)) {
  enum { PLACES = 20000 };
  double one = STIFFNESS * pow(1e-3, 1.5);
  Passage out = {INFINITY, 0, 0};
  Sum last = {0};
  for (int k = 0; k <= PLACES; k++) {
    place(c, 2.0 * k / PLACES - 1);
    Sum sum = push(c);
    if (k > 0) out.jump = fmax(out.jump, change(&sum, &last) / one);
    out.least = fmin(out.least, sar_norm(sum.force) / one);
    out.most = fmax(out.most, sar_norm(sum.force) / one);
    last = sum;
  }
  return out;
}

static void turn_across(Couple *c, double s) { c->body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, 1.5 * s))); }
static void tilt(Couple *c, double s) { c->body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 1e-3 * s, 0))); }
static void slide(Couple *c, double s) { c->body[1].r.x = 0.9 * s; }
static void slide_skew(Couple *c, double s) {
  c->body[1].A = sar_quat_matrix(sar_quat_exp(sar_vec3(0, 0, 0.05)));
  c->body[1].r.x = 0.9 * s;
}
static void pass_end(Couple *c, double s) { c->body[1].r = sar_vec3(1.2 - 1e-3, 0, 0.08 * s); }

/* Two capsules, 1 mm deep: side along side two touches at the ends of what they share, else one; nothing jumps when one
 * turns across the other, tilts, slides along it, or when ends pass each other. 1e-4 of the way is a step. */
static void test_capsules_side_by_side(void **state) {
  (void)state;
  Couple c;
  two_capsules(&c, 1e-3);
  Sum parallel = push(&c);
  double one = STIFFNESS * pow(1e-3, 1.5);
  CHECK_NEAR(parallel.force.z, 2 * one, 1e-9 * one);
  CHECK_NEAR(sar_norm(parallel.moment), 0, 1e-9 * one);
  turn_across(&c, 1);
  CHECK_NEAR(push(&c).force.z, one, 1e-9 * one);
  Passage turned = pass(&c, turn_across);
  assert_true(turned.least > 0.8 && turned.most < 2 + 1e-9 && turned.jump < 0.02);
  two_capsules(&c, 1e-3);
  Passage tilted = pass(&c, tilt);
  assert_true(tilted.least > 2 - 1e-9 && tilted.most < 2.2 && tilted.jump < 1e-3);
  two_capsules(&c, 1e-3);
  Passage slid = pass(&c, slide);
  assert_true(slid.least > 1.999 && slid.most < 2 + 1e-9 && slid.jump < 2e-3);
  Passage skew = pass(&c, slide_skew);
  assert_true(skew.most < 1 + 1e-6 && skew.jump < 2e-3);
  two_capsules(&c, 0);
  Passage ends = pass(&c, pass_end);
  assert_true(ends.most < 1 + 1e-9 && ends.most > 1 - 1e-6 && ends.jump < 2e-3); /* counted once */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_passages),          cmocka_unit_test(test_slides_off_an_edge),
      cmocka_unit_test(test_crossed_boxes),     cmocka_unit_test(test_weight_ends_at_corners),
      cmocka_unit_test(test_cylinder_on_a_box), cmocka_unit_test(test_capsules_side_by_side)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
