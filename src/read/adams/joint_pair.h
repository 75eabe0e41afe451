/* What joints, motions and relations between joints need of their markers: names, places at the start, and where their
 * coordinates begin.
 *
 * Coordinates of a deck are of I against J and begin where the axes of the markers say; those of a model are of the
 * second side, J, against the first, I, and begin at zero. So with the coordinate y of the model and its value w of the
 * axes at the written pose, the deck's is q = -(y + w). */
#ifndef SAR_READ_ADAMS_JOINT_PAIR_H
#define SAR_READ_ADAMS_JOINT_PAIR_H

#include "read/adams/deck.h"

typedef struct SarDeckPair {
  const SarStatement *marker[2]; /* I and J */
  const char *frame[2];
  SarVec3 at[2];
  SarMat3 axes[2];
} SarDeckPair;

/* Of the arguments I and J. */
SarStatus sar_deck_pair(SarDeck *deck, const SarStatement *statement, SarDeckPair *out);

/* A name as value of `between`. */
SarNode *sar_deck_pair_node(SarDeck *deck, const SarStatement *statement, const SarDeckPair *pair);

/* An axis of a marker, 0 x to 2 z, as `axis`. */
SarNode *sar_deck_axis_node(SarDeck *deck, SarSource source, const SarMat3 *axes, int axis);

/* ---- freedoms of joints ---- */

typedef enum SarDeckFreedom { SAR_DECK_NO_FREEDOM, SAR_DECK_ROTATION, SAR_DECK_TRANSLATION } SarDeckFreedom;

/* The freedom of a joint that a word means (ROTATION or TRANSLATION; null: the only one it has). */
SarDeckFreedom sar_deck_freedom(const SarStatement *joint, const char *word);

/* "angle" or "displacement" */
const char *sar_deck_freedom_name(SarDeckFreedom freedom);

/* w of a revolute, translational or cylindrical joint: 0 where only rounding makes the difference. */
double sar_deck_written(const SarDeckPair *pair, SarDeckFreedom freedom);

/* "-(q) - w" for the coordinate of the model. */
const char *sar_deck_turned(SarDeck *deck, const char *q, double w);

/* ---- who names a joint ---- */

/* The first MOTION or FRICTION with JOINT = id, and the ones after it. */
SarStatus sar_deck_user_of(SarDeck *deck, const char *kind, const SarStatement *joint, int32_t index,
                           const SarStatement **out);

/* Fields of friction in the node of a joint: of FRICTION, or of old arguments of JOINT (frictions.c). */
SarStatus sar_deck_put_friction(SarDeck *deck, const SarStatement *joint, SarNode *node);

#endif
