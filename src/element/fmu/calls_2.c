/* FMI 2.0, co-simulation, as its master calls it. */
#include <fmi2FunctionTypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "element/fmu/calls.h"

#define FUNCTIONS(F) \
  F(Instantiate)     \
  F(FreeInstance)    \
  F(SetupExperiment) F(EnterInitializationMode) F(ExitInitializationMode) F(Terminate) F(GetReal) F(SetReal) F(DoStep)
#define STATE_FUNCTIONS(F) \
  F(GetFMUstate) F(SetFMUstate) F(FreeFMUstate) F(SerializedFMUstateSize) F(SerializeFMUstate) F(DeSerializeFMUstate)

typedef struct Functions {
#define F(name) fmi2##name##TYPE *name;
  FUNCTIONS(F) STATE_FUNCTIONS(F)
#undef F
} Functions;

static const char *const names[] = {
#define F(name) "fmi2" #name,
    FUNCTIONS(F) STATE_FUNCTIONS(F)
#undef F
};
_Static_assert(sizeof(Functions) == sizeof names, "a pointer for each name");

enum {
#define F(name) HAS_##name,
  FUNCTIONS(F)
#undef F
      NEEDED
};

static const Functions *of(const SarSlave *s) { return s->functions; }

static void hear(fmi2ComponentEnvironment self, fmi2String instance, fmi2Status status, fmi2String category,
                 fmi2String message, ...) {
  SarSlave *s = self;
  va_list arguments;
  (void)instance, (void)category;
  if (!message || status == fmi2OK) return;
  va_start(arguments, message);
  vsnprintf(s->heard, sizeof s->heard, message, arguments);
  va_end(arguments);
}

static int create(SarSlave *s, const char *resources) {
  static const fmi2CallbackFunctions general = {.logger = hear, .allocateMemory = calloc, .freeMemory = free};
  fmi2CallbackFunctions *callbacks = malloc(sizeof *callbacks); /* must outlive the instance */
  char uri[4200];
  if (!callbacks) return fmi2Error;
  *callbacks = general;
  callbacks->componentEnvironment = s;
  snprintf(uri, sizeof uri, "file://%s", resources);
  s->component =
      of(s)->Instantiate(s->file->element, fmi2CoSimulation, s->file->token, uri, callbacks, fmi2False, fmi2False);
  s->callbacks = callbacks;
  return s->component ? fmi2OK : fmi2Error;
}

static int enter(SarSlave *s, double end) {
  fmi2Status status = of(s)->SetupExperiment(s->component, fmi2False, 0, 0, fmi2True, end);
  return (int)(status > fmi2Warning ? status : of(s)->EnterInitializationMode(s->component));
}

static int leave(SarSlave *s) { return (int)of(s)->ExitInitializationMode(s->component); }

static int set(SarSlave *s, const unsigned *references, size_t count, const double *values) {
  return (int)of(s)->SetReal(s->component, references, count, values);
}

static int get(SarSlave *s, const unsigned *references, size_t count, double *values) {
  return (int)of(s)->GetReal(s->component, references, count, values);
}

static int step(SarSlave *s, double from, double length) {
  return (int)of(s)->DoStep(s->component, from, length, fmi2True);
}

static int save(SarSlave *s, void **bytes, size_t *count) {
  fmi2FMUstate state = NULL;
  fmi2Status status = of(s)->GetFMUstate(s->component, &state);
  if (status > fmi2Warning) return (int)status;
  status = of(s)->SerializedFMUstateSize(s->component, state, count);
  *bytes = status > fmi2Warning ? NULL : malloc(*count + 1);
  if (*bytes) status = of(s)->SerializeFMUstate(s->component, state, *bytes, *count);
  of(s)->FreeFMUstate(s->component, &state);
  return (int)(*bytes ? status : fmi2Error);
}

static int restore(SarSlave *s, const void *bytes, size_t count) {
  fmi2FMUstate state = NULL;
  fmi2Status status = of(s)->DeSerializeFMUstate(s->component, bytes, count, &state);
  if (status > fmi2Warning) return (int)status;
  status = of(s)->SetFMUstate(s->component, state);
  of(s)->FreeFMUstate(s->component, &state);
  return (int)status;
}

static void terminate(SarSlave *s) {
  if (s->started) of(s)->Terminate(s->component);
  of(s)->FreeInstance(s->component);
}

const SarSlaveCalls sar_slave_calls_2 = {.size = sizeof(Functions),
                                         .names = names,
                                         .nneeded = NEEDED,
                                         .nnames = sizeof names / sizeof *names,
                                         .create = create,
                                         .enter = enter,
                                         .leave = leave,
                                         .set = set,
                                         .get = get,
                                         .step = step,
                                         .save = save,
                                         .restore = restore,
                                         .terminate = terminate};
