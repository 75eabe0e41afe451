/* Validation of names of bodies, frames and joints. */
#include "model/validate_names.h"

#include <string.h>

#include "model/beam.h"
#include "model/modal.h"

SarStatus sar_model_unknown_element(SarModel *model, const char *owner, SarSource source, const char *name,
                                    SarSection section, const char *what) {
  SarSuggestion suggestion = sar_suggestion(name);
  if (section == SAR_SECTION_BODIES) sar_suggestion_offer(&suggestion, "ground");
  for (int32_t i = 0; sar_model_worth_suggesting(model) && i < model->nelements; i++) {
    if (model->elements[i].class->section == section) sar_suggestion_offer(&suggestion, model->elements[i].name);
  }
  SarHint h = sar_hint(&suggestion);
  return sar_report(model->context, SAR_INPUT, source, owner,
                    section == SAR_SECTION_BODIES ? "name a body, a frame of a body, or ground" : "name a joint",
                    "there is no %s `%s`%s%s%s", what, name, h.open, h.word, h.close);
}

static SarStatus unknown_frame(SarModel *model, const char *owner, const SarSideName *side, int32_t body) {
  SarSuggestion suggestion = sar_suggestion(side->frame);
  const SarNamedFrame *frames = model->ground_frames;
  int32_t count = model->nground_frames;
  if (body >= 0) {
    const SarValue *value = sar_model_value(&model->elements[body], "frames");
    frames = value->frames;
    count = value->nlist;
  }
  for (int32_t i = 0; i < count; i++) sar_suggestion_offer(&suggestion, frames[i].name);
  SarHint h = sar_hint(&suggestion);
  return sar_report(model->context, SAR_INPUT, side->source, owner, "name a frame that the body has",
                    "`%s` has no frame `%s`%s%s%s", side->body, side->frame, h.open, h.word, h.close);
}

SarStatus sar_model_join_dotted(SarModel *model, SarSideName *side) {
  if (!side->frame || strcmp(side->body, "ground") == 0 || sar_model_find(model, side->body) >= 0) return SAR_OK;
  char *whole = sar_arena_printf(model->arena, "%s.%s", side->body, side->frame);
  if (!whole) return sar_report_no_memory(model->context);
  bool prefix = sar_model_lookup(model, side->body) == SAR_NAME_PREFIX; /* then it cannot be a body with a frame */
  if (prefix || sar_model_lookup(model, whole) != SAR_NAME_NONE) *side = (SarSideName){whole, NULL, side->source};
  return SAR_OK;
}

/* A frame that is missing, but whose name stands for an error that has been reported. */
static bool is_reported(SarModel *model, const SarSideName *side) {
  const char *whole = sar_arena_printf(model->arena, "%s.%s", side->body, side->frame);
  return whole && sar_model_lookup(model, whole) == SAR_NAME_FAULTY;
}

SarStatus sar_model_settle_body(SarModel *model, const char *owner, SarSideName *side, int32_t *out) {
  SAR_TRY(sar_model_join_dotted(model, side));
  SAR_TRY(sar_model_settle_beam_side(model, owner, side));
  SAR_TRY(sar_model_settle_modal_side(model, owner, side));
  *out = SAR_NAME_NONE;
  if (strcmp(side->body, "ground") == 0) return SAR_OK;
  int32_t body = sar_model_lookup(model, side->body);
  *out = SAR_NAME_FAULTY;
  if (body == SAR_NAME_FAULTY) return SAR_OK;
  if (body >= 0 && model->elements[body].class == &sar_structure_beam) return SAR_OK; /* faulty, and reported */
  if (body >= 0 && model->elements[body].class->section != SAR_SECTION_BODIES) {
    return sar_report(model->context, SAR_INPUT, side->source, owner, "name a body, a frame of a body, or ground",
                      "`%s` is not a body", side->body);
  }
  if (body < 0) return sar_model_unknown_element(model, owner, side->source, side->body, SAR_SECTION_BODIES, "body");
  if (!model->elements[body].faulty) *out = body;
  return SAR_OK;
}

SarStatus sar_model_check_side(SarModel *model, const char *owner, SarSideName *side) {
  int32_t body;
  SAR_TRY(sar_model_settle_body(model, owner, side, &body));
  if (body == SAR_NAME_FAULTY) return SAR_OK;
  if (side->frame && !sar_model_find_frame(model, body, side->frame) && !is_reported(model, side)) {
    return unknown_frame(model, owner, side, body);
  }
  return SAR_OK;
}
