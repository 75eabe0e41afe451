/* The part of the matrix that accelerations, multipliers and variables are solved with: its entries are not weighted by
 * what positions, velocities or states count for, and most derivatives have nothing to do with it. */
#include <stdlib.h>

#include "expr/enclose.h"
#include "system/user/user.h"

#define WORTH 2 /* times fewer operations, at least */

static void note_outputs(const SarUserProgram *program, bool *needed) {
  for (int32_t i = 0; i < program->nentries; i++) {
    const SarUserEntry *entry = &program->entries[i];
    if (sar_user_entry_is_of_state(entry)) continue;
    for (int32_t k = 0; k < (entry->rotation ? 3 : 1); k++) needed[entry->output + k] = true;
  }
}

static int32_t count_outputs(const SarUserProgram *program) {
  int32_t batched = 0;
  for (int32_t i = 0; i < program->nbatches; i++) batched += program->batches[i].count * program->batches[i].nwrites;
  return program->noutputs - batched;
}

static bool reads_turns(const SarUser *u, const SarUserProgram *program, const SarSlice *slice) {
  const int32_t *leaves;
  sar_program_variables(program->program, &leaves);
  for (int32_t i = 0; i < slice->nvariables; i++) {
    if (sar_user_has_turns(u, &leaves[slice->variables[i]], 1)) return true;
  }
  for (int32_t i = 0; i < program->nbatches; i++) {
    if (sar_user_has_turns(u, program->batches[i].reads, program->batches[i].nreads)) return true;
  }
  return false;
}

/* needed: by output of all. */
static SarStatus make(SarSystem *s, const SarUser *u, SarUserProgram *program, const bool *needed) {
  SarUserPart *part = &program->part;
  int32_t count = count_outputs(program);
  part->outputs = SAR_NEW(s->arena, count + 1, int32_t);
  part->places = SAR_NEW(s->arena, count + 1, int32_t);
  if (!part->outputs || !part->places) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < count; i++) {
    int32_t place = program->places ? program->places[i] : i;
    if (!needed[place]) continue;
    part->outputs[part->noutputs] = i;
    part->places[part->noutputs++] = place;
  }
  SAR_TRY(sar_program_slice(s->context, s->arena, program->program, part->outputs, part->noutputs, &part->slice));
  part->worth = WORTH * part->slice.ncode <= sar_program_operations(program->program);
  part->reads_turns = reads_turns(u, program, &part->slice);
  return SAR_OK;
}

SarStatus sar_user_make_part(SarSystem *s, const SarUser *u, SarUserProgram *program) {
  if (!program->program || sar_program_has_calls(program->program)) return SAR_OK;
  bool *needed = calloc((size_t)program->noutputs + 1, sizeof *needed);
  if (!needed) return sar_report_no_memory(s->context);
  note_outputs(program, needed);
  SarStatus status = make(s, u, program, needed);
  free(needed);
  return status;
}
