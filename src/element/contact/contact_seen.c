/* Touches as they are seen from outside the equations: with their motion, their force and the mass that they feel. */
#include "element/contact/contact_touching.h"

void sar_contact_see(const SarContactPart *part, const SarPartPoint *at, double margin, SarContactVisit *visit,
                     void *self) {
  const SarKin *const kin[2] = {at->nodes[0].kin, at->nodes[1].kin};
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    (void)sar_contact_find(part, k, kin, margin, &found); /* what is too deep is seen all the same */
    for (int32_t i = 0; i < found.touches.count; i++) {
      SarContactSeen seen = {.pair = &part->pairs[k], .most_depth = sar_contact_most_depth(part, k)};
      sar_contact_recall(part, k, at, &found.items[i], &seen.touching);
      const SarContact *contact = &seen.touching.contact;
      sar_contact_motion(contact, &seen.motion);
      sar_contact_force(contact, &seen.motion, &seen.force);
      seen.mass = sar_contact_mass_at(part, contact);
      visit(&seen, self);
    }
  }
}
