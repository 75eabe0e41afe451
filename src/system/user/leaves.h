/* What programs of user-defined equations read, the programs themselves, and where the derivatives that they give go in
 * the matrix: all at a point as it is given, with the bodies placed (sar_workspace_place). */
#ifndef SAR_SYSTEM_USER_LEAVES_H
#define SAR_SYSTEM_USER_LEAVES_H

#include <math.h>

#include "system/workspace.h"

struct SarUserProgram;

/* Fills m->leaves with the multipliers of the point as they are; turns: with those of angles, too. */
void sar_user_load_as_it_is(const SarWorkspace *m, const SarPoint *at, bool turns);

/* Where an expression has a value but no derivative - the speed of a body at rest, the size of a reaction before the
 * first is known - the matrix goes without: it only leads to where the residual vanishes, which is what counts. */
static inline double sar_user_derivative(double g) { return isfinite(g) ? g : 0; }

/* Evaluates a program at the leaves that are loaded, in a scratch and with outputs of the caller; and what is batched
 * of it alone. */
void sar_user_evaluate(const SarWorkspace *m, const struct SarUserProgram *program, double *scratch, double *outputs);
void sar_user_run_batches(const SarWorkspace *m, const struct SarUserProgram *program, double *scratch,
                          double *outputs);

/* Adds derivatives to the matrix through positions in it, three per entry; -1: there is no such place, because the
 * derivative vanishes. Entries of rows that `left_out` tells are passed by; null: none. */
struct SarUserEntry;
typedef bool SarUserRows(const SarSizes *n, int32_t row);
void sar_user_add_entries(const SarSizes *n, const struct SarUserEntry *entries, int32_t nentries, const int32_t *slots,
                          const double *derivatives, const SarWeights *weights, SarUserRows *left_out, double *values);

#endif
