/* One program for several of its kind at a time. Every operation is done for all of them before the next begins, so
 * that what it costs to tell operations apart is shared, and the compiler can do several in one instruction. The
 * results have the bits of one evaluation after the other. */
#ifndef SAR_EXPR_LANES_H
#define SAR_EXPR_LANES_H

#include "expr/expr.h"

#define SAR_LANES 8

/* Doubles of scratch that evaluation needs. */
size_t sar_lanes_scratch(const SarProgram *program);

/* Writes the constants of the program where evaluation looks for them. */
void sar_lanes_prepare(const SarProgram *program, double *scratch);

/* The program, which calls no external functions, for the bindings[0 .. count - 1], at most SAR_LANES. */
void sar_lanes_evaluate(const SarProgram *program, const SarBinding *bindings, int32_t count, const double *variables,
                        double *scratch, double *out);

#endif
