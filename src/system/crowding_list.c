/* Which parts a crowd has where its bodies are: candidates from their boxes, gathered by pairs of bodies. */
#include "system/crowding_list.h"

#include <stdlib.h>
#include <string.h>

#include "geometry/broad.h"
#include "system/contact_parts.h"
#include "system/crowding.h"
#include "system/part_point.h"

typedef struct List {
  SarArena *arena;
  SarPart *parts;
  int32_t nparts, capacity;
  SarRange *ranges;
  int32_t nmemory, nkept;
  int64_t looked; /* pairs of shapes */
} List;

/* Two shapes of a crowd by their bodies, then by themselves. */
typedef struct Near {
  int32_t body[2], shape[2];
} Near;

static int compare_near(const void *a, const void *b) {
  const Near *x = a, *y = b;
  for (int i = 0; i < 2; i++) {
    if (x->body[i] != y->body[i]) return x->body[i] < y->body[i] ? -1 : 1;
  }
  for (int i = 0; i < 2; i++) {
    if (x->shape[i] != y->shape[i]) return x->shape[i] < y->shape[i] ? -1 : 1;
  }
  return 0;
}

static bool may_touch(const void *crowd, int32_t a, int32_t b) {
  return sar_crowd_may_touch(&((const SarCrowd *)crowd)->model, a, b);
}

/* Boxes of all shapes where the list is made, each wider by the margin of its body. */
static SarBounds *make_boxes(const SarWorkspace *m, const SarCrowd *crowd, SarArena *arena) {
  const SarCrowding *c = m->crowding;
  SarBounds *boxes = SAR_NEW(arena, crowd->model.count, SarBounds);
  for (int32_t i = 0; boxes && i < crowd->model.count; i++) {
    const SarCrowdShape *s = &crowd->shapes[i];
    SarPose pose = {.A = sar_mat3_identity()};
    double margin = 0;
    if (s->body < m->system->nbodies) {
      const double *q = c->q + 7 * s->body;
      pose = (SarPose){sar_vec3_load(q), sar_quat_matrix(sar_quat_load(q + 3))};
      margin = c->margin[s->body];
    }
    boxes[i] = sar_bounds_wider(sar_shape_bounds(&s->shape, &pose), margin);
  }
  return boxes;
}

static SarStatus find_near(const SarWorkspace *m, const SarCrowd *crowd, SarArena *scratch, Near **out,
                           int32_t *count) {
  const SarBounds *boxes = make_boxes(m, crowd, scratch);
  const SarBroadPair *pairs;
  if (!boxes) return sar_report_no_memory(m->problem.context);
  SAR_TRY(sar_broad_pairs(m->problem.context, scratch, boxes, crowd->model.count, (SarBroadFilter){may_touch, crowd},
                          &pairs, count));
  Near *near = *out = SAR_NEW(scratch, *count, Near);
  if (!near) return sar_report_no_memory(m->problem.context);
  for (int32_t k = 0; k < *count; k++) {
    int32_t a = pairs[k].a, b = pairs[k].b; /* by body: shapes are in that order */
    near[k] = (Near){{crowd->shapes[a].body, crowd->shapes[b].body}, {a, b}};
  }
  if (*count > 1) qsort(near, (size_t)*count, sizeof *near, compare_near);
  return SAR_OK;
}

/* One part of near[0 .. count - 1], which are of the same two bodies. */
static SarStatus add_part(const SarWorkspace *m, const SarCrowd *crowd, const Near *near, int32_t count, List *list) {
  SarContext *context = m->problem.context;
  SarPart *part = sar_arena_append(list->arena, 64, &list->parts, &list->nparts, &list->capacity, sizeof *part);
  SarContactSides *sides = SAR_NEW(list->arena, count, SarContactSides);
  if (!part || !sides) return sar_report_no_memory(context);
  for (int32_t k = 0; k < count; k++) {
    for (int i = 0; i < 2; i++) {
      const SarContactMember *member = &crowd->model.members[near[k].shape[i]];
      sides[k].shape[i] = &crowd->shapes[near[k].shape[i]].shape;
      sides[k].names.element[i] = member->element;
      sides[k].names.shape[i] = member->shape;
    }
  }
  *part = (SarPart){.class = &sar_part_contact, .element = crowd->element, .nnodes = 2, .live = true};
  for (int i = 0; i < 2; i++) part->body[i] = near[0].body[i];
  SAR_TRY(
      sar_contact_part_make(m->system, crowd->element, crowd->law, part->body, sides, count, list->arena, &part->data));
  part->slots = 24 * (list->nparts - 1);
  part->memory = list->nmemory;
  part->nmemory = part->class->memory(part->data);
  list->nmemory += part->nmemory;
  part->kept = list->nkept;
  part->nkept = part->class->kept(part->data);
  list->nkept += part->nkept;
  return SAR_OK;
}

