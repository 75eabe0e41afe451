/* Contacts as parts: one for two bodies, whatever touches. */
#ifndef SAR_SYSTEM_CONTACT_PARTS_H
#define SAR_SYSTEM_CONTACT_PARTS_H

#include "element/contact/contact_part.h"
#include "system/compiled.h"

/* Two shapes as their bodies have them, and as the model names them. */
typedef struct SarContactSides {
  const SarShape *shape[2];
  SarModelPair names;
} SarContactSides;

/* A part for pairs of shapes of two bodies (nbodies: the ground), in the arena. law: between any two of them; null: it
 * depends on the shapes. */
SarStatus sar_contact_part_make(const SarSystem *s, int32_t contact, const SarContactLaw *law, const int32_t bodies[2],
                                const SarContactSides *sides, int32_t count, SarArena *arena, const void **out);

#endif
