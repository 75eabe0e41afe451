/* Inputs and outputs of the linearised equations: what acts on them, and what is read of them. */
#ifndef SAR_ANALYSIS_MODES_PORTS_H
#define SAR_ANALYSIS_MODES_PORTS_H

#include "analysis/modes/linearised.h"
#include "system/columns.h"

/* An input: one of the model's `inputs`, a motion (its function), or one component of a force (fx ... tz: what comes on
 * top of it). */
typedef struct SarPort {
  const char *name, *unit; /* in units of the model */
  bool direct; /* it stands in rows of forces, states and variables alone: a state space needs no rates of it */
} SarPort;

/* How many of the model's own there are: its inputs, then its motions; and one of them. */
int32_t sar_ports_inputs(const SarLinearised *linearised);
SarStatus sar_ports_input(const SarLinearised *linearised, int32_t index, SarArena *arena, SarPort *out);
/* The right-hand side of the rows (n numbers) that one unit of it makes. SAR_INPUT, reported: a motion that repeats
 * others. */
SarStatus sar_ports_right(const SarLinearised *linearised, int32_t index, double *right);

/* By name; components of forces too. SAR_INPUT, reported: there is none. `right`: n numbers. */
SarStatus sar_ports_find(const SarLinearised *linearised, const char *name, SarArena *arena, SarPort *out,
                         double *right);

/* Columns that are read, and how they change. */
typedef struct SarGauge {
  const SarLinearised *l;
  SarColumnSet *columns;
  int32_t count, *places; /* those that are asked for */
  const char **names, **units;
  double *factors;
  double *memory, *q, *v, *a, *lambda, *mu, *x, *xdot, *z, *rows[2]; /* scratch */
} SarGauge;

/* names = null: `outputs:` of the model or, without them, its measures. SAR_INPUT, reported: there is no such column.
 * In the arena; destroy in any case. */
SarStatus sar_gauge_create(const SarLinearised *linearised, const char *const *names, int32_t count, SarArena *arena,
                           SarGauge *out);
void sar_gauge_destroy(SarGauge *gauge);

/* A small change of everything: real numbers, in the order of rows; velocities and accelerations are those of v and a.
 */
typedef struct SarChange {
  const double *u, *v, *a, *lambda, *mu, *x, *xdot, *z;
} SarChange;
/* The changes of the columns, in units of the model, by central differences. */
SarStatus sar_gauge_read(SarGauge *gauge, const SarChange *change, double *values);

#endif
