/* How a run ended and how it began, as a whole or in phases. */
#ifndef SARRUS_PHASES_H
#define SARRUS_PHASES_H

#include <stdbool.h>

#include "sarrus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum SarRunStatus { SAR_RUN_DONE, SAR_RUN_STOPPED, SAR_RUN_INTERRUPTED, SAR_RUN_FAILED } SarRunStatus;

/* What assembly has changed of the start as it is written: the largest of both kinds, where they are more than 1e-9 (of
 * L, rad, and of the largest speed). Texts are empty where nothing was changed. */
typedef struct SarStartChange {
  char moved[64];                  /* the body or coordinate */
  double distance, angle;          /* m, rad */
  char accelerated[64];            /* the body or coordinate whose *written* velocity is not the one it starts with */
  bool rotation;                   /* it is its angular velocity */
  double velocity_change, written; /* m/s, or rad/s and the unit of a coordinate: change, and size as written */
} SarStartChange;

/* A phase of a run whose `simulate:` is a list. */
#define SAR_PHASES_MAX 32
#define SAR_PHASE_MODES_MAX 512
typedef struct SarPhaseSummary {
  char analysis[16]; /* "dynamics", "static", "kinematics", "assemble", "modes" */
  double begin, end; /* s: where it began, and how far it came */
  SarRunStatus status;
  int32_t degrees_of_freedom, redundant; /* where it began; of the constraints those that others hold already */
  int64_t steps, rows;
  double energy_change;  /* J, kinetic and potential, by the change of the model where it began */
  SarStartChange change; /* what assembly has changed there of how the phase before ended; of the first: as `start` */
} SarPhaseSummary;

/* An eigenvalue at a phase `modes`, or a pair of them. */
typedef struct SarPhaseMode {
  int32_t phase;          /* from 1 */
  double real, imaginary; /* 1/s */
} SarPhaseMode;

#ifdef __cplusplus
}
#endif
#endif
