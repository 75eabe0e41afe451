/* Which touches there are. */
#include "element/contact/contact_touching.h"

#include <math.h>
#include <string.h>

/* m, from the centre of mass of one body to the other's solid, at least, where the first shape is a plane. */
static double above_plane(const SarShape *plane, const SarKin *own, const SarKin *other) {
  SarPose pose = sar_shape_pose(plane, &(SarPose){own->r, own->A});
  double top = plane->class->top ? plane->class->top(plane) : 0;
  return sar_dot(sar_column(&pose.A, 2), sar_sub(other->r, pose.r)) - top;
}

bool sar_contact_is_far(const SarContactPart *part, int32_t k, const SarKin *const kin[2], double margin) {
  const SarContactPair *pair = &part->pairs[k];
  double reach = part->bounds[k].reach + margin;
  for (int i = 0; i < 2; i++) {
    if (pair->shape[i]->class->unbounded) return above_plane(pair->shape[i], kin[i], kin[1 - i]) > reach;
  }
  SarVec3 d = sar_sub(kin[1]->r, kin[0]->r);
  return sar_dot(d, d) > reach * reach;
}

double sar_contact_most_depth(const SarContactPart *part, int32_t k) { return part->bounds[k].depth; }

bool sar_contact_is_too_deep(const SarContactPart *part, int32_t k, const SarTouch *touch, bool rest) {
  bool profile = strcmp(part->pairs[k].pair.class->name, "profile") == 0; /* through a tooth within one step */
  return touch->lost || (touch->deep && (rest || profile)) || -touch->gap > sar_contact_most_depth(part, k);
}

SarStatus sar_contact_judge(const SarContactPart *part, int32_t k, const SarContactFound *found) {
  for (int32_t i = 0; i < found->touches.count; i++) {
    if (found->items[i].gap < 0 && sar_contact_is_too_deep(part, k, &found->items[i], false)) return SAR_RETRY;
  }
  return found->touches.full ? SAR_RETRY : SAR_OK;
}

SarStatus sar_contact_find(const SarContactPart *part, int32_t k, const SarKin *const kin[2], double margin,
                           SarContactFound *out) {
  out->touches = (SarTouches){.items = out->items, .capacity = SAR_CONTACT_TOUCHES, .margin = margin};
  if (sar_contact_is_far(part, k, kin, margin)) return SAR_OK;
  sar_contact_touches(&part->pairs[k], kin, &out->touches);
  return sar_contact_judge(part, k, out);
}

double sar_contact_mass_at(const SarContactPart *part, const SarContact *contact) {
  SarMat3 inverse[2];
  for (int i = 0; i < 2; i++) {
    SarMat3 turned = sar_mat3_mul(&contact->kin[i]->A, &part->inverse_inertia[i]);
    inverse[i] = sar_mat3_mult(&turned, &contact->kin[i]->A);
  }
  return sar_contact_mass(contact, part->inverse_mass, inverse);
}
