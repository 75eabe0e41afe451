#include "system/crowding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/parts.h"

/* Margins (numerics of contacts, section 7): what a body travels in so many steps, within these parts of its size; and
 * whatever is hit by the fastest body may go as fast. */
#define STEPS_AHEAD 20
#define STEPS_WHEN_HIT 2
#define LEAST_MARGIN 0.01
#define MOST_MARGIN 0.5
#define FIRST_MARGIN 0.1 /* where no step has been made yet */
#define NEXT_STEPS 4     /* that must fit into what is left of a margin: steps grow, and bodies get faster */

#define MOST_DEAD 0.3     /* of the pairs of bodies in the pattern: more of them are thrown out, */
#define STEPS_TO_CLEAN 200 /* but not sooner than this */

/* ---- made and destroyed ---- */

static void measure_shapes(const SarSystem *s, SarCrowding *c) {
  for (int32_t k = 0; k < s->ncrowds; k++) {
    for (int32_t i = 0; i < s->crowds[k].model.count; i++) {
      const SarCrowdShape *shape = &s->crowds[k].shapes[i];
      if (shape->body == s->nbodies || shape->shape.class->unbounded) continue;
      double extent = sar_shape_extent(&shape->shape), off = sar_norm(shape->shape.at), size = 2 * (extent - off);
      double *least = &c->size[shape->body], *swing = &c->swing[shape->body];
      *swing = fmax(*swing, shape->shape.class->point ? off : extent);
      *least = *least > 0 ? fmin(*least, size) : size;
      c->far = c->far > 0 ? fmin(c->far, size / 2) : size / 2;
    }
  }
}

static SarStatus make(SarWorkspace *m) {
  const SarSystem *s = m->system;
  SarCrowding *c = m->crowding = calloc(1, sizeof *c);
  if (!c) return sar_report_no_memory(m->problem.context);
  c->q = SAR_NEW(m->arena, 7 * s->nbodies, double);
  c->margin = SAR_NEW(m->arena, s->nbodies, double);
  c->swing = SAR_NEW(m->arena, s->nbodies, double);
  c->size = SAR_NEW(m->arena, s->nbodies, double);
  if (!c->q || !c->margin || !c->swing || !c->size) return sar_report_no_memory(m->problem.context);
  measure_shapes(s, c);
  return SAR_OK;
}

void sar_crowding_destroy(SarWorkspace *m) {
  SarCrowding *c = m->crowding;
  if (!c) return;
  sar_arena_destroy(&c->arena);
  free(c->coupled);
  free(c);
  m->crowding = NULL;
}

/* ---- margins ---- */

static double speed_of(const SarCrowding *c, int32_t b, const double *v) {
  return sar_norm(sar_vec3_load(v + 6 * b)) + c->swing[b] * sar_norm(sar_vec3_load(v + 6 * b + 3));
}

static double fastest(const SarWorkspace *m, const double *v) {
  const SarCrowding *c = m->crowding;
  double most = 0;
  for (int32_t b = 0; b < m->system->nbodies; b++) {
    if (c->size[b] > 0) most = fmax(most, speed_of(c, b, v));
  }
  return most;
}

static void choose_margins(SarWorkspace *m, const double *q, const double *v) {
  SarCrowding *c = m->crowding;
  double most = v ? fastest(m, v) : 0, h = c->step;
  memcpy(c->q, q, 7 * (size_t)m->system->nbodies * sizeof *c->q);
  for (int32_t b = 0; b < m->system->nbodies; b++) {
    double travel = v ? fmax(STEPS_AHEAD * h * speed_of(c, b, v), STEPS_WHEN_HIT * h * most) : 0;
    double least = (h > 0 ? LEAST_MARGIN : FIRST_MARGIN) * c->size[b];
    c->margin[b] = fmin(fmax(travel, least), MOST_MARGIN * c->size[b]);
  }
}

/* rad, at least the angle between two placements, and little more. */
static double angle_between(const double *a, const double *b) {
  double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sine = sqrt(fmax(0, 1 - cosine * cosine));
  return sine < 0.5 ? 2.1 * sine : 3.1416 * sine;
}

static double distance_gone(const SarCrowding *c, int32_t b, const double *q) {
  const double *from = c->q + 7 * b, *to = q + 7 * b;
  double gone = sar_norm(sar_sub(sar_vec3_load(to), sar_vec3_load(from)));
  return c->swing[b] > 0 ? gone + c->swing[b] * angle_between(from + 3, to + 3) : gone;
}

bool sar_crowding_is_left(const SarWorkspace *m, const double *q) {
  const SarCrowding *c = m->crowding;
  for (int32_t b = 0; c && b < m->system->nbodies; b++) {
    if (c->size[b] > 0 && distance_gone(c, b, q) > c->margin[b]) return true;
  }
  return false;
}

