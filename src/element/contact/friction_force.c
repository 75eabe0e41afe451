/* Anchored friction: what its spring and damper ask for. */
#include "element/contact/friction_force.h"

/* What slid until now, and is at its limit but for rounding, slides on: at rest its memory ends exactly there, and a
 * search that took it for held would creep. */
#define AT_LIMIT 1e-9

/* Of the way of a step of what sticks, by the velocity at its end; the rest goes by that at its beginning. One half,
 * the trapezium, lets velocities ring from step to step where steps are long beside the period of the spring: they fall
 * by h k/(h k + 2 c) only (docs/theory/contact.md). */
#define NOW 0.55

/* m, how far the anchors have come apart. */
static SarVec3 way_from_anchors(const SarContact *contact) {
  SarVec3 x[2];
  for (int s = 0; s < 2; s++) {
    const SarKin *kin = contact->kin[s];
    x[s] = sar_add(kin->r, sar_mul(&kin->A, contact->stick->anchor[s]));
  }
  return sar_sub(x[1], x[0]);
}

/* T = k_t (stretch + (t - t_n) (0.45 u_n + 0.55 u)) + c_t u across n; at most mu N. What slid at t_n goes the way (t -
 * t_n) u instead: the force then points as the slip does now, not as half a step ago, and holds as soon as the slip
 * turns round. At rest the way from the anchors stands in place of that of the velocities. */
void sar_anchor(const SarContact *contact, const SarContactMotion *motion, double normal, SarAnchor *out) {
  const SarStick *stick = contact->stick;
  double since = contact->rest ? 0 : contact->since;
  out->share = stick->slipping ? 1 : NOW;
  out->after = out->share * since;
  SarVec3 held = sar_axpy(since - out->after, stick->slip, stick->stretch);
  out->spring = out->turning = sar_scale(stick->stiffness, sar_mul(&contact->kin[0]->A, held));
  if (contact->rest) out->spring = sar_axpy(stick->stiffness, way_from_anchors(contact), out->spring);
  out->by_slip = out->after * stick->stiffness + stick->damping;
  out->trial = sar_axpy(out->by_slip, motion->slip, sar_across_part(contact->touch->n, out->spring));
  out->size = sar_norm(out->trial);
  out->speed = sar_norm(motion->slip);
  out->mu = contact->law->friction.fixed;
  out->mu_by_speed = 0;
  if (stick->slipping) out->mu = sar_friction_coefficient(&contact->law->friction, out->speed, &out->mu_by_speed);
  out->limit = out->mu * normal;
  out->slipping = out->size > out->limit * (contact->rest && stick->slipping ? 1 - AT_LIMIT : 1);
}
