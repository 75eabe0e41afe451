/* The parts of a start that its files share among themselves (start.h is for everyone else). */
#ifndef SAR_ANALYSIS_START_PARTS_H
#define SAR_ANALYSIS_START_PARTS_H

#include "analysis/start/start.h"
#include "system/names.h"

static inline const SarModelElement *sar_start_row_element(const SarSystem *system, int32_t row) {
  return sar_system_element(system, sar_row_element(system, row));
}

/* Velocities that satisfy the constraints, nearest to the written ones, and states that follow them. */
SarStatus sar_start_make_velocities(SarStart *s);

/* Of sharing.c: finds out whether equations depend on how redundant joints share their loads (s->shares), at positions
 * and velocities that satisfy the constraints; and lets a new mechanism share its reactions then. */
SarStatus sar_start_look_for_sharing(SarStart *s);
SarStatus sar_start_share_rows(const SarStart *s, SarWorkspace *m);

/* A new mechanism and equations for the rows that are carried, at positions q. */
SarStatus sar_start_rebuild(SarStart *s, const double *q);

/* The rows that are carried, and what follows from them. Loading rebuilds the mechanism where they are others than
 * those at hand. */
SarStatus sar_start_archive_rows(SarStart *s, SarArchive *archive);

/* Reports what makes the equations singular. `at`: where accelerations and variables were solved for; null: it did not
 * come to that. */
SarStatus sar_start_report_singular(SarStart *s, const SarPoint *at);

/* Reports that the iteration for accelerations did not come to an end. */
SarStatus sar_start_report_not_solved(SarStart *s, const SarPoint *at, SarStatus status);

#endif
