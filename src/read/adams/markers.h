/* Parts and markers: what their translators, and those of what is fixed on them, share. */
#ifndef SAR_READ_ADAMS_MARKERS_H
#define SAR_READ_ADAMS_MARKERS_H

#include "read/adams/deck.h"

/* The node of a part in the tree: `ground:`, or its entry in `bodies:`, which is made when it is asked for first, so
 * that markers may stand before their part. */
SarStatus sar_deck_body(SarDeck *deck, const SarStatement *part, SarNode **out);

/* `frames:`, `looks:` or `shapes:` of a part, made when it is asked for first. */
SarStatus sar_deck_body_list(SarDeck *deck, const SarStatement *part, const char *key, SarNode **out);

/* True for the first who asks: what a statement stands for is still to be made. */
bool sar_deck_make(SarDeck *deck, const SarStatement *statement);

/* Where the axes of a part are at the start: of the ground and of parts that do not say, the ground's own. */
SarStatus sar_deck_part_pose(SarDeck *deck, const SarStatement *part, SarDeckPose *out);

/* Where a marker is on its part. */
SarStatus sar_deck_place(SarDeck *deck, const SarStatement *marker, SarDeckPose *out);

/* `at` and `turn` of a part or marker, as they are written where that is possible; nothing where they are zero. */
SarStatus sar_deck_put_place(SarDeck *deck, const SarStatement *statement, SarNode *mapping);

/* ---- values ---- */

/* The three numbers of an argument, zeros where it is not given; an error where they are not three. */
SarStatus sar_deck_vector(SarDeck *deck, const SarStatement *statement, const char *argument, SarVec3 *out);

/* [a, b, c] as it is written; null where the argument is not given. */
SarNode *sar_deck_vector_node(SarDeck *deck, const SarStatement *statement, const char *argument);

/* The same of numbers that were computed: the fewest digits that read back. */
SarNode *sar_deck_numbers_node(SarDeck *deck, SarSource source, const double *values, int32_t count);
void sar_deck_put_number(SarDeck *deck, SarNode *mapping, const char *key, SarSource source, double value);

/* {quaternion: [..]}; null for no rotation. */
SarNode *sar_deck_turn_node(SarDeck *deck, SarSource source, SarQuat turn);

/* a, then b in its axes. */
static inline SarDeckPose sar_deck_chain(SarDeckPose a, SarDeckPose b) {
  SarMat3 A = sar_quat_matrix(a.turn);
  return (SarDeckPose){sar_add(a.at, sar_mul(&A, b.at)), sar_quat_mul(a.turn, b.turn)};
}

/* Where b is, seen from a. */
static inline SarDeckPose sar_deck_seen_from(SarDeckPose a, SarDeckPose b) {
  SarMat3 A = sar_quat_matrix(a.turn);
  return (SarDeckPose){sar_mul_t(&A, sar_sub(b.at, a.at)), sar_quat_mul(sar_quat_conjugate(a.turn), b.turn)};
}

#endif
