/* The operator whose largest eigenvalues nu = 1 / (lambda - s) are those of the pencil nearest to the shift s: it makes
 * (u, u', x) from (u0, u0', x0) by one solve with P(s),
 *
 *   P(s) (u, multipliers, x, z) = -M u0' - (s M + C) u0 - C_x x0,        u' = s u + u0
 *
 * Its vectors are (u, u' / s, x), u weighted. */
#ifndef SAR_ANALYSIS_MODES_SHIFTED_H
#define SAR_ANALYSIS_MODES_SHIFTED_H

#include "analysis/modes/pencil.h"
#include "linear/linear.h"

typedef struct SarShifted {
  const SarPencil *pencil;
  SarLinear *linear;
  double *values, *right, *u, *rate;
  double *room; /* two vectors, for the caller */
  double *memory;
  double shift;
  int32_t size; /* of a vector */
  int64_t solves;
} SarShifted;

/* Destroy in any case. */
SarStatus sar_shifted_create(const SarPencil *pencil, double shift, SarShifted *out);
void sar_shifted_destroy(SarShifted *shifted);

/* The factors of P at the shift, which is moved up where P is singular. SAR_SINGULAR_SYSTEM, reported. */
SarStatus sar_shifted_factor(SarShifted *shifted);

/* For Arnoldi's iteration; self: a SarShifted. The whole solution stays in `right`. */
SarStatus sar_shifted_apply(void *self, const double *from, double *to);

/* Lowers the shift until the slowest modes are not far below it: a search from afar would take long. */
SarStatus sar_shifted_lower(SarShifted *operator);

/* Where Arnoldi's iteration begins, in `room`: of that no structure of a mechanism is free. which: other numbers, other
 * starts. */
SarStatus sar_shifted_begin(SarShifted *operator, int which);

static inline double sar_shifted_weight(const SarShifted *s, int32_t i) {
  const double *weights = s->pencil->problem->weight;
  return weights ? weights[i] : 1;
}

static inline double complex sar_shifted_value(const SarShifted *s, double complex nu) { return s->shift + 1 / nu; }

/* What of the terms of the pencil acts along a displacement, u^* M u and so on. */
typedef struct SarTerms {
  double mass;
  double damping, stiffness; /* magnitudes */
  double rounding;           /* of the stiffness, as good as its numbers are known */
} SarTerms;

/* u: nv numbers, of a vector of the operator (weighted). */
SarTerms sar_shifted_terms(SarShifted *shifted, const double complex *u);

/* Whether that meets no stiffness but rounding, nor anything else at the rate lambda: then it moves freely. */
bool sar_terms_are_rounding(const SarTerms *terms, double complex lambda);

/* How wrong lambda with the displacements and states of a vector is: the length of P(s)^-1 P(lambda) y over that of y,
 * the whole vector with multipliers and variables, without what rounding of the stiffness makes of it. Modes lambda_j
 * of which y is made count with (lambda_j^2 - lambda^2) / (lambda_j^2 + s^2) where nothing damps them, so that this is
 * a part of lambda^2, whatever the units, if the shift is about as large as lambda. Two solves for a real one, else
 * four.
 */
SarStatus sar_shifted_check(SarShifted *shifted, double complex lambda, const double complex *vector, double *wrong);

#endif
