/* An instance that is stepped: what both versions of the standard have in common. */
#include <stdio.h>
#include <stdlib.h>

#include "element/fmu/calls.h"
#include "element/fmu/slave.h"

/* Functions that are alike in both versions, apart from names of types. */
typedef int Plain(void *component);
typedef int GetState(void *component, void **state);
typedef int SetState(void *component, void *state);
typedef int StateSize(void *component, void *state, size_t *size);
typedef int WriteState(void *component, void *state, void *bytes, size_t size);
typedef int ReadState(void *component, const void *bytes, size_t size, void **state);

#define CALL(s, type, call) ((type *)(s)->functions[call])

#define CHUNK 64 /* values in one call */

SarStatus sar_slave_start(SarSlave *s) {
  s->heard[0] = 0;
  SAR_TRY(sar_slave_check(s, "be initialised", CALL(s, Plain, SAR_CALL_EXIT)(s->component)));
  s->started = true;
  return SAR_OK;
}

SarStatus sar_slave_step(SarSlave *s, double from, double step) {
  s->heard[0] = 0;
  SarSlaveStep done = s->face->step(s, from, step);
  return sar_slave_check_step(s, from, step, &done);
}

/* ---- values ---- */

/* How many of the ports have the type of the first one, up to what one call takes. */
static int32_t alike(const SarSlavePort *const *ports, int32_t count) {
  int32_t n = 1;
  while (n < count && n < CHUNK && ports[n]->type == ports[0]->type) n++;
  return n;
}

static SarStatus refuse_value(SarSlave *s, const SarSlavePort *port, double value) {
  return sar_report(s->context, SAR_FAILED, s->file->source, s->file->element,
                    "write an expression that gives such values: floor(..), if(..)",
                    "`%s` of the FMU `%s` is %s, and cannot be %.9g", port->name, s->file->shown,
                    sar_slave_type_words(port->type), value);
}

SarStatus sar_slave_set(SarSlave *s, const SarSlavePort *const *ports, int32_t count, const double *values) {
  uint64_t packed[CHUNK]; /* room for any type */
  unsigned references[CHUNK];
  s->heard[0] = 0;
  for (int32_t i = 0, n; i < count; i += n) {
    SarSlaveType type = ports[i]->type;
    n = alike(ports + i, count - i);
    SAR_TRY(sar_slave_need(s, SAR_CALL_SET + type));
    for (int32_t k = 0; k < n; k++) {
      if (!sar_slave_type_holds(type, values[i + k])) return refuse_value(s, ports[i + k], values[i + k]);
      references[k] = ports[i + k]->reference;
      sar_slave_pack(type, s->face->boolean, values[i + k], packed, (size_t)k);
    }
    SAR_TRY(sar_slave_check(s, "take its inputs", s->face->set(s, type, references, (size_t)n, packed)));
  }
  return SAR_OK;
}

SarStatus sar_slave_get(SarSlave *s, const SarSlavePort *const *ports, int32_t count, double *values) {
  uint64_t packed[CHUNK] = {0};
  unsigned references[CHUNK];
  s->heard[0] = 0;
  for (int32_t i = 0, n; i < count; i += n) {
    SarSlaveType type = ports[i]->type;
    n = alike(ports + i, count - i);
    SAR_TRY(sar_slave_need(s, SAR_CALL_GET + type));
    for (int32_t k = 0; k < n; k++) references[k] = ports[i + k]->reference;
    SAR_TRY(sar_slave_check(s, "give its outputs", s->face->get(s, type, references, (size_t)n, packed)));
    for (int32_t k = 0; k < n; k++) {
      values[i + k] = sar_slave_unpack(type, s->face->boolean, packed, (size_t)k);
    }
  }
  return SAR_OK;
}

/* ---- states ---- */

static SarStatus need_states(SarSlave *s) {
  s->heard[0] = 0;
  for (SarSlaveCall call = SAR_CALL_GET_STATE; call <= SAR_CALL_READ_STATE; call++) SAR_TRY(sar_slave_need(s, call));
  return SAR_OK;
}

static int write(SarSlave *s, void *state, void **bytes, size_t *count) {
  int answer = CALL(s, StateSize, SAR_CALL_STATE_SIZE)(s->component, state, count);
  if (answer > SAR_ANSWER_WARNING) return answer;
  *bytes = malloc(*count + 1);
  return *bytes ? CALL(s, WriteState, SAR_CALL_WRITE_STATE)(s->component, state, *bytes, *count) : SAR_ANSWER_ERROR;
}

SarStatus sar_slave_save(SarSlave *s, void **bytes, size_t *count) {
  void *state = NULL;
  *bytes = NULL;
  *count = 0;
  SAR_TRY(need_states(s));
  int answer = CALL(s, GetState, SAR_CALL_GET_STATE)(s->component, &state);
  if (answer <= SAR_ANSWER_WARNING) {
    answer = write(s, state, bytes, count);
    CALL(s, GetState, SAR_CALL_FREE_STATE)(s->component, &state);
  }
  return sar_slave_check(s, "save its state", answer);
}

SarStatus sar_slave_restore(SarSlave *s, const void *bytes, size_t count) {
  void *state = NULL;
  SAR_TRY(need_states(s));
  int answer = CALL(s, ReadState, SAR_CALL_READ_STATE)(s->component, bytes, count, &state);
  if (answer <= SAR_ANSWER_WARNING) {
    answer = CALL(s, SetState, SAR_CALL_SET_STATE)(s->component, state);
    CALL(s, GetState, SAR_CALL_FREE_STATE)(s->component, &state);
  }
  return sar_slave_check(s, "restore its state", answer);
}
