#include "system/user/memo.h"

#include <stdlib.h>
#include <string.h>

#include "expr/enclose.h"
#include "system/user/user.h"

#define MEMOS 2

static void note_reads(const SarProgram *program, bool *read) {
  const int32_t *leaves;
  int32_t count = sar_program_variables(program, &leaves);
  for (int32_t i = 0; i < count; i++) read[leaves[i]] = true;
}

static void note_batch(const SarUserBatch *batch, bool *read) {
  size_t count = (size_t)batch->count * (size_t)batch->nreads;
  for (size_t i = 0; i < count; i++) {
    if (batch->reads[i] >= 0) read[batch->reads[i]] = true; /* others are constants */
  }
}

static bool make_memo(SarArena *arena, const SarUserProgram *program, int32_t nleaves, SarUserMemo *memo) {
  bool *read = calloc((size_t)nleaves + 1, sizeof *read);
  if (!read) return false;
  if (program->program) note_reads(program->program, read);
  for (int32_t i = 0; i < program->nbatches; i++) note_batch(&program->batches[i], read);
  int32_t count = 0;
  for (int32_t i = 0; i < nleaves; i++) count += read[i];
  int32_t *reads = SAR_NEW(arena, count + 1, int32_t);
  *memo = (SarUserMemo){.program = program,
                        .reads = reads,
                        .leaves = SAR_NEW(arena, count + 1, double),
                        .outputs = SAR_NEW(arena, program->noutputs + 1, double)};
  for (int32_t i = 0; reads && i < nleaves; i++) {
    if (read[i]) reads[memo->nreads++] = i;
  }
  free(read);
  return reads && memo->leaves && memo->outputs;
}

/* External functions are called as often as they are asked: they may say stop. */
static bool is_worth_it(const SarUserProgram *program) {
  return program->noutputs > 0 && !(program->program && sar_program_has_calls(program->program));
}

bool sar_user_make_memos(SarWorkspace *m) {
  const SarUser *u = m->system->user;
  const SarUserProgram *programs[MEMOS] = {&u->residual, &u->jacobian};
  m->memos = SAR_NEW(m->arena, MEMOS, SarUserMemo);
  for (int i = 0; m->memos && i < MEMOS; i++) {
    if (is_worth_it(programs[i]) && !make_memo(m->arena, programs[i], u->nleaves, &m->memos[i])) return false;
  }
  return m->memos != NULL;
}

SarUserMemo *sar_user_memo_of(const SarWorkspace *m, const SarUserProgram *program) {
  for (int i = 0; i < MEMOS; i++) {
    if (m->memos[i].program == program) return &m->memos[i];
  }
  return NULL;
}

/* To the bit: NaN is itself, and 0 is not -0. */
static bool is_same(double a, double b) {
  uint64_t bits[2];
  memcpy(&bits[0], &a, sizeof a);
  memcpy(&bits[1], &b, sizeof b);
  return bits[0] == bits[1];
}

bool sar_user_recall(SarUserMemo *memo, const double *leaves) {
  int32_t i = 0;
  while (memo->known && i < memo->nreads && is_same(memo->leaves[i], leaves[memo->reads[i]])) i++;
  if (memo->known && i == memo->nreads) return true;
  for (; i < memo->nreads; i++) memo->leaves[i] = leaves[memo->reads[i]];
  memo->known = true;
  return false;
}
