/* A motion of a model that steps FMUs. */
#ifndef SAR_TESTS_FMI_MOTION_H
#define SAR_TESTS_FMI_MOTION_H

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Motion {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarStepper *stepper;
} Motion;

/* The text as FOLDER/mechanism.yaml, read and made ready to step; what is wrong stands in the context. */
SarStatus motion_try(Motion *m, const char *folder, const char *text);
/* The same, which must succeed. */
void motion_begin(Motion *m, const char *folder, const char *text);
void motion_end(Motion *m);

/* Goes on to t and gives the first output, which must succeed. */
double motion_at(Motion *m, double t);

/* The last message has these words. */
void motion_expect(const Motion *m, const char *words);

#endif
