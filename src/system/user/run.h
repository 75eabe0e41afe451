/* Running programs of user-defined equations at a point, and where the derivatives that they give go in the matrix. The
 * bodies are placed (sar_workspace_place). */
#ifndef SAR_SYSTEM_USER_RUN_H
#define SAR_SYSTEM_USER_RUN_H

#include <math.h>

#include "system/workspace.h"

struct SarUserProgram;

/* Fills m->leaves: what programs read. */
void sar_user_load(const SarWorkspace *m, const SarPoint *at);

/* The same for one program: what it does not read may be left out. */
void sar_user_load_for(const SarWorkspace *m, const struct SarUserProgram *program, const SarPoint *at);

/* Evaluates a program at the point: its outputs, valid until the next one is evaluated. */
const double *sar_user_run(const SarWorkspace *m, const struct SarUserProgram *program, const SarPoint *at);

/* Only those outputs that the part of the program is for, where it has one; others may be anything. */
const double *sar_user_run_part(const SarWorkspace *m, const struct SarUserProgram *program, const SarPoint *at);

/* Where an expression has a value but no derivative - the speed of a body at rest, the size of a reaction before the
 * first is known - the matrix goes without: it only leads to where the residual vanishes, which is what counts. */
static inline double sar_user_derivative(double g) { return isfinite(g) ? g : 0; }

/* The same at the leaves that are loaded, in a scratch and with outputs of the caller. */
void sar_user_evaluate(const SarWorkspace *m, const struct SarUserProgram *program, double *scratch, double *outputs);

/* Adds derivatives to the matrix through positions in it, three per entry; -1: there is no such place, because the
 * derivative vanishes. Entries of rows that `left_out` tells are passed by; null: none. */
struct SarUserEntry;
typedef bool SarUserRows(const SarSizes *n, int32_t row);
void sar_user_add_entries(const SarSizes *n, const struct SarUserEntry *entries, int32_t nentries, const int32_t *slots,
                          const double *derivatives, const SarWeights *weights, SarUserRows *left_out, double *values);

#endif
