/* The methods that `optimize:` may name, and what each of them can do. */
#ifndef SAR_STUDY_OPTIMIZE_METHOD_H
#define SAR_STUDY_OPTIMIZE_METHOD_H

#include "base/context.h"

typedef enum SarOptimizeMethodKind {
#define SAR_OPTIMIZE_METHOD(id, ...) SAR_OPTIMIZE_##id,
#include "study/optimize_method.def"
#undef SAR_OPTIMIZE_METHOD
  SAR_OPTIMIZE_METHODS
} SarOptimizeMethodKind;

typedef struct SarOptimizeMethod {
  const char *name;
  const char *summary; /* one line */
  bool gradient;       /* works with derivatives */
  bool limits;         /* knows constraints "<=" and ">=" */
  bool equalities;     /* knows constraints "=" as well */
  bool global;         /* looks through the whole range and never knows that it is done */
} SarOptimizeMethod;

/* By its kind; null past the last one. */
const SarOptimizeMethod *sar_optimize_method(int32_t kind);

/* Finds the method of a name and whether it can do what is asked of it: so many constraints. SAR_INPUT, reported at
 * `at`, for names that are none and methods that cannot. */
SarStatus sar_optimize_method_find(SarContext *context, SarSource at, const char *name, int32_t nlimits,
                                   int32_t nequalities, SarOptimizeMethodKind *out);

#endif
