/* Where bodies touch, in the words of the model: for those who look on, not for the equations. */
#ifndef SAR_SYSTEM_TOUCHES_H
#define SAR_SYSTEM_TOUCHES_H

#include "element/contact/contact_touching.h"
#include "model/contacts.h"
#include "system/workspace.h"

/* A touch and whose it is. */
typedef struct SarSeenTouch {
  int32_t contact;    /* element of the model */
  SarModelPair names; /* of the two shapes */
  const SarContactSeen *seen;
} SarSeenTouch;

/* Every touch with a gap up to the margin (m), one pair of shapes after the other; places the bodies. */
typedef void SarTouchSeen(const SarSeenTouch *touch, void *self);
void sar_touches_see(const SarWorkspace *m, const SarPoint *at, double margin, SarTouchSeen *visit, void *self);

bool sar_system_has_contacts(const SarSystem *system);
int32_t sar_system_contacts(const SarSystem *system); /* elements of the model */

/* "ball.skin and ground.floor" */
#define SAR_TOUCH_NAME 128
void sar_touch_name(const SarModel *model, const SarModelPair *names, char out[SAR_TOUCH_NAME]);

#endif
