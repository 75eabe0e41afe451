/* FMUs that a model is stepped along with: `fmus:`.
 *
 *   fmus:
 *     motor: {file: motor.fmu, step: 1e-3, set: {R: 1.2}, inputs: {speed: angle_rate(shaft)}, outputs: {T: torque}}
 *
 * At t = 0, step, 2 step, ... the FMU is told its inputs and asked for its outputs, which keep their values up to the
 * next of these times; so do the inputs within the FMU. To the model this is an event that sets parameters (the reader
 * makes it so): expressions of inputs go into parameters that nobody sees, outputs are parameters that expressions may
 * name, and a count of the times passed says when the next one is. */
#ifndef SAR_ELEMENT_FMU_LINK_H
#define SAR_ELEMENT_FMU_LINK_H

#include "element/fmu/slave.h"

typedef struct SarFmuLink {
  const char *name;         /* of the FMU in the model, and of its event */
  const SarSlaveFile *file; /* null: the model is only shown (SarReadOptions.no_code) */
  double step;              /* s */
  int32_t event;            /* among the events of the system */
  int32_t count;            /* the parameter that counts, and those of inputs and outputs, by number in the model */
  const int32_t *from, *to;
  const SarSlavePort *const *inputs, *const *outputs;
  const SarSlaveSetting *settings;
  int32_t ninputs, noutputs, nsettings;
} SarFmuLink;

/* Whether the states of all of them can be saved. */
bool sar_fmu_links_save(const SarFmuLink *links, int32_t count);

/* SAR_INPUT with a message where there are any: what, "an equilibrium", cannot be made with them. */
SarStatus sar_fmu_links_refuse(SarContext *context, const SarFmuLink *links, int32_t count, const char *what);

#endif
