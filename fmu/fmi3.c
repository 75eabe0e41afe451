/* The functions of FMI 3.0 for co-simulation: which call is allowed when, and the words of the standard for what an
 * instance does. There are no events at communication points, no clocks, no intermediate updates: what belongs to these
 * is refused, as modelDescription.xml says. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "fmi3Functions.h"
#include "fmu/instance.h"
#include "fmu/location.h"

#define EARLY (PHASE_INSTANTIATED | PHASE_INITIALISING)
#define READABLE (PHASE_INITIALISING | PHASE_STEPPING | PHASE_TERMINATED)

typedef struct Component {
  Instance *instance;
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback log;
} Component;

/* Every function begins with this; a null pointer is no instance. */
#define NEED(component, phases)  \
  Component *self = (component); \
  if (!self) return fmi3Error;   \
  if (!instance_allows(self->instance, __func__, (phases))) return fmi3Error

const char *fmi3GetVersion(void) { return fmi3Version; }

/* ---- life ---- */

static void write_log(void *self, Answer answer, const char *category, const char *text) {
  const Component *c = self;
  if (c->log) c->log(c->environment, (fmi3Status)answer, category, text);
}

static void destroy(Component *self) {
  instance_destroy(self->instance);
  free(self);
}

static fmi3Instance refuse_type(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  if (log) log(environment, fmi3Error, "logStatusError", "the FMU is for co-simulation alone");
  return NULL;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken,
                                         fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                         fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference requiredIntermediateVariables[],
                                         size_t nRequiredIntermediateVariables,
                                         fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate) {
  (void)visible, (void)loggingOn, (void)eventModeUsed, (void)earlyReturnAllowed;
  (void)requiredIntermediateVariables, (void)intermediateUpdate;
  if (nRequiredIntermediateVariables) {
    if (logMessage) {
      logMessage(instanceEnvironment, fmi3Error, "logStatusError", "the FMU has no intermediate variables");
    }
    return NULL;
  }
  Component *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->environment = instanceEnvironment;
  self->log = logMessage;
  char *folder = location_trim(resourcePath);
  self->instance = instance_create(instanceName, instantiationToken, folder, (Log){self, write_log});
  free(folder);
  if (self->instance) return self;
  destroy(self);
  return NULL;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken,
                                          fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                          fmi3InstanceEnvironment instanceEnvironment,
                                          fmi3LogMessageCallback logMessage) {
  (void)instanceName, (void)instantiationToken, (void)resourcePath, (void)visible, (void)loggingOn;
  return refuse_type(instanceEnvironment, logMessage);
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String instanceName, fmi3String instantiationToken,
                                               fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
                                               fmi3InstanceEnvironment instanceEnvironment,
                                               fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate,
                                               fmi3LockPreemptionCallback lockPreemption,
                                               fmi3UnlockPreemptionCallback unlockPreemption) {
  (void)instanceName, (void)instantiationToken, (void)resourcePath, (void)visible, (void)loggingOn;
  (void)clockUpdate, (void)lockPreemption, (void)unlockPreemption;
  return refuse_type(instanceEnvironment, logMessage);
}

void fmi3FreeInstance(fmi3Instance instance) {
  if (instance) destroy(instance);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories,
                               const fmi3String categories[]) {
  (void)loggingOn, (void)nCategories, (void)categories;
  NEED(instance, PHASE_ANY);
  return fmi3OK;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
                                       fmi3Float64 startTime, fmi3Boolean stopTimeDefined, fmi3Float64 stopTime) {
  NEED(instance, PHASE_INSTANTIATED);
  Experiment experiment = {.has_tolerance = toleranceDefined, .has_stop = stopTimeDefined, .start = startTime};
  if (toleranceDefined) experiment.tolerance = tolerance;
  if (stopTimeDefined) experiment.stop = stopTime;
  Answer answer = instance_plan(self->instance, &experiment);
  return (fmi3Status)(answer == ANSWER_OK ? instance_enter(self->instance) : answer);
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  NEED(instance, PHASE_INITIALISING);
  return (fmi3Status)instance_exit(self->instance);
}

