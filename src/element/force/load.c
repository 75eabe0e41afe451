/* The three functions of time that a force or torque is made of. */
#include "element/force/load.h"

SarStatus sar_load_vector_compile(const SarForceSetup *setup, const SarValue *functions, bool follow,
                                  SarLoadVector *out) {
  *out = (SarLoadVector){.axes_b = setup->b.axes, .follow = follow};
  SAR_TRY(sar_program_compile(setup->context, setup->arena, functions->function, 3, &out->program));
  if (sar_program_scratch(out->program) <= SAR_LOAD_SCRATCH) return SAR_OK;
  return sar_report(setup->context, SAR_INPUT, functions->source, setup->name, "split it into several forces",
                    "the functions have %d operations, too many for one force",
                    (int)sar_program_operations(out->program));
}

SarVec3 sar_load_vector(const SarLoadVector *vector, double t, const SarKin *b) {
  double scratch[SAR_LOAD_SCRATCH], components[3];
  sar_program_evaluate(vector->program, &t, scratch, components);
  SarVec3 v = sar_vec3_load(components);
  return vector->follow ? sar_mul(&b->A, sar_mul(&vector->axes_b, v)) : v;
}
