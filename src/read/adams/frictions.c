/* FRICTION, and the old arguments of JOINT: fields of friction of joints. */
#include "read/adams/joint_pair.h"
#include "read/adams/translators.h"

SarStatus sar_deck_put_friction(SarDeck *deck, const SarStatement *joint, SarNode *node) {
  (void)deck, (void)joint, (void)node;
  return SAR_OK;
}
