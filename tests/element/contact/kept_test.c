/* What a pair of shapes keeps of its last search is what a search finds, whatever was asked for in between. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "element/contact/contact_touching.h"
#include "element/contact/touching.h"
#include "geometry/shape.h"

typedef struct Parted {
  SarContactPart part;
  SarContactBounds bounds;
  double *kept;
  SarPartNode nodes[2];
  SarPartPoint at;
} Parted;

static void make_part(const Touching *t, Parted *out) {
  *out = (Parted){.part = {.pairs = &t->pair, .npairs = 1}};
  sar_contact_part_prepare(&out->part, &out->bounds);
  out->kept = calloc((size_t)sar_contact_kept(&out->part), sizeof *out->kept);
  assert_non_null(out->kept);
  for (int i = 0; i < 2; i++) out->nodes[i].kin = &t->kin[i];
  out->at = (SarPartPoint){.nodes = out->nodes, .kept = out->kept};
}

/* Found anew, as it is kept, and once more. */
static void compare(const Parted *p, double margin) {
  static SarContactFound anew, kept;
  const SarKin *const kin[2] = {p->nodes[0].kin, p->nodes[1].kin};
  SarStatus status = sar_contact_find(&p->part, 0, kin, margin, &anew);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(sar_contact_find_at(&p->part, 0, &p->at, margin, &kept), status);
    assert_int_equal(kept.touches.count, anew.touches.count);
    for (int32_t k = 0; k < anew.touches.count; k++) {
      assert_true(kept.items[k].gap == anew.items[k].gap && kept.items[k].deep == anew.items[k].deep);
      assert_memory_equal(&kept.items[k].p, &anew.items[k].p, sizeof(SarVec3));
      assert_memory_equal(&kept.items[k].n, &anew.items[k].n, sizeof(SarVec3));
      for (int s = 0; s < 2; s++) {
        assert_int_equal(kept.items[k].side[s].feature, anew.items[k].side[s].feature);
        assert_memory_equal(&kept.items[k].side[s].arm, &anew.items[k].side[s].arm, sizeof(SarVec3));
      }
    }
  }
}

static void test_all_pairs(void **state) {
  (void)state;
  Dice dice = {11};
  int pairs = 0;
  for (int32_t i = 0; sar_shape_class_at(i); i++) {
    for (int32_t j = i; sar_shape_class_at(j); j++) {
      const SarShapeClass *a = sar_shape_class_at(i), *b = sar_shape_class_at(j);
      if (!sar_pair(a, b).class) continue;
      Touching t;
      Parted p;
      touching_random(&dice, a, b, &t);
      make_part(&t, &p);
      pairs++;
      for (int step = 0; step < 6; step++) { /* the margin changes, then the place of one body, then of both */
        compare(&p, 0);
        compare(&p, 0.05);
        compare(&p, 0);
        touching_move(&t, (5 * step) % 12, dice_between(&dice, -0.02, 0.02));
        if (step % 2) touching_move(&t, (7 * step) % 12, dice_between(&dice, -0.02, 0.02));
      }
      free(p.kept);
    }
  }
  assert_true(pairs > 20);
}

static bool is_same(const SarTouch *a, const SarTouch *b) {
  bool same = a->gap == b->gap && memcmp(&a->p, &b->p, sizeof a->p) == 0 && memcmp(&a->n, &b->n, sizeof a->n) == 0;
  for (int s = 0; s < 2; s++) {
    same = same && a->side[s].feature == b->side[s].feature;
    same = same && memcmp(&a->side[s].arm, &b->side[s].arm, sizeof a->side[s].arm) == 0;
  }
  return same;
}

/* What is found within a margin and has no gap is what is found without one, bit by bit. */
static void test_margins(void **state) {
  (void)state;
  Dice dice = {13};
  int32_t touches = 0, more = 0;
  for (int32_t i = 0; sar_shape_class_at(i); i++) {
    for (int32_t j = i; sar_shape_class_at(j); j++) {
      const SarShapeClass *a = sar_shape_class_at(i), *b = sar_shape_class_at(j);
      for (int step = 0; sar_pair(a, b).class && step < 20; step++) {
        static SarContactFound narrow, wide;
        Touching t;
        Parted p;
        touching_random(&dice, a, b, &t);
        touching_move(&t, (5 * step) % 12, dice_between(&dice, -0.02, 0.02));
        make_part(&t, &p);
        const SarKin *const kin[2] = {&t.kin[0], &t.kin[1]};
        SarStatus status = sar_contact_find(&p.part, 0, kin, 0, &narrow);
        double margin = step % 2 ? 0.25 * p.bounds.depth : 0.02;
        free(p.kept);
        if (status != SAR_OK || sar_contact_find(&p.part, 0, kin, margin, &wide) != SAR_OK) continue;
        int32_t count = 0;
        for (int32_t k = 0; k < wide.touches.count; k++) {
          if (wide.items[k].gap > 0) continue;
          assert_true(count < narrow.touches.count);
          assert_true(is_same(&wide.items[k], &narrow.items[count]));
          count++;
        }
        assert_int_equal(count, narrow.touches.count);
        touches += count;
        more += wide.touches.count > count;
      }
    }
  }
  assert_true(touches > 500 && more > 50);
}

