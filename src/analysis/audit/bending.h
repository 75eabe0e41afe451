/* Modal bodies are linear: how far they went beyond that, at accepted steps. */
#ifndef SAR_ANALYSIS_AUDIT_BENDING_H
#define SAR_ANALYSIS_AUDIT_BENDING_H

#include "system/system.h"

/* The largest value of something, in parts of what is still sound. */
typedef struct SarBendingMost {
  double ratio, t;
  int32_t element, number; /* of the model; of the interface or mode */
} SarBendingMost;

/* Plain data. */
typedef struct SarBending {
  SarBendingMost spin;  /* error of deflections that its angular velocity makes */
  SarBendingMost turn;  /* rad, of an interface against its body */
  SarBendingMost reach; /* largest displacement of a mode over the size of the body */
} SarBending;

void sar_bending_note(SarBending *bending, const SarSystem *system, const double *q, const double *v, double t);
void sar_bending_warn(SarContext *context, const SarSystem *system, const SarBending *bending);

/* Whether the elements are such of the model: of data from a file. */
bool sar_bending_is_sound(const SarBending *bending, const SarSystem *system);

#endif
