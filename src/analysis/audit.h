/* What a summary says about trust: constraint drift and energy balance, taken at accepted steps (numerics, section 5).
 */
#ifndef SAR_ANALYSIS_AUDIT_H
#define SAR_ANALYSIS_AUDIT_H

#include "base/archive.h"
#include "system/columns.h"

typedef struct SarAudit {
  double *rows;                      /* np + nn numbers of scratch */
  double position_max, velocity_max; /* over L */
  double dropped_max;                /* |Phi|/L of rows that are not carried, at the last point */
  int32_t dropped_row;               /* the worst of them */
  bool started;
  double kinetic, potential, potential0, total0; /* potential0, total0: at the start */
  double dissipated, work;                       /* integrals up to the last accepted step */
  double power[3][2];                            /* dissipation, work at begin, middle and end of the last step */
  double balance_max, scale_max;
  double floor; /* of scale_max: smaller changes of energy are rounding, not motion */
} SarAudit;

SarStatus sar_audit_create(SarContext *context, const SarSystem *system, SarAudit **out);
void sar_audit_destroy(SarAudit **audit);

/* The first point. */
SarStatus sar_audit_start(SarAudit *audit, const SarMechanism *m, const SarPoint *at);

/* An accepted step from t0 to `end`, whose middle is `middle` (read only where powers exist). */
SarStatus sar_audit_step(SarAudit *audit, const SarMechanism *m, double t0, const SarPoint *middle,
                         const SarPoint *end);

/* Energies at a point inside the last step: integrals by the parabola through the three powers. fraction: (t - t0)/h.
 */
SarStatus sar_audit_energy(const SarAudit *audit, const SarMechanism *m, const SarPoint *at, double fraction, double h,
                           SarEnergyRecord *out);

void sar_audit_archive(SarAudit *audit, SarArchive *archive);

double sar_audit_balance(const SarAudit *audit); /* energy_balance_max, relative */

#endif
