/* The proposed edits in words, and the file that has them. */
#include "analysis/doctor/doctor.h"

#include <string.h>

#include "base/file.h"
#include "result/text_file.h"

#define NAMES 4 /* joints that are named as the reason of an edit */

static bool is_place_of(const SarModel *model, const SarCureEdit *edit, int32_t element) {
  SarCureEdit place = {.entry = model->elements[element].entry};
  return place.entry && sar_cure_same_place(&place, edit);
}

static bool takes_part(const SarModel *model, const SarCureEdit *edit, const SarFinding *f) {
  bool part = is_place_of(model, edit, f->element);
  for (int32_t k = 0; k < f->nwith; k++) part = part || is_place_of(model, edit, f->with[k]);
  return part;
}

/* The other elements of the loops that an edit opens, one flag each. If all that it takes part in are contradictions,
 * it is one of them. */
static void find_others(const SarDoctor *d, const SarModel *model, const SarCureEdit *edit, bool *others,
                        bool *conflicting) {
  memset(others, 0, (size_t)model->nelements * sizeof *others);
  *conflicting = true;
  for (int32_t i = 0; i < d->public.nredundant; i++) {
    const SarFinding *f = &d->findings[i];
    if (f->consistent && takes_part(model, edit, f)) *conflicting = false;
  }
  for (int32_t i = 0; i < d->public.nredundant; i++) {
    const SarFinding *f = &d->findings[i];
    if (f->consistent == *conflicting || !takes_part(model, edit, f)) continue;
    for (int32_t k = -1; k < f->nwith; k++) {
      int32_t element = k < 0 ? f->element : f->with[k];
      others[element] = !is_place_of(model, edit, element);
    }
  }
}

/* "A, B and D"; null when memory is exhausted. */
static const char *join_names(const SarDoctor *d, const SarModel *model, const bool *others, int32_t *count) {
  const char *text = "";
  int32_t shown = 0;
  *count = 0;
  for (int32_t i = 0; i < model->nelements; i++) *count += others[i];
  int32_t most = *count <= NAMES ? NAMES : NAMES - 1;
  for (int32_t i = 0; text && i < model->nelements && shown < most; i++) {
    if (!others[i]) continue;
    const char *between = shown == 0 ? "" : shown == *count - 1 ? " and " : ", ";
    text = sar_arena_printf(d->arena, "%s%s%s", text, between, model->elements[i].name);
    shown++;
  }
  if (!text || shown == *count) return text;
  return sar_arena_printf(d->arena, "%s and %d more", text, (int)(*count - shown));
}

/* "gives up translation along z, which A, B and D hold already" */
static const char *explain(const SarDoctor *d, const SarModel *model, const SarCureEdit *edit, bool *others) {
  bool conflicting;
  int32_t count;
  find_others(d, model, edit, others, &conflicting);
  const char *names = join_names(d, model, others, &count);
  const char *lost = sar_cure_directions(d->arena, edit), *plural = names && count == 1 ? "s" : "";
  if (!names || !lost) return NULL;
  if (!edit->from->joint) {
    bool equation = edit->from->section == SAR_SECTION_EQUATIONS;
    return sar_arena_printf(d->arena, "%s a direction that %s determine%s %s", equation ? "holds" : "drives", names,
                            plural, conflicting ? "otherwise" : "already");
  }
  int32_t each = edit->dropped / edit->count;
  if (!lost[0]) lost = sar_arena_printf(d->arena, "%d direction%s", (int)each, each == 1 ? "" : "s");
  if (!lost) return NULL;
  if (conflicting) return sar_arena_printf(d->arena, "gives up %s, where it contradicts %s", lost, names);
  return sar_arena_printf(d->arena, "gives up %s, which %s hold%s already", lost, names, plural);
}

static SarSource place_of(const SarModel *model, const SarCureEdit *edit) {
  return edit->to ? edit->entry->type_at : model->elements[edit->element].source;
}

