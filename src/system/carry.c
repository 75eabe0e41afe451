#include "system/carry.h"

#include <string.h>

#include "system/parts.h"
#include "system/user/user.h"

/* ---- what there is room for ---- */

static SarStatus make(SarSystem *s) {
  SarCarried *c = SAR_NEW(s->arena, 1, SarCarried);
  if (!c) return sar_report_no_memory(s->context);
  c->turns = SAR_NEW(s->arena, s->nturns + 1, double);
  c->memory = SAR_NEW(s->arena, sar_parts_memory(s) + 1, double);
  c->parameters = SAR_NEW(s->arena, s->model->nparameters + 1, double);
  if (!c->turns || !c->memory || !c->parameters) return sar_report_no_memory(s->context);
  s->carried = c;
  s->nstarts = 0; /* of joints: they are of the beginning */
  return SAR_OK;
}

/* ---- the same bodies, coordinates and states ---- */

static SarStatus refuse(const SarSystem *to, int32_t element, const char *what) {
  const SarModelElement *e = element >= 0 ? &to->model->elements[element] : NULL;
  return sar_report(to->context, SAR_INPUT, e ? e->source : sar_nowhere(), e ? e->name : NULL,
                    "let a phase change only what acts on the bodies and what holds them",
                    "a phase cannot go on with other %s than the one before", what);
}

static const char *owner(const SarSystem *s, int32_t element) { return s->model->elements[element].name; }

static SarStatus compare_unknowns(const SarSystem *to, const SarSystem *from, const SarUserUnknown *a,
                                  const SarUserUnknown *b, int32_t count, const char *what) {
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(owner(to, a[i].element), owner(from, b[i].element)) != 0) return refuse(to, a[i].element, what);
  }
  return SAR_OK;
}

static SarStatus compare(const SarSystem *to, const SarSystem *from) {
  const SarUser *a = to->user, *b = from->user;
  if (to->nbodies != from->nbodies) return refuse(to, -1, "bodies");
  for (int32_t i = 0; i < to->nbodies; i++) {
    if (strcmp(to->bodies[i].name, from->bodies[i].name) != 0) return refuse(to, to->bodies[i].element, "bodies");
  }
  int32_t states = a ? a->nstates : 0;
  if (to->ncoords != from->ncoords) return refuse(to, -1, "coordinates");
  if (states != (b ? b->nstates : 0)) return refuse(to, -1, "states");
  if (!a || !b) return SAR_OK;
  SAR_TRY(compare_unknowns(to, from, a->coordinates, b->coordinates, to->ncoords, "coordinates"));
  return compare_unknowns(to, from, a->states, b->states, states, "states");
}

/* ---- carrying ---- */

/* Positions are those of centres of mass, which a phase may move in their bodies. */
static void carry_body(SarSystem *to, const SarSystem *from, int32_t b, const SarPoint *at) {
  SarQuat p = sar_quat_load(at->q + 7 * b + 3);
  SarMat3 A = sar_quat_matrix(p);
  SarVec3 w = sar_vec3_load(at->v + 6 * b + 3), way = sar_sub(to->bodies[b].com, from->bodies[b].com);
  SarVec3 arm = sar_mul(&A, way), drift = sar_mul(&A, sar_cross(w, way));
  sar_vec3_store(sar_add(sar_vec3_load(at->q + 7 * b), arm), to->q0 + 7 * b);
  sar_quat_store(p, to->q0 + 7 * b + 3);
  sar_vec3_store(sar_add(sar_vec3_load(at->v + 6 * b), drift), to->v0 + 6 * b);
  sar_vec3_store(w, to->v0 + 6 * b + 3);
}

