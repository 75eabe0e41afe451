/* The functions of FMI 2.0 for co-simulation: which call is allowed when, and the words of the standard for what an
 * instance does. */
#define _POSIX_C_SOURCE 200809L

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2Functions.h"
#include "fmu/instance.h"
#include "fmu/location.h"

#define EARLY (PHASE_INSTANTIATED | PHASE_INITIALISING)
#define READABLE (PHASE_INITIALISING | PHASE_STEPPING | PHASE_TERMINATED)

typedef struct Component {
  Instance *instance;
  fmi2CallbackFunctions callbacks;
  char *name;
  fmi2Status last; /* of the last step */
} Component;

/* Every function begins with this; a null pointer is no component. */
#define NEED(component, phases)  \
  Component *self = (component); \
  if (!self) return fmi2Error;   \
  if (!instance_allows(self->instance, __func__, (phases))) return fmi2Error

const char *fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }

const char *fmi2GetVersion(void) { return fmi2Version; }

/* ---- life ---- */

static void write_log(void *self, Answer answer, const char *category, const char *text) {
  const Component *c = self;
  if (!c->callbacks.logger) return;
  c->callbacks.logger(c->callbacks.componentEnvironment, c->name, (fmi2Status)answer, category, "%s", text);
}

static void destroy(Component *self) {
  instance_destroy(self->instance);
  free(self->name);
  free(self);
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID,
                              fmi2String fmuResourceLocation, const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible, fmi2Boolean loggingOn) {
  (void)visible, (void)loggingOn; /* nothing is shown, and nothing is logged but warnings and errors */
  if (!functions) return NULL;
  Component *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->callbacks = *functions;
  self->name = strdup(instanceName ? instanceName : "");
  char *folder = location_to_path(fmuResourceLocation);
  if (fmuType != fmi2CoSimulation) {
    write_log(self, ANSWER_ERROR, "logStatusError", "the FMU is for co-simulation alone");
  } else if (self->name) {
    self->instance = instance_create(instanceName, fmuGUID, folder, (Log){self, write_log});
  }
  free(folder);
  if (self->instance) return self;
  destroy(self);
  return NULL;
}

void fmi2FreeInstance(fmi2Component c) {
  if (c) destroy(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories,
                               const fmi2String categories[]) {
  (void)loggingOn, (void)nCategories, (void)categories;
  NEED(c, PHASE_ANY);
  return fmi2OK;
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime,
                               fmi2Boolean stopTimeDefined, fmi2Real stopTime) {
  NEED(c, PHASE_INSTANTIATED);
  Experiment experiment = {.has_tolerance = toleranceDefined, .has_stop = stopTimeDefined, .start = startTime};
  if (toleranceDefined) experiment.tolerance = tolerance;
  if (stopTimeDefined) experiment.stop = stopTime;
  return (fmi2Status)instance_plan(self->instance, &experiment);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  NEED(c, PHASE_INSTANTIATED);
  return (fmi2Status)instance_enter(self->instance);
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  NEED(c, PHASE_INITIALISING);
  return (fmi2Status)instance_exit(self->instance);
}

fmi2Status fmi2Terminate(fmi2Component c) {
  NEED(c, PHASE_STEPPING);
  return (fmi2Status)instance_terminate(self->instance);
}

fmi2Status fmi2Reset(fmi2Component c) {
  NEED(c, PHASE_ANY);
  self->last = fmi2OK;
  return (fmi2Status)instance_reset(self->instance);
}

/* ---- values ---- */

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[]) {
  NEED(c, READABLE);
  return (fmi2Status)instance_get(self->instance, vr, nvr, value);
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[]) {
  NEED(c, EARLY | PHASE_STEPPING);
  return (fmi2Status)instance_set(self->instance, vr, nvr, value);
}

