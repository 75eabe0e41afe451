/* An FMU as other programs write them, FMI 3.0: a variable of every type that is given back in another one, and those
 * functions alone that are needed. References: of a type T its input is 10 T, its output 10 T + 1; 200 is the factor of
 * all of them, of 32 bits; 201 a text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3Functions.h"

#define EXPORT __attribute__((visibility("default")))

enum { FLOAT64, FLOAT32, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, BOOLEAN, TYPES };
enum { FACTOR = 200, LABEL = 201 };

typedef struct Types {
  fmi3LogMessageCallback log;
  fmi3InstanceEnvironment environment;
  double in[TYPES], time;
  float factor;
  char label[64];
} Types;

EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String path, fmi3Boolean visible,
                                                fmi3Boolean logs, fmi3Boolean event_mode, fmi3Boolean early,
                                                const fmi3ValueReference required[], size_t nrequired,
                                                fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                                fmi3IntermediateUpdateCallback update) {
  (void)name, (void)visible, (void)logs, (void)required, (void)nrequired, (void)update;
  if (event_mode || early || strcmp(token, "{types}") != 0 || path[strlen(path) - 1] != '/') return NULL;
  Types *t = calloc(1, sizeof *t);
  t->log = log;
  t->environment = environment;
  t->factor = 1;
  return t;
}

EXPORT void fmi3FreeInstance(fmi3Instance i) { free(i); }

EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance i, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                              fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
  (void)i, (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  return start == 0 ? fmi3OK : fmi3Error;
}
EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance i) {
  (void)i;
  return fmi3OK;
}
EXPORT fmi3Status fmi3Terminate(fmi3Instance i) {
  (void)i;
  return fmi3OK;
}

#define ACCESS(name, type)                                                                                            \
  EXPORT fmi3Status fmi3Set##name(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3##name v[],       \
                                  size_t m) {                                                                         \
    Types *t = i;                                                                                                     \
    for (size_t k = 0; k < n; k++) {                                                                                  \
      if (n != m || (r[k] != 10 * (type) && !(r[k] == FACTOR && (type) == FLOAT32))) return fmi3Error;                \
      if (r[k] == FACTOR)                                                                                             \
        t->factor = (float)v[k];                                                                                      \
      else                                                                                                            \
        t->in[type] = (double)v[k];                                                                                   \
    }                                                                                                                 \
    return fmi3OK;                                                                                                    \
  }                                                                                                                   \
  EXPORT fmi3Status fmi3Get##name(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3##name v[], size_t m) { \
    const Types *t = i;                                                                                               \
    for (size_t k = 0; k < n; k++) {                                                                                  \
      if (n != m || r[k] != 10 * (type) + 1) return fmi3Error;                                                        \
      double value = t->in[type] * (double)t->factor;                                                                 \
      v[k] = (fmi3##name)value;                                                                                       \
    }                                                                                                                 \
    return fmi3OK;                                                                                                    \
  }
ACCESS(Float64, FLOAT64)
ACCESS(Float32, FLOAT32)
ACCESS(Int8, INT8)
ACCESS(UInt8, UINT8)
ACCESS(Int16, INT16)
ACCESS(UInt16, UINT16)
ACCESS(Int32, INT32)
ACCESS(UInt32, UINT32)
ACCESS(Int64, INT64)
ACCESS(UInt64, UINT64)
ACCESS(Boolean, BOOLEAN)

EXPORT fmi3Status fmi3SetString(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3String v[],
                                size_t m) {
  Types *t = i;
  if (n != 1 || m != 1 || r[0] != LABEL) return fmi3Error;
  snprintf(t->label, sizeof t->label, "%s", v[0]);
  return fmi3OK;
}

/* It has events of its own at every step, which it handles; and ends at t = 0.5 s if its label says so. */
EXPORT fmi3Status fmi3DoStep(fmi3Instance i, fmi3Float64 from, fmi3Float64 step, fmi3Boolean ahead, fmi3Boolean *event,
                             fmi3Boolean *end, fmi3Boolean *early, fmi3Float64 *last) {
  Types *t = i;
  (void)ahead;
  t->time = from + step;
  *event = true;
  *early = false;
  *last = t->time;
  *end = strcmp(t->label, "ends") == 0 && t->time > 0.5 - 1e-9;
  if (*end) t->log(t->environment, fmi3Warning, "logStatusWarning", "it is enough: 100%");
  return fmi3OK;
}
