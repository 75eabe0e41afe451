/* FMUs of others for co-simulation, FMI 2.0 and 3.0: what their file says, without running anything of it, and an
 * instance that is stepped.
 *
 *   open the file -> create, start -> (set, get, step) again and again -> destroy
 */
#ifndef SAR_ELEMENT_FMU_SLAVE_H
#define SAR_ELEMENT_FMU_SLAVE_H

#include "base/arena.h"
#include "base/context.h"
#include "base/index.h"

typedef enum SarSlaveCause {
  SAR_SLAVE_INPUT,
  SAR_SLAVE_OUTPUT,
  SAR_SLAVE_PARAMETER,
  SAR_SLAVE_CALCULATED, /* a parameter that follows from others */
  SAR_SLAVE_STRUCTURAL, /* a parameter that sizes depend on */
  SAR_SLAVE_LOCAL,
  SAR_SLAVE_TIME
} SarSlaveCause;

/* Types of both versions. Those of version 2.0 are among them: Real, Integer and Enumeration, Boolean, String. */
typedef enum SarSlaveType {
  SAR_SLAVE_FLOAT64,
  SAR_SLAVE_FLOAT32,
  SAR_SLAVE_INT8,
  SAR_SLAVE_UINT8,
  SAR_SLAVE_INT16,
  SAR_SLAVE_UINT16,
  SAR_SLAVE_INT32,
  SAR_SLAVE_UINT32,
  SAR_SLAVE_INT64,
  SAR_SLAVE_UINT64,
  SAR_SLAVE_BOOLEAN,
  SAR_SLAVE_STRING,
  SAR_SLAVE_TYPES, /* so many can be given values; of the others nothing is read or written */
  SAR_SLAVE_BINARY = SAR_SLAVE_TYPES,
  SAR_SLAVE_CLOCK
} SarSlaveType;

typedef struct SarSlavePort {
  const char *name;
  unsigned reference;
  SarSlaveCause cause;
  SarSlaveType type;
  bool array;    /* of several numbers */
  bool settable; /* before it is initialised: parameters, and others that are given a start */
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
  SarIndex names; /* of the ports */
} SarSlaveFile;

/* Reads the description; `file` has its texts and source already. SAR_INPUT with a message: it is none that can be
 * stepped here. */
SarStatus sar_slave_open(SarContext *context, SarArena *arena, SarSlaveFile *file);
/* The same from the text of a description. */
SarStatus sar_slave_describe(SarContext *context, SarArena *arena, const char *text, size_t count, SarSlaveFile *file);

/* The port of a name, null: there is none. */
const SarSlavePort *sar_slave_port(const SarSlaveFile *file, const char *name);

/* ---- values (type.c) ---- */

/* The type of a tag of modelDescription.xml; false: it is none of a variable. */
bool sar_slave_type_of(int32_t version, const char *tag, SarSlaveType *type);
/* `an integer of 8 bits` */
const char *sar_slave_type_words(SarSlaveType type);
/* Whether a number can be given to a variable of the type as it is. All can to booleans: what is not 0 is true. */
bool sar_slave_type_holds(SarSlaveType type, double value);

/* ---- instances ---- */

typedef struct SarSlave SarSlave;

/* A value that is given to a port before it is initialised. */
typedef struct SarSlaveSetting {
  const SarSlavePort *port;
  double value;
  const char *text; /* in its place, of a String */
} SarSlaveSetting;

/* Unpacks the file into a folder of its own, loads its code, makes an instance, gives its parameters their values and
 * enters initialization mode. Every instance has a copy of the code: those that can be instantiated only once can, too,
 * be used several times. */
SarStatus sar_slave_create(SarContext *context, const SarSlaveFile *file, const SarSlaveSetting *settings,
                           int32_t count, double end, SarSlave **out);
void sar_slave_destroy(SarSlave **slave);

/* Leaves initialization mode. */
SarStatus sar_slave_start(SarSlave *slave);

/* Numbers of ports that are none of texts. */
SarStatus sar_slave_set(SarSlave *slave, const SarSlavePort *const *ports, int32_t count, const double *values);
SarStatus sar_slave_get(SarSlave *slave, const SarSlavePort *const *ports, int32_t count, double *values);
SarStatus sar_slave_step(SarSlave *slave, double from, double step);

/* Its state as bytes, to be freed; and back. */
SarStatus sar_slave_save(SarSlave *slave, void **bytes, size_t *count);
SarStatus sar_slave_restore(SarSlave *slave, const void *bytes, size_t count);

#endif
