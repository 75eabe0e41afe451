/* modelDescription.xml of an FMU for co-simulation. */
#ifndef SAR_FMI_DESCRIPTION_H
#define SAR_FMI_DESCRIPTION_H

#include "base/units.h"
#include "fmi/variables.h"

typedef enum SarFmiVersion { SAR_FMI_2 = 2, SAR_FMI_3 = 3 } SarFmiVersion;

typedef struct SarFmuDescription {
  SarFmiVersion version;
  const char *token;            /* guid, instantiationToken */
  const char *name, *title;     /* of the model; title: may be empty */
  const char *identifier;       /* the name of the shared object */
  double end, tolerance, every; /* s: the experiment as the model has it; NaN: not known */
  bool saves;                   /* its state can be saved and restored */
  SarUnits units;
  SarFmuVariables variables;
} SarFmuDescription;

/* *text is freed by the caller, also after a failure. */
SarStatus sar_fmu_describe(SarContext *context, const SarFmuDescription *description, char **text, size_t *length);

#endif
