/* Forces of a touch. */
#include <math.h>

#include "element/contact/contact.h"
#include "element/contact/friction_force.h"

static SarVec3 angular(const SarKin *kin) { return sar_mul(&kin->A, kin->w); }

void sar_contact_motion(const SarContact *contact, SarContactMotion *out) {
  const SarTouch *touch = contact->touch;
  SarVec3 v[2], w[2];
  for (int s = 0; s < 2; s++) {
    const SarKin *kin = contact->kin[s];
    w[s] = angular(kin);
    v[s] = sar_add(kin->v, sar_cross(w[s], sar_sub(touch->p, kin->r)));
  }
  out->velocity = sar_sub(v[1], v[0]);
  out->turn = sar_sub(w[1], w[0]);
  out->depth = -touch->gap;
  out->rate = -sar_dot(touch->n, out->velocity);
  out->slip = sar_axpy(out->rate, touch->n, out->velocity);
}

static SarVec3 friction(const SarContact *contact, const SarContactMotion *motion, double normal, bool *slipping) {
  if (!(contact->law->friction.fixed > 0)) return sar_vec3(0, 0, 0);
  if (!contact->stick) {
    SarAlong along = sar_friction_along(&contact->law->friction, sar_norm(motion->slip));
    return sar_scale(-normal * along.factor, motion->slip);
  }
  SarAnchor anchor;
  sar_anchor(contact, motion, normal, &anchor);
  *slipping = anchor.slipping;
  return sar_scale(*slipping ? -anchor.limit / anchor.size : -1, anchor.trial);
}

static SarVec3 resistance(const SarContact *contact, const SarContactMotion *motion, double normal) {
  const SarContactLaw *law = contact->law;
  SarVec3 n = contact->touch->n, moment = {0, 0, 0};
  if (!(law->rolling > 0 || law->spinning > 0)) return moment;
  double scale = law->friction.v_s / law->radius, spin = sar_dot(n, motion->turn);
  SarVec3 roll = sar_axpy(-spin, n, motion->turn);
  SarAlong rolls = sar_sign_along(sar_norm(roll), scale), spins = sar_sign_along(fabs(spin), scale);
  moment = sar_scale(-law->rolling * law->radius * normal * rolls.factor, roll);
  return sar_axpy(-law->spinning * normal * spins.factor * spin, n, moment);
}

void sar_contact_force(const SarContact *contact, const SarContactMotion *motion, SarContactForce *out) {
  const SarTouch *touch = contact->touch;
  *out = (SarContactForce){0};
  sar_normal_force(&contact->law->normal, motion->depth, motion->rate, &out->normal);
  double normal = out->normal.force, share = touch->weight;
  if (!(motion->depth > 0)) return;
  out->friction = sar_scale(share, friction(contact, motion, normal, &out->slipping));
  out->force = sar_axpy(share * normal, touch->n, out->friction);
  out->moment = sar_scale(share, resistance(contact, motion, normal));
}

void sar_contact_by_time(const SarContact *contact, SarContactForce *out) {
  const SarStick *stick = contact->stick;
  SarContactMotion motion;
  SarContactForce force;
  SarAnchor anchor;
  *out = (SarContactForce){0};
  sar_contact_motion(contact, &motion);
  sar_contact_force(contact, &motion, &force);
  if (!stick || contact->rest || !(motion.depth > 0) || !(contact->law->friction.fixed > 0)) return;
  sar_anchor(contact, &motion, force.normal.force, &anchor);
  SarVec3 before = sar_across_part(contact->touch->n, sar_mul(&contact->kin[0]->A, stick->slip));
  SarVec3 rate = sar_axpy(anchor.share, motion.slip, sar_scale(1 - anchor.share, before));
  SarVec3 trial = sar_scale(stick->stiffness, rate);
  if (force.slipping) {
    SarVec3 way = sar_scale(1 / anchor.size, anchor.trial);
    trial = sar_scale(anchor.limit / anchor.size, sar_across_part(way, trial));
  }
  out->friction = out->force = sar_scale(-contact->touch->weight, trial);
}

void sar_contact_add_rows(const SarContact *contact, const SarContactForce *force, double *rows) {
  for (int s = 0; s < 2; s++) {
    const SarKin *kin = contact->kin[s];
    double sign = s == 0 ? 1 : -1; /* minus what acts */
    SarVec3 torque = sar_add(sar_cross(sar_sub(contact->touch->p, kin->r), force->force), force->moment);
    sar_vec3_add_to(sar_scale(sign, force->force), rows + 6 * s);
    sar_vec3_add_to(sar_scale(sign, sar_mul_t(&kin->A, torque)), rows + 6 * s + 3);
  }
}

/* J, in the spring of anchored friction, which cannot hold more than the limit. */
static double held(const SarContact *contact, const SarContactMotion *motion, double normal) {
  SarAnchor anchor;
  sar_anchor(contact, motion, normal, &anchor);
  SarVec3 spring = sar_axpy(anchor.after * contact->stick->stiffness, motion->slip,
                            sar_across_part(contact->touch->n, anchor.spring));
  double force = fmin(sar_norm(spring), anchor.limit);
  return 0.5 * force * force / contact->stick->stiffness;
}

/* 1/s. Whoever changes what a touch counts brings in, or takes out, its share of the spring: weights have no potential
 * of their own. */
static double weight_rate(const SarContact *contact) {
  SarTouchRates rates;
  double rate = 0;
  sar_touch_rates(contact->touch, &contact->kin[0]->A, &contact->kin[1]->A, &rates);
  for (int s = 0; s < 2; s++) {
    const SarKin *kin = contact->kin[s];
    rate += sar_dot(sar_vec3_load(rates.weight + 6 * s), kin->v);
    rate += sar_dot(sar_vec3_load(rates.weight + 6 * s + 3), kin->w);
  }
  return rate;
}

void sar_contact_add_energy(const SarContact *contact, SarPartEnergy *energy) {
  SarContactMotion motion;
  SarContactForce f;
  sar_contact_motion(contact, &motion);
  sar_contact_force(contact, &motion, &f);
  double elastic = contact->touch->weight * f.normal.elastic;
  energy->potential += contact->touch->weight * f.normal.energy;
  if (contact->touch->weight != 1) energy->work += weight_rate(contact) * f.normal.energy;
  double power = sar_dot(f.force, motion.velocity) + sar_dot(f.moment, motion.turn);
  energy->dissipation += -power - elastic * motion.rate;
  if (contact->stick && motion.depth > 0 && contact->law->friction.fixed > 0) {
    energy->held += contact->touch->weight * held(contact, &motion, f.normal.force);
  }
}

double sar_contact_mass(const SarContact *contact, const double inverse_mass[2], const SarMat3 inverse_inertia[2]) {
  double soft = 0;
  for (int s = 0; s < 2; s++) {
    SarVec3 lever = sar_cross(sar_sub(contact->touch->p, contact->kin[s]->r), contact->touch->n);
    soft += inverse_mass[s] + sar_dot(lever, sar_mul(&inverse_inertia[s], lever));
  }
  return 1 / soft;
}
