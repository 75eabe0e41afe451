/* A driver of FMUs as other programs have: it unpacks them, loads the shared object and calls what the standard names.
 */
#ifndef SAR_TESTS_FMI_DRIVER_H
#define SAR_TESTS_FMI_DRIVER_H

#include <stdbool.h>

#include "check.h"
#include "fmi2FunctionTypes.h"
#include "fmi3FunctionTypes.h"

/* The formatter does not come to rest here. */
/* clang-format off */
#define FMI2_FUNCTIONS(F) \
  F(GetVersion) F(GetTypesPlatform) F(SetDebugLogging) F(Instantiate) F(FreeInstance) \
  F(SetupExperiment) F(EnterInitializationMode) F(ExitInitializationMode) F(Terminate) F(Reset) \
  F(GetReal) F(SetReal) F(GetInteger) F(SetInteger) F(GetBoolean) F(SetBoolean) F(GetString) \
  F(SetString) F(GetFMUstate) F(SetFMUstate) F(FreeFMUstate) F(SerializedFMUstateSize) \
  F(SerializeFMUstate) F(DeSerializeFMUstate) F(GetDirectionalDerivative) \
  F(SetRealInputDerivatives) F(GetRealOutputDerivatives) F(DoStep) F(CancelStep) F(GetStatus) \
  F(GetRealStatus) F(GetIntegerStatus) F(GetBooleanStatus) F(GetStringStatus)

#define FMI3_FUNCTIONS(F) \
  F(GetVersion) F(InstantiateCoSimulation) F(InstantiateModelExchange) F(FreeInstance) \
  F(EnterInitializationMode) F(ExitInitializationMode) F(Terminate) F(Reset) F(GetFloat64) \
  F(SetFloat64) F(GetInt32) F(GetString) F(GetFMUState) F(SetFMUState) F(FreeFMUState) \
  F(SerializedFMUStateSize) F(SerializeFMUState) F(DeserializeFMUState) F(DoStep) F(EnterEventMode)
/* clang-format on */

typedef struct Fmi2 {
#define F(name) fmi2##name##TYPE *name;
  FMI2_FUNCTIONS(F)
#undef F
} Fmi2;

typedef struct Fmi3 {
#define F(name) fmi3##name##TYPE *name;
  FMI3_FUNCTIONS(F)
#undef F
} Fmi3;

/* What an FMU says. */
typedef struct Heard {
  int count, status; /* status: of the last message */
  char text[4000];   /* the last message */
} Heard;

typedef struct Fmu {
  char folder[64], location[96], resources[96]; /* where it is unpacked; its resources as URI and as path */
  char token[64];
  void *handle;
  Fmi2 two; /* of the version that it is */
  Fmi3 three;
  Heard heard;
} Fmu;

/* The shared object that FMUs carry. */
const char *fmu_library(void);

/* Writes the text to a file, exports it, unpacks the FMU and loads it. */
void fmu_make(Fmu *fmu, const char *text, int version);
/* Unloads it and removes its folder. */
void fmu_destroy(Fmu *fmu);

/* A folder with all that is in it. */
void folder_remove(const char *folder);

/* The value reference of a variable in modelDescription.xml. */
unsigned fmu_reference(const Fmu *fmu, const char *name);

/* A component that hears into fmu->heard; not null. */
fmi2Component fmu_instantiate(Fmu *fmu);
/* The same from instantiation to the first communication point, without a stop time. */
fmi2Component fmu_start(Fmu *fmu);
fmi2Component fmu_start_until(Fmu *fmu, double stop);

double fmu_get(const Fmu *fmu, fmi2Component c, const char *name);
void fmu_set(const Fmu *fmu, fmi2Component c, const char *name, double value);
/* One communication step of h, which must succeed. */
void fmu_step(const Fmu *fmu, fmi2Component c, double t, double h);

fmi2CallbackFunctions fmu_callbacks(Fmu *fmu);
fmi3Instance fmu_instantiate_3(Fmu *fmu);

/* The last call was refused, and these words were heard. */
void fmu_expect(Fmu *fmu, int status, int expected, const char *words);

#endif
