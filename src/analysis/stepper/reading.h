/* What is read of a motion from outside: the columns asked for, where its caller is, and what was set there. */
#ifndef SAR_ANALYSIS_READING_H
#define SAR_ANALYSIS_READING_H

#include "analysis/stepper/stepper.h"
#include "system/columns.h"

struct SarStepperReading {
  SarArena *arena;
  double time; /* where the caller is: the motion may have come further, but not by a whole step */

  SarColumnSet *columns;
  double *row; /* all of them, in SI units */
  SarStepperValue *outputs;
  int32_t noutputs, *places; /* outputs; where they stand in the row */
  double *factors, *values;  /* units; the outputs at `time`, if they are known */
  bool known, energies;      /* energies: of some column they are asked */

  SarStepperValue *inputs;
  int32_t ninputs;
  double *wanted; /* the value that each of them is to have */

  bool fresh;    /* the motion begins anew at `time`, from `point` */
  double *point; /* numbers of a point */

  SarArchive saved;          /* what sar_stepper_save gives away */
  SarArchive equations, now; /* those of the start before a row was made with them, and after it */
  double *seen;              /* the states and variables that they had seen */
  int (*progress)(void *self, const SarProgress *progress);
  void *progress_self;
};

/* Names, units and room. */
SarStatus sar_reading_make(SarStepper *s);

/* Fills reading->values at reading->time. Nothing in the motion changes. */
SarStatus sar_reading_fill(SarStepper *s);

/* Whether an input is to have another value than it has. */
bool sar_reading_changes(const SarStepper *s);

/* The arrays of the stepper into the point, and back. */
void sar_reading_keep_point(SarStepper *s);
void sar_reading_take_point(SarStepper *s);

#endif
