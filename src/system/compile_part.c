/* Parts: places among the equations, and elements that are parts on the bodies that they name. */
#include "system/parts.h"
#include "system/user/user.h"

SarStatus sar_system_add_part(SarSystem *s, int32_t element, const SarPartClass *class, const void *data,
                              const int32_t *bodies, int32_t nnodes) {
  SarPart *part = sar_system_append(s, &s->parts, &s->nparts, &s->parts_capacity, sizeof *part);
  if (!part) return sar_report_no_memory(s->context);
  *part = (SarPart){.class = class, .data = data, .element = element, .nnodes = nnodes};
  for (int32_t i = 0; i < nnodes; i++) part->body[i] = bodies[i];
  part->diagonal = class->diagonal && class->diagonal(data);
  part->memory = s->npart_memory;
  part->nmemory = class->memory ? class->memory(data) : 0;
  s->npart_memory += part->nmemory;
  SarRange *range = &s->places[element].parts;
  if (!range->count++) range->first = s->nparts - 1;
  bool damped = class->damped && class->damped(data);
  s->has_power = s->has_power || damped || class->by_time;
  return SAR_OK;
}

/* The nodes of a part: the two sides of `between`, then those of fields of one. */
static int32_t find_sides(const SarSystem *s, int32_t e, SarSide sides[SAR_PART_SIDES]) {
  const SarModelElement *element = &s->model->elements[e];
  int32_t count = sar_field_index(element->class, "between") >= 0 ? 2 : 0;
  sides[0] = s->places[e].a;
  sides[1] = s->places[e].b;
  for (int32_t i = 0; i < element->class->nfields && count < SAR_PART_SIDES; i++) {
    bool given = element->class->fields[i].kind == SAR_FIELD_SIDE && element->values[i].side[0].body;
    if (given) sides[count++] = sar_system_side(s, &element->values[i].side[0]);
  }
  return count;
}

SarStatus sar_compile_part(SarSystem *s, int32_t e) {
  const SarModelElement *element = &s->model->elements[e];
  const SarPartSpec *spec = element->class->part;
  SarSide sides[SAR_PART_SIDES];
  SarKin kin[SAR_PART_SIDES];
  int32_t bodies[SAR_PART_SIDES], count = find_sides(s, e, sides);
  for (int32_t i = 0; i < count; i++) {
    bodies[i] = sides[i].body;
    kin[i] = sar_system_written(s, sides[i].body);
  }
  void *part = sar_arena_alloc(s->arena, 1, spec->size);
  if (!part) return sar_report_no_memory(s->context);
  SarPartSetup setup = {s->context, element->name, element->values, sides, kin, s->gravity};
  SAR_TRY(spec->prepare(&setup, part));
  return sar_system_add_part(s, e, spec->class, part, bodies, count);
}

void sar_compile_part_coordinates(SarSystem *s) {
  const SarUser *u = s->user;
  for (int32_t i = 0; u && i < u->ncoordinates; i++) {
    SarRange range = s->places[u->coordinates[i].element].parts;
    for (int32_t k = range.first; k < range.first + range.count; k++) {
      SarPart *part = &s->parts[k];
      if (!part->ncoordinates++) part->coordinate = i;
    }
  }
  for (int32_t k = 0; k < s->nparts; k++) {
    SarPart *part = &s->parts[k];
    if (!part->shares) continue;
    part->coordinate = s->parts[part->shares - 1].coordinate;
    part->ncoordinates = s->parts[part->shares - 1].ncoordinates;
  }
  if (s->ncrowds) s->part_rows = 12, s->part_size = 144; /* of two bodies */
  for (int32_t k = 0; k < s->nparts; k++) {
    SarPart *part = &s->parts[k];
    part->slots = s->npart_slots;
    s->npart_slots += sar_part_slots(part);
    int32_t space = part->class->scratch ? part->class->scratch(part->data) : 0;
    if (sar_part_rows(part) > s->part_rows) s->part_rows = sar_part_rows(part);
    if (sar_part_size(part) > s->part_size) s->part_size = sar_part_size(part);
    if (space > s->part_space) s->part_space = space;
    part->kept = s->npart_kept;
    part->nkept = part->class->kept ? part->class->kept(part->data) : 0;
    s->npart_kept += part->nkept;
  }
}
