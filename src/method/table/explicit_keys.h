/* Keys of explicit methods: the accelerations come from the index-1 system, and there is no corrector whose rows could
 * be scaled, begun or stopped in several ways. */
#ifndef SAR_METHOD_TABLE_EXPLICIT_KEYS_H
#define SAR_METHOD_TABLE_EXPLICIT_KEYS_H

#include "method/keys.h"

#define SAR_EXPLICIT_KEYS                                                              \
  {.name = "formulation",                                                              \
   .kind = SAR_KEY_WORD,                                                               \
   .fallback = "index1",                                                               \
   .meaning = "constraints as accelerations",                                          \
   .words = "index1",                                                                  \
   .later = "index3|si2"},                                                             \
      {.name = "scaling", .fallback = "step", .absent = true},                         \
      {.name = "augmentation", .kind = SAR_KEY_REAL, .fallback = "0", .absent = true}, \
      {.name = "corrector", .fallback = "tolerance", .absent = true}, {                \
    .name = "predictor", .fallback = "adaptive", .absent = true                        \
  }

#endif
