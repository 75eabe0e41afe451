/* The operations of the language as data (functions.def), and the one place where they are computed. */
#ifndef SAR_EXPR_FUNCTION_H
#define SAR_EXPR_FUNCTION_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define SAR_EXPR_ARGUMENTS 2 /* most arguments that an operation has */

typedef enum SarOperation {
  SAR_EXPR_CONSTANT,
  SAR_EXPR_VARIABLE,
#define SAR_FUNCTION(id, name, narguments, value, dx, dy) SAR_EXPR_##id,
#include "expr/functions.def"
#undef SAR_FUNCTION
  SAR_EXPR_OPERATIONS /* number of entries */
} SarOperation;

typedef struct SarFunction {
  const char *name; /* null for constants and variables */
  int32_t narguments;
  const char *derivative[SAR_EXPR_ARGUMENTS]; /* rules in the language itself; x and y are the arguments */
} SarFunction;

/* Valid for every SarOperation. */
const SarFunction *sar_function_get(SarOperation operation);

/* The function that a user calls by this name, or SAR_EXPR_CONSTANT if there is none. */
SarOperation sar_function_find(const char *name);

/* Whether a user can call it: its name is a word. */
bool sar_function_is_callable(SarOperation operation);

/* x - y floor(x/y), without its rounding errors: has the sign of y, so an angle modulo 2 pi is never negative. */
static inline double sar_expr_modulo(double x, double y) {
  double remainder = fmod(x, y);
  return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder;
}

/* The value of an operation; one that has a single argument ignores y. */
static inline double sar_function_apply(SarOperation operation, double x, double y) {
  switch (operation) {
#define SAR_FUNCTION(id, name, narguments, value, dx, dy) \
  case SAR_EXPR_##id:                                     \
    return value;
#include "expr/functions.def"
#undef SAR_FUNCTION
    default: return x;
  }
}

#endif