/* Some body has used up half of its margin, or might leave it soon. */
static bool is_due(const SarWorkspace *m, const SarPoint *at) {
  const SarCrowding *c = m->crowding;
  for (int32_t b = 0; b < m->system->nbodies; b++) {
    if (!(c->size[b] > 0)) continue;
    double gone = distance_gone(c, b, at->q), next = NEXT_STEPS * c->step * speed_of(c, b, at->v);
    bool widest = c->margin[b] >= MOST_MARGIN * c->size[b]; /* a new list would have no more */
    if (gone > c->margin[b] / 2 || (!widest && gone + next > c->margin[b])) return true;
  }
  return false;
}

/* ---- pairs of bodies in the pattern ---- */

static int compare_bodies(const void *a, const void *b) {
  const SarBodyPair *x = a, *y = b;
  if (x->a != y->a) return x->a < y->a ? -1 : 1;
  return (x->b > y->b) - (x->b < y->b);
}

static bool add_coupled(SarCrowding *c, SarBodyPair pair) {
  SarBodyPair *slot = sar_append(&c->coupled, &c->ncoupled, &c->coupled_capacity, sizeof *slot);
  if (slot) *slot = pair;
  return slot != NULL;
}

static int32_t sort_coupled(SarBodyPair *pairs, int32_t n) {
  int32_t kept = 0;
  if (n < 2) return n;
  qsort(pairs, (size_t)n, sizeof *pairs, compare_bodies);
  for (int32_t i = 1; i < n; i++) {
    if (compare_bodies(&pairs[i], &pairs[kept]) != 0) pairs[++kept] = pairs[i];
  }
  return kept + 1;
}

/* Adds those of the list; those that are no longer in it go when there are many of them. changed: there are others than
 * before. */
static SarStatus couple(SarWorkspace *m, bool *changed) {
  SarCrowding *c = m->crowding;
  int32_t before = c->ncoupled, near;
  for (int32_t k = 0; k < c->nparts; k++) { /* those of the list stand behind the others */
    const int32_t *body = c->parts[k].body;
    bool ground = body[1] == m->system->nbodies;
    if (!ground && !add_coupled(c, (SarBodyPair){body[0], body[1]})) return sar_report_no_memory(m->problem.context);
  }
  near = sort_coupled(c->coupled + before, c->ncoupled - before);
  bool clean = c->steps >= STEPS_TO_CLEAN && before > 0 && before - near > MOST_DEAD * before;
  if (clean) {
    memmove(c->coupled, c->coupled + before, (size_t)near * sizeof *c->coupled);
    c->ncoupled = near;
    c->steps = 0;
    *changed = true;
    return SAR_OK;
  }
  c->ncoupled = sort_coupled(c->coupled, before + near);
  *changed = c->ncoupled > before;
  return SAR_OK;
}

SarStatus sar_crowding_find_slots(SarWorkspace *m) {
  SarCrowding *c = m->crowding;
  const SarPattern *pattern = &m->problem.pattern;
  int32_t ground = m->system->nbodies;
  if (!c) return SAR_OK;
  c->slots = SAR_NEW(c->arena, 24 * (size_t)c->nparts + 1, int32_t);
  if (!c->slots) return sar_report_no_memory(m->problem.context);
  for (int32_t k = 0; k < c->nparts; k++) {
    const int32_t *body = c->parts[k].body;
    int32_t *slots = c->slots + c->parts[k].slots;
    for (int32_t column = 0; column < 12; column++) {
      int32_t own = body[column / 6];
      for (int p = 0; p < 2; p++) {
        bool none = own == ground || body[p] == ground;
        *slots++ = none ? -1 : sar_pattern_find(pattern, 6 * body[p], 6 * own + column % 6);
      }
    }
  }
  return SAR_OK;
}

/* ---- the list ---- */

/* Whether the k-th part of the one list comes before that of the other: by crowd, then by bodies. */
static int compare_parts(const SarPart *a, const SarPart *b) {
  if (a->element != b->element) return a->element < b->element ? -1 : 1;
  for (int i = 0; i < 2; i++) {
    if (a->body[i] != b->body[i]) return a->body[i] < b->body[i] ? -1 : 1;
  }
  return 0;
}

/* What the parts of a new list remember: what those of the old one did, or what there is to begin with. */
static SarStatus remember(SarWorkspace *m, const SarPoint *at, const SarCrowdList *list) {
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
      sar_parts_reset_one(m, at, part, now);
      memcpy(before, now, (size_t)part->nmemory * sizeof *now);
    }
  }
  c->memory = memory;
  c->nmemory = list->nmemory;
  return SAR_OK;
}

/* From where c->q and c->margin are; bodies are placed at the point. */
static SarStatus make_list(SarWorkspace *m, const SarPoint *at) {
  SarCrowding *c = m->crowding;
  SarCrowdList list = {.arena = sar_arena_create()};
  if (!list.arena) return sar_report_no_memory(m->problem.context);
  SarStatus status = sar_crowding_gather(m, &list);
  if (status == SAR_OK) status = remember(m, at, &list);
  if (status != SAR_OK) {
    sar_arena_destroy(&list.arena);
    return status;
  }
  sar_arena_destroy(&c->arena);
  c->arena = list.arena;
  c->parts = list.parts;
  c->nparts = list.nparts;
  c->ranges = list.ranges;
  c->lists++;
  c->looked += list.looked;
  return SAR_OK;
}

