/* Inputs of a system: numbers that expressions read and that whoever steps may change between two steps. They are
 * numbered in the order of the file. */
#ifndef SAR_SYSTEM_INPUTS_H
#define SAR_SYSTEM_INPUTS_H

#include "system/workspace.h"

int32_t sar_system_inputs(const SarSystem *system);
int32_t sar_system_input_element(const SarSystem *system, int32_t input); /* of the model */

/* In the units of the model. Whoever gives one another value lets the method begin anew. */
double sar_workspace_input(const SarWorkspace *m, int32_t input);
void sar_workspace_set_input(SarWorkspace *m, int32_t input, double value);

/* Which analysis is made: what mode() is in expressions, numbered as MODE of Adams is. A workspace begins with
 * dynamics. */
typedef enum SarAnalysisMode {
  SAR_MODE_KINEMATICS = 1,
  SAR_MODE_DYNAMICS = 4,
  SAR_MODE_STATICS = 5,
  SAR_MODE_LINEAR = 7
} SarAnalysisMode;
void sar_workspace_set_mode(SarWorkspace *m, SarAnalysisMode mode);

#endif
