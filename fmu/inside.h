/* The inside of an instance, for the files that make it up. */
#ifndef SAR_FMU_INSIDE_H
#define SAR_FMU_INSIDE_H

#include "base/arena.h"
#include "fmu/instance.h"

struct Instance {
  SarContext *context;
  SarArena *arena;
  Log log;
  const char *name, *folder;
  SarFmuContents contents;
  const char *text;          /* of the model */
  const SarModelFile *files; /* that it names */
  Phase phase;
  Experiment experiment;
  /* Numbers by value reference: parameters and inputs as they were set; others do not count. */
  double *values;
  bool *given; /* parameters that somebody has set */
  SarModel *model;
  SarSystem *system;
  SarStepper *stepper; /* of these values; null: not yet made */
  State *states;       /* that nobody has freed */
};

/* The stepper for the present values, where there is none yet. */
Answer instance_build(Instance *instance);
void instance_demolish(Instance *instance);

/* ---- the log ---- */

void instance_say(Instance *instance, Answer answer, const char *text);

/* What the library has said since the last call goes to the log. */
void instance_tell(Instance *instance, Answer answer);

/* When a call was made that is refused. */
const char *phase_in_words(Phase phase);

/* ---- life ---- */

/* Values, experiment and phase of the beginning. */
void instance_begin(Instance *instance);

void instance_free_states(Instance *instance);

#endif
