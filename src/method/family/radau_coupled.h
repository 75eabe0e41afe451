/* Newton's method on all stages of a Radau method at once, each with the matrix of its own point: what passes a
 * singular pose.
 *
 * The split into modes (radau.c) needs one matrix for all stages. Where a pose in which constraints depend on each
 * other lies within the step, their gradients in the direction that they lose are of opposite sign in stages before and
 * behind it; with one sign for all the iteration diverges, however short the step is. Here the stages stay coupled,
 *
 *   row of stage i, unknowns of stage j:   delta_ij J0_i + h a_ij J1_i + h^2 (A^2)_ij J2_i,
 *
 * a system of s times the size. It is solved only after the split iteration has failed. */
#ifndef SAR_METHOD_FAMILY_RADAU_COUPLED_H
#define SAR_METHOD_FAMILY_RADAU_COUPLED_H

#include "method/engine.h"
#include "method/family/radau_table.h"

typedef struct SarRadauCoupled {
  int32_t stages;
  double a[SAR_RADAU_STAGES][SAR_RADAU_STAGES];
  double a2[SAR_RADAU_STAGES][SAR_RADAU_STAGES]; /* A times A */
  SarPattern pattern;                            /* s x s blocks of the stage's pattern */
  SarLinear *linear;
  double *values, *right;
} SarRadauCoupled;

/* Values of the problem's matrix at one stage, in the order of its pattern. */
typedef struct SarRadauParts {
  const double *constant, *linear, *square; /* J0 + c J1 + c^2 J2 (radau.c) */
  const double *rates;                      /* si2: position rows of the rates' derivatives */
} SarRadauParts;

SarStatus sar_radau_coupled_create(SarIntegrator *integrator, const SarRadauTable *table, SarRadauCoupled *coupled);
void sar_radau_coupled_destroy(SarRadauCoupled *coupled);

/* The rows of stage i of the matrix for the step h. */
void sar_radau_coupled_place(SarRadauCoupled *coupled, const SarStage *stage, int32_t i, double h,
                             const SarRadauParts *parts);

SarStatus sar_radau_coupled_factor(SarRadauCoupled *coupled);

/* Corrections of all stages from their residuals. */
void sar_radau_coupled_solve(SarRadauCoupled *coupled, const SarStage *stage, double h, double *const *residual,
                             double *const *correction);

/* The unknown at which the last factorisation broke down; -1: none. */
int32_t sar_radau_coupled_singular_column(const SarRadauCoupled *coupled);

SarStatus sar_radau_coupled_archive(SarRadauCoupled *coupled, SarArchive *archive);

#endif
