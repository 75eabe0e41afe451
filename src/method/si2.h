/* The stabilised index-2 form of Gear, Gupta and Leimkuhler, mass-weighted (numerics 2, si2): positions are carried by
 * v + e instead of v, where e is what keeps both the constraints and their rates,
 *
 *   M e + Phi_q^T eta = 0,     Phi = 0,     Phi_q v + Phi_t = 0.
 *
 * A stage has the unknowns e (nv) and eta (np) after those of index 3, and as many rows after its rows, in this order.
 * Its matrix is made of that of index 3 with other weights. Positions depend on both kinds of unknowns,
 *
 *   dq = N (c_q da + c_e de),   c_e = c_v in Cayley's chart, h in the alpha family. */
#ifndef SAR_METHOD_SI2_H
#define SAR_METHOD_SI2_H

#include <complex.h>

#include "base/arena.h"
#include "method/problem.h"

typedef struct SarSi2 {
  SarPattern pattern;
  /* Where the entries of the problem's matrix go; -1: nowhere. Entries (i, j) of a multiplier's column: `eta` only. */
  int32_t *own;  /* (i, j): of index 3 */
  int32_t *rate; /* position row c, column j: row of its rate, column j */
  int32_t *e;    /* (i, j), j < nv: row i, column of e_j */
  int32_t
      *mass; /* dynamics row i, column j < nv: row of e_i, column of e_j; position row c: rate's row, column of e_j */
  int32_t *eta;           /* dynamics row i, column of lambda_c: row of e_i, column of eta_c */
  int32_t *mass_diagonal; /* nv: (e_i, e_i) */
  int32_t *diagonal;      /* np: (rate of c, eta_c), for rows that are not carried */
  double *index3, *by_position, *by_mass, *by_rate; /* values of the problem's matrix */
  double *second, *a, *lambda;                      /* a second residual, and where it is evaluated */
  double *support; /* nv: added to the mass of coordinates that have none, 0 for all others */
} SarSi2;

/* Number of unknowns beyond those of index 3. */
static inline int32_t sar_si2_extra(const SarSizes *n) { return n->nv + n->np; }

/* Null when memory is exhausted. */
SarSi2 *sar_si2_create(SarArena *arena, const SarProblem *problem);

/* A run begins here: finds the coordinates without mass. */
SarStatus sar_si2_start(SarSi2 *si2, const SarProblem *problem, const SarPoint *at);

/* The rows beyond those of index 3, whose residual at the point is `index3`: M e + Phi_q^T eta, and the rates of the
 * constraints. e, eta: the unknowns. */
SarStatus sar_si2_residual(SarSi2 *si2, const SarProblem *problem, const SarPoint *at, const double *e,
                           const double *eta, const double *index3, double *rows);

/* The matrix with position rows and rates over c_v. weights: those of index 3 (with q = c_q and rotation = N). */
SarStatus sar_si2_matrix(SarSi2 *si2, const SarProblem *problem, const SarPoint *at, const SarWeights *weights,
                         double c_e, double *values);

/* What a complex matrix that is assembled elsewhere still needs: the mass of coordinates without, and the rows that are
 * not carried. */
void sar_si2_support(const SarSi2 *si2, const SarProblem *problem, double complex c_v, double complex *values);

/* Absolute terms of the rows beyond those of index 3, from theirs and the last matrix. */
void sar_si2_magnitude(const SarSi2 *si2, const SarProblem *problem, const SarPoint *at, double c_v,
                       const double *index3, double *rows);

#endif
