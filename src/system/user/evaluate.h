/* User-defined equations at a point. All functions need the bodies placed (sar_mechanism_place) and do nothing where
 * the system has no such equations. */
#ifndef SAR_SYSTEM_USER_EVALUATE_H
#define SAR_SYSTEM_USER_EVALUATE_H

#include "system/mechanism.h"

struct SarUserProgram;

/* Fills m->leaves: what programs read. */
void sar_user_load(const SarMechanism *m, const SarPoint *at);

/* Evaluates a program at the point: its outputs, valid until the next one is evaluated. */
const double *sar_user_run(const SarMechanism *m, const struct SarUserProgram *program, const SarPoint *at);

void sar_user_add_residual(const SarMechanism *m, const SarPoint *at, double *r);
SarStatus sar_user_add_jacobian(const SarMechanism *m, const SarPoint *at, const SarWeights *weights, double *values);
void sar_user_add_magnitude(const SarMechanism *m, const SarPoint *at, double *out);
void sar_user_position(const SarMechanism *m, const SarPoint *at, double *phi);
void sar_user_velocity(const SarMechanism *m, const SarPoint *at, double *rows);
void sar_user_acceleration(const SarMechanism *m, const SarPoint *at, double *rows);
/* Adds the derivatives by time (method/problem.h). */
SarStatus sar_user_add_by_time(const SarMechanism *m, const SarPoint *at, double *rows, double *rates,
                               double *accelerations);
void sar_user_energy(const SarMechanism *m, const SarPoint *at, SarEnergies *energy);

/* Adds derivatives to the matrix through positions in it, three per entry; -1: there is no such place, because the
 * derivative vanishes. Entries of rows that `left_out` tells are passed by; null: none. */
struct SarUserEntry;
typedef bool SarUserRows(const SarSizes *n, int32_t row);
void sar_user_add_entries(const SarSizes *n, const struct SarUserEntry *entries, int32_t nentries, const int32_t *slots,
                          const double *derivatives, const SarWeights *weights, SarUserRows *left_out, double *values);

/* Room for what levels.c makes; false when memory is exhausted. */
bool sar_user_make_levels(SarMechanism *m);

/* The constraint rows of the matrix at the level of the weights, above that of positions (levels.c). */
SarStatus sar_user_add_level(const SarMechanism *m, const SarPoint *at, const SarWeights *weights, double *values);

/* The quantities that elements offer, in the order of system->user->offers; out: so many numbers. */
void sar_user_columns(const SarMechanism *m, const SarPoint *at, double *out);

/* What elements do to the coordinates, generalised forces with the sign of Q. sar_user_prepare evaluates all of them at
 * a point; the others ask for one element there: its part is added to nv numbers, or to the six of one body. */
void sar_user_prepare(const SarMechanism *m, const SarPoint *at);
void sar_user_add_action(const SarMechanism *m, int32_t element, double *force);
void sar_user_add_body_action(const SarMechanism *m, int32_t element, int32_t body, double force[6]);

#endif
