/* What unknowns and equations are called in messages: the body and its direction, the joint or motion and which of its
 * equations. */
#ifndef SAR_SYSTEM_NAMES_H
#define SAR_SYSTEM_NAMES_H

#include "system/system.h"

/* One of the six directions of a body: "translation along x" (of the ground) up to "rotation about its z". */
const char *sar_direction_name(int32_t direction);

/* A row of all constraints: position rows come first, then velocity rows. The index of its element in the model, -1 if
 * there is none, and its equation in words. */
int32_t sar_row_element(const SarSystem *system, int32_t row);
const char *sar_row_equation(const SarSystem *system, int32_t row);

/* A culprit of method/limits.h in words. */
typedef struct SarCulpritName {
  char element[64], equation[64]; /* empty: there is none */
  int32_t index;                  /* of the element in the model, -1: none */
} SarCulpritName;
/* The beam that an element of the model (-1: none) is a node or an element of; null: it is none. */
const char *sar_beam_of(const SarSystem *system, int32_t element);
SarCulpritName sar_culprit_name(const SarSystem *system, int32_t culprit);

#endif
