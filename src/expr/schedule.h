/* In which order a program does its operations: those of a kind one after the other, as far as what they read allows.
 * To tell kinds apart then costs little (program.c), and the processor guesses what comes next. Results do not depend
 * on it: every operation has the same arguments as before. */
#ifndef SAR_EXPR_SCHEDULE_H
#define SAR_EXPR_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "expr/function.h"

/* An operation, after those whose results it reads. A call of an external function stays where it is, behind all that
 * were before it; what picks its values comes after it. */
typedef struct SarScheduled {
  SarOperation operation;
  int32_t arguments[SAR_EXPR_ARGUMENTS]; /* operations; -1: something else */
} SarScheduled;

/* place[i]: that of operation i in the new order. False when memory is exhausted. */
bool sar_schedule(const SarScheduled *operations, int32_t count, int32_t *place);

#endif
