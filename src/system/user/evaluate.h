/* User-defined equations at a point. All functions need the bodies placed (sar_workspace_place) and do nothing where
 * the system has no such equations. */
#ifndef SAR_SYSTEM_USER_EVALUATE_H
#define SAR_SYSTEM_USER_EVALUATE_H

#include "system/workspace.h"

void sar_user_add_residual(const SarWorkspace *m, const SarPoint *at, double *r);
SarStatus sar_user_add_jacobian(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values);
void sar_user_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *out);
void sar_user_position(const SarWorkspace *m, const SarPoint *at, double *phi);
void sar_user_velocity(const SarWorkspace *m, const SarPoint *at, double *rows);
void sar_user_acceleration(const SarWorkspace *m, const SarPoint *at, double *rows);
void sar_user_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *energy);

/* The quantities that elements offer, in the order of system->user->offers; out: so many numbers. */
void sar_user_columns(const SarWorkspace *m, const SarPoint *at, double *out);

/* What elements do to the coordinates, generalised forces with the sign of Q. sar_user_prepare evaluates all of them at
 * a point; the others ask for one element there: its part is added to nv numbers, or to the six of one body. */
void sar_user_prepare(const SarWorkspace *m, const SarPoint *at);
void sar_user_add_action(const SarWorkspace *m, int32_t element, double *force);
void sar_user_add_body_action(const SarWorkspace *m, int32_t element, int32_t body, double force[6]);

#endif
