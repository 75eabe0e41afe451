/* An instance of an FMU, apart from the words of a version of the standard (fmi2.c, fmi3.c): a model with a stepper,
 * and the states of the standard in which calls are allowed.
 *
 *   instantiated --enter--> initialising --exit--> stepping --terminate--> terminated
 *                                                      |failed: restored, reset or freed
 *
 * Parameters may be set until it steps; the model is then read and compiled with them. All texts that go to the logger
 * are whole sentences with what to do. Calls that are refused change nothing. */
#ifndef SAR_FMU_INSTANCE_H
#define SAR_FMU_INSTANCE_H

#include "fmi/contents.h"
#include "sarrus/sarrus.h"

/* The first ones of both versions have these values. */
typedef enum Answer { ANSWER_OK, ANSWER_WARNING, ANSWER_DISCARD, ANSWER_ERROR, ANSWER_FATAL } Answer;

/* Bits, for sets of them. */
typedef enum Phase {
  PHASE_INSTANTIATED = 1,
  PHASE_INITIALISING = 2,
  PHASE_STEPPING = 4,
  PHASE_TERMINATED = 8,
  PHASE_FAILED = 16
} Phase;
#define PHASE_ANY 31u

typedef struct Instance Instance;
typedef struct State State; /* saved */

/* Who hears what is wrong. */
typedef struct Log {
  void *self;
  void (*write)(void *self, Answer answer, const char *category, const char *text);
} Log;

/* What the caller plans: zeros where it does not say. */
typedef struct Experiment {
  bool has_tolerance, has_stop;
  double tolerance, start, stop;
} Experiment;

/* folder: `resources/` of the unpacked FMU. token: as modelDescription.xml has it. Null: the reason is in the log. */
Instance *instance_create(const char *name, const char *token, const char *folder, Log log);
void instance_destroy(Instance *instance);

/* Whether a call may be made now; if not, it is told. function: its name. */
bool instance_allows(Instance *instance, const char *function, unsigned phases);
/* Tells what is wrong with a call. */
Answer instance_refuse(Instance *instance, const char *format, ...) SAR_PRINTF(2, 3);

Answer instance_plan(Instance *instance, const Experiment *experiment);
Answer instance_enter(Instance *instance);
Answer instance_exit(Instance *instance);
Answer instance_terminate(Instance *instance);
Answer instance_reset(Instance *instance);

/* Numbers by value references. */
Answer instance_get(Instance *instance, const unsigned *references, size_t count, double *values);
Answer instance_set(Instance *instance, const unsigned *references, size_t count, const double *values);
/* There are no variables of other types: an answer for those who ask for `count` of them. */
Answer instance_refuse_type(Instance *instance, const char *type, size_t count);

/* From one communication point on. ANSWER_DISCARD: an event of the model has ended the motion on the way. */
Answer instance_step(Instance *instance, double from, double step);
/* Where it has come to, and whether an event has ended it there. */
double instance_time(const Instance *instance);
bool instance_has_ended(const Instance *instance);

/* ---- states (state.c) ---- */

Answer instance_save(Instance *instance, State **state);
Answer instance_restore(Instance *instance, State *state);
Answer instance_free_state(Instance *instance, State **state);
Answer instance_measure(Instance *instance, State *state, size_t *size);
Answer instance_write(Instance *instance, State *state, void *bytes, size_t size);
Answer instance_read(Instance *instance, const void *bytes, size_t size, State **state);

#endif
