/* A field on its way to a new value: what the setters of the public interface share (set.c, set_lists.c). */
#ifndef SAR_MODEL_SET_H
#define SAR_MODEL_SET_H

#include "model/model.h"

typedef struct SarSlot {
  const SarField *field;
  const char *owner; /* name of the element */
  SarValue *target;
  SarValue value; /* what the target becomes: at first a copy of it */
} SarSlot;

/* Finds a field, which must be of that kind. */
SarStatus sar_slot_open(SarModel *model, SarElementId id, const char *name, SarFieldKind kind, SarSlot *out);
/* ... or of one of two kinds. */
SarStatus sar_slot_open_either(SarModel *model, SarElementId id, const char *name, SarFieldKind kind,
                               SarFieldKind other, SarSlot *out);
SarStatus sar_slot_close(SarSlot *slot);

/* Numbers from a program may be nan or infinite; a model never is. */
SarStatus sar_slot_check(SarModel *model, const SarSlot *slot, const double *values, int32_t count);

#endif
