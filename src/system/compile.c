/* Model -> System: bodies first, then joints in the order of the file (so that relations and motions find the
 * coordinates they speak of), forces, motions; then the length scale, which scales the rows of rotation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/beam.h"
#include "system/modal.h"
#include "system/outputs.h"
#include "system/parts.h"
#include "system/tie.h"
#include "system/user/user.h"

static SarStatus compile_bodies(SarSystem *s) {
  const SarModel *model = s->model;
  int32_t count = 0;
  for (int32_t e = 0; e < model->nelements; e++) count += model->elements[e].class->section == SAR_SECTION_BODIES;
  s->bodies = SAR_NEW(s->arena, count + 1, SarBody);
  s->q0 = SAR_NEW(s->arena, 7 * count + 7, double);
  s->v0 = SAR_NEW(s->arena, 6 * count + 6, double);
  if (!s->bodies || !s->q0 || !s->v0) return sar_report_no_memory(s->context);
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    s->places[e].body = -1;
    if (element->class->section != SAR_SECTION_BODIES) continue;
    int32_t b = s->nbodies++;
    SarMassProperties mass = sar_model_mass(element);
    s->bodies[b] =
        (SarBody){.name = element->name, .element = e, .mass = mass.mass, .inertia = mass.inertia, .com = mass.com};
    s->places[e].body = b;
    SarQuat p = sar_quat_normalise(sar_model_value(element, "turn")->turn);
    SarMat3 A = sar_quat_matrix(p);
    SarVec3 arm = sar_mul(&A, mass.com), omega = sar_model_value(element, "omega")->vector;
    sar_vec3_store(sar_add(sar_model_value(element, "at")->vector, arm), &s->q0[7 * b]);
    sar_quat_store(p, &s->q0[7 * b + 3]);
    sar_vec3_store(sar_add(sar_model_value(element, "velocity")->vector, sar_cross(omega, arm)), &s->v0[6 * b]);
    sar_vec3_store(sar_mul_t(&A, omega), &s->v0[6 * b + 3]);
  }
  return SAR_OK;
}

static SarStatus compile_section(SarSystem *s, SarSection section, bool relations,
                                 SarStatus (*compile)(SarSystem *, int32_t)) {
  SarStatus worst = SAR_OK;
  for (int32_t e = 0; e < s->model->nelements; e++) {
    const SarElementClass *class = s->model->elements[e].class;
    if (class->section != section) continue;
    if (section == SAR_SECTION_JOINTS && class->joint->relation != relations) continue;
    SarStatus status = compile(s, e);
    if (status == SAR_NO_MEMORY) return status;
    if (status != SAR_OK) worst = status; /* go on: all errors of a model are reported */
  }
  return worst;
}

static void widen(const SarSystem *s, double *farthest, const SarSide *side) {
  if (side->body < s->nbodies) farthest[side->body] = fmax(farthest[side->body], sar_norm(side->point));
}

/* A modal body reaches to what is on its interfaces. */
static void widen_to_interfaces(const SarSystem *s, double *farthest) {
  for (int32_t k = 0; k < s->nties; k++) {
    const SarTie *tie = &s->ties[k];
    double reach = sar_norm(s->scalars[tie->scalar].data.pa) + farthest[tie->node];
    farthest[tie->body] = fmax(farthest[tie->body], reach);
  }
}

/* Numerics section 4: RMS over moving bodies of the largest distance of a joint, force frame or shape from the centre
 * of mass; none: the largest radius of gyration; none: one metre, whatever the file's units are. Relations have no
 * frames of their own. */
