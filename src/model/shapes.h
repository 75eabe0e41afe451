/* The shapes of a model that touch. */
#ifndef SAR_MODEL_SHAPES_H
#define SAR_MODEL_SHAPES_H

#include "model/model.h"

/* Those of a body (element: its index; -1: the ground), in the order of the file: *count of them. Those of a beam
 * belong to its nodes. */
const SarModelShape *sar_model_shapes(const SarModel *model, int32_t element, int32_t *count);

/* The index of the one of that name among them, -1: there is none. */
int32_t sar_model_find_shape(const SarModel *model, int32_t element, const char *name);

SarStatus sar_model_add_ground_shape(SarModel *model, const SarModelShape *shape);

#endif
