/* The last answers of programs that are asked more than once at a point: the terms of equations, which forces on bodies
 * and bounds on rounding need too, and their derivatives. Where all that a program reads has the bits it had, so has
 * all that it writes. */
#ifndef SAR_SYSTEM_USER_MEMO_H
#define SAR_SYSTEM_USER_MEMO_H

#include "system/workspace.h"

struct SarUserProgram;

typedef struct SarUserMemo {
  const struct SarUserProgram *program;
  int32_t nreads;
  const int32_t *reads; /* leaves */
  double *leaves;       /* what they were, in this order */
  double *outputs;
  bool known;
} SarUserMemo;

/* Sets m->memos. False when memory is exhausted. */
bool sar_user_make_memos(SarWorkspace *m);

/* That of a program; null: it has none. */
SarUserMemo *sar_user_memo_of(const SarWorkspace *m, const struct SarUserProgram *program);

/* Are its outputs those at these leaves? If not, the leaves are noted, for outputs that will follow. */
bool sar_user_recall(SarUserMemo *memo, const double *leaves);

#endif
