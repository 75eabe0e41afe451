/* Saved states: the values of an instance, its phase and plan, and what its stepper saves, as one block of bytes. A
 * state in memory is that block, so that writing it is copying. */
#include <stdlib.h>
#include <string.h>

#include "fmu/inside.h"
#include "result/hash.h"

#define MAGIC "sarrus-fmu-state"

typedef struct Head {
  char magic[sizeof MAGIC];
  char token[40];
  SarHash hash; /* of what follows */
  Phase phase;
  int32_t count; /* variables */
  Experiment experiment;
  uint64_t stepper; /* bytes of it; 0: there was none */
} Head;

struct State {
  const Instance *owner;
  State *before, *after; /* in the list of its owner */
  size_t size;
  unsigned char bytes[]; /* head, values, given, stepper */
};

static size_t values_size(const Instance *i) { return (size_t)i->contents.variables.count * sizeof(double); }
static size_t given_size(const Instance *i) { return (size_t)i->contents.variables.count * sizeof(bool); }

static SarHash hash_of(const unsigned char *bytes, size_t size) {
  SarHash hash = sar_hash();
  sar_hash_bytes(&hash, bytes + offsetof(Head, phase), size - offsetof(Head, phase));
  return hash;
}

static State *make(Instance *i, size_t size) {
  State *state = calloc(1, sizeof *state + size);
  if (!state) {
    instance_refuse(i, "memory is exhausted: a state of %zu bytes cannot be saved", size);
    return NULL;
  }
  state->owner = i;
  state->size = size;
  state->after = i->states;
  if (i->states) i->states->before = state;
  i->states = state;
  return state;
}

static void destroy(Instance *i, State *state) {
  if (state->before)
    state->before->after = state->after;
  else
    i->states = state->after;
  if (state->after) state->after->before = state->before;
  free(state);
}

void instance_free_states(Instance *i) {
  while (i->states) destroy(i, i->states);
}

/* States are only good for the instance that made them; bytes go from one to the other. */
static bool is_own(Instance *i, const State *state) {
  if (state && state->owner == i) return true;
  instance_refuse(i, state ? "the state is that of another instance; serialize it there and deserialize it here"
                           : "there is no state: the pointer is null");
  return false;
}

/* ---- saving ---- */

/* A model that steps is saved with its stepper; before that it is made from the values. */
static bool has_motion(const Instance *i) { return i->stepper && (i->phase & (PHASE_STEPPING | PHASE_TERMINATED)); }

static void fill(const Instance *i, State *state, const void *motion, size_t size) {
  Head head;
  unsigned char *at = state->bytes;
  memset(&head, 0, sizeof head); /* what lies between the numbers, too: the same state gives the same bytes */
  memcpy(head.magic, MAGIC, sizeof MAGIC);
  snprintf(head.token, sizeof head.token, "%s", i->contents.token);
  head.phase = i->phase;
  head.count = i->contents.variables.count;
  head.experiment.has_tolerance = i->experiment.has_tolerance;
  head.experiment.has_stop = i->experiment.has_stop;
  head.experiment.tolerance = i->experiment.tolerance;
  head.experiment.start = i->experiment.start;
  head.experiment.stop = i->experiment.stop;
  head.stepper = size;
  memcpy(at, &head, sizeof head);
  memcpy(at += sizeof head, i->values, values_size(i));
  memcpy(at += values_size(i), i->given, given_size(i));
  if (size) memcpy(at + given_size(i), motion, size);
  head.hash = hash_of(state->bytes, state->size);
  memcpy(state->bytes, &head, sizeof head);
}

Answer instance_save(Instance *i, State **out) {
  const void *motion = NULL;
  size_t size = 0;
  if (!out) return instance_refuse(i, "there is no place for the state: the pointer is null");
  if (*out && !is_own(i, *out)) return ANSWER_ERROR;
  if (has_motion(i) && sar_stepper_save(i->stepper, &motion, &size) != SAR_OK) {
    instance_tell(i, ANSWER_ERROR);
    return ANSWER_ERROR;
  }
  State *state = make(i, sizeof(Head) + values_size(i) + given_size(i) + size);
  if (!state) return ANSWER_ERROR;
  fill(i, state, motion, size);
  if (*out) destroy(i, *out); /* its memory is used again, as the standard says */
  *out = state;
  return ANSWER_OK;
}

