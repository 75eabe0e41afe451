/* The inside of responses: who reads them (response_read.c) and who computes them (response_evaluate.c) share it.
 *
 * Expressions are over quantities, which are the variables of src/expr: columns, parameters, and what curves have been
 * reduced to. A reduction uses quantities that were there before it, so that they can be computed in their order. */
#ifndef SAR_STUDY_RESPONSE_PARTS_H
#define SAR_STUDY_RESPONSE_PARTS_H

#include "base/index.h"
#include "expr/expr.h"
#include "study/reduction.h"
#include "study/response.h"

typedef enum SarQuantityKind {
  SAR_QUANTITY_COLUMN,    /* index: in the names */
  SAR_QUANTITY_PARAMETER, /* index: in the names */
  SAR_QUANTITY_CONSTANT,  /* index: in the names */
  SAR_QUANTITY_REDUCED    /* index: of the curve that it is made of */
} SarQuantityKind;

typedef struct SarQuantity {
  SarQuantityKind kind;
  int32_t index;
  const char *unit; /* "": not known */
} SarQuantity;

/* Expressions of quantities and their derivatives by those that they use. */
typedef struct SarFormula {
  int32_t count; /* of values */
  int32_t *uses; /* quantities */
  int32_t nuses;
  const SarProgram *values; /* count outputs */
  const SarProgram *slopes; /* count * (1 + nuses) outputs: the values, then d value[i] / d uses[k] at i * nuses + k */
} SarFormula;

typedef struct SarReduced {
  SarPick pick;
  double p; /* of a percentile */
  SarFormula curves;
  int32_t quantity;
} SarReduced;

typedef struct SarResponse {
  const char *name, *text, *unit;
  SarFormula formula; /* of one value */
} SarResponse;

struct SarResponses {
  SarArena *arena;
  SarResponseNames names;
  SarIndex known;       /* parameters, then constants, then columns: who comes first has the name */
  int32_t *quantity_of; /* by these numbers: quantity + 1; 0: there is none yet */
  SarQuantity *quantities;
  int32_t nquantities, quantities_capacity;
  const char **columns; /* those among the quantities, without time */
  int32_t ncolumns, columns_capacity;
  SarReduced *reduced;
  int32_t nreduced, reduced_capacity;
  SarResponse *list;
  int32_t count, capacity;
  SarIndex own; /* their names */
};

#endif
