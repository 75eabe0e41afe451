/* FMI 3.0, co-simulation, as its importer calls it. */
#include <fmi3FunctionTypes.h>
#include <math.h>
#include <stdio.h>

#include "element/fmu/calls.h"

#define ACCESS(type, name) \
  [SAR_CALL_GET + SAR_SLAVE_##type] = "fmi3Get" name, [SAR_CALL_SET + SAR_SLAVE_##type] = "fmi3Set" name

static const char *const names[SAR_CALLS] = {
    [SAR_CALL_INSTANTIATE] = "fmi3InstantiateCoSimulation",
    [SAR_CALL_FREE] = "fmi3FreeInstance",
    [SAR_CALL_ENTER] = "fmi3EnterInitializationMode",
    [SAR_CALL_EXIT] = "fmi3ExitInitializationMode",
    [SAR_CALL_TERMINATE] = "fmi3Terminate",
    [SAR_CALL_STEP] = "fmi3DoStep",
    [SAR_CALL_GET_STATE] = "fmi3GetFMUState",
    [SAR_CALL_SET_STATE] = "fmi3SetFMUState",
    [SAR_CALL_FREE_STATE] = "fmi3FreeFMUState",
    [SAR_CALL_STATE_SIZE] = "fmi3SerializedFMUStateSize",
    [SAR_CALL_WRITE_STATE] = "fmi3SerializeFMUState",
    [SAR_CALL_READ_STATE] = "fmi3DeserializeFMUState",
    ACCESS(FLOAT64, "Float64"),
    ACCESS(FLOAT32, "Float32"),
    ACCESS(INT8, "Int8"),
    ACCESS(UINT8, "UInt8"),
    ACCESS(INT16, "Int16"),
    ACCESS(UINT16, "UInt16"),
    ACCESS(INT32, "Int32"),
    ACCESS(UINT32, "UInt32"),
    ACCESS(INT64, "Int64"),
    ACCESS(UINT64, "UInt64"),
    ACCESS(BOOLEAN, "Boolean"),
    ACCESS(STRING, "String"),
};
_Static_assert(sizeof(fmi3Boolean) == sizeof(bool), "types of the standard");

#define CALL(s, type, call) ((type *)(s)->functions[call])

static void hear(fmi3InstanceEnvironment self, fmi3Status status, fmi3String category, fmi3String message) {
  (void)category;
  if (message && status != fmi3OK) sar_slave_hear(self, message);
}

static int create(SarSlave *s, const char *resources) {
  char path[4200];
  snprintf(path, sizeof path, "%s/", resources);
  s->component = CALL(s, fmi3InstantiateCoSimulationTYPE, SAR_CALL_INSTANTIATE)(
      s->file->element, s->file->token, path, false, false, false, false, NULL, 0, s, hear, NULL);
  return s->component ? fmi3OK : fmi3Error;
}

static int enter(SarSlave *s, double end) {
  return (int)CALL(s, fmi3EnterInitializationModeTYPE, SAR_CALL_ENTER)(s->component, false, 0, 0, true, end);
}

/* Event mode is not used: it handles its events by itself. To return early is not allowed either. */
static SarSlaveStep step(SarSlave *s, double from, double length) {
  bool event = false, end = false, early = false;
  double last = NAN;
  fmi3Status status =
      CALL(s, fmi3DoStepTYPE, SAR_CALL_STEP)(s->component, from, length, true, &event, &end, &early, &last);
  bool short_of = status <= fmi3Warning && early;
  return (SarSlaveStep){short_of ? SAR_ANSWER_DISCARD : (int)status, end && status <= fmi3Discard, last};
}

static int get(SarSlave *s, SarSlaveType type, const unsigned *references, size_t count, void *values) {
  typedef fmi3Status Get(fmi3Instance, const fmi3ValueReference *, size_t, void *, size_t);
  return (int)CALL(s, Get, SAR_CALL_GET + type)(s->component, references, count, values, count);
}

static int set(SarSlave *s, SarSlaveType type, const unsigned *references, size_t count, const void *values) {
  typedef fmi3Status Set(fmi3Instance, const fmi3ValueReference *, size_t, const void *, size_t);
  return (int)CALL(s, Set, SAR_CALL_SET + type)(s->component, references, count, values, count);
}

const SarSlaveFace sar_slave_face_3 = {.names = names,
                                       .boolean = sizeof(fmi3Boolean),
                                       .create = create,
                                       .enter = enter,
                                       .step = step,
                                       .get = get,
                                       .set = set};
