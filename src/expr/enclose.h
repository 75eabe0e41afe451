/* Bounds on what a program computes, by interval arithmetic: forward, on values and on derivatives along one parameter.
 *
 * When the variables, functions of a parameter, are known to stay within their enclosures, so do the outputs. The
 * bounds are the tighter the narrower the enclosures of the variables are, and the value itself on a point. What cannot
 * be bounded (a plugin, a pole within reach) is the whole line. */
#ifndef SAR_EXPR_ENCLOSE_H
#define SAR_EXPR_ENCLOSE_H

#include "base/interval.h"
#include "expr/expr.h"

/* The variables that the program reads; *indices belongs to the program. */
int32_t sar_program_variables(const SarProgram *program, const int32_t **indices);

/* variables: in the order of sar_program_variables; scratch: sar_program_scratch enclosures; out: one per output. */
void sar_program_enclose(const SarProgram *program, const SarEnclosure *variables, SarEnclosure *scratch,
                         SarEnclosure *out);

/* Some operations of it, in its order, on registers that hold what they read. */
void sar_program_bound(const SarProgram *program, const int32_t *operations, int32_t count, SarEnclosure *scratch);

#endif
