/* An FMU as other programs write them, FMI 2.0: variables of all types, a file in resources/, messages in the words of
 * printf with references to variables, a static variable, and answers that are not `ok`. What it does not need it does
 * not export.
 *
 *   ratio = ratios[gear] * (reverse ? -1 : 1), from resources/ratios.txt; torque' = (ratio * speed - torque) / lag
 *
 * Its parameter `trouble` says what goes wrong (below). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2Functions.h"

#define EXPORT __attribute__((visibility("default")))

enum { SPEED, LAG, TORQUE, RATIO, START }; /* Real */
enum { GEAR, TROUBLE, COUNT };             /* Integer */
enum { REVERSE, MOVING };                  /* Boolean */
enum { LABEL };                            /* String */
enum { GEARS = 3 };

/* What goes wrong, and when: at t = 0.5 s, but for the first two. */
enum { NOTHING, NO_START, NO_INITIALISATION, WARN, DISCARD, ENDED, ERROR_, FATAL, PENDING, SILENT };

typedef struct Gearbox {
  const fmi2CallbackFunctions *callbacks;
  char name[64], label[64], place[4096];
  double real[5], time, ratios[GEARS];
  int integer[3], boolean[2];
  int waits; /* how often it answers that it is not yet done */
  fmi2Status done;
} Gearbox;

static int instances; /* in this copy of the code: it could not have two */

static void say(const Gearbox *g, fmi2Status status, const char *text, int number) {
  g->callbacks->logger(g->callbacks->componentEnvironment, g->name, status, "logStatus", "gear %d of #i0#%s: 100%% ##1",
                       number, text);
}

/* file:///tmp/some%20folder/resources */
static int read_ratios(Gearbox *g) {
  char path[4200];
  size_t used = 0;
  for (const char *c = g->place + strlen("file://"); *c && used < 4000; c++) {
    unsigned byte;
    if (*c == '%' && sscanf(c + 1, "%2x", &byte) == 1) {
      path[used++] = (char)byte;
      c += 2;
    } else {
      path[used++] = *c;
    }
  }
  snprintf(path + used, sizeof path - used, "/ratios.txt");
  FILE *file = fopen(path, "r");
  int good = file && fscanf(file, "%lf %lf %lf", &g->ratios[0], &g->ratios[1], &g->ratios[2]) == GEARS;
  if (file) fclose(file);
  return good;
}

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String place,
                                     const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean log) {
  (void)visible, (void)log;
  if (type != fmi2CoSimulation || strcmp(guid, "{gearbox}") != 0 || instances > 0) return NULL;
  Gearbox *g = callbacks->allocateMemory(1, sizeof *g);
  g->callbacks = callbacks;
  snprintf(g->name, sizeof g->name, "%s", name);
  snprintf(g->place, sizeof g->place, "%s", place);
  g->real[LAG] = 0.1;
  instances++;
  if (read_ratios(g)) return g;
  callbacks->logger(callbacks->componentEnvironment, name, fmi2Error, "logStatusError", "no ratios in %s", place);
  callbacks->freeMemory(g);
  instances--;
  return NULL;
}

EXPORT void fmi2FreeInstance(fmi2Component c) {
  Gearbox *g = c;
  instances--;
  g->callbacks->freeMemory(g);
}

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance, fmi2Real value, fmi2Real start,
                                      fmi2Boolean stops, fmi2Real stop) {
  (void)c, (void)tolerance, (void)value, (void)stop;
  return start == 0 && stops ? fmi2OK : fmi2Error;
}

static void update(Gearbox *g) {
  g->real[RATIO] = g->ratios[g->integer[GEAR]] * (g->boolean[REVERSE] ? -1 : 1);
  g->boolean[MOVING] = g->real[SPEED] != 0;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  Gearbox *g = c;
  g->real[TORQUE] = g->real[START];
  if (g->integer[TROUBLE] == NO_START) {
    say(g, fmi2Error, " is stuck", g->integer[GEAR]);
    return fmi2Error;
  }
  return fmi2OK;
}

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  Gearbox *g = c;
  update(g);
  return g->integer[TROUBLE] == NO_INITIALISATION || strcmp(g->label, "wrong") == 0 ? fmi2Error : fmi2OK;
}

EXPORT fmi2Status fmi2Terminate(fmi2Component c) {
  (void)c;
  return fmi2OK;
}

#define ACCESS(type, field, most)                                                                                  \
  EXPORT fmi2Status fmi2Get##type(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2##type v[]) {       \
    Gearbox *g = c;                                                                                                \
    update(g);                                                                                                     \
    for (size_t i = 0; i < n; i++) {                                                                               \
      if (r[i] > (most)) return fmi2Error;                                                                         \
      v[i] = g->field[r[i]];                                                                                       \
    }                                                                                                              \
    return fmi2OK;                                                                                                 \
  }                                                                                                                \
  EXPORT fmi2Status fmi2Set##type(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2##type v[]) { \
    Gearbox *g = c;                                                                                                \
    for (size_t i = 0; i < n; i++) {                                                                               \
      if (r[i] > (most)) return fmi2Error;                                                                         \
      g->field[r[i]] = v[i];                                                                                       \
    }                                                                                                              \
    return g->integer[GEAR] >= 0 && g->integer[GEAR] < GEARS ? fmi2OK : fmi2Error;                                 \
  }
ACCESS(Real, real, START)
ACCESS(Integer, integer, COUNT)
ACCESS(Boolean, boolean, MOVING)

EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2String v[]) {
  Gearbox *g = c;
  (void)r;
  if (n) snprintf(g->label, sizeof g->label, "%s", v[n - 1]);
  return fmi2OK;
}

/* In many small steps, as a solver inside would. */
static void integrate(Gearbox *g, double step) {
  for (int i = 0; i < 100; i++) {
    g->real[TORQUE] += step / 100 * (g->real[RATIO] * g->real[SPEED] - g->real[TORQUE]) / g->real[LAG];
  }
}

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real step, fmi2Boolean ahead) {
  Gearbox *g = c;
  int trouble = from + 1e-9 >= 0.5 ? g->integer[TROUBLE] : NOTHING;
  (void)ahead;
  g->integer[COUNT]++;
  update(g);
  if (trouble == FATAL) { /* nothing may be called any more: whoever does finds freed memory */
    g->callbacks->freeMemory(g);
    instances--;
    return fmi2Fatal;
  }
  if (trouble == DISCARD) say(g, fmi2Discard, " slips", g->integer[GEAR]);
  if (trouble == DISCARD || trouble == ENDED || trouble == SILENT) {
    g->time = from + step / 2;
    return fmi2Discard;
  }
  integrate(g, step);
  g->time = from + step;
  if (trouble == WARN) say(g, fmi2Warning, " is hot", g->integer[GEAR]);
  g->waits = trouble == PENDING ? 3 : 0;
  g->done = trouble == WARN ? fmi2Warning : trouble == ERROR_ ? fmi2Error : fmi2OK;
  return g->waits ? fmi2Pending : g->done;
}

EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
  Gearbox *g = c;
  if (kind != fmi2DoStepStatus) return fmi2Discard;
  *value = g->waits-- > 0 ? fmi2Pending : g->done;
  return fmi2OK;
}

EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
  const Gearbox *g = c;
  *value = g->integer[TROUBLE] == ENDED;
  return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
  const Gearbox *g = c;
  *value = g->time;
  return kind == fmi2LastSuccessfulTime && g->integer[TROUBLE] != SILENT ? fmi2OK : fmi2Discard;
}
