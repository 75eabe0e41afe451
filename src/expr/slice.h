/* One output of a program alone: what has to be computed for it, and which variables it reads.
 *
 * A slice computes the same operations on the same numbers as the whole program does, so its output has the same bits.
 * Together the slices of a program are limited to a few times its length: outputs beyond that get all of it. */
#ifndef SAR_EXPR_SLICE_H
#define SAR_EXPR_SLICE_H

#include "base/interval.h"
#include "expr/expr.h"

typedef struct SarSlice {
  const int32_t *code; /* operations, in the order of the program */
  int32_t ncode;
  const int32_t *variables; /* registers that hold variables: places in the list of sar_program_variables */
  int32_t nvariables;
} SarSlice;

/* One for every output, in the arena. */
SarStatus sar_program_slices(SarContext *context, SarArena *arena, const SarProgram *program, const SarSlice **out);

/* One for several outputs together: outputs[0 .. count - 1]. */
SarStatus sar_program_slice(SarContext *context, SarArena *arena, const SarProgram *program, const int32_t *outputs,
                            int32_t count, SarSlice *out);

/* Does what a slice says; variables and scratch as for the whole program. Then an output that it is for. */
void sar_slice_run(const SarProgram *program, const SarSlice *slice, const double *variables, double *scratch);
double sar_program_output(const SarProgram *program, const double *scratch, int32_t output);

/* Writes the constants of the program where slices look for them in a scratch of their own. */
void sar_program_constants(const SarProgram *program, double *scratch);

/* The value of an output. scratch: constants, and in its first registers the variables that the slice reads. */
double sar_slice_evaluate(const SarProgram *program, const SarSlice *slice, int32_t output, double *scratch);

/* The same with bounds. Their scratch has the constants once sar_program_enclose has run in it. */
SarEnclosure sar_slice_enclose(const SarProgram *program, const SarSlice *slice, int32_t output, SarEnclosure *scratch);

#endif