static SarStatus measure_length(SarSystem *s) {
  double *farthest = SAR_NEW(s->arena, s->nbodies + 1, double), sum = 0, gyration = 0;
  int32_t count = 0; /* rigid and modal bodies and beams */
  if (!farthest) return sar_report_no_memory(s->context);
  for (int32_t e = 0; e < s->model->nelements; e++) {
    const SarElementClass *class = s->model->elements[e].class;
    if (class == &sar_structure_beam) {
      double length = s->model->elements[e].beam->length;
      sum += length * length;
      count++;
    }
    if (class->section == SAR_SECTION_BEAMS || class->section == SAR_SECTION_BODIES ||
        (class->joint && class->joint->relation))
      continue;
    if (class->section == SAR_SECTION_CONTACTS) continue; /* its shapes count */
    widen(s, farthest, &s->places[e].a);
    widen(s, farthest, &s->places[e].b);
  }
  for (int32_t k = 0; k < s->nparts; k++) {
    const SarPart *part = &s->parts[k];
    for (int32_t i = 0; part->class->extent && i < part->nnodes; i++) {
      int32_t b = part->body[i];
      if (b < s->nbodies) farthest[b] = fmax(farthest[b], part->class->extent(part->data, i));
    }
  }
  for (int32_t k = 0; k < s->ncrowds; k++) {
    for (int32_t i = 0; i < s->crowds[k].model.count; i++) {
      const SarCrowdShape *shape = &s->crowds[k].shapes[i];
      if (shape->body == s->nbodies || shape->shape.class->unbounded) continue;
      farthest[shape->body] = fmax(farthest[shape->body], sar_shape_extent(&shape->shape));
    }
  }
  widen_to_interfaces(s, farthest);
  for (int32_t b = 0; b < s->nbodies; b++) {
    const SarBody *body = &s->bodies[b];
    /* a node: its beam, or the modal body that it is an interface of, counts as a whole */
    if (s->model->elements[body->element].beam || body->tie) continue;
    count++;
    double trace = body->inertia.m[0][0] + body->inertia.m[1][1] + body->inertia.m[2][2];
    sum += farthest[b] * farthest[b];
    if (body->mass > 0) gyration = fmax(gyration, sqrt(trace / (2 * body->mass)));
  }
  double rms = count ? sqrt(sum / count) : 0;
  s->length = rms > 0 ? rms : gyration > 0 ? gyration : 1; /* m */
  s->length_origin = rms > 0 ? SAR_LENGTH_FRAMES : gyration > 0 ? SAR_LENGTH_GYRATION : SAR_LENGTH_UNKNOWN;
  return SAR_OK;
}

/* What the model says comes first; pictures keep to what was measured. */
static SarStatus compute_length(SarSystem *s) {
  SAR_TRY(measure_length(s));
  s->measured_length = s->length;
  if (!(s->model->length_scale > 0)) return SAR_OK;
  s->length = s->model->length_scale;
  s->length_origin = SAR_LENGTH_GIVEN;
  return SAR_OK;
}

static void apply_length(SarSystem *s) {
  for (int32_t i = 0; i < s->ndot1s; i++) s->dot1s[i].scale = s->length;
  for (int32_t i = 0; i < s->nscalars; i++) s->scalars[i].scale = s->scalars[i].rotation ? s->length : 1;
  for (int32_t i = 0; i < s->nrelations; i++) s->relations[i].scale = s->relations[i].rotation ? s->length : 1;
}

/* What was written of scalar coordinates, states and variables. */
static SarStatus write_starts(SarSystem *s) {
  const SarUser *u = s->user;
  s->nmotion_states = s->nstates - (u ? u->nstates : 0);
  s->x0 = SAR_NEW(s->arena, s->nstates + 1, double);
  s->xdot0 = SAR_NEW(s->arena, s->nstates + 1, double);
  s->z0 = SAR_NEW(s->arena, (u ? u->nalgebraic : 0) + 1, double);
  if (!s->x0 || !s->xdot0 || !s->z0) return sar_report_no_memory(s->context);
  if (!u) return SAR_OK;
  s->ncoords = u->ncoordinates;
  s->nalgebraic = u->nalgebraic;
  s->q0 = sar_arena_grow(s->arena, s->q0, 7 * (size_t)s->nbodies, (size_t)sar_system_nq(s) + 1, sizeof *s->q0);
  s->v0 = sar_arena_grow(s->arena, s->v0, 6 * (size_t)s->nbodies, (size_t)sar_system_nv(s) + 1, sizeof *s->v0);
  if (!s->q0 || !s->v0) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < u->ncoordinates; i++) {
    s->q0[7 * s->nbodies + i] = u->coordinates[i].start;
    s->v0[6 * s->nbodies + i] = u->coordinates[i].velocity;
  }
  for (int32_t i = 0; i < u->nstates; i++) s->x0[s->nmotion_states + i] = u->states[i].start;
  for (int32_t i = 0; i < u->nstates; i++) s->xdot0[s->nmotion_states + i] = u->states[i].rate;
  for (int32_t i = 0; i < u->nalgebraic; i++) s->z0[i] = u->algebraic[i].start;
  return SAR_OK;
}

