/* What pictures show of beams: every node carries the halves of the line to its neighbours, as thick as the section, so
 * that the beam is seen bent as its nodes are turned. */
#include <math.h>

#include "model/beam.h"
#include "result/scene.h"

static const char *const colours[] = {"#5b8db8", "#b8795b", "#6a9f6a", "#9a7fb8", "#b8a25b", "#5ba8a8"};

/* Half of the line between two nodes, seen from one of them. */
typedef struct Half {
  SarVec3 from, to; /* m, from the centre of mass, body axes */
  SarQuat section;  /* section axes -> body axes */
} Half;

/* m: half the width and height of the section; a rectangle with its inertia where the shape is not given. */
static void edges_of(const SarSectionData *section, double *across2, double *across3) {
  *across2 = section->geometry.edge2;
  *across3 = section->geometry.edge3;
  if (section->shape || !(section->mass > 0)) return;
  *across2 = sqrt(3 * section->inertia[2] / section->mass);
  *across3 = sqrt(3 * section->inertia[1] / section->mass);
}

#define ROUND 0.05 /* edges that differ by less are those of something round */

static SarStatus put_half(SarContext *context, SarScene *scene, SarSceneBody *body, const struct SarBeam *beam,
                          const Half *half, int32_t number) {
  SarVec3 along = sar_sub(half->to, half->from);
  double length = sar_norm(along), unit = scene->length_unit;
  double across2, across3, least = beam->length / 400; /* a wire is seen, too */
  edges_of(&beam->section, &across2, &across3);
  if (!(length > 0)) return SAR_OK;
  SarSceneShape *shape = sar_scene_add_shape(scene, body);
  if (!shape) return sar_report_no_memory(context);
  shape->origin = SAR_SCENE_GIVEN;
  shape->colour = colours[number % SAR_COUNT(colours)];
  shape->at = sar_scale(0.5 / unit, sar_add(half->from, half->to));
  if (fabs(across2 - across3) > ROUND * fmax(across2, across3)) {
    shape->kind = SAR_SCENE_BOX;
    shape->turn = half->section;
    shape->size[0] = length / unit;
    shape->size[1] = 2 * fmax(across2, least) / unit;
    shape->size[2] = 2 * fmax(across3, least) / unit;
    return SAR_OK;
  }
  shape->kind = SAR_SCENE_CAPSULE;
  shape->turn = sar_scene_turn_z(along);
  shape->size[0] = fmax(across2, least) / unit;
  shape->size[1] = length / unit;
  return SAR_OK;
}

/* From node `i` of the element half way to node `i + to`. */
static Half half_of(const SarSystem *s, const SarBeamSetup *setup, int32_t body, int32_t i, int32_t to) {
  SarMat3 frame = sar_quat_matrix(setup->frame[i]), section = sar_quat_matrix(setup->section[i]);
  SarVec3 way = sar_scale(0.5, sar_sub(setup->r[i + to], setup->r[i]));
  Half half = {.from = sar_sub(setup->offset[i], sar_system_body(s, body)->com), .section = setup->frame[i]};
  half.to = sar_add(half.from, sar_mul(&frame, sar_mul_t(&section, way)));
  return half;
}

static SarStatus put_element(SarContext *context, SarScene *scene, const SarSystem *s, const SarModelElement *element,
                             int32_t number) {
  const struct SarBeam *beam = element->beam;
  SarBeamSetup setup = sar_model_beam_setup(sar_system_model(s), element);
  for (int32_t i = 0; i <= beam->order; i++) {
    int32_t body = sar_system_place(s, beam->nodes[element->number * beam->order + i])->body;
    for (int32_t to = -1; to <= 1; to += 2) {
      if (i + to < 0 || i + to > beam->order) continue;
      Half half = half_of(s, &setup, body, i, to);
      SAR_TRY(put_half(context, scene, &scene->bodies[body], beam, &half, number));
    }
  }
  return SAR_OK;
}

SarStatus sar_scene_add_beams(SarContext *context, SarScene *scene, const SarSystem *s) {
  const SarModel *model = sar_system_model(s);
  int32_t number = -1;
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    if (element->class != &sar_structure_beam_element) continue;
    number += element->number == 0;
    SAR_TRY(put_element(context, scene, s, element, number));
  }
  return SAR_OK;
}
