/* Beams: every element is a part on its nodes, loads are parts on one node each. The model has made the nodes, which
 * are bodies (model/beam.h). */
#include "element/flexible/beam_load.h"
#include "model/beam.h"
#include "system/parts.h"

static SarStatus compile_element(SarSystem *s, int32_t e) {
  const SarModel *model = s->model;
  const SarModelElement *element = &model->elements[e];
  const struct SarBeam *beam = element->beam;
  SarBeamSetup setup = sar_model_beam_setup(model, element);
  int32_t bodies[SAR_BEAM_NODES];
  for (int32_t i = 0; i <= beam->order; i++) {
    bodies[i] = s->places[beam->nodes[element->number * beam->order + i]].body;
    setup.offset[i] = sar_sub(setup.offset[i], s->bodies[bodies[i]].com);
  }
  SarBeamElement *part = SAR_NEW(s->arena, 1, SarBeamElement);
  if (!part) return sar_report_no_memory(s->context);
  SarStatus status = sar_beam_prepare(&setup, part);
  if (status != SAR_OK) return status; /* faults were found when the model was validated */
  return sar_system_add_part(s, e, &sar_part_beam, part, bodies, beam->order + 1);
}

/* ---- loads ---- */

/* Where the section of a node sits on its body, as the element before it has it, or the first one. */
static void place_load(const SarSystem *s, const struct SarBeam *beam, int32_t node, SarBeamLoad *load) {
  int32_t e = node > 0 ? (node - 1) / beam->order : 0, i = node - e * beam->order;
  SarBeamSetup setup = sar_model_beam_setup(s->model, &s->model->elements[beam->first + e]);
  load->frame = sar_quat_matrix(setup.frame[i]);
  load->offset = sar_sub(setup.offset[i], s->bodies[s->places[beam->nodes[node]].body].com);
}

static SarStatus compile_loads(SarSystem *s, int32_t e) {
  const SarModelElement *element = &s->model->elements[e];
  const struct SarBeam *beam = element->beam;
  const SarValue *force = &element->values[SAR_BEAM_FIELD_FORCE], *moment = &element->values[SAR_BEAM_FIELD_MOMENT];
  if (!force->given && !moment->given) return SAR_OK;
  static const SarExpr *const none[3] = {NULL, NULL, NULL};
  SarBeamLoadFunctions *functions = SAR_NEW(s->arena, 1, SarBeamLoadFunctions);
  if (!functions) return sar_report_no_memory(s->context);
  SAR_TRY(sar_beam_load_compile(s->context, s->arena, element->source, element->name,
                                force->given ? force->function : none, moment->given ? moment->function : none,
                                functions));
  for (int32_t i = 0; i < beam->nnodes; i++) {
    SarBeamLoad *load = SAR_NEW(s->arena, 1, SarBeamLoad);
    if (!load) return sar_report_no_memory(s->context);
    *load = (SarBeamLoad){.functions = functions, .s = beam->s[i], .length = beam->share[i]};
    load->follow = element->values[SAR_BEAM_FIELD_AXES].real == SAR_LOAD_SECTION;
    place_load(s, beam, i, load);
    int32_t body = s->places[beam->nodes[i]].body;
    SAR_TRY(sar_system_add_part(s, e, &sar_part_beam_load, load, &body, 1));
  }
  return SAR_OK;
}

SarStatus sar_compile_beam(SarSystem *s, int32_t e) {
  const SarModelElement *element = &s->model->elements[e];
  return element->class == &sar_structure_beam ? compile_loads(s, e) : compile_element(s, e);
}
