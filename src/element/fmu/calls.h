/* What the two versions of the standard are called for, behind one table of functions. */
#ifndef SAR_ELEMENT_FMU_CALLS_H
#define SAR_ELEMENT_FMU_CALLS_H

#include "element/fmu/slave.h"

typedef struct SarSlaveCalls {
  size_t size; /* of the functions of the version, all pointers, in the order of the names */
  const char *const *names;
  int32_t nneeded, nnames; /* the first ones must be there */
  /* All answer with the number of a fmi2Status or fmi3Status, which are the same; create: nonzero if there is none. */
  int (*create)(SarSlave *s, const char *resources);
  int (*enter)(SarSlave *s, double end);
  int (*leave)(SarSlave *s);
  int (*set)(SarSlave *s, const unsigned *references, size_t count, const double *values);
  int (*get)(SarSlave *s, const unsigned *references, size_t count, double *values);
  int (*step)(SarSlave *s, double from, double step);
  int (*save)(SarSlave *s, void **bytes, size_t *count);
  int (*restore)(SarSlave *s, const void *bytes, size_t count);
  void (*terminate)(SarSlave *s); /* and frees it */
} SarSlaveCalls;

struct SarSlave {
  SarContext *context;
  const SarSlaveFile *file;
  const SarSlaveCalls *calls;
  char *folder; /* where it is unpacked */
  void *handle;
  void *functions;
  void *callbacks; /* that the instance was given, if it keeps them */
  void *component; /* null: there is none */
  bool started;
  char heard[512]; /* what it said last */
};

extern const SarSlaveCalls sar_slave_calls_2, sar_slave_calls_3;

#endif
