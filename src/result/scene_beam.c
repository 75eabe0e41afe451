/* What pictures show of beams: sections on their nodes, and the outline that is swept from one to the next. */
#include "model/beam.h"
#include "result/scene.h"

static const char *const colours[] = {"#5b8db8", "#b8795b", "#6a9f6a", "#9a7fb8", "#b8a25b", "#5ba8a8"};

#define THINNEST (1 / 400.0) /* half the width over the length of the beam, at least: a wire is seen, too */
#define THICKEST (1 / 10.0)  /* at most, where the model says stiffness alone */
#define MANY 500             /* elements of all beams from which on each is too small on the screen for many corners */
#define CORNERS 24           /* of what is round ... */
#define FEW_CORNERS 12       /* ... and where there are many */

static void put_sections(const SarScene *scene, const SarSystem *s, const SarModelElement *element,
                         SarSceneSide *sections) {
  const struct SarBeam *beam = element->beam;
  SarBeamSetup setup = sar_model_beam_setup(sar_system_model(s), element);
  for (int32_t i = 0; i <= beam->order; i++) {
    int32_t body = sar_system_place(s, beam->nodes[element->number * beam->order + i])->body;
    SarVec3 at = sar_sub(setup.offset[i], sar_system_body(s, body)->com);
    sections[i] = (SarSceneSide){.body = body, .at = sar_scale(1 / scene->length_unit, at), .turn = setup.frame[i]};
  }
}

static SarStatus put_beam(SarContext *context, SarScene *scene, const SarSystem *s, const struct SarBeam *from,
                          int32_t corners) {
  const SarModel *model = sar_system_model(s);
  SarSceneBeam *beam = &scene->beams[scene->nbeams];
  beam->name = sar_arena_copy_text(scene->arena, model->elements[from->element].name);
  beam->colour = colours[scene->nbeams % SAR_COUNT(colours)];
  beam->order = from->order;
  beam->nelements = from->nelements;
  beam->sections = SAR_NEW(scene->arena, (size_t)from->nelements * (size_t)(from->order + 1), SarSceneSide);
  if (!beam->name || !beam->sections) return sar_report_no_memory(context);
  for (int32_t e = 0; e < from->nelements; e++) {
    put_sections(scene, s, &model->elements[from->first + e], beam->sections + e * (from->order + 1));
  }
  if (!sar_scene_outline(scene, &from->section, THINNEST * from->length, THICKEST * from->length, corners,
                         &beam->outline)) {
    return sar_report_no_memory(context);
  }
  scene->nbeams++;
  return SAR_OK;
}

SarStatus sar_scene_add_beams(SarContext *context, SarScene *scene, const SarSystem *s) {
  const SarModel *model = sar_system_model(s);
  int32_t beams = 0, elements = 0;
  for (int32_t e = 0; e < model->nelements; e++) {
    if (model->elements[e].class != &sar_structure_beam_element) continue;
    beams += model->elements[e].number == 0;
    elements++;
  }
  scene->beams = SAR_NEW(scene->arena, beams + 1, SarSceneBeam);
  if (!scene->beams) return sar_report_no_memory(context);
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    if (element->class != &sar_structure_beam_element || element->number != 0) continue;
    SAR_TRY(put_beam(context, scene, s, element->beam, elements > MANY ? FEW_CORNERS : CORNERS));
  }
  return SAR_OK;
}
