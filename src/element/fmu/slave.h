/* FMUs of others for co-simulation, FMI 2.0 and 3.0: what their file says, without running anything of it, and an
 * instance that is stepped.
 *
 *   open the file -> create, start -> (set, get, step) again and again -> destroy
 */
#ifndef SAR_ELEMENT_FMU_SLAVE_H
#define SAR_ELEMENT_FMU_SLAVE_H

#include "base/arena.h"
#include "base/context.h"

typedef enum SarSlaveCause { SAR_SLAVE_INPUT, SAR_SLAVE_OUTPUT, SAR_SLAVE_PARAMETER, SAR_SLAVE_OTHER } SarSlaveCause;

typedef struct SarSlavePort {
  const char *name;
  unsigned reference;
  SarSlaveCause cause;
  bool real; /* a number of 64 bits: others are not supported */
  double start;
} SarSlavePort;

/* A file and its modelDescription.xml. */
typedef struct SarSlaveFile {
  const char *path, *shown, *element; /* shown: as the model writes it; element: the FMU's name in the model */
  SarSource source;                   /* of the path in the model */
  int32_t version;                    /* 2 or 3 */
  const char *token, *identifier;
  bool saves;      /* its state can be turned into bytes */
  bool simulates;  /* it is for co-simulation */
  bool needs_tool; /* it is a wrapper of a program that must be there */
  SarSlavePort *ports;
  int32_t nports;
} SarSlaveFile;

/* Reads the description; `file` has its texts and source already. SAR_INPUT with a message: it is none that can be
 * stepped here. */
SarStatus sar_slave_open(SarContext *context, SarArena *arena, SarSlaveFile *file);

/* The port of a name, null: there is none. */
const SarSlavePort *sar_slave_port(const SarSlaveFile *file, const char *name);

typedef struct SarSlave SarSlave;

/* Unpacks the file into a folder of its own, loads its code, makes an instance, gives its parameters their values and
 * enters initialization mode. */
SarStatus sar_slave_create(SarContext *context, const SarSlaveFile *file, const unsigned *settings,
                           const double *values, int32_t count, double end, SarSlave **out);
void sar_slave_destroy(SarSlave **slave);

/* Leaves initialization mode. */
SarStatus sar_slave_start(SarSlave *slave);

SarStatus sar_slave_set(SarSlave *slave, const unsigned *references, int32_t count, const double *values);
SarStatus sar_slave_get(SarSlave *slave, const unsigned *references, int32_t count, double *values);
SarStatus sar_slave_step(SarSlave *slave, double from, double step);

/* Its state as bytes, to be freed; and back. */
SarStatus sar_slave_save(SarSlave *slave, void **bytes, size_t *count);
SarStatus sar_slave_restore(SarSlave *slave, const void *bytes, size_t count);

#endif
