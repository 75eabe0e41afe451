#include "system/inputs.h"

#include "system/user/user.h"

int32_t sar_system_inputs(const SarSystem *system) { return system->user ? system->user->ninputs : 0; }

int32_t sar_system_input_element(const SarSystem *system, int32_t input) { return system->user->inputs[input].element; }

double sar_workspace_input(const SarWorkspace *m, int32_t input) {
  return m->leaves[m->system->user->first[SAR_SYMBOL_INPUT] + input];
}

void sar_workspace_set_mode(SarWorkspace *m, SarAnalysisMode mode) {
  const SarUser *u = m->system->user;
  int32_t index = m->system->model->nparameters;
  if (u && u->nparameters > index) m->leaves[u->first[SAR_SYMBOL_PARAMETER] + index] = (double)mode;
}

void sar_workspace_set_input(SarWorkspace *m, int32_t input, double value) {
  m->leaves[m->system->user->first[SAR_SYMBOL_INPUT] + input] = value;
}
