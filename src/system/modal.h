/* Modal bodies of a compiled system, for those who look at how they bend. */
#ifndef SAR_SYSTEM_MODAL_H
#define SAR_SYSTEM_MODAL_H

#include "store/reduced.h"
#include "system/system.h"

typedef struct SarModalPlace {
  int32_t element; /* of the model */
  int32_t body;
  int32_t first; /* of its amplitudes in q */
  const SarReduced *reduced;
} SarModalPlace;

int32_t sar_system_modal_bodies(const SarSystem *s);
SarModalPlace sar_system_modal_body(const SarSystem *s, int32_t index);

/* Adds parts and ties of all of them, before joints are compiled. */
SarStatus sar_compile_modal(SarSystem *s);
SarStatus sar_compile_modal_load(SarSystem *s, int32_t element);

#endif