static bool same_bodies(const Near *a, const Near *b) { return a->body[0] == b->body[0] && a->body[1] == b->body[1]; }

static SarStatus gather(const SarWorkspace *m, const SarCrowd *crowd, SarArena *scratch, List *list) {
  Near *near;
  int32_t count;
  SAR_TRY(find_near(m, crowd, scratch, &near, &count));
  list->looked += count;
  for (int32_t first = 0, end; first < count; first = end) {
    for (end = first + 1; end < count && same_bodies(&near[first], &near[end]);) end++;
    SAR_TRY(add_part(m, crowd, near + first, end - first, list));
  }
  return SAR_OK;
}

static SarStatus gather_all(const SarWorkspace *m, List *out) {
  const SarSystem *s = m->system;
  SarArena *scratch = sar_arena_create();
  out->ranges = SAR_NEW(out->arena, s->ncrowds, SarRange);
  SarStatus status = scratch && out->ranges ? SAR_OK : sar_report_no_memory(m->problem.context);
  for (int32_t i = 0; status == SAR_OK && i < s->ncrowds; i++) {
    out->ranges[i].first = out->nparts;
    status = gather(m, &s->crowds[i], scratch, out);
    out->ranges[i].count = out->nparts - out->ranges[i].first;
  }
  sar_arena_destroy(&scratch);
  return status;
}

/* ---- memory ---- */

/* Whether the k-th part of the one list comes before that of the other: by crowd, then by bodies. */
static int compare_parts(const SarPart *a, const SarPart *b) {
  if (a->element != b->element) return a->element < b->element ? -1 : 1;
  for (int i = 0; i < 2; i++) {
    if (a->body[i] != b->body[i]) return a->body[i] < b->body[i] ? -1 : 1;
  }
  return 0;
}

/* What the parts of a new list remember: what those of the old one did, or what there is to begin with. */
static SarStatus remember(SarWorkspace *m, const SarPoint *at, const List *list) {
  SarCrowding *c = m->crowding;
  const double *old = c->memory;
  double *memory = SAR_NEW(list->arena, 2 * (size_t)list->nmemory + 2, double);
  if (!memory) return sar_report_no_memory(m->problem.context);
  memory[0] = old ? old[0] : at->t;
  for (int32_t k = 0, j = 0; list->nmemory && k < list->nparts; k++) {
    const SarPart *part = &list->parts[k];
    double *now = memory + 1 + part->memory, *before = now + list->nmemory;
    if (!part->nmemory) continue;
    while (j < c->nparts && compare_parts(&c->parts[j], part) < 0) j++;
    if (old && j < c->nparts && compare_parts(&c->parts[j], part) == 0) {
      const double *from = old + 1 + c->parts[j].memory;
      part->class->inherit(part->data, from, now);
      part->class->inherit(part->data, from + c->nmemory, before);
    } else {
      SarPlacedPart placed;
      sar_part_place(m, at, part, &placed);
      part->class->reset(part->data, &placed.at, now);
      memcpy(before, now, (size_t)part->nmemory * sizeof *now);
    }
  }
  c->memory = memory;
  c->nmemory = list->nmemory;
  return SAR_OK;
}

SarStatus sar_crowding_make_list(SarWorkspace *m, const SarPoint *at) {
  SarCrowding *c = m->crowding;
  List list = {.arena = sar_arena_create()};
  if (!list.arena) return sar_report_no_memory(m->problem.context);
  double *kept = NULL, *old = c->kept;
  SarStatus status = gather_all(m, &list);
  if (status == SAR_OK && !(kept = SAR_NEW(list.arena, list.nkept + 1, double)))
    status = sar_report_no_memory(m->problem.context);
  c->kept = NULL; /* places of the new parts are none in the old room */
  if (status == SAR_OK) status = remember(m, at, &list);
  if (status != SAR_OK) {
    c->kept = old;
    sar_arena_destroy(&list.arena);
    return status;
  }
  c->kept = kept;
  sar_arena_destroy(&c->arena);
  c->arena = list.arena;
  c->parts = list.parts;
  c->nparts = list.nparts;
  c->ranges = list.ranges;
  c->counts.lists++;
  c->counts.pairs += list.looked;
  return SAR_OK;
}
