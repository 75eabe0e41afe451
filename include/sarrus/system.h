/* The system: a model compiled into the arrays that computing needs. Constant once compiled; may be shared by threads.
 */
#ifndef SARRUS_SYSTEM_H
#define SARRUS_SYSTEM_H

#include "sarrus/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SarSystem SarSystem;

/* Validates the model and compiles it. The model must outlive the system and is not to be changed any more. */
SAR_API SarStatus sar_system_compile(SarContext *context, SarModel *model, SarSystem **out);
SAR_API void sar_system_destroy(SarSystem **system);

SAR_API int32_t sar_system_bodies(const SarSystem *system);
/* How many of them are nodes of beams. */
SAR_API int32_t sar_system_nodes(const SarSystem *system);
SAR_API int32_t
sar_system_constraints(const SarSystem *system);           /* position and velocity rows, redundant ones included */
SAR_API double sar_system_length(const SarSystem *system); /* the characteristic length L, m */

#ifdef __cplusplus
}
#endif
#endif
