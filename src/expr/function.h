/* The operations of the language as data (functions.def), and the one place where they are computed. */
#ifndef SAR_EXPR_FUNCTION_H
#define SAR_EXPR_FUNCTION_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define SAR_EXPR_ARGUMENTS 3 /* most arguments that an operation of functions.def has */

typedef enum SarOperation {
  SAR_EXPR_CONSTANT,
  SAR_EXPR_VARIABLE,
#define SAR_FUNCTION(id, name, narguments, value, dx, dy) SAR_EXPR_##id,
#include "expr/functions.def"
#undef SAR_FUNCTION
  SAR_EXPR_OPERATIONS,                   /* number of entries of the table; what follows is not in it */
  SAR_EXPR_SPLINE = SAR_EXPR_OPERATIONS, /* a table at (x, z): node.h */
  SAR_EXPR_CALL,                         /* an external function of any number of arguments: has no value itself */
  SAR_EXPR_PICK                          /* one of the values or derivatives of a CALL, its argument */
} SarOperation;

typedef struct SarFunction {
  const char *name; /* null for constants and variables */
  int32_t narguments;
  const char *derivative[2]; /* rules in the language itself; x and y are the arguments */
} SarFunction;

/* Valid for every operation of functions.def. */
const SarFunction *sar_function_get(SarOperation operation);

/* How an operation of any kind is called in messages. */
const char *sar_function_name(SarOperation operation);

/* The function of this name, upper and lower case alike, or SAR_EXPR_CONSTANT if there is none. `internal`: also those
 * that only rules and definitions may call. */
SarOperation sar_function_find(const char *name, bool internal);

/* Whether a user can call it: its name is a word. */
bool sar_function_is_callable(SarOperation operation);

/* Whether it takes one of its last two arguments as its value, by the first. */
static inline bool sar_function_branches(SarOperation operation) {
  return operation == SAR_EXPR_IF || operation == SAR_EXPR_SELECT;
}

/* Whether its value jumps (comparisons, sign, floor, ceil, aint, anint, mod, modulo, and atan2 across its cut). */
bool sar_function_jumps(SarOperation operation);

/* x - y floor(x/y), without its rounding errors: has the sign of y, so an angle modulo 2 pi is never negative. */
static inline double sar_expr_modulo(double x, double y) {
  double remainder = fmod(x, y);
  return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder;
}

/* atan2(x, y), which goes on beyond its cut on one side of it: see functions.def. */
static inline double sar_expr_angle(double x, double y, double side) {
  double angle = atan2(x, y);
  if (y <= 0 && side * angle < 0) angle += side > 0 ? 6.283185307179586477 : -6.283185307179586477;
  return angle;
}

/* Whether the first branch is taken: the one that x chooses, unless only the other has a value. */
static inline bool sar_expr_held(double x, bool first, bool second) {
  return x != 0 ? first || !second : first && !second;
}

/* The value of an operation; one that has fewer arguments ignores the others. */
static inline double sar_function_apply(SarOperation operation, double x, double y, double z) {
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
