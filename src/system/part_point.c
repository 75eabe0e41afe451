#include "system/part_point.h"

#include "system/crowding.h"

/* What a part remembers: of the last accepted point, and for earlier times of the one before. */
static double *memory_at(const SarWorkspace *m, const SarPart *part, double t) {
  int32_t count = part->live ? m->crowding->nmemory : m->system->npart_memory;
  double *memory = part->live ? m->crowding->memory : m->part_memory;
  if (!memory) return NULL; /* the first list is being made */
  return memory + part->memory + (count ? 1 : 0) + (t < memory[0] ? count : 0);
}

/* The same one for the same two bodies, however the list changes. */
static int32_t number_of(const SarWorkspace *m, const SarPart *part) {
  if (!part->live) return (int32_t)(part - m->system->parts);
  uint64_t number = ((uint64_t)part->element * 0x9e3779b97f4a7c15u + (uint64_t)part->body[0]) * 0x9e3779b97f4a7c15u;
  return (int32_t)(uint32_t)((number + (uint64_t)part->body[1]) * 0x9e3779b97f4a7c15u >> 32);
}

static double *kept_by(const SarWorkspace *m, const SarPart *part) {
  double *kept = part->live ? m->crowding->kept : m->part_kept;
  return part->nkept && kept ? kept + part->kept : NULL;
}

void sar_part_place(const SarWorkspace *m, const SarPoint *at, const SarPart *part, SarPlacedPart *out) {
  static const double not_turned[4] = {1, 0, 0, 0};
  int32_t ground = m->system->nbodies, first = 6 * ground + part->coordinate;
  for (int32_t i = 0; i < part->nnodes; i++) {
    int32_t b = part->body[i];
    const double *acceleration = b < ground && at->a ? at->a + 6 * b : m->part_rest;
    out->nodes[i] = (SarPartNode){&m->kin[b], b < ground ? at->q + 7 * b + 3 : not_turned, acceleration, b == ground};
  }
  out->at = (SarPartPoint){.t = at->t,
                           .pressure = m->pressure,
                           .rest = m->rest,
                           .number = number_of(m, part),
                           .scratch = m->part_space,
                           .kept = kept_by(m, part),
                           .powers = m->asked == SAR_ENERGY_POWERS,
                           .nodes = out->nodes,
                           .memory = memory_at(m, part, at->t)};
  if (part->class->foresee) out->at.activity = m->activity;
  if (!part->ncoordinates) return;
  out->at.q = at->q + ground + first;
  out->at.v = at->v ? at->v + first : m->part_rest;
  out->at.a = at->a ? at->a + first : m->part_rest;
}
