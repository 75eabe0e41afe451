#include "expr/lanes.h"

#include <assert.h>
#include <string.h>

#include "expr/program.h"

enum { L = SAR_LANES };

size_t sar_lanes_scratch(const SarProgram *program) { return L * (size_t)program->nregisters; }

void sar_lanes_prepare(const SarProgram *program, double *scratch) {
  double *at = scratch + L * (size_t)program->nvariables;
  assert(program->ncalls == 0);
  for (int32_t i = 0; i < program->nconstants; i++, at += L) {
    for (int k = 0; k < L; k++) at[k] = program->constants[i];
  }
}

static void operate_outside(const SarProgram *program, SarInstruction code, const double *a, const double *b,
                            double *restrict result) {
  SarSplineUse use = program->splines[code.z];
  for (int k = 0; k < L; k++) result[k] = sar_spline_evaluate(use.spline, use.detail, a[k], b[k]);
}

/* The result of an operation is a register of its own, and no argument of it. */
static void operate(SarOperation operation, const double *a, const double *b, const double *c,
                    double *restrict result) {
  switch (operation) {
#define SAR_FUNCTION(id, name, narguments, value, dx, dy) \
  case SAR_EXPR_##id:                                     \
    for (int k = 0; k < L; k++) {                         \
      double x = a[k], y = b[k], z = c[k];                \
      (void)x, (void)y, (void)z;                          \
      result[k] = value;                                  \
    }                                                     \
    break;
#include "expr/functions.def"
#undef SAR_FUNCTION
    default: memcpy(result, a, L * sizeof *result);
  }
}

static void operate_all(const SarProgram *program, double *scratch) {
  double *result = scratch + L * ((size_t)program->nvariables + (size_t)program->nconstants);
  for (int32_t i = 0; i < program->noperations; i++, result += L) {
    SarInstruction code = program->code[i];
    const double *a = scratch + L * (size_t)code.x, *b = scratch + L * (size_t)code.y;
    if (code.operation < SAR_EXPR_OPERATIONS) {
      operate(code.operation, a, b, scratch + L * (size_t)code.z, result);
    } else {
      operate_outside(program, code, a, b, result);
    }
  }
}

/* Lanes that are not needed do what the last one does. */
static void read_all(const SarProgram *program, const SarBinding *bindings, int32_t count, const double *variables,
                     double *scratch) {
  for (int32_t k = 0; k < L; k++) {
    const SarBinding *binding = &bindings[k < count ? k : count - 1];
    double *at = scratch + k;
    for (int32_t i = 0; i < program->nvariables; i++, at += L) {
      int32_t from = binding->reads[i];
      *at = from >= 0 ? variables[from] : binding->constants[~from];
    }
  }
}

void sar_lanes_evaluate(const SarProgram *program, const SarBinding *bindings, int32_t count, const double *variables,
                        double *scratch, double *out) {
  read_all(program, bindings, count, variables, scratch);
  operate_all(program, scratch);
  for (int32_t k = 0; k < count; k++) {
    for (int32_t i = 0; i < program->noutputs; i++) {
      out[bindings[k].writes[i]] = scratch[L * (size_t)program->outputs[i] + (size_t)k];
    }
  }
}
