/* All touches of two shapes. */
#include "element/contact/contact.h"

void sar_contact_touches(const SarContactPair *pair, const SarKin *const kin[2], SarTouches *out) {
  SarPose pose[2] = {{kin[0]->r, kin[0]->A}, {kin[1]->r, kin[1]->A}};
  sar_pair_find(pair->pair, pair->shape[0], &pose[0], pair->shape[1], &pose[1], out);
}
