/* The library's version. The build sets SAR_VERSION from the one place where it is written: project() in
 * CMakeLists.txt. */
#include "sarrus/base.h"

#ifndef SAR_VERSION
#define SAR_VERSION "unknown" /* compiled outside the project's build */
#endif

#ifndef SAR_BUILD
#define SAR_BUILD "unknown"
#endif

const char *sar_version(void) { return SAR_VERSION; }

const char *sar_build(void) { return SAR_VERSION ", " SAR_BUILD; }