/* ---- what friction remembers next to another mechanism ---- */

enum { REMEMBERED = 24, NUMBERS = 2 + 21 * REMEMBERED };

/* The memory of anchored friction, from one place to the next. */
static void remember(Parted *p, const double *near, double *memory) {
  p->at.t = 0.01;
  p->at.near = near;
  p->at.memory = memory;
  sar_contact_accept(&p->part, &p->at, memory);
  p->at.near = NULL;
}

/* A second mechanism, a bit away, remembers the same whether it knows of the first one or not: all pairs, touches that
 * are open among them. Known: how often it did not have to search. */
static void test_next_to_another(void **state) {
  (void)state;
  Dice dice = {17};
  int32_t cases = 0, spared = 0;
  for (int32_t i = 0; sar_shape_class_at(i); i++) {
    for (int32_t j = i; sar_shape_class_at(j); j++) {
      const SarShapeClass *a = sar_shape_class_at(i), *b = sar_shape_class_at(j);
      for (int step = 0; sar_pair(a, b).class && step < 4; step++) {
        static double run[NUMBERS], alone[NUMBERS], known[NUMBERS];
        static SarContactFound found;
        Touching t, other;
        Parted p, q;
        touching_random(&dice, a, b, &t);
        t.pair.law.friction.stick = true;
        other = t;
        touching_own(&other);
        touching_move(&other, (5 * step) % 12, 1e-7);
        make_part(&t, &p);
        make_part(&other, &q);
        p.part.remembered = q.part.remembered = REMEMBERED;
        assert_true(sar_contact_memory(&p.part) <= NUMBERS);
        sar_contact_reset(&p.part, &p.at, run);
        sar_contact_reset(&q.part, &q.at, alone);
        memcpy(known, alone, sizeof known);
        for (int k = 0; k < 12; k++) {
          double by = dice_between(&dice, -1e-4, 1e-4);
          touching_move(&t, k, by);
          touching_move(&other, k, by);
        }
        remember(&p, NULL, run);
        assert_int_equal(sar_contact_find_at(&q.part, 0, &q.at, 0, &found), SAR_OK);
        remember(&q, NULL, alone);
        (void)sar_contact_find_at(&q.part, 0, &q.at, 0, &found);
        remember(&q, run, known);
        assert_memory_equal(known, alone, (size_t)sar_contact_memory(&q.part) * sizeof *known);
        cases++;
        spared += found.touches.count == run[1] && run[1] > 0;
        free(p.kept);
        free(q.kept);
      }
    }
  }
  assert_true(spared > cases / 4 && spared < cases);
}

/* Touches that the rows have found are not searched for again: shapes do not change, a search would see this one. */
static void test_next_to_another_is_used(void **state) {
  (void)state;
  static double run[NUMBERS], memory[NUMBERS], fresh[NUMBERS];
  static SarContactFound found;
  Dice dice = {3};
  Touching t;
  Parted p;
  touching_random(&dice, &sar_shape_sphere, &sar_shape_box, &t);
  t.pair.law.friction.stick = true;
  make_part(&t, &p);
  p.part.remembered = REMEMBERED;
  sar_contact_reset(&p.part, &p.at, run);
  memcpy(memory, run, sizeof memory);
  memcpy(fresh, run, sizeof fresh);
  remember(&p, NULL, run);
  assert_int_equal(run[1], 1);
  assert_int_equal(sar_contact_find_at(&p.part, 0, &p.at, 0, &found), SAR_OK);
  t.shape[1].radius += 0.01;
  remember(&p, run, memory);
  assert_memory_equal(memory, run, (size_t)sar_contact_memory(&p.part) * sizeof *run);
  remember(&p, NULL, fresh);
  assert_memory_not_equal(fresh, run, (size_t)sar_contact_memory(&p.part) * sizeof *run);
  /* with one more touch in the memory of the other one it is searched for */
  t.shape[1].radius -= 0.01;
  run[1] = 2;
  assert_int_equal(sar_contact_find_at(&p.part, 0, &p.at, 0, &found), SAR_OK);
  t.shape[1].radius += 0.01;
  memcpy(memory, fresh, sizeof memory);
  remember(&p, run, memory);
  remember(&p, NULL, fresh);
  assert_memory_equal(memory, fresh, (size_t)sar_contact_memory(&p.part) * sizeof *run);
  free(p.kept);
}