fmi3Status fmi3Terminate(fmi3Instance instance) {
  NEED(instance, PHASE_STEPPING);
  return (fmi3Status)instance_terminate(self->instance);
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_reset(self->instance);
}

/* ---- values ---- */

static fmi3Status check_counts(Component *self, size_t references, size_t values) {
  if (references == values) return fmi3OK;
  return (fmi3Status)instance_refuse(self->instance, "there are %zu value references and %zu values; all are scalars",
                                     references, values);
}

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                          fmi3Float64 values[], size_t nValues) {
  NEED(instance, READABLE);
  if (check_counts(self, nValueReferences, nValues) != fmi3OK) return fmi3Error;
  return (fmi3Status)instance_get(self->instance, valueReferences, nValueReferences, values);
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                          const fmi3Float64 values[], size_t nValues) {
  NEED(instance, EARLY | PHASE_STEPPING);
  if (check_counts(self, nValueReferences, nValues) != fmi3OK) return fmi3Error;
  return (fmi3Status)instance_set(self->instance, valueReferences, nValueReferences, values);
}

/* All variables are numbers of 64 bits. */
#define OTHER_TYPE(type)                                                                                               \
  fmi3Status fmi3Get##type(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
                           fmi3##type values[], size_t nValues) {                                                      \
    (void)valueReferences, (void)values, (void)nValues;                                                                \
    NEED(instance, READABLE);                                                                                          \
    return (fmi3Status)instance_refuse_type(self->instance, #type, nValueReferences);                                  \
  }                                                                                                                    \
  fmi3Status fmi3Set##type(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
                           const fmi3##type values[], size_t nValues) {                                                \
    (void)valueReferences, (void)values, (void)nValues;                                                                \
    NEED(instance, EARLY | PHASE_STEPPING);                                                                            \
    return (fmi3Status)instance_refuse_type(self->instance, #type, nValueReferences);                                  \
  }
OTHER_TYPE(Float32)
OTHER_TYPE(Int8)
OTHER_TYPE(UInt8)
OTHER_TYPE(Int16)
OTHER_TYPE(UInt16)
OTHER_TYPE(Int32)
OTHER_TYPE(UInt32)
OTHER_TYPE(Int64)
OTHER_TYPE(UInt64)
OTHER_TYPE(Boolean)
OTHER_TYPE(String)

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                         size_t valueSizes[], fmi3Binary values[], size_t nValues) {
  (void)valueReferences, (void)valueSizes, (void)values, (void)nValues;
  NEED(instance, READABLE);
  return (fmi3Status)instance_refuse_type(self->instance, "Binary", nValueReferences);
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                         const size_t valueSizes[], const fmi3Binary values[], size_t nValues) {
  (void)valueReferences, (void)valueSizes, (void)values, (void)nValues;
  NEED(instance, EARLY | PHASE_STEPPING);
  return (fmi3Status)instance_refuse_type(self->instance, "Binary", nValueReferences);
}

fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                        fmi3Clock values[]) {
  (void)valueReferences, (void)values;
  NEED(instance, READABLE);
  return (fmi3Status)instance_refuse_type(self->instance, "Clock", nValueReferences);
}

fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                        const fmi3Clock values[]) {
  (void)valueReferences, (void)values;
  NEED(instance, EARLY | PHASE_STEPPING);
  return (fmi3Status)instance_refuse_type(self->instance, "Clock", nValueReferences);
}

/* ---- states ---- */

