/* What a compiled program consists of: program.c makes and evaluates it, enclose.c gives bounds on what it computes. */
#ifndef SAR_EXPR_PROGRAM_H
#define SAR_EXPR_PROGRAM_H

#include "expr/external.h"
#include "expr/function.h"
#include "expr/spline.h"

typedef struct SarInstruction {
  SarOperation operation;
  int32_t x, y, z; /* registers; z of a spline, x of a call: its index */
} SarInstruction;

/* Instructions of one kind that stand together. */
typedef struct SarProgramRun {
  SarOperation operation;
  int32_t end; /* one beyond the last */
} SarProgramRun;

typedef struct SarSplineUse {
  const SarSpline *spline;
  int32_t detail;
} SarSplineUse;

typedef struct SarCallUse {
  const SarExternal *external;
  const int32_t *inputs; /* registers */
  int32_t level;
  int32_t block, work, answer; /* registers */
} SarCallUse;

struct SarProgram {
  int32_t *variables; /* register i holds variable variables[i] */
  const double *constants;
  const SarInstruction *code;
  const SarProgramRun *runs; /* all of the code */
  const int32_t *outputs;    /* register of each output */
  const SarSplineUse *splines;
  const SarCallUse *calls;
  int32_t nvariables, nconstants, noperations, nruns, noutputs, nregisters, ncalls;
};

/* Some operations, in the order of the program, on registers that hold what they read. */
void sar_program_operate(const SarProgram *program, const int32_t *operations, int32_t count, double *scratch);

#endif
