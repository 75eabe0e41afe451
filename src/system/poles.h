/* Divisors of forces, motions and equations: where one passes zero there is a pole, and a step may go over it unseen.
 */
#ifndef SAR_SYSTEM_POLES_H
#define SAR_SYSTEM_POLES_H

#include "system/workspace.h"

/* One division, power or tangent in a term of the equations. */
typedef struct SarPole {
  int32_t element;
  const char *word; /* as the user wrote it: "/", "^", "tan" */
  SarSource source;
  bool told; /* the caller's */
} SarPole;

typedef struct SarPoleValue {
  double divisor;  /* passes zero */
  double term;     /* what it stands in */
  double quotient; /* what is infinite */
} SarPoleValue;

/* Two programs: what is written in symbols, and functions of few variables, which have their own. */
typedef struct SarPoles {
  SarArena *arena;
  const SarProgram *symbolic, *plain; /* null: nothing in it */
  double *scratch;
  double *leaves; /* of the plain ones: t, then value and rate of each law that is watched */
  int32_t *laws;
  int32_t nlaws;
  SarPole *list;
  SarPoleValue *values; /* count: first those in symbols */
  int32_t count, nsymbolic;
} SarPoles;

/* *out: null where nothing is divided by what may be zero. */
SarStatus sar_poles_create(SarContext *context, const SarSystem *system, SarPoles **out);
void sar_poles_destroy(SarPoles **poles);

/* Fills the values at a point. */
void sar_poles_evaluate(SarPoles *poles, const SarWorkspace *m, const SarPoint *at);

#endif
