/* Writes a model as an FMU for co-simulation. */
#ifndef SAR_FMI_EXPORT_H
#define SAR_FMI_EXPORT_H

#include "fmi/description.h"
#include "sarrus/analysis.h"

typedef struct SarFmuExport {
  SarFmiVersion version;
  const char *library; /* path of the shared object that every FMU carries (fmu/) */
  const char *path;    /* of the FMU */
  SarRunOptions run;   /* of these method, tolerance, step and end count */
} SarFmuExport;

/* What came of it. */
typedef struct SarFmuSummary {
  char token[40];
  int32_t parameters, inputs, outputs;
} SarFmuSummary;

/* The model is made ready to step, so that what an FMU of it would complain of is said here. */
SarStatus sar_fmu_export(SarContext *context, const SarSystem *system, const SarFmuExport *options,
                         SarFmuSummary *summary);

#endif
