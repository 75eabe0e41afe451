/* The memory of anchored friction from step to step. */
#include <math.h>

#include "element/contact/contact.h"
#include "element/contact/friction_force.h"

#define SHARE (2.0 / 3) /* of the normal stiffness */
#define SHALLOW 0.01    /* of the radius: the depth from which on the stiffness counts */
#define DAMPING 1.4     /* of sqrt(k m): 0.7 of critical damping */

/* Tangential stiffness and damping from the normal law where it is now. */
static void anchor_with(const SarContact *contact, const SarContactMotion *motion, double mass, SarStick *out) {
  const SarContactLaw *law = contact->law;
  const SarTouch *touch = contact->touch;
  SarNormalForce f;
  double least = SHALLOW * fmax(touch->side[0].radius, touch->side[1].radius);
  if (!(least > 0)) least = SHALLOW * law->size;
  sar_normal_force(&law->normal, fmax(motion->depth, least), 0, &f);
  out->stiffness = law->tangential > 0 ? law->tangential : SHARE * f.by_depth;
  out->damping = law->tangential_by > 0 ? law->tangential_by : DAMPING * sqrt(out->stiffness * mass);
}

static void set_anchors(const SarContact *contact, SarStick *out) {
  for (int s = 0; s < 2; s++) {
    const SarKin *kin = contact->kin[s];
    out->anchor[s] = sar_mul_t(&kin->A, sar_sub(contact->touch->p, kin->r));
  }
}

void sar_stick_begin(const SarContact *contact, double mass, SarStick *out) {
  SarContactMotion motion;
  sar_contact_motion(contact, &motion);
  *out = (SarStick){.slip = sar_mul_t(&contact->kin[0]->A, motion.slip), .slipping = true};
  anchor_with(contact, &motion, mass, out);
  set_anchors(contact, out);
}

/* The stretch goes on by the way of the slip, or at rest by the way of the anchors, stays in the tangent plane
 * and within what friction can hold; when the stiffness changes, the force stays. */
void sar_stick_accept(const SarContact *contact, double mass, SarStick *out) {
  const SarStick *old = contact->stick;
  const SarMat3 *A = &contact->kin[0]->A;
  SarContactMotion motion;
  SarContactForce force;
  SarAnchor anchor;
  sar_contact_motion(contact, &motion);
  sar_contact_force(contact, &motion, &force);
  sar_anchor(contact, &motion, force.normal.force, &anchor);
  SarVec3 stretch = sar_across_part(contact->touch->n, sar_scale(1 / old->stiffness, anchor.spring));
  stretch = sar_axpy(anchor.after, motion.slip, stretch);
  double length = sar_norm(stretch), most = anchor.limit / old->stiffness;
  if (length > most) stretch = sar_scale(most / length, stretch);
  SarStick next = {.slip = sar_mul_t(A, motion.slip), .slipping = force.slipping};
  anchor_with(contact, &motion, mass, &next);
  set_anchors(contact, &next);
  next.stretch = sar_mul_t(A, sar_scale(old->stiffness / next.stiffness, stretch));
  *out = next;
}