static SarStatus renew_pattern(SarWorkspace *m) {
  m->crowding->patterns++;
  m->problem.generation++;
  return sar_workspace_make_pattern(m);
}

static SarStatus renew(SarWorkspace *m, const SarPoint *at) {
  bool changed;
  sar_workspace_place(m, at->q, at->v);
  choose_margins(m, at->q, at->v);
  SAR_TRY(make_list(m, at));
  SAR_TRY(couple(m, &changed));
  return changed ? renew_pattern(m) : sar_crowding_find_slots(m);
}

SarStatus sar_crowding_create(SarWorkspace *m) {
  const SarSystem *s = m->system;
  if (!s->ncrowds) return SAR_OK;
  bool changed;
  SarPoint at = {.q = s->q0, .v = s->v0};
  SAR_TRY(make(m));
  sar_workspace_place(m, at.q, at.v);
  choose_margins(m, at.q, NULL);
  SAR_TRY(make_list(m, &at));
  return couple(m, &changed);
}

SarStatus sar_workspace_refresh(SarProblem *p, const SarPoint *at) {
  SarWorkspace *m = (SarWorkspace *)p;
  SarCrowding *c = m->crowding;
  if (!c) return SAR_OK;
  c->step = at->t > c->time ? at->t - c->time : c->step;
  c->time = at->t;
  c->steps++;
  return is_due(m, at) ? renew(m, at) : SAR_OK;
}

SarStatus sar_workspace_refresh_left(SarProblem *p, const SarPoint *at) {
  SarWorkspace *m = (SarWorkspace *)p;
  return m->crowding && sar_crowding_is_left(m, at->q) ? renew(m, at) : SAR_OK;
}

/* ---- saved, and copied ---- */

/* The list and the pattern as q, margins and coupled pairs say. Memory is what parts begin with. */
static SarStatus follow(SarWorkspace *m) {
  SarCrowding *c = m->crowding;
  SarPoint at = {.t = c->time, .q = c->q};
  sar_workspace_place(m, at.q, NULL);
  SAR_TRY(make_list(m, &at));
  return renew_pattern(m);
}

SarStatus sar_workspace_archive_crowds(SarWorkspace *m, SarArchive *archive) {
  SarCrowding *c = m->crowding;
  int32_t n = m->system->nbodies, count = c ? c->ncoupled : 0;
  if (!c) return archive->status;
  sar_archive_section(archive, "crowds");
  sar_archive_reals(archive, c->q, 7 * (int64_t)n);
  sar_archive_reals(archive, c->margin, n);
  SAR_ARCHIVE(archive, c->time);
  SAR_ARCHIVE(archive, c->step);
  SAR_ARCHIVE(archive, c->steps);
  SAR_ARCHIVE(archive, c->lists);
  SAR_ARCHIVE(archive, c->patterns);
  SAR_ARCHIVE(archive, c->looked);
  sar_archive_int(archive, &count, 0, INT32_MAX);
  if (archive->loading) c->ncoupled = 0;
  for (int32_t k = 0; k < count && archive->status == SAR_OK; k++) {
    SarBodyPair pair = archive->loading ? (SarBodyPair){0, 0} : c->coupled[k];
    sar_archive_int(archive, &pair.a, 0, n - 1);
    sar_archive_int(archive, &pair.b, 0, n - 1);
    if (archive->loading && !add_coupled(c, pair)) return SAR_NO_MEMORY;
  }
  SAR_TRY(archive->status);
  if (archive->loading) {
    int64_t lists = c->lists, patterns = c->patterns, looked = c->looked;
    SAR_TRY(follow(m));
    c->lists = lists, c->patterns = patterns, c->looked = looked;
  }
  sar_archive_reals(archive, c->memory, c->nmemory ? 2 * (int64_t)c->nmemory + 1 : 0);
  return archive->status;
}

SarStatus sar_workspace_copy_crowds(SarWorkspace *m, const SarWorkspace *from) {
  SarCrowding *c = m->crowding;
  const SarCrowding *other = from->crowding;
  if (!c) return SAR_OK;
  memcpy(c->q, other->q, 7 * (size_t)m->system->nbodies * sizeof *c->q);
  memcpy(c->margin, other->margin, (size_t)m->system->nbodies * sizeof *c->margin);
  c->time = other->time;
  c->step = other->step;
  c->steps = other->steps;
  c->ncoupled = 0;
  for (int32_t k = 0; k < other->ncoupled; k++) {
    if (!add_coupled(c, other->coupled[k])) return sar_report_no_memory(m->problem.context);
  }
  SAR_TRY(follow(m));
  if (c->nmemory) memcpy(c->memory, other->memory, (2 * (size_t)c->nmemory + 1) * sizeof *c->memory);
  return SAR_OK;
}
