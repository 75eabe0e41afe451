/* Touches from spots. */
#include "geometry/touch.h"

/* Vertices do not. */
static bool gives(const SarSpot *spot) {
  const SarMat3 *h = &spot->give;
  return h->m[0][0] != 0 || h->m[1][1] != 0 || h->m[2][2] != 0; /* it is positive semidefinite */
}

/* Bends in the order 11, 12, 22, their component along n. */
static SarTouchSide side(const SarPlaced *at, const SarSpot *spot, SarVec3 n) {
  const SarMat3 *A = &at->pose.A;
  SarTouchSide s = {.arm = sar_sub(sar_placed_point(at, spot->c), at->centre),
                    .radius = spot->radius,
                    .feature = spot->feature,
                    .nparameters = spot->nparameters};
  SarVec3 inside = sar_mul_t(A, n);
  for (int i = 0; i < spot->nparameters; i++) s.tangent[i] = sar_mul(A, spot->tangent[i]);
  for (int i = 0; i < 3; i++) s.bend[i] = spot->nparameters > 0 ? sar_dot(inside, spot->bend[i]) : 0;
  if (spot->nparameters == 0 && gives(spot)) {
    SarMat3 half = sar_mat3_mul(A, &spot->give);
    s.give = sar_mat3_mult(&half, A);
  }
  return s;
}

SarTouch *sar_touch_add(SarTouches *to, const SarPlaced *a, const SarSpot *of_a, const SarPlaced *b,
                        const SarSpot *of_b, SarVec3 n, double d) {
  double gap = d - of_a->radius - of_b->radius;
  if (!(gap <= to->margin)) return NULL;
  if (to->count == to->capacity) {
    to->full = true;
    return NULL;
  }
  SarTouch *touch = &to->items[to->count++];
  *touch = (SarTouch){.gap = gap, .distance = d, .n = n, .deep = of_a->deep || of_b->deep, .weight = 1};
  touch->side[0] = side(a, of_a, n);
  touch->side[1] = side(b, of_b, n);
  touch->p = sar_axpy(of_a->radius + gap / 2, n, sar_add(a->centre, touch->side[0].arm));
  return touch;
}

SarTouch *sar_touch_point(SarTouches *to, const SarPlaced *a, const SarSpot *of_a, const SarPlaced *b) {
  SarSpot of_b;
  b->shape->class->closest(b->shape, sar_placed_inside(b, sar_placed_point(a, of_a->c)), &of_b);
  SarVec3 n = sar_neg(sar_mul(&b->pose.A, of_b.normal));
  return sar_touch_add(to, a, of_a, b, &of_b, n, of_b.distance);
}

void sar_touch_flip(SarTouch *touch) {
  SarTouchSide other = touch->side[0];
  touch->side[0] = touch->side[1];
  touch->side[1] = other;
  touch->n = sar_neg(touch->n);
  for (int s = 0; s < 2; s++) {
    for (int i = 0; i < 3; i++) touch->side[s].bend[i] = -touch->side[s].bend[i];
  }
  double by[4];
  int first = touch->side[0].nparameters, second = touch->side[1].nparameters;
  for (int i = 0; i < first; i++) by[i] = touch->weight_by[second + i];
  for (int i = 0; i < second; i++) by[first + i] = touch->weight_by[i];
  for (int i = 0; i < first + second; i++) touch->weight_by[i] = by[i];
  touch->weight_turn = sar_neg(touch->weight_turn);
}
