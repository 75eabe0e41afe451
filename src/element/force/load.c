/* The three functions of time that a force or torque is made of. */
#include "element/force/load.h"

SarStatus sar_load_compile(const SarForceSetup *setup, const SarValue *functions, const SarProgram **program) {
  SAR_TRY(sar_program_compile(setup->context, setup->arena, functions->function, 3, program));
  if (sar_program_scratch(*program) <= SAR_LOAD_SCRATCH) return SAR_OK;
  return sar_report(setup->context, SAR_INPUT, functions->source, setup->name, "split it into several forces",
                    "the functions have %d operations, too many for one force", (int)sar_program_operations(*program));
}

SarVec3 sar_load_functions(const SarProgram *program, double t) {
  double scratch[SAR_LOAD_SCRATCH], out[3];
  sar_program_evaluate(program, &t, scratch, out);
  return sar_vec3_load(out);
}
