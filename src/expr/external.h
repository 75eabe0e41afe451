/* Functions that stand outside the language: of a plugin, for instance. Pure: the same inputs give the same outputs.
 *
 * One evaluation gives a block of numbers, and a PICK node of an expression is one of them:
 *
 *   level 0   outputs               o
 *   level 1   first derivatives     noutputs + o ninputs + i
 *   level 2   second derivatives    noutputs (1 + ninputs) + (o ninputs + i) ninputs + j
 *
 * First derivatives come from the function's Jacobian or from central differences, second ones from central differences
 * of the first; third ones are taken as zero. */
#ifndef SAR_EXPR_EXTERNAL_H
#define SAR_EXPR_EXTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "expr/expr.h"

struct SarExternal {
  const char *name;
  int32_t ninputs, noutputs; /* at most SAR_EXPR_MOST_ARGUMENTS (node.h) each; one output at least */
  bool has_jacobian;
  /* jacobian: noutputs x ninputs by rows; null: not wanted. Nonzero: there is no value, which is nan then. */
  int (*evaluate)(void *self, const double *inputs, double *outputs, double *jacobian);
  void *self;
  bool absent; /* sar_external_absent */
};

/* A function of a plugin that was not loaded: it takes any inputs, up to so many, and has no value, not even of
 * constants. Expressions with it can be read and looked at, not computed. Null when memory is exhausted. */
#define SAR_EXTERNAL_ABSENT_INPUTS 32
const SarExternal *sar_external_absent(SarArena *arena, const char *name, int32_t ninputs);

/* The level that a value of the block belongs to. */
int32_t sar_external_level(const SarExternal *external, int32_t detail);

/* The derivative of a value of the block with respect to an input, itself a value of the block; -1: zero. */
int32_t sar_external_derivative(const SarExternal *external, int32_t detail, int32_t input);

size_t sar_external_block(const SarExternal *external, int32_t level); /* doubles of the block up to this level */
size_t sar_external_work(const SarExternal *external, int32_t level);  /* doubles of work space */

/* Fills the block up to the level. `work` begins with the inputs, which are the same afterwards. The result is the
 * first negative answer of the function, zero without one. */
int sar_external_evaluate(const SarExternal *external, int32_t level, double *block, double *work);

#endif
