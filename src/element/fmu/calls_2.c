/* FMI 2.0, co-simulation, as its master calls it. */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <fmi2FunctionTypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "element/fmu/calls.h"

static const char *const names[SAR_CALLS] = {
    [SAR_CALL_INSTANTIATE] = "fmi2Instantiate",
    [SAR_CALL_FREE] = "fmi2FreeInstance",
    [SAR_CALL_SETUP] = "fmi2SetupExperiment",
    [SAR_CALL_ENTER] = "fmi2EnterInitializationMode",
    [SAR_CALL_EXIT] = "fmi2ExitInitializationMode",
    [SAR_CALL_TERMINATE] = "fmi2Terminate",
    [SAR_CALL_STEP] = "fmi2DoStep",
    [SAR_CALL_GET_STATE] = "fmi2GetFMUstate",
    [SAR_CALL_SET_STATE] = "fmi2SetFMUstate",
    [SAR_CALL_FREE_STATE] = "fmi2FreeFMUstate",
    [SAR_CALL_STATE_SIZE] = "fmi2SerializedFMUstateSize",
    [SAR_CALL_WRITE_STATE] = "fmi2SerializeFMUstate",
    [SAR_CALL_READ_STATE] = "fmi2DeSerializeFMUstate",
    [SAR_CALL_STATUS] = "fmi2GetStatus",
    [SAR_CALL_REAL_STATUS] = "fmi2GetRealStatus",
    [SAR_CALL_BOOLEAN_STATUS] = "fmi2GetBooleanStatus",
    [SAR_CALL_GET + SAR_SLAVE_FLOAT64] = "fmi2GetReal",
    [SAR_CALL_GET + SAR_SLAVE_INT32] = "fmi2GetInteger",
    [SAR_CALL_GET + SAR_SLAVE_BOOLEAN] = "fmi2GetBoolean",
    [SAR_CALL_GET + SAR_SLAVE_STRING] = "fmi2GetString",
    [SAR_CALL_SET + SAR_SLAVE_FLOAT64] = "fmi2SetReal",
    [SAR_CALL_SET + SAR_SLAVE_INT32] = "fmi2SetInteger",
    [SAR_CALL_SET + SAR_SLAVE_BOOLEAN] = "fmi2SetBoolean",
    [SAR_CALL_SET + SAR_SLAVE_STRING] = "fmi2SetString",
};
_Static_assert(sizeof(fmi2Integer) == sizeof(int32_t) && sizeof(fmi2Boolean) == sizeof(int), "types of the standard");

#define CALL(s, type, call) ((type *)(s)->functions[call])

/* ---- life ---- */

static void hear(fmi2ComponentEnvironment self, fmi2String instance, fmi2Status status, fmi2String category,
                 fmi2String message, ...) {
  char text[2000];
  va_list arguments;
  (void)instance, (void)category;
  if (!message || status == fmi2OK) return;
  va_start(arguments, message);
  vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  sar_slave_hear(self, text);
}

/* The path as a URI: what is no letter, digit or one of `/-_.~` is written as its number. */
static char *uri_of(const char *path) {
  static const char digits[] = "0123456789ABCDEF", head[] = "file://";
  char *uri = malloc(sizeof head + 3 * strlen(path));
  if (!uri) return NULL;
  char *to = uri + sizeof head - 1;
  memcpy(uri, head, sizeof head - 1);
  for (const char *c = path; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    bool plain = (byte < 128 && isalnum(byte)) || strchr("/-_.~", byte);
    if (plain) {
      *to++ = *c;
      continue;
    }
    *to++ = '%';
    *to++ = digits[byte >> 4];
    *to++ = digits[byte & 15];
  }
  *to = 0;
  return uri;
}

static int create(SarSlave *s, const char *resources) {
  static const fmi2CallbackFunctions general = {.logger = hear, .allocateMemory = calloc, .freeMemory = free};
  fmi2CallbackFunctions *callbacks = s->callbacks = malloc(sizeof *callbacks); /* must outlive the instance */
  char *uri = uri_of(resources);
  if (callbacks && uri) {
    *callbacks = general;
    callbacks->componentEnvironment = s;
    s->component = CALL(s, fmi2InstantiateTYPE, SAR_CALL_INSTANTIATE)(
        s->file->element, fmi2CoSimulation, s->file->token, uri, callbacks, fmi2False, fmi2False);
  }
  free(uri);
  return s->component ? fmi2OK : fmi2Error;
}

static int enter(SarSlave *s, double end) {
  fmi2Status status = CALL(s, fmi2SetupExperimentTYPE, SAR_CALL_SETUP)(s->component, fmi2False, 0, 0, fmi2True, end);
  return (int)(status > fmi2Warning ? status : CALL(s, fmi2EnterInitializationModeTYPE, SAR_CALL_ENTER)(s->component));
}

/* ---- steps ---- */

/* One that goes on by itself is waited for. */
static fmi2Status wait(SarSlave *s) {
  const struct timespec moment = {.tv_nsec = 200000};
  fmi2Status status = fmi2Pending;
  while (status == fmi2Pending && s->functions[SAR_CALL_STATUS]) {
    nanosleep(&moment, NULL);
    if (CALL(s, fmi2GetStatusTYPE, SAR_CALL_STATUS)(s->component, fmi2DoStepStatus, &status) > fmi2Warning) break;
  }
  return status;
}

/* Why a step was discarded: the simulation is over, or it came only so far. */
static void ask_why(SarSlave *s, SarSlaveStep *done) {
  fmi2Boolean ended = fmi2False;
  double last = NAN;
  if (s->functions[SAR_CALL_BOOLEAN_STATUS] &&
      CALL(s, fmi2GetBooleanStatusTYPE, SAR_CALL_BOOLEAN_STATUS)(s->component, fmi2Terminated, &ended) <= fmi2Warning) {
    done->ended = ended != fmi2False;
  }
  if (s->functions[SAR_CALL_REAL_STATUS] && CALL(s, fmi2GetRealStatusTYPE, SAR_CALL_REAL_STATUS)(
                                                s->component, fmi2LastSuccessfulTime, &last) <= fmi2Warning) {
    done->last = last;
  }
}

static SarSlaveStep step(SarSlave *s, double from, double length) {
  fmi2Status status = CALL(s, fmi2DoStepTYPE, SAR_CALL_STEP)(s->component, from, length, fmi2True);
  if (status == fmi2Pending) status = wait(s);
  SarSlaveStep done = {.answer = (int)status, .last = NAN};
  if (status == fmi2Discard) ask_why(s, &done);
  return done;
}

/* ---- values ---- */

static int get(SarSlave *s, SarSlaveType type, const unsigned *references, size_t count, void *values) {
  typedef fmi2Status Get(fmi2Component, const fmi2ValueReference *, size_t, void *);
  return (int)CALL(s, Get, SAR_CALL_GET + type)(s->component, references, count, values);
}

static int set(SarSlave *s, SarSlaveType type, const unsigned *references, size_t count, const void *values) {
  typedef fmi2Status Set(fmi2Component, const fmi2ValueReference *, size_t, const void *);
  return (int)CALL(s, Set, SAR_CALL_SET + type)(s->component, references, count, values);
}

const SarSlaveFace sar_slave_face_2 = {.names = names,
                                       .boolean = sizeof(fmi2Boolean),
                                       .create = create,
                                       .enter = enter,
                                       .step = step,
                                       .get = get,
                                       .set = set};
