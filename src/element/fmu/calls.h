/* The functions of an FMU. Most are alike in both versions but for their names; what differs are the faces: calls_2.c
 * and calls_3.c. */
#ifndef SAR_ELEMENT_FMU_CALLS_H
#define SAR_ELEMENT_FMU_CALLS_H

#include "element/fmu/slave.h"

typedef enum SarSlaveCall {
  SAR_CALL_INSTANTIATE,
  SAR_CALL_FREE,
  SAR_CALL_SETUP, /* of version 2.0 alone */
  SAR_CALL_ENTER,
  SAR_CALL_EXIT,
  SAR_CALL_TERMINATE,
  SAR_CALL_STEP,
  SAR_CALL_NEEDED, /* those before must be there, the others where they are called */
  SAR_CALL_GET_STATE = SAR_CALL_NEEDED,
  SAR_CALL_SET_STATE,
  SAR_CALL_FREE_STATE,
  SAR_CALL_STATE_SIZE,
  SAR_CALL_WRITE_STATE,
  SAR_CALL_READ_STATE,
  SAR_CALL_STATUS, /* of version 2.0 alone: what became of a step */
  SAR_CALL_REAL_STATUS,
  SAR_CALL_BOOLEAN_STATUS,
  SAR_CALL_GET, /* one for each type */
  SAR_CALL_SET = SAR_CALL_GET + SAR_SLAVE_TYPES,
  SAR_CALLS = SAR_CALL_SET + SAR_SLAVE_TYPES
} SarSlaveCall;

typedef void (*SarSlaveFunction)(void); /* any: who calls it knows its type */

/* Numbers of fmi2Status and fmi3Status alike. */
typedef enum SarSlaveAnswer {
  SAR_ANSWER_OK,
  SAR_ANSWER_WARNING,
  SAR_ANSWER_DISCARD,
  SAR_ANSWER_ERROR,
  SAR_ANSWER_FATAL,
  SAR_ANSWER_PENDING
} SarSlaveAnswer;

/* What became of a step. */
typedef struct SarSlaveStep {
  int answer;
  bool ended;  /* the FMU has ended its simulation */
  double last; /* up to where it came; NAN: it does not say */
} SarSlaveStep;

/* What differs between the versions. Answers are numbers as above. */
typedef struct SarSlaveFace {
  const char *const *names;                          /* by SarSlaveCall; null: the version has none */
  size_t boolean;                                    /* bytes of one */
  int (*create)(SarSlave *s, const char *resources); /* sets s->component */
  int (*enter)(SarSlave *s, double end);
  SarSlaveStep (*step)(SarSlave *s, double from, double step);
  int (*get)(SarSlave *s, SarSlaveType type, const unsigned *references, size_t count, void *values);
  int (*set)(SarSlave *s, SarSlaveType type, const unsigned *references, size_t count, const void *values);
} SarSlaveFace;

struct SarSlave {
  SarContext *context;
  const SarSlaveFile *file;
  const SarSlaveFace *face;
  char *folder;        /* where it is unpacked */
  char platforms[200]; /* that it has code for */
  void *handle;
  SarSlaveFunction functions[SAR_CALLS]; /* null: not exported */
  void *callbacks;                       /* that the instance was given, if it keeps them */
  void *component;                       /* null: there is none */
  bool started, failed, dead;            /* failed: it may only be freed; dead: not even that */
  bool warned;
  char heard[512]; /* what it said during the last call */
};

extern const SarSlaveFace sar_slave_face_2, sar_slave_face_3;

/* ---- answers (answers.c) ---- */

/* Keeps what it says: texts with `#r12#`, as version 2.0 writes names of variables, get the names. */
void sar_slave_hear(SarSlave *s, const char *text);
/* SAR_OK, with a warning the first time that it warns; or what is wrong. what: `take its inputs` */
SarStatus sar_slave_check(SarSlave *s, const char *what, int answer);
SarStatus sar_slave_check_step(SarSlave *s, double from, double step, const SarSlaveStep *done);
/* The function is exported. */
SarStatus sar_slave_need(SarSlave *s, SarSlaveCall call);

/* ---- values (type.c) ---- */

/* One number in the type, at the place in an array of them. */
void sar_slave_pack(SarSlaveType type, size_t boolean, double value, void *array, size_t at);
double sar_slave_unpack(SarSlaveType type, size_t boolean, const void *array, size_t at);

#endif