static SarStatus describe(const SarDoctor *d, const SarModel *model, const SarCureEdit *edit, bool *others,
                          SarEdit *out) {
  SarArena *arena = d->arena;
  SarSource at = place_of(model, edit);
  *out = (SarEdit){.element = sar_arena_copy_text(arena, model->elements[edit->element].name),
                   .count = edit->count,
                   .action = edit->to ? "replace type" : "remove",
                   .from = edit->from->name,
                   .to = edit->to ? edit->to->name : "",
                   .axis = edit->axis ? edit->axis : "",
                   .axis2 = edit->axis2 ? edit->axis2 : "",
                   .drops = sar_cure_drops(arena, edit),
                   .loses = sar_cure_losses(arena, edit),
                   .file = sar_arena_copy_text(arena, at.file ? at.file : ""),
                   .line = at.line,
                   .column = at.column,
                   .included = edit->entry->file >= 0,
                   .why = explain(d, model, edit, others)};
  return out->element && out->drops && out->loses && out->file && out->why ? SAR_OK : SAR_NO_MEMORY;
}

SarStatus sar_doctor_propose(SarDoctor *d, SarStart *start, double end) {
  const SarModel *model = sar_system_model(start->system);
  SAR_TRY(sar_cure_find(start->context, d->arena, start, d->findings, d->public.nredundant, end, &d->cure));
  SarEdit *edits = SAR_NEW(d->arena, d->cure.nedits + 1, SarEdit);
  bool *others = SAR_NEW(d->arena, model->nelements + 1, bool);
  if (!edits || !others) return sar_report_no_memory(start->context);
  for (int32_t i = 0; i < d->cure.nedits; i++) {
    if (describe(d, model, &d->cure.edits[i], others, &edits[i]) != SAR_OK) return sar_report_no_memory(start->context);
  }
  d->public.edits = edits;
  d->public.nedits = d->cure.nedits;
  d->public.edits_suffice = d->cure.complete;
  d->public.edits_motion = (SarEditsMotion){.followed = d->cure.after.known,
                                            .fails = d->cure.after.failed,
                                            .fails_before = d->cure.before.failed,
                                            .singular = d->cure.after.singular,
                                            .singular_before = d->cure.before.singular,
                                            .end = d->cure.after.end};
  return SAR_OK;
}

/* ---- the edited file ---- */

/* Edits of included files are the user's to make: other models may include them too. */
static SarStatus refuse_included(SarContext *context, const SarDoctor *d, const SarModel *model) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < d->public.nedits; i++) {
    const SarEdit *edit = &d->public.edits[i];
    if (!edit->included) continue;
    char remedy[256];
    if (edit->to[0]) {
      bool one = edit->axis[0], two = edit->axis2[0];
      snprintf(remedy, sizeof remedy, "there, replace `type: %s` by `type: %s`%s%s%s%s%s%s%s", edit->from, edit->to,
               one ? ", give it `axis: " : "", edit->axis, one ? "`" : "",
               !two  ? ""
               : one ? " and `axis2: "
                     : ", give it `axis2: ",
               edit->axis2, two ? "`" : "",
               edit->drops[0] ? " and remove its keys that the new type does not take" : "");
    } else {
      snprintf(remedy, sizeof remedy, "remove the entry there");
    }
    status = sar_report(context, SAR_FAILED, place_of(model, &d->cure.edits[i]), edit->element, remedy,
                        "`%s` is to be edited in an included file, which is not changed here", edit->element);
  }
  return status;
}

static const char *folder_end(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash : path;
}

static bool same_folder(const char *a, const char *b) {
  size_t length = (size_t)(folder_end(a) - a);
  return length == (size_t)(folder_end(b) - b) && memcmp(a, b, length) == 0;
}

SarStatus sar_check_fix(SarContext *context, const SarSystem *system, const SarCheck *check, const char *path) {
  SAR_NEED(context, context && system && check && path);
  const SarDoctor *d = (const SarDoctor *)(const void *)check;
  const SarModel *model = sar_system_model(system);
  if (check->nedits == 0) {
    return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "change the joints by hand",
                      "there is no edit to write to %s", path);
  }
  if (sar_file_is_same(path, model->path)) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give another name", "%s is the model itself", path);
  }
  SAR_TRY(refuse_included(context, d, model));
  SarCureText edited;
  SAR_TRY(sar_cure_text(context, d->arena, model, d->cure.edits, d->cure.nedits, &edited));
  if (model->nfiles > 0 && !same_folder(path, model->path)) {
    sar_warn(context, sar_nowhere(), NULL, "move it to the folder of the model",
             "%s includes files by paths from the folder of the model", path);
  }
  SarTextFile file;
  SarStatus status = sar_text_file_open(context, path, &file);
  if (status == SAR_OK) sar_text_file_put(&file, edited.text);
  SarStatus closed = sar_text_file_close(&file);
  return status == SAR_OK ? closed : status;
}
