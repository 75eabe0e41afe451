/* Derivatives of gap, normal, point and weight of every pair of shapes against differences, at random poses near
 * contact; the same after the pair is exchanged, and turned with both bodies. */
#include <stdlib.h>

#include "geometry/poses.h"

#define STEP 2e-4
#define RELATIVE 1e-8
enum { POSES = 12, TRIES = 400 };

static double part_of(const SarTouch *touch, int i) {
  const double *n = &touch->n.x, *p = &touch->p.x;
  return i == 0 ? touch->gap : i == 1 ? touch->weight : i < 5 ? n[i - 2] : p[i - 5];
}

static double rate_of(const SarTouchRates *rates, int column, int i) {
  const double *n = &rates->n[column].x, *p = &rates->p[column].x;
  return i == 0 ? rates->gap[column] : i == 1 ? rates->weight[column] : i < 5 ? n[i - 2] : p[i - 5];
}

static bool same_features(const SarTouch *a, const SarTouch *b) {
  return a->side[0].feature == b->side[0].feature && a->side[1].feature == b->side[1].feature &&
         a->side[0].nparameters == b->side[0].nparameters && (a->gap < 0) == (b->gap < 0) &&
         (a->weight == 1) == (b->weight == 1);
}

/* Differences of eighth order of the eight numbers; false: a feature changes on the way. */
static bool difference(const Couple *couple, int which, int count, int column, double step, double out[8]) {
  static const double weight[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  SarTouch here[TOUCHES], touch[TOUCHES];
  touches_of(couple, INFINITY, here);
  for (int i = 0; i < 8; i++) out[i] = 0;
  for (int k = -4; k <= 4; k++) {
    Couple moved = *couple;
    if (k == 0) continue;
    move_body(&moved.body[column / 6], column % 6, k * step);
    if (touches_of(&moved, INFINITY, touch) != count || !same_features(&here[which], &touch[which])) return false;
    for (int i = 0; i < 8; i++) out[i] += (k < 0 ? -1 : 1) * weight[abs(k)] * part_of(&touch[which], i) / step;
  }
  return true;
}

/* False: there is nothing to compare here. */
static bool check_touch(const Couple *couple, const SarTouch *touch, int which, int count) {
  SarTouchRates rates;
  double expected[12][8], largest = 1, worst = 0;
  for (int j = 0; j < 12; j++) {
    double half[8];
    if (!difference(couple, which, count, j, STEP, expected[j])) return false;
    if (touch->weight == 1) continue;
    /* weights 1 - x^1.5 have no third derivative where x begins: differences that depend on the step say nothing */
    if (!difference(couple, which, count, j, STEP / 2, half)) return false;
    for (int i = 0; i < 8; i++) {
      if (fabs(half[i] - expected[j][i]) > RELATIVE / 4) return false;
    }
  }
  assert_true(sar_touch_rates(touch, &couple->body[0].A, &couple->body[1].A, &rates));
  for (int j = 0; j < 12; j++) {
    for (int i = 0; i < 8; i++) {
      largest = fmax(largest, fabs(expected[j][i]));
      worst = fmax(worst, fabs(expected[j][i] - rate_of(&rates, j, i)));
    }
  }
  if (!(worst <= RELATIVE * largest)) {
    fail_msg("%s-%s, features %d %d, gap %g: differs from differences by %g of %g", couple->shape[0].class->name,
             couple->shape[1].class->name, touch->side[0].feature, touch->side[1].feature, touch->gap, worst, largest);
  }
  return true;
}

/* How many poses of a pair were compared; those with a kink within the differences are left out. */
static int check_pair(Dice *dice, const SarShapeClass *a, const SarShapeClass *b) {
  int compared = 0;
  for (int k = 0; k < TRIES && compared < POSES; k++) {
    Couple couple;
    SarTouch touch[TOUCHES];
    any_couple(dice, a, b, &couple);
    if (!bring_near(dice, &couple, dice_between(dice, -0.2, -0.02))) continue;
    int n = touches_of(&couple, INFINITY, touch);
    bool any = false;
    for (int i = 0; i < n; i++) {
      if (touch[i].gap > 0.1 || touch[i].deep || touch[i].distance < 0.1) continue;
      if (check_touch(&couple, &touch[i], i, n)) any = true;
    }
    compared += any;
  }
  return compared;
}

static void test_every_pair(void **state) {
  (void)state;
  Dice dice = {1};
  for (int i = 0; sar_shape_class_any(i); i++) {
    for (int j = 0; sar_shape_class_any(j); j++) {
      const SarShapeClass *a = sar_shape_class_any(i), *b = sar_shape_class_any(j);
      if (!may_touch(a, b)) continue;
      int compared = check_pair(&dice, a, b);
      if (compared < POSES) fail_msg("%s-%s: only %d poses were compared", a->name, b->name, compared);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_pair)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
