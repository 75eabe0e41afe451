/* Placing beams of a sub-model. The line and the directions are placed as points and directions. Section axes 1 and 2
 * of a mirrored beam are the images of the old ones; axis 3, which completes them to right-handed axes, points the
 * other way. */
#include "model/beam.h"
#include "read/mirror.h"
#include "read/placement.h"

/* Signs of strains and curvatures in the mirror: axial, shear 2 and 3; twist, bending about 2 and 3. */
static const double strain_signs[6] = {1, 1, -1, -1, -1, 1};

SarStatus sar_place_section(SarFile *file, SarModelElement *section) {
  SarValue *stiffness = sar_place_value(section, "stiffness");
  if (file->placement.mirror < 0 || !stiffness->given || stiffness->columns != 6 || stiffness->nlist != 6)
    return SAR_OK;
  double *list = sar_arena_grow(file->reader->model->arena, stiffness->list, 36, 36, sizeof *list);
  if (!list) return sar_read_no_memory(file->reader);
  for (int i = 0; i < 36; i++) list[i] *= strain_signs[i / 6] * strain_signs[i % 6];
  stiffness->list = list;
  return SAR_OK;
}

static SarStatus place_rows(SarFile *file, SarVec3 (*map)(const SarPlacement *, SarVec3), SarValue *value) {
  size_t count = 3 * (size_t)value->nlist;
  if (!value->given || value->columns != 3) return SAR_OK;
  double *list = sar_arena_grow(file->reader->model->arena, value->list, count, count, sizeof *list);
  if (!list) return sar_read_no_memory(file->reader);
  for (size_t i = 0; i < count; i += 3) sar_vec3_store(map(&file->placement, sar_vec3_load(list + i)), list + i);
  value->list = list;
  return SAR_OK;
}

static SarVec3 of_point(const SarPlacement *p, SarVec3 a) { return sar_place_point(p, a); }
static SarVec3 of_direction(const SarPlacement *p, SarVec3 a) { return sar_place_direction(p, a); }
static SarVec3 of_axial(const SarPlacement *p, SarVec3 a) { return sar_place_axial(p, a); }
/* Along section axes. */
static SarVec3 of_section(const SarPlacement *p, SarVec3 a) { return sar_vec3(a.x, a.y, p->mirror < 0 ? a.z : -a.z); }
static SarVec3 of_section_axial(const SarPlacement *p, SarVec3 a) {
  return p->mirror < 0 ? a : sar_vec3(-a.x, -a.y, a.z);
}

static SarStatus place_loads(SarFile *file, SarModelElement *beam) {
  bool on_section = beam->values[SAR_BEAM_FIELD_AXES].real == SAR_LOAD_SECTION;
  SarValue *force = &beam->values[SAR_BEAM_FIELD_FORCE], *moment = &beam->values[SAR_BEAM_FIELD_MOMENT];
  SarMat3 polar = sar_placement_matrix(on_section ? of_section : of_direction, &file->placement);
  SarMat3 axial = sar_placement_matrix(on_section ? of_section_axial : of_axial, &file->placement);
  if (force->given) SAR_TRY(sar_place_functions(file, force, &polar));
  return moment->given ? sar_place_functions(file, moment, &axial) : SAR_OK;
}

static SarStatus mirror_beam(SarFile *file, SarModelElement *beam) {
  SarValue *twist = &beam->values[SAR_BEAM_FIELD_TWIST], *frames = &beam->values[SAR_BEAM_FIELD_FRAMES];
  SarValue *strain = &beam->values[SAR_BEAM_FIELD_PRESTRAIN];
  SarValue *curvature = &beam->values[SAR_BEAM_FIELD_PRECURVATURE];
  SarArena *arena = file->reader->model->arena;
  strain->vector = of_section(&file->placement, strain->vector);
  curvature->vector = of_section_axial(&file->placement, curvature->vector);
  if (twist->given) {
    twist->function[0] = sar_expr_multiply(arena, sar_expr_constant(arena, -1), twist->function[0]);
    if (!twist->function[0]) return sar_read_no_memory(file->reader);
  }
  SarPlacement node = file->placement;
  node.mirror = 2; /* of the node's axes */
  SAR_TRY(sar_mirror_shapes(file, &node, &beam->values[SAR_BEAM_FIELD_SHAPES]));
  return frames->nlist ? sar_mirror_frames(file, &node, frames) : SAR_OK;
}

/* What axis 2 is made from without being said does not turn with the sub-model: it is written out. */
static SarStatus write_axis2(SarFile *file, SarModelElement *beam) {
  SarValue *axis2 = &beam->values[SAR_BEAM_FIELD_AXIS2];
  SarArena *arena = file->reader->model->arena;
  const char *fault;
  if (axis2->given || sar_place_only_moves(&file->placement)) return SAR_OK;
  const SarValue *points = &beam->values[SAR_BEAM_FIELD_POINTS];
  if (points->columns != 3 || points->nlist < 3 - (beam->values[SAR_BEAM_FIELD_CURVE].real != SAR_CURVE_ARC))
    return SAR_OK;
  const SarBeamLine *line = sar_beam_line_create(beam->values, arena, &fault);
  double *list = SAR_NEW(arena, 3, double);
  if (!line || !list) return sar_read_no_memory(file->reader);
  sar_vec3_store(sar_beam_line_axis2(line, 0, 0), list);
  axis2->list = list, axis2->nlist = 1, axis2->columns = 3;
  axis2->given = !fault;
  return SAR_OK;
}

SarStatus sar_place_beam(SarFile *file, SarModelElement *beam) {
  SarValue *velocity = &beam->values[SAR_BEAM_FIELD_VELOCITY], *omega = &beam->values[SAR_BEAM_FIELD_OMEGA];
  SAR_TRY(write_axis2(file, beam));
  SAR_TRY(place_rows(file, of_point, &beam->values[SAR_BEAM_FIELD_POINTS]));
  SAR_TRY(place_rows(file, of_direction, &beam->values[SAR_BEAM_FIELD_AXIS2]));
  velocity->vector = sar_place_direction(&file->placement, velocity->vector);
  omega->vector = sar_place_axial(&file->placement, omega->vector);
  SAR_TRY(place_loads(file, beam));
  return file->placement.mirror < 0 ? SAR_OK : mirror_beam(file, beam);
}
