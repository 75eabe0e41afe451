/* The mechanisms of paper 4 (section 5) with all its methods. */
#ifndef SAR_ANALYSIS_REPRODUCE_PAPER4_MECHANISM_H
#define SAR_ANALYSIS_REPRODUCE_PAPER4_MECHANISM_H

#include "analysis/reproduce/paper4_sheet.h"

typedef struct SarMechanism {
  SarReproduction *r;
  SarExperiment *e;
  double zero, end; /* s: the model's time at the paper's t = 0, and the paper's last time */
} SarMechanism;

/* What a run gave; columns are valid until the next run. */
typedef struct SarMechanismRun {
  bool done;
  double reached;    /* paper's time, s */
  double iterations; /* per stage */
  int64_t first, count;
  double *time; /* the paper's, count of them from the row `first` on: t >= 0 */
} SarMechanismRun;

/* Andrews' squeezer; the flexible four-bar with the sections of table 3, or with those of MBDyn's input; the thin beam;
 * the rotating shaft. */
SarStatus sar_mechanism_squeezer(SarReproduction *r, SarMechanism *out);
SarStatus sar_mechanism_fourbar(SarReproduction *r, bool printed, SarMechanism *out);
SarStatus sar_mechanism_buckling(SarReproduction *r, SarMechanism *out);
SarStatus sar_mechanism_shaft(SarReproduction *r, SarMechanism *out);

/* Every method gets the same number of solves: its step is per_stage times its implicit stages. */
SarStatus sar_mechanism_run(SarMechanism *f, const char *method, double per_stage, SarMechanismRun *out);
/* The rows of a column from the paper's t = 0 on; null after a message. */
const double *sar_mechanism_column(const SarMechanism *f, const SarMechanismRun *run, const char *name);
/* x of the rotation vector from the first row's orientation of a node. To be used as a column. */
const double *sar_mechanism_rotation(const SarMechanism *f, const SarMechanismRun *run, const char *node);

/* "ends at t = 0.8 s", "fails at t = 0.14 s". */
const char *sar_mechanism_outcome(SarReproduction *r, const SarMechanismRun *run);
/* y at a time, linear between rows; the last value behind them. *place: where to begin to look, for times that grow. */
double sar_mechanism_at(int64_t count, const double *time, const double *y, double t, int64_t *place);

/* A history that others are compared with. */
typedef struct SarHistory {
  int64_t count;
  double *time, *value;
} SarHistory;

SarStatus sar_history_keep(SarReproduction *r, const SarMechanismRun *run, const double *value, SarHistory *out);
/* Root of the sum of squared differences over that of the history's squares, eq (26), over the rows of a run up to a
 * time. */
double sar_history_error(const SarHistory *history, const SarMechanismRun *run, const double *value, double until);

#endif
