/* Anchored friction: what its spring and damper ask for. */
#include "element/contact/friction_force.h"

/* T = k_t (stretch + (t - t_n)/2 (u_n + u)) + c_t u across n; at most mu N. */
void sar_anchor(const SarContact *contact, const SarContactMotion *motion, double normal, SarAnchor *out) {
  const SarStick *stick = contact->stick;
  SarVec3 held = sar_axpy(0.5 * contact->since, stick->slip, stick->stretch);
  out->spring = sar_scale(stick->stiffness, sar_mul(&contact->kin[0]->A, held));
  out->by_slip = 0.5 * contact->since * stick->stiffness + stick->damping;
  out->trial = sar_axpy(out->by_slip, motion->slip, sar_across_part(contact->touch->n, out->spring));
  out->size = sar_norm(out->trial);
  out->speed = sar_norm(motion->slip);
  out->mu = contact->law->friction.fixed;
  out->mu_by_speed = 0;
  if (stick->slipping) out->mu = sar_friction_coefficient(&contact->law->friction, out->speed, &out->mu_by_speed);
  out->limit = out->mu * normal;
}