/* ---- restoring ---- */

static bool same_settings(const Instance *i, const Head *head, const double *values, const bool *given) {
  const Experiment *now = &i->experiment, *then = &head->experiment;
  if (now->has_stop != then->has_stop || now->stop != then->stop) return false;
  if (now->has_tolerance != then->has_tolerance || now->tolerance != then->tolerance) return false;
  for (int32_t k = 0; k < head->count; k++) {
    if (i->given[k] != given[k]) return false;
    if (given[k] && memcmp(&i->values[k], &values[k], sizeof *values) != 0) return false;
  }
  return true;
}

static Answer restore(Instance *i, const Head *head, const unsigned char *rest) {
  const double *values = (const double *)(const void *)rest;
  const bool *given = (const bool *)(rest + values_size(i));
  if (!head->stepper || !same_settings(i, head, values, given)) instance_demolish(i);
  memcpy(i->values, values, values_size(i));
  memcpy(i->given, given, given_size(i));
  i->experiment = head->experiment;
  if (!head->stepper) return ANSWER_OK;
  Answer answer = instance_build(i);
  if (answer != ANSWER_OK) return answer;
  if (sar_stepper_restore(i->stepper, given + i->contents.variables.count, head->stepper) == SAR_OK) return ANSWER_OK;
  instance_tell(i, ANSWER_ERROR);
  return ANSWER_ERROR;
}

Answer instance_restore(Instance *i, State *state) {
  Head head;
  if (!is_own(i, state)) return ANSWER_ERROR;
  memcpy(&head, state->bytes, sizeof head);
  Answer answer = restore(i, &head, state->bytes + sizeof head);
  i->phase = answer == ANSWER_OK ? head.phase : PHASE_FAILED;
  return answer;
}

Answer instance_free_state(Instance *i, State **state) {
  if (!state || !*state) return ANSWER_OK;
  if (!is_own(i, *state)) return ANSWER_ERROR;
  destroy(i, *state);
  *state = NULL;
  return ANSWER_OK;
}

/* ---- bytes ---- */

Answer instance_measure(Instance *i, State *state, size_t *size) {
  if (!is_own(i, state)) return ANSWER_ERROR;
  if (!size) return instance_refuse(i, "there is no place for the size: the pointer is null");
  *size = state->size;
  return ANSWER_OK;
}

Answer instance_write(Instance *i, State *state, void *bytes, size_t size) {
  if (!is_own(i, state)) return ANSWER_ERROR;
  if (!bytes || size < state->size) {
    return instance_refuse(i, "the state has %zu bytes, and there is room for %zu", state->size, bytes ? size : 0);
  }
  memcpy(bytes, state->bytes, state->size);
  return ANSWER_OK;
}

static bool is_whole(const Instance *i, const unsigned char *bytes, size_t size, const Head *head) {
  size_t fixed = sizeof *head + values_size(i) + given_size(i);
  SarHash hash = hash_of(bytes, size);
  return head->count == i->contents.variables.count && size >= fixed && head->stepper == size - fixed &&
         memcmp(&hash, &head->hash, sizeof hash) == 0;
}

Answer instance_read(Instance *i, const void *bytes, size_t size, State **out) {
  Head head;
  if (!bytes || !out) return instance_refuse(i, "there are no bytes, or no place for the state: a pointer is null");
  if (size < sizeof head) return instance_refuse(i, "%zu bytes are too few for a state", size);
  memcpy(&head, bytes, sizeof head);
  head.token[sizeof head.token - 1] = 0;
  if (memcmp(head.magic, MAGIC, sizeof MAGIC) != 0 || strcmp(head.token, i->contents.token) != 0) {
    return instance_refuse(i, "the bytes are no state of this FMU");
  }
  if (!is_whole(i, bytes, size, &head)) return instance_refuse(i, "the bytes of the state are damaged");
  State *state = make(i, size);
  if (!state) return ANSWER_ERROR;
  memcpy(state->bytes, bytes, size);
  *out = state;
  return ANSWER_OK;
}
