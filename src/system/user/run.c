#include "system/user/run.h"

#include <string.h>

#include "expr/slice.h"
#include "system/share.h"
#include "system/user/memo.h"
#include "system/user/user.h"

/* Reactions are read as redundant joints share them. */
static void load(const SarWorkspace *m, const SarPoint *at, bool turns) {
  SarPoint shared = *at;
  if (m->share) sar_share_point(m, &shared);
  sar_user_load_as_it_is(m, &shared, turns);
}

void sar_user_load(const SarWorkspace *m, const SarPoint *at) { load(m, at, true); }

void sar_user_load_for(const SarWorkspace *m, const SarUserProgram *program, const SarPoint *at) {
  load(m, at, program->reads_turns);
}

const double *sar_user_run(const SarWorkspace *m, const SarUserProgram *program, const SarPoint *at) {
  if (!program->noutputs) return m->outputs;
  load(m, at, program->reads_turns);
  SarUserMemo *memo = sar_user_memo_of(m, program);
  double *outputs = memo ? memo->outputs : m->outputs;
  if (!memo || !sar_user_recall(memo, m->leaves)) sar_user_evaluate(m, program, m->scratch, outputs);
  return outputs;
}

const double *sar_user_run_part(const SarWorkspace *m, const SarUserProgram *program, const SarPoint *at) {
  const SarUserPart *part = &program->part;
  if (!part->worth) return sar_user_run(m, program, at);
  load(m, at, part->reads_turns);
  sar_slice_run(program->program, &part->slice, m->leaves, m->scratch);
  for (int32_t i = 0; i < part->noutputs; i++) {
    m->outputs[part->places[i]] = sar_program_output(program->program, m->scratch, part->outputs[i]);
  }
  *m->work += part->slice.ncode;
  sar_user_run_batches(m, program, m->scratch, m->outputs);
  return m->outputs;
}
