/* Keys of methods without a stage solve; common keys that mean nothing to them, because there is no corrector whose
 * rows could be scaled, begun or stopped in several ways. */
#ifndef SAR_METHOD_TABLE_NO_CORRECTOR_KEYS_H
#define SAR_METHOD_TABLE_NO_CORRECTOR_KEYS_H

#include "method/keys.h"

#define SAR_NO_CORRECTOR "scaling|augmentation|corrector|predictor"

/* Explicit methods: the accelerations come from the index-1 system. */
#define SAR_EXPLICIT_KEY                                                                                          \
  {                                                                                                               \
    .name = "formulation", .kind = SAR_KEY_WORD, .fallback = "index1", .meaning = "constraints as accelerations", \
    .words = "index1", .later = "index3|si2"                                                                      \
  }

/* Methods in independent coordinates. */
#define SAR_INDEPENDENT_KEY                                                                               \
  {                                                                                                       \
    .name = "formulation", .kind = SAR_KEY_WORD, .fallback = "independent",                               \
    .meaning = "independent coordinates; the others follow from the constraints", .words = "independent", \
    .later = "index3|si2"                                                                                 \
  }

#endif