/* The standard calls them void pointers. */
static State **as_state(fmi3FMUState *state) { return (State **)(void *)state; }

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *FMUState) {
  NEED(instance, PHASE_ANY & ~(unsigned)PHASE_FAILED);
  return (fmi3Status)instance_save(self->instance, as_state(FMUState));
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState) {
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_restore(self->instance, FMUState);
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *FMUState) {
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_free_state(self->instance, as_state(FMUState));
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState, size_t *size) {
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_measure(self->instance, FMUState, size);
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[],
                                 size_t size) {
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_write(self->instance, FMUState, serializedState, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte serializedState[], size_t size,
                                   fmi3FMUState *FMUState) {
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_read(self->instance, serializedState, size, as_state(FMUState));
}

/* ---- stepping ---- */

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize,
                      fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *eventHandlingNeeded,
                      fmi3Boolean *terminateSimulation, fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime) {
  (void)noSetFMUStatePriorToCurrentPoint;
  NEED(instance, PHASE_STEPPING);
  if (!eventHandlingNeeded || !terminateSimulation || !earlyReturn || !lastSuccessfulTime) {
    return (fmi3Status)instance_refuse(self->instance,
                                       "there is no place for what fmi3DoStep tells: a pointer is null");
  }
  bool over = instance_has_ended(self->instance);
  Answer answer = instance_step(self->instance, currentCommunicationPoint, communicationStepSize);
  *eventHandlingNeeded = *earlyReturn = false;
  *terminateSimulation = instance_has_ended(self->instance);
  *lastSuccessfulTime = instance_time(self->instance);
  /* an event that ends the motion is no failure of the step in which it happens */
  return (fmi3Status)(answer == ANSWER_DISCARD && !over ? ANSWER_OK : answer);
}

/* ---- what there is not ---- */

#define NOT_THERE "the FMU has no such capability (modelDescription.xml says so)"

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                    size_t nValueReferences, const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t nValues) {
  (void)valueReferences, (void)orders, (void)values, (void)nValues;
  NEED(instance, READABLE);
  return nValueReferences ? (fmi3Status)instance_refuse(self->instance, NOT_THERE) : fmi3OK;
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                        const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                        size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity) {
  (void)unknowns, (void)nUnknowns, (void)knowns, (void)nKnowns;
  (void)seed, (void)nSeed, (void)sensitivity, (void)nSensitivity;
  NEED(instance, READABLE);
  return (fmi3Status)instance_refuse(self->instance, NOT_THERE);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[],
                                    size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity) {
  (void)unknowns, (void)nUnknowns, (void)knowns, (void)nKnowns;
  (void)seed, (void)nSeed, (void)sensitivity, (void)nSensitivity;
  NEED(instance, READABLE);
  return (fmi3Status)instance_refuse(self->instance, NOT_THERE);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference valueReference,
                                               size_t *nDependencies) {
  (void)valueReference, (void)nDependencies;
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_refuse(self->instance, NOT_THERE);
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent,
                                       size_t elementIndicesOfDependent[], fmi3ValueReference independents[],
                                       size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[],
                                       size_t nDependencies) {
  (void)dependent, (void)elementIndicesOfDependent, (void)independents, (void)elementIndicesOfIndependents;
  (void)dependencyKinds, (void)nDependencies;
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_refuse(self->instance, NOT_THERE);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate,
                                    fmi3Boolean *terminateSimulation, fmi3Boolean *nominalsOfContinuousStatesChanged,
                                    fmi3Boolean *valuesOfContinuousStatesChanged, fmi3Boolean *nextEventTimeDefined,
                                    fmi3Float64 *nextEventTime) {
  (void)discreteStatesNeedUpdate, (void)terminateSimulation, (void)nominalsOfContinuousStatesChanged;
  (void)valuesOfContinuousStatesChanged, (void)nextEventTimeDefined, (void)nextEventTime;
  NEED(instance, PHASE_ANY);
  return (fmi3Status)instance_refuse(self->instance, NOT_THERE);
}

/* Modes that only other kinds of FMUs have. */
#define NO_MODE(function)                                          \
  fmi3Status function(fmi3Instance instance) {                     \
    NEED(instance, PHASE_ANY);                                     \
    return (fmi3Status)instance_refuse(self->instance, NOT_THERE); \
  }
NO_MODE(fmi3EnterEventMode)
NO_MODE(fmi3EnterStepMode)
NO_MODE(fmi3EnterConfigurationMode)
NO_MODE(fmi3ExitConfigurationMode)
NO_MODE(fmi3EvaluateDiscreteStates)
