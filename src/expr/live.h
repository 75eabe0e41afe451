/* Which variables of a program its outputs depend on, where some others stand still.
 *
 * Variables that stand still (modes, parameters) decide which branch of an `if` is taken, and which factors are zero:
 * what is only in a branch that is not taken, or multiplied by zero, has no effect as long as they do. */
#ifndef SAR_EXPR_LIVE_H
#define SAR_EXPR_LIVE_H

#include "expr/expr.h"

/* How many flags of scratch that needs. */
int32_t sar_program_flags(const SarProgram *program);

/* still: by variable, as the expressions number them; registers: what evaluation has left in its scratch; wanted: by
 * output; live: by variable, set for those that a wanted output depends on, never cleared. */
void sar_program_live(const SarProgram *program, const bool *still, const double *registers, const bool *wanted,
                      bool *flags, bool *live);

#endif
