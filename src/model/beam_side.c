/* Nodes of beams by their names, and what elements of beams are made from. */
#include <string.h>

#include "base/text.h"
#include "model/beam.h"

static SarStatus no_middle(SarModel *model, const char *owner, const SarSideName *side, const struct SarBeam *beam) {
  const char *remedy = beam->nelements % 2 ? "give it an even number of elements, or order 2"
                                           : "divide its pieces so that a node lies in the middle of its length";
  return sar_report(model->context, SAR_INPUT, side->source, owner, remedy,
                    "no node of `%s` lies in the middle: it has %d element%s of order %d", side->body,
                    (int)beam->nelements, beam->nelements == 1 ? "" : "s", (int)beam->order);
}

static SarStatus no_node(SarModel *model, const char *owner, const SarSideName *side, const SarModelElement *beam) {
  const SarValue *frames = &beam->values[SAR_BEAM_FIELD_FRAMES];
  SarSuggestion suggestion = sar_suggestion(side->frame);
  static const char *const words[] = {"start", "end", "mid"};
  for (int i = 0; i < SAR_COUNT(words); i++) sar_suggestion_offer(&suggestion, words[i]);
  for (int32_t i = 0; i < frames->nlist; i++) sar_suggestion_offer(&suggestion, frames->frames[i].name);
  SarHint h = sar_hint(&suggestion);
  const char *remedy = sar_arena_printf(model->arena, "name one of its nodes, n0 to n%d, start, end or mid, or a frame",
                                        (int)beam->beam->nnodes - 1);
  if (!remedy) return sar_report_no_memory(model->context);
  return sar_report(model->context, SAR_INPUT, side->source, owner, remedy, "the beam `%s` has no node `%s`%s%s%s",
                    side->body, side->frame, h.open, h.word, h.close);
}

static SarStatus whole_beam(SarModel *model, const char *owner, const SarSideName *side) {
  const char *remedy = sar_arena_printf(model->arena, "name one of its nodes: %s.start, %s.end, %s.n1", side->body,
                                        side->body, side->body);
  if (!remedy) return sar_report_no_memory(model->context);
  return sar_report(model->context, SAR_INPUT, side->source, owner, remedy, "`%s` is a beam, which has many places",
                    side->body);
}

SarStatus sar_model_settle_beam_side(SarModel *model, const char *owner, SarSideName *side) {
  int32_t index = sar_model_find(model, side->body);
  const SarModelElement *beam = index < 0 ? NULL : &model->elements[index];
  if (!beam || beam->class != &sar_structure_beam) {
    if (beam) side->body = beam->name; /* not by another name for the same node */
    return SAR_OK;
  }
  if (beam->faulty || !beam->beam) return SAR_OK;
  if (!side->frame) return whole_beam(model, owner, side);
  const SarNamedFrame *frame = sar_model_find_frame(model, index, side->frame);
  const char *node = frame ? frame->node : side->frame;
  char *name = sar_arena_printf(model->arena, "%s.%s", beam->name, node);
  if (!name) return sar_report_no_memory(model->context);
  int32_t body = sar_model_find(model, name);
  if (body >= 0 && model->elements[body].class->section == SAR_SECTION_BODIES) {
    *side = (SarSideName){model->elements[body].name, frame ? frame->name : NULL, side->source};
    return SAR_OK;
  }
  if (strcmp(node, "mid") == 0) return no_middle(model, owner, side, beam->beam);
  return no_node(model, owner, side, beam);
}

static bool is_same_turn(SarQuat a, SarQuat b) { return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z; }

SarBeamSetup sar_model_beam_setup(const SarModel *model, const SarModelElement *element) {
  const struct SarBeam *b = element->beam;
  const SarValue *values = model->elements[b->element].values;
  SarBeamSetup setup = sar_beam_setup(b->order);
  int32_t first = element->number * (b->order + 1);
  for (int32_t i = 0; i <= b->order; i++) {
    const SarModelElement *node = &model->elements[b->nodes[element->number * b->order + i]];
    SarQuat turn = sar_quat_normalise(sar_model_value(node, "turn")->turn);
    SarMat3 R = sar_quat_matrix(turn);
    bool own = node->beam == b;
    setup.r[i] = b->at[first + i];
    setup.section[i] = b->turn[first + i];
    bool corner = own && !is_same_turn(turn, b->turn[first + i]);
    if (!own || corner) setup.frame[i] = sar_quat_normalise(sar_quat_mul(sar_quat_conjugate(turn), setup.section[i]));
    if (!own) setup.offset[i] = sar_mul_t(&R, sar_sub(setup.r[i], sar_model_value(node, "at")->vector));
  }
  memcpy(setup.stiffness, b->section.stiffness, sizeof setup.stiffness);
  setup.damping = values[SAR_BEAM_FIELD_DAMPING].real;
  sar_vec3_store(values[SAR_BEAM_FIELD_PRESTRAIN].vector, setup.prestrain);
  sar_vec3_store(values[SAR_BEAM_FIELD_PRECURVATURE].vector, setup.prestrain + 3);
  setup.tension_only = values[SAR_BEAM_FIELD_CABLE].real != 0;
  return setup;
}
