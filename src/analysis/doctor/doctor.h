/* A check with the memory behind it, and the proposals in words. */
#ifndef SAR_ANALYSIS_DOCTOR_H
#define SAR_ANALYSIS_DOCTOR_H

#include "analysis/doctor/cure.h"
#include "sarrus/analysis.h"

typedef struct SarDoctor {
  SarCheck public; /* first: what the caller holds */
  SarArena *arena;
  SarRedundant *redundant;
  SarFinding *findings; /* one per redundant row */
  SarCure cure;         /* its entries belong to the system's model */
} SarDoctor;

/* Looks for a cure of what was found, and lists its edits. end: motions are followed up to here, as in SarCase. */
SarStatus sar_doctor_propose(SarDoctor *doctor, SarStart *start, double end);

#endif
