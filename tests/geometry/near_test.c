/* Bounds leave nothing out: what is found within a margin is what is found without one and is within it, to the last
 * bit and in the same order; the least gap is not more than the gap. */
#include "geometry/near.h"

#include <string.h>

#include "geometry/poses.h"

static const SarShapeClass *flat_class(int i) {
  const SarShapeClass *class = sar_shape_class_any(i);
  return class && class->nedges ? class : NULL;
}

/* Fields one by one: there may be holes between them. */
static bool same(const SarTouch *a, const SarTouch *b) {
  bool equal = a->gap == b->gap && a->distance == b->distance && a->deep == b->deep;
  equal = equal && memcmp(&a->n, &b->n, sizeof a->n) == 0 && memcmp(&a->p, &b->p, sizeof a->p) == 0;
  equal = equal && a->weight == b->weight;
  for (int s = 0; s < 2; s++) equal = equal && a->side[s].feature == b->side[s].feature;
  return equal;
}

static int compare(const Couple *couple, double margin) {
  SarTouch all[TOUCHES], near[TOUCHES];
  int n = touches_of(couple, INFINITY, all), count = touches_of(couple, margin, near), next = 0;
  for (int i = 0; i < n; i++) {
    if (!(all[i].gap <= margin)) continue;
    assert_true(next < count && same(&all[i], &near[next]));
    next++;
  }
  assert_int_equal(next, count);
  double least = sar_near_gap(&couple->shape[0], &couple->body[0], &couple->shape[1], &couple->body[1]);
  for (int i = 0; i < n; i++) assert_true(least <= fmax(all[i].gap, 0));
  return count;
}

static void test_nothing_is_left_out(void **state) {
  (void)state;
  static const double gaps[] = {-0.1, -1e-3, 0.05, 0.5};
  static const double margins[] = {0, 1e-3, 0.1, 0.6};
  Dice dice = {31};
  int found = 0;
  for (int i = 0; sar_shape_class_any(i); i++) {
    for (int j = 0; sar_shape_class_any(j); j++) {
      for (int k = 0; flat_class(i) && flat_class(j) && k < 160; k++) {
        Couple couple;
        any_couple(&dice, flat_class(i), flat_class(j), &couple);
        if (k % 3 == 0) couple.body[1].A = couple.body[0].A; /* parallel faces and edges, as in stacks */
        if (k % 3 == 0) couple.shape[1].axes = couple.shape[0].axes;
        if (!bring_near(&dice, &couple, gaps[k % 4])) continue;
        found += compare(&couple, margins[k / 4 % 4]);
      }
    }
  }
  print_message("%d touches\n", found);
  assert_true(found > 5000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_is_left_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
