/* FMI 3.0, co-simulation, as its importer calls it. */
#include <fmi3FunctionTypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "element/fmu/calls.h"

#define FUNCTIONS(F)         \
  F(InstantiateCoSimulation) \
  F(FreeInstance)            \
  F(EnterInitializationMode) F(ExitInitializationMode) F(Terminate) F(GetFloat64) F(SetFloat64) F(DoStep)
#define STATE_FUNCTIONS(F) \
  F(GetFMUState) F(SetFMUState) F(FreeFMUState) F(SerializedFMUStateSize) F(SerializeFMUState) F(DeserializeFMUState)

typedef struct Functions {
#define F(name) fmi3##name##TYPE *name;
  FUNCTIONS(F) STATE_FUNCTIONS(F)
#undef F
} Functions;

static const char *const names[] = {
#define F(name) "fmi3" #name,
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

static void hear(fmi3InstanceEnvironment self, fmi3Status status, fmi3String category, fmi3String message) {
  SarSlave *s = self;
  (void)category;
  if (message && status != fmi3OK) snprintf(s->heard, sizeof s->heard, "%s", message);
}

static int create(SarSlave *s, const char *resources) {
  char path[4200];
  snprintf(path, sizeof path, "%s/", resources);
  s->component = of(s)->InstantiateCoSimulation(s->file->element, s->file->token, path, false, false, false, false,
                                                NULL, 0, s, hear, NULL);
  return s->component ? fmi3OK : fmi3Error;
}

static int enter(SarSlave *s, double end) {
  return (int)of(s)->EnterInitializationMode(s->component, false, 0, 0, true, end);
}

static int leave(SarSlave *s) { return (int)of(s)->ExitInitializationMode(s->component); }

static int set(SarSlave *s, const unsigned *references, size_t count, const double *values) {
  return (int)of(s)->SetFloat64(s->component, references, count, values, count);
}

static int get(SarSlave *s, const unsigned *references, size_t count, double *values) {
  return (int)of(s)->GetFloat64(s->component, references, count, values, count);
}

/* One that ends the simulation, or returns before the step is done, has failed to make it. */
static int step(SarSlave *s, double from, double length) {
  bool event = false, end = false, early = false;
  double last = from;
  fmi3Status status = of(s)->DoStep(s->component, from, length, true, &event, &end, &early, &last);
  return (int)(status <= fmi3Warning && (end || early) ? fmi3Discard : status);
}

static int save(SarSlave *s, void **bytes, size_t *count) {
  fmi3FMUState state = NULL;
  fmi3Status status = of(s)->GetFMUState(s->component, &state);
  if (status > fmi3Warning) return (int)status;
  status = of(s)->SerializedFMUStateSize(s->component, state, count);
  *bytes = status > fmi3Warning ? NULL : malloc(*count + 1);
  if (*bytes) status = of(s)->SerializeFMUState(s->component, state, *bytes, *count);
  of(s)->FreeFMUState(s->component, &state);
  return (int)(*bytes ? status : fmi3Error);
}

static int restore(SarSlave *s, const void *bytes, size_t count) {
  fmi3FMUState state = NULL;
  fmi3Status status = of(s)->DeserializeFMUState(s->component, bytes, count, &state);
  if (status > fmi3Warning) return (int)status;
  status = of(s)->SetFMUState(s->component, state);
  of(s)->FreeFMUState(s->component, &state);
  return (int)status;
}

static void terminate(SarSlave *s) {
  if (s->started) of(s)->Terminate(s->component);
  of(s)->FreeInstance(s->component);
}

const SarSlaveCalls sar_slave_calls_3 = {.size = sizeof(Functions),
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
