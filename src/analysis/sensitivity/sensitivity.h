/* Sensitivities of a run: how all of its columns change with parameters of the model (docs/theory/sensitivities.md).
 *
 * The variation of a motion by a parameter p, at a fixed time, is the displacement s = (theta, dv, dx) of positions (in
 * the tangent: rotations in body axes), velocities and states, together with the change of accelerations, multipliers,
 * rates and variables, u. It satisfies the equations of motion differentiated along (s, u, 1), with the constraints at
 * the level of accelerations:
 *
 *   F_q theta + F_v dv + F_x dx + F_u u + F_p = 0,     theta' = dv (- omega x theta),  dv' = da,  dx' = dxdot.
 *
 * Nothing is differentiated by hand: the left-hand side is the central difference of the rows of two other systems, the
 * model compiled with p + e and with p - e, at points displaced by s e and -s e. After every accepted step of whatever
 * method runs, these linear equations are integrated over it; the motion itself does not notice.
 *
 *   create -> start -> (step -> approach -> row, row, ... -> resume) again and again -> destroy */
#ifndef SAR_ANALYSIS_SENSITIVITY_H
#define SAR_ANALYSIS_SENSITIVITY_H

#include "analysis/stepper/stepper.h"
#include "base/archive.h"
#include "system/columns.h"

typedef struct SarSensitivity SarSensitivity;

/* Reads and compiles the model with other values of the parameters that the options name. SAR_INPUT, reported: there is
 * no such parameter, it follows from others, the model would be another one, or the run is of a kind that has no
 * sensitivities. The stepper must outlive it. `out` is set even where it fails, and must be destroyed. */
SarStatus sar_sensitivity_create(SarStepper *s, const SarRunOptions *options, SarSensitivity **out);
void sar_sensitivity_destroy(SarSensitivity **sensitivity);

/* Rows that move with a parameter have derivatives along the motion from now on: those at events, whose times move, and
 * those of a model that says with the parameter how long it runs, or how often there are rows. given: the caller has
 * said when rows are. */
SarStatus sar_sensitivity_follow_rows(SarSensitivity *x, const SarRunOptions *options, bool given);

/* The start of the motion: what assembly, or the search for an equilibrium, makes of other values. */
SarStatus sar_sensitivity_start(SarSensitivity *x);

/* After an accepted step. */
SarStatus sar_sensitivity_step(SarSensitivity *x);

/* The step may have ended on switching functions, and nothing has acted yet; before its rows. */
SarStatus sar_sensitivity_approach(SarSensitivity *x);
/* The motion goes on from here, after events and jumps at that time. */
SarStatus sar_sensitivity_resume(SarSensitivity *x, const SarPoint *at);

/* For each column of the run the derivatives by all parameters, in the order of the options; behind them, where rows
 * are followed, those of the time of the row. `at`: the point of the row; own: the columns there, also those that were
 * not asked for. In SI units over the parameter as the file writes it. */
SarStatus sar_sensitivity_row(SarSensitivity *x, const SarPoint *at, const double *own, double *row);

/* All that later steps depend on. Loading takes the place of start. */
SarStatus sar_sensitivity_archive(SarSensitivity *x, SarArchive *archive);

/* What it took so far; null: there are none. */
SarSensitivityWork sar_sensitivity_work(const SarSensitivity *x);

#endif
