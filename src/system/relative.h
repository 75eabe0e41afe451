/* How two bodies are turned against each other. The rows of a joint follow one another and ask for the same pair, so
 * the last product is kept. */
#ifndef SAR_SYSTEM_RELATIVE_H
#define SAR_SYSTEM_RELATIVE_H

#include "system/workspace.h"

typedef struct SarRelativeTurn {
  int32_t a, b;
  SarMat3 ab; /* A_a^T A_b */
} SarRelativeTurn;

static inline SarRelativeTurn sar_relative_none(void) { return (SarRelativeTurn){.a = -1, .b = -1}; }

static inline void sar_relative_turn(const SarKin *kin, int32_t a, int32_t b, SarRelativeTurn *last) {
  if (last->a == a && last->b == b) return;
  *last = (SarRelativeTurn){a, b, sar_mat3_tmul(&kin[a].A, &kin[b].A)};
}

#endif
