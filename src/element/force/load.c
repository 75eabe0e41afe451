/* The three functions of time that a force or torque is made of. */
#include "element/force/load.h"

#include <stdlib.h>

SarStatus sar_load_vector_compile(const SarForceSetup *setup, const SarValue *functions, bool follow,
                                  SarLoadVector *out) {
  *out = (SarLoadVector){.axes_b = setup->b.axes, .follow = follow};
  const SarExpr *rate[3];
  for (int i = 0; i < 3; i++) {
    rate[i] = sar_expr_derivative(setup->arena, functions->function[i], 0);
    if (!rate[i]) return sar_report_no_memory(setup->context);
  }
  SAR_TRY(sar_program_compile(setup->context, setup->arena, functions->function, 3, &out->program));
  SAR_TRY(sar_program_compile(setup->context, setup->arena, rate, 3, &out->rate));
  if (sar_program_scratch(out->program) <= SAR_LOAD_SCRATCH) return SAR_OK;
  return sar_report(setup->context, SAR_INPUT, functions->source, setup->name, "split it into several forces",
                    "the functions have %d operations, too many for one force",
                    (int)sar_program_operations(out->program));
}

/* In ground axes. */
static SarVec3 turned(const SarLoadVector *vector, SarVec3 v, const SarKin *b) {
  return vector->follow ? sar_mul(&b->A, sar_mul(&vector->axes_b, v)) : v;
}

SarVec3 sar_load_vector(const SarLoadVector *vector, double t, const SarKin *b) {
  double scratch[SAR_LOAD_SCRATCH], components[3];
  sar_program_evaluate(vector->program, &t, scratch, components);
  return turned(vector, sar_vec3_load(components), b);
}

SarStatus sar_load_vector_rate(const SarLoadVector *vector, double t, const SarKin *b, SarVec3 *out) {
  double *scratch = malloc(((size_t)sar_program_scratch(vector->rate) + 1) * sizeof *scratch), components[3];
  if (!scratch) return SAR_NO_MEMORY;
  sar_program_evaluate(vector->rate, &t, scratch, components);
  free(scratch);
  *out = turned(vector, sar_vec3_load(components), b);
  return SAR_OK;
}
