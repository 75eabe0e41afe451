#include "analysis/doctor/findings.h"

#include "base/arena.h"
#include "base/context.h"

static const char *join(SarArena *arena, const char *const *names, int32_t count) {
  const char *text = "";
  for (int32_t i = 0; text && i < count; i++) text = sar_arena_printf(arena, "%s%s%s", text, i ? ", " : "", names[i]);
  return text;
}

static SarStatus say_redundant(SarContext *doctor, SarArena *arena, const SarRedundant *row) {
  const char *with = join(arena, row->with, row->nwith);
  if (!with) return sar_report_no_memory(doctor);
  sar_warn(doctor, sar_nowhere(), row->joint,
           row->consistent ? "its reactions are one of many possible shares; `sarrus check` proposes edits"
                           : "`sarrus check` proposes edits",
           "joint %s: %s is %s%s%s", row->joint, row->equation, row->consistent ? "redundant" : "in conflict",
           row->nwith ? "; it depends on " : "", with);
  return SAR_OK;
}

static void say_edit(SarContext *doctor, const SarEdit *e) {
  sar_note(doctor, SAR_OK, sar_nowhere(), e->element, NULL, "proposed: %s %s%s%s%s, because it %s",
           e->to[0] ? "replace the type" : "remove", e->to[0] ? e->from : e->element, e->to[0] ? " by " : "", e->to,
           e->count > 1 ? " in all of the entry" : "", e->why);
}

static SarStatus say_all(SarContext *doctor, const SarCheck *check) {
  SarArena *arena = sar_arena_create();
  SarStatus status = arena ? SAR_OK : sar_report_no_memory(doctor);
  for (int32_t i = 0; i < check->nredundant && status == SAR_OK; i++) {
    status = say_redundant(doctor, arena, &check->redundant[i]);
  }
  sar_arena_destroy(&arena);
  SAR_TRY(status);
  for (int32_t i = 0; i < check->nedits; i++) say_edit(doctor, &check->edits[i]);
  sar_note(doctor, SAR_OK, sar_nowhere(), NULL, NULL,
           "%d bodies, %d coordinates, %d constraints, %d of them redundant: %d degree%s of freedom",
           (int)check->bodies, (int)check->coordinates, (int)check->constraints, (int)check->nredundant,
           (int)check->degrees_of_freedom, check->degrees_of_freedom == 1 ? "" : "s");
  return SAR_OK;
}

SarStatus sar_findings(SarContext *doctor, const SarSystem *system) {
  const SarCheck *check = NULL;
  SarStatus status = sar_check(doctor, system, &check);
  if (sar_context_out_of_memory(doctor)) status = SAR_NO_MEMORY;
  if (sar_status_exit_code(status) != 3) status = check ? say_all(doctor, check) : SAR_OK; /* else it has said why */
  sar_check_destroy(&check);
  return status;
}
