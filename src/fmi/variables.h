/* The variables of an FMU. Their places in the list are their value references: time, the parameters of the model, its
 * inputs, its outputs. */
#ifndef SAR_FMI_VARIABLES_H
#define SAR_FMI_VARIABLES_H

#include "base/arena.h"
#include "sarrus/stepper.h"

typedef enum SarFmuKind {
  SAR_FMU_TIME,
  SAR_FMU_PARAMETER,  /* a number that may be set until the model is initialised */
  SAR_FMU_CALCULATED, /* a parameter that others determine */
  SAR_FMU_INPUT,
  SAR_FMU_OUTPUT,
  SAR_FMU_KINDS
} SarFmuKind;

typedef struct SarFmuVariable {
  SarFmuKind kind;
  const char *name, *unit; /* unit: as the model writes it; "": none */
  double start;            /* of parameters and inputs */
  int32_t index;           /* among those of its kind; of parameters, both kinds, among the parameters of the model */
  bool angle;              /* of a parameter: in radians, whatever the units of the model */
} SarFmuVariable;

typedef struct SarFmuVariables {
  SarFmuVariable *list;
  int32_t count;
  int32_t of[SAR_FMU_KINDS]; /* how many of each kind */
} SarFmuVariables;

/* Those of a model, whose stepper tells what comes in and goes out; in the arena. SAR_INPUT: two have one name. */
SarStatus sar_fmu_variables(SarContext *context, SarArena *arena, const SarSystem *system, const SarStepper *stepper,
                            SarFmuVariables *out);

/* Whether both have the same names in the same order: that of the value references. */
bool sar_fmu_variables_agree(const SarFmuVariables *a, const SarFmuVariables *b);

#endif
