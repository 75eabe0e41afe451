/* Contact as a part: all shapes of one body against shapes of another one, under one law or several, with the memory of
 * anchored friction. */
#ifndef SAR_ELEMENT_CONTACT_CONTACT_PART_H
#define SAR_ELEMENT_CONTACT_CONTACT_PART_H

#include "element/contact/contact.h"

/* Touches of two bodies at a time, at most: more than that and a step is tried again, smaller. */
#define SAR_CONTACT_TOUCHES 64

typedef struct SarContactPart {
  const SarContactPair *pairs;
  int32_t npairs;
  double inverse_mass[2];     /* 1/kg; 0: the ground */
  SarMat3 inverse_inertia[2]; /* body axes */
  double *reach;              /* m, by pair: farther apart than this, the centres of mass tell that nothing touches */
  int32_t remembered;         /* touches that there is memory for; 0: friction is not anchored */
} SarContactPart;

/* Fills what follows from pairs and bodies; `reach` has room for npairs numbers. */
void sar_contact_part_prepare(SarContactPart *part, double *reach);

/* Two nodes: the bodies of the first and of the second shape of every pair. */
extern const SarPartClass sar_part_contact;

#endif