/* The second question is answered without a search: with what stands there. And one about another place is not. */
static void test_is_used(void **state) {
  (void)state;
  Dice dice = {3};
  Touching t;
  Parted p;
  static SarContactFound found;
  touching_random(&dice, &sar_shape_sphere, &sar_shape_box, &t);
  make_part(&t, &p);
  assert_int_equal(sar_contact_find_at(&p.part, 0, &p.at, 0, &found), SAR_OK);
  assert_int_equal(found.touches.count, 1);
  SarShape shape = t.shape[1];
  t.shape[1].radius += 0.01; /* shapes do not change: a search would see this one */
  double gap = found.items[0].gap;
  assert_int_equal(sar_contact_find_at(&p.part, 0, &p.at, 0, &found), SAR_OK);
  assert_true(found.items[0].gap == gap);
  t.kin[0].r.x = nextafter(t.kin[0].r.x, INFINITY); /* the last bit of a coordinate */
  assert_int_equal(sar_contact_find_at(&p.part, 0, &p.at, 0, &found), SAR_OK);
  assert_true(fabs(found.items[0].gap - gap) > 1e-3);
  t.shape[1] = shape;
  free(p.kept);
}

/* Pairs of a part have their own room: none overwrites what another one keeps. */
static void test_several_pairs(void **state) {
  (void)state;
  enum { PAIRS = 3 };
  const SarShapeClass *classes[PAIRS] = {&sar_shape_box, &sar_shape_sphere, &sar_shape_capsule};
  Dice dice = {9};
  Touching t;
  touching_random(&dice, &sar_shape_box, &sar_shape_box, &t);
  SarShape shapes[PAIRS];
  SarContactPair pairs[PAIRS];
  SarContactBounds bounds[PAIRS];
  static SarContactFound found, first;
  for (int i = 0; i < PAIRS; i++) { /* all at the same places of the same bodies */
    shapes[i] = t.shape[1];
    shapes[i].class = classes[i];
    pairs[i] = (SarContactPair){.pair = sar_pair(t.shape[0].class, classes[i]), .law = t.pair.law};
    pairs[i].shape[0] = &t.shape[0];
    pairs[i].shape[1] = &shapes[i];
  }
  SarContactPart part = {.pairs = pairs, .npairs = PAIRS};
  sar_contact_part_prepare(&part, bounds);
  double *kept = calloc((size_t)sar_contact_kept(&part), sizeof *kept);
  assert_non_null(kept);
  const SarKin *const kin[2] = {&t.kin[0], &t.kin[1]};
  SarPartNode nodes[2] = {{.kin = kin[0]}, {.kin = kin[1]}};
  SarPartPoint at = {.nodes = nodes, .kept = kept};
  int32_t touches = 0;
  for (int round = 0; round < 2; round++) {
    for (int32_t k = 0; k < PAIRS; k++) {
      SarStatus status = sar_contact_find(&part, k, kin, 0, &first);
      assert_int_equal(sar_contact_find_at(&part, k, &at, 0, &found), status);
      assert_int_equal(found.touches.count, first.touches.count);
      for (int32_t i = 0; i < first.touches.count; i++) assert_true(found.items[i].gap == first.items[i].gap);
      touches += first.touches.count;
    }
  }
  assert_true(touches > 2); /* of more than one pair */
  free(kept);
}

/* Without room for it, as where expressions ask, each question is a search. */
static void test_without_room(void **state) {
  (void)state;
  Dice dice = {5};
  Touching t;
  Parted p;
  touching_random(&dice, &sar_shape_sphere, &sar_shape_plane, &t);
  make_part(&t, &p);
  p.at.kept = NULL;
  compare(&p, 0);
  free(p.kept);
}

/* Numbers grow with the pairs alone: few touches of round shapes, at most eight of others. */
static void test_room(void **state) {
  (void)state;
  Dice dice = {7};
  Touching t;
  Parted round, flat;
  touching_random(&dice, &sar_shape_sphere, &sar_shape_sphere, &t);
  make_part(&t, &round);
  assert_int_equal(round.bounds.room, 2);
  free(round.kept);
  touching_random(&dice, &sar_shape_box, &sar_shape_box, &t);
  make_part(&t, &flat);
  assert_int_equal(flat.bounds.room, SAR_CONTACT_KEPT);
  assert_true(flat.part.nkept > round.part.nkept);
  free(flat.kept);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_pairs),
      cmocka_unit_test(test_is_used),
      cmocka_unit_test(test_several_pairs),
      cmocka_unit_test(test_without_room),
      cmocka_unit_test(test_room),
      cmocka_unit_test(test_margins),
      cmocka_unit_test(test_next_to_another),
      cmocka_unit_test(test_next_to_another_is_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