/* A primitive without one of its functions would do for some methods and models, and for others not. */
static SarStatus check_primitive(const SarSystem *s, const SarPrimitiveClass *primitive) {
  const char *lacks = sar_primitive_lacks(primitive);
  if (!lacks) return SAR_OK;
  return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL,
                    "write it: docs/howto/add-a-primitive.md has an example of each",
                    "the primitive `%s` has no function `%s`", primitive->name, lacks);
}

static SarStatus check_primitives(const SarSystem *s) {
  for (int32_t i = 0; i < s->ncoordinates; i++) SAR_TRY(check_primitive(s, s->coordinates[i].class));
  for (int32_t i = 0; i < s->nscalars; i++) SAR_TRY(check_primitive(s, s->scalars[i].class));
  return SAR_OK;
}

static SarStatus compile_all(SarSystem *s) {
  s->places = SAR_NEW(s->arena, s->model->nelements + 1, SarPlace);
  if (!s->places) return sar_report_no_memory(s->context);
  SAR_TRY(sar_user_find(s));
  SAR_TRY(compile_bodies(s));
  SAR_TRY(sar_compile_modal(s));
  SarStatus joints = compile_section(s, SAR_SECTION_JOINTS, false, sar_compile_joint);
  if (joints == SAR_OK) joints = compile_section(s, SAR_SECTION_JOINTS, true, sar_compile_joint);
  SarStatus forces = compile_section(s, SAR_SECTION_FORCES, false, sar_compile_force);
  SarStatus motions = joints == SAR_OK ? compile_section(s, SAR_SECTION_MOTIONS, false, sar_compile_motion) : SAR_OK;
  SAR_TRY(compile_section(s, SAR_SECTION_BEAMS, false, sar_compile_beam));
  SAR_TRY(compile_section(s, SAR_SECTION_CONTACTS, false, sar_compile_contact));
  SAR_TRY(joints);
  SAR_TRY(forces);
  SAR_TRY(motions);
  SAR_TRY(check_primitives(s));
  SAR_TRY(sar_compile_starts(s));
  SAR_TRY(compute_length(s));
  apply_length(s);
  SAR_TRY(sar_user_compile(s));
  sar_compile_part_coordinates(s);
  SAR_TRY(sar_compile_tie_coordinates(s));
  SAR_TRY(write_starts(s));
  return sar_system_check_outputs(s);
}

SarStatus sar_system_compile(SarContext *context, SarModel *model, SarSystem **out) {
  SAR_NEED(context, context && model && out);
  *out = NULL;
  SAR_TRY(sar_model_validate(model));
  SarArena *arena = sar_arena_create();
  SarSystem *s = arena ? SAR_NEW(arena, 1, SarSystem) : NULL;
  if (!s) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  s->context = context;
  s->arena = arena;
  s->model = model;
  s->gravity = model->gravity;
  SarStatus status = compile_all(s);
  if (status != SAR_OK) {
    sar_arena_destroy(&arena);
    return status;
  }
  *out = s;
  return SAR_OK;
}

void sar_system_destroy(SarSystem **system) {
  if (!system || !*system) return;
  SarArena *arena = (*system)->arena;
  sar_arena_destroy(&arena);
  *system = NULL;
}
