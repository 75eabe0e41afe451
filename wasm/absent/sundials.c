/* In the place of method/family/ida.c and cvode.c where SUNDIALS is left out: methods of these families are refused. */
#include "method/engine.h"

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  return sar_report(integrator->context, SAR_INPUT, sar_nowhere(), NULL,
                    "choose another method, or use the program `sarrus`, which has it",
                    "the method %s needs SUNDIALS, which is not built in", choice->table->info.name);
}

const SarFamily sar_family_ida = {.name = "ida", .si2 = true, .create = create};
const SarFamily sar_family_cvode = {.name = "cvode", .index1 = true, .create = create};