static void copy(double *to, const double *from, int32_t count) {
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

static void carry_numbers(SarSystem *to, const SarSystem *from, const SarPoint *at) {
  int32_t states = to->user ? to->user->nstates : 0;
  for (int32_t b = 0; b < to->nbodies; b++) carry_body(to, from, b, at);
  copy(to->q0 + 7 * to->nbodies, at->q + 7 * to->nbodies, to->ncoords);
  copy(to->v0 + 6 * to->nbodies, at->v + 6 * to->nbodies, to->ncoords);
  copy(to->x0 + to->nmotion_states, at->x + from->nmotion_states, states); /* of motions: from the rates there */
  copy(to->xdot0 + to->nmotion_states, at->xdot + from->nmotion_states, states);
  if (to->nalgebraic == from->nalgebraic) copy(to->z0, at->z, to->nalgebraic);
}

/* An angle that was not there before is within half a turn of the written pose. */
static void carry_turn(SarSystem *to, const SarWorkspace *from, int32_t new, int32_t old, double t) {
  const SarCoordinate *a = &to->coordinates[new], *b = &from->system->coordinates[old];
  bool same = a->turns >= 0 && b->turns >= 0 && a->a == b->a && a->b == b->b;
  if (same) to->carried->turns[a->turns] = sar_workspace_coordinate(from, old, t).y;
}

static void carry_turns(SarSystem *to, const SarWorkspace *from, double t) {
  const SarSystem *old = from->system;
  bool alike = to->ncoordinates == old->ncoordinates;
  for (int32_t i = 0; alike && i < to->ncoordinates; i++) carry_turn(to, from, i, i, t);
  for (int32_t e = 0; !alike && e < to->model->nelements; e++) {
    int32_t other = sar_model_find(old->model, owner(to, e));
    SarRange a = to->places[e].coordinates, b = other < 0 ? (SarRange){0} : old->places[other].coordinates;
    for (int32_t i = 0; i < a.count && i < b.count; i++) carry_turn(to, from, a.first + i, b.first + i, t);
  }
}

/* Contacts of many shapes find each other anew. */
static void carry_memory(SarSystem *to, const SarWorkspace *from, double t) {
  const SarSystem *old = from->system;
  double *now = to->carried->memory + 1, *before = now + to->npart_memory;
  const double *old_now = from->part_memory + 1, *old_before = old_now + old->npart_memory;
  if (!to->npart_memory) return;
  to->carried->memory[0] = t;
  for (int32_t e = 0; e < to->model->nelements; e++) {
    int32_t other = to->places[e].parts.count ? sar_model_find(old->model, owner(to, e)) : -1;
    SarRange a = to->places[e].parts, b = other < 0 ? (SarRange){0} : old->places[other].parts;
    for (int32_t i = 0; i < a.count && a.count == b.count; i++) {
      const SarPart *part = &to->parts[a.first + i], *same = &old->parts[b.first + i];
      if (part->nmemory != same->nmemory) continue;
      to->carried->remembers = true;
      copy(now + part->memory, old_now + same->memory, part->nmemory);
      copy(before + part->memory, old_before + same->memory, part->nmemory);
    }
  }
}

/* What a phase says of a parameter counts, else what an event has set, else the model. */
static void carry_parameters(SarSystem *to, const SarWorkspace *from) {
  const SarModel *model = to->model, *old = from->system->model;
  const SarUser *u = from->system->user;
  for (int32_t i = 0; i < model->nparameters; i++) {
    to->carried->parameters[i] = model->parameters[i].value;
    bool same = u && i < old->nparameters && strcmp(old->parameters[i].name, model->parameters[i].name) == 0 &&
                old->parameters[i].value == model->parameters[i].value;
    if (same) to->carried->parameters[i] = from->leaves[u->first[SAR_SYMBOL_PARAMETER] + i];
  }
}

SarStatus sar_system_carry(SarSystem *to, const SarWorkspace *from, const SarPoint *at) {
  SAR_TRY(compare(to, from->system));
  SAR_TRY(make(to));
  to->carried->t = at->t;
  sar_workspace_place(from, at->q, at->v);
  carry_numbers(to, from->system, at);
  carry_turns(to, from, at->t);
  carry_memory(to, from, at->t);
  carry_parameters(to, from);
  return SAR_OK;
}

SarStatus sar_system_archive_carried(SarSystem *s, SarArchive *archive) {
  if (archive->loading) SAR_TRY(make(s));
  SarCarried *c = s->carried;
  sar_archive_section(archive, "carried");
  SAR_ARCHIVE(archive, c->t);
  sar_archive_flag(archive, &c->remembers);
  sar_archive_reals(archive, s->q0, sar_system_nq(s));
  sar_archive_reals(archive, s->v0, sar_system_nv(s));
  sar_archive_reals(archive, s->x0, s->nstates);
  sar_archive_reals(archive, s->xdot0, s->nstates);
  sar_archive_reals(archive, s->z0, s->nalgebraic);
  sar_archive_reals(archive, c->turns, s->nturns);
  sar_archive_reals(archive, c->memory, sar_parts_memory(s));
  sar_archive_reals(archive, c->parameters, s->model->nparameters);
  return archive->status;
}

double sar_system_begin(const SarSystem *s) { return s->carried ? s->carried->t : 0; }
bool sar_system_is_carried(const SarSystem *s) { return s->carried != NULL; }
