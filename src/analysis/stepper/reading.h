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
  double *point; /* numbers of a point ... */
  double
      *base; /* ... and what it was solved from, branches of jumps behind it: other inputs at that time begin there */

  SarArchive saved; /* what sar_stepper_save gives away */

  /* Rows are made with equations of their own, which keep to one solver, so that nothing that they choose is noticed by
   * the motion. Every row begins with the same pivots, those of the motion when the mechanism was new, so that none is
   * noticed by another. */
  SarEquations *equations;
  int32_t mechanism; /* of which they are (SarStepper.mechanisms) */
  SarArchive pivots, now;

  int (*progress)(void *self, const SarProgress *progress);
  void *progress_self;
};

/* Names, units and room. */
SarStatus sar_reading_make(SarStepper *s);

/* Other rows are carried, the mechanism is a new one. */
SarStatus sar_reading_renew(SarStepper *s);
/* The same after bytes have been loaded, reading->pivots among them. */
SarStatus sar_reading_load(SarStepper *s);

/* Fills reading->values at reading->time. Nothing in the motion changes. */
SarStatus sar_reading_fill(SarStepper *s);

/* Whether an input is to have another value than it has. */
bool sar_reading_changes(const SarStepper *s);

/* The arrays of the stepper into the point, and back. */
void sar_reading_keep_point(SarStepper *s);
void sar_reading_take_point(SarStepper *s);
/* The same with the base of it. */
void sar_reading_keep_base(SarStepper *s);
void sar_reading_take_base(SarStepper *s);
int64_t sar_reading_base_numbers(const SarStepper *s);

#endif