/* All variables are real numbers. */
#define OTHER_TYPE(type)                                                                                           \
  fmi2Status fmi2Get##type(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2##type value[]) {       \
    (void)vr, (void)value;                                                                                         \
    NEED(c, READABLE);                                                                                             \
    return (fmi2Status)instance_refuse_type(self->instance, #type, nvr);                                           \
  }                                                                                                                \
  fmi2Status fmi2Set##type(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2##type value[]) { \
    (void)vr, (void)value;                                                                                         \
    NEED(c, EARLY | PHASE_STEPPING);                                                                               \
    return (fmi2Status)instance_refuse_type(self->instance, #type, nvr);                                           \
  }
OTHER_TYPE(Integer)
OTHER_TYPE(Boolean)
OTHER_TYPE(String)

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[],
                                        fmi2Real dvUnknown[]) {
  (void)vUnknown_ref, (void)nUnknown, (void)vKnown_ref, (void)nKnown, (void)dvKnown, (void)dvUnknown;
  NEED(c, READABLE);
  return (fmi2Status)instance_refuse(self->instance,
                                     "the FMU has no directional derivatives (its capabilities say so)");
}

/* ---- states ---- */

/* The standard calls them void pointers. */
static State **as_state(fmi2FMUstate *state) { return (State **)(void *)state; }

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate) {
  NEED(c, PHASE_ANY & ~(unsigned)PHASE_FAILED);
  return (fmi2Status)instance_save(self->instance, as_state(FMUstate));
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate) {
  NEED(c, PHASE_ANY);
  self->last = fmi2OK;
  return (fmi2Status)instance_restore(self->instance, FMUstate);
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate) {
  NEED(c, PHASE_ANY);
  return (fmi2Status)instance_free_state(self->instance, as_state(FMUstate));
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size) {
  NEED(c, PHASE_ANY);
  return (fmi2Status)instance_measure(self->instance, FMUstate, size);
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size) {
  NEED(c, PHASE_ANY);
  return (fmi2Status)instance_write(self->instance, FMUstate, serializedState, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                   fmi2FMUstate *FMUstate) {
  NEED(c, PHASE_ANY);
  return (fmi2Status)instance_read(self->instance, serializedState, size, as_state(FMUstate));
}

/* ---- stepping ---- */

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint) {
  (void)noSetFMUStatePriorToCurrentPoint;
  NEED(c, PHASE_STEPPING);
  self->last = (fmi2Status)instance_step(self->instance, currentCommunicationPoint, communicationStepSize);
  return self->last;
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  NEED(c, PHASE_STEPPING);
  return (fmi2Status)instance_refuse(self->instance, "no step is pending: fmi2DoStep returns when it is done");
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  (void)vr, (void)order, (void)value;
  NEED(c, EARLY | PHASE_STEPPING);
  if (!nvr) return fmi2OK;
  return (fmi2Status)instance_refuse(self->instance, "inputs are constant within a step (the capabilities say so)");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                        const fmi2Integer order[], fmi2Real value[]) {
  (void)vr, (void)order, (void)value;
  NEED(c, PHASE_STEPPING | PHASE_TERMINATED);
  if (!nvr) return fmi2OK;
  return (fmi2Status)instance_refuse(self->instance, "the FMU has no derivatives of outputs (its capabilities say so)");
}

/* What fmi2DoStep has answered, in detail. A value that it has nothing to say of is discarded. */
#define ASKABLE (PHASE_STEPPING | PHASE_TERMINATED | PHASE_FAILED)

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *value) {
  NEED(c, ASKABLE);
  if (s != fmi2DoStepStatus || !value) return fmi2Discard;
  *value = self->last;
  return fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value) {
  NEED(c, ASKABLE);
  if (s != fmi2LastSuccessfulTime || !value) return fmi2Discard;
  *value = instance_time(self->instance);
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value) {
  (void)s, (void)value;
  NEED(c, ASKABLE);
  return fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value) {
  NEED(c, ASKABLE);
  if (s != fmi2Terminated || !value) return fmi2Discard;
  *value = instance_has_ended(self->instance) ? fmi2True : fmi2False;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *value) {
  NEED(c, ASKABLE);
  if (s != fmi2PendingStatus || !value) return fmi2Discard;
  *value = "";
  return fmi2OK;
}
