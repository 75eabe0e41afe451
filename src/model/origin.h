/* What the program that a model comes from calls its elements: for results files in the terms of that program. */
#ifndef SAR_MODEL_ORIGIN_H
#define SAR_MODEL_ORIGIN_H

#include "model/model.h"

enum { SAR_REQUEST_COMPONENTS = 8 };

/* Of a REQUEST, besides. */
typedef struct SarModelRequest {
  int32_t kind;      /* 1 displacement, 2 velocity, 3 acceleration, 4 force, 5 expressions */
  const char *title; /* RESULTS_NAME, or null */
  const char *components[SAR_REQUEST_COMPONENTS]; /* CNAMES; null: not given */
  const char *units[SAR_REQUEST_COMPONENTS];      /* CUNITS; null: not given */
} SarModelRequest;

typedef struct SarModelOrigin {
  const char *name;               /* of the element */
  int64_t number;                 /* 5 of REQUEST/5 */
  const SarModelRequest *request; /* or null */
} SarModelOrigin;

/* What is known of the element of that name; null: nothing. */
const SarModelOrigin *sar_model_origin(const SarModel *model, const char *name);

#endif
