/* All touches of two shapes. */
#include "element/contact/contact.h"

void sar_contact_touches(const SarContactPair *pair, const SarKin *const kin[2], SarTouches *out) {
  SarPose pose[2] = {{kin[0]->r, kin[0]->A}, {kin[1]->r, kin[1]->A}};
  sar_pair_find(pair->pair, pair->shape[0], &pose[0], pair->shape[1], &pose[1], out);
}

/* What penetrates; > 0: too deep, or too much. */
static SarStatus find(const SarContactPair *pair, const SarKin *const kin[2], SarTouches *room) {
  room->count = 0;
  room->full = false;
  room->margin = 0;
  sar_contact_touches(pair, kin, room);
  for (int32_t i = 0; i < room->count; i++) {
    if (room->items[i].deep) return SAR_RETRY;
  }
  return room->full ? SAR_RETRY : SAR_OK;
}

SarStatus sar_contact_pair_residual(const SarContactPair *pair, const SarKin *const kin[2], SarTouches *room,
                                    double *rows) {
  SarStatus status = find(pair, kin, room);
  for (int32_t i = 0; status == SAR_OK && i < room->count; i++) {
    SarContact contact = {.law = &pair->law, .kin = {kin[0], kin[1]}, .touch = &room->items[i]};
    SarContactMotion motion;
    SarContactForce force;
    sar_contact_motion(&contact, &motion);
    sar_contact_force(&contact, &motion, &force);
    sar_contact_add_rows(&contact, &force, rows);
  }
  return status;
}

SarStatus sar_contact_pair_matrix(const SarContactPair *pair, const SarKin *const kin[2], SarTouches *room,
                                  double *position, double *velocity) {
  SarStatus status = find(pair, kin, room);
  for (int32_t i = 0; status == SAR_OK && i < room->count; i++) {
    SarContact contact = {.law = &pair->law, .kin = {kin[0], kin[1]}, .touch = &room->items[i]};
    SarTouchRates rates;
    sar_touch_rates(contact.touch, &kin[0]->A, &kin[1]->A, &rates);
    sar_contact_add_matrix(&contact, &rates, position, velocity);
  }
  return status;
}
