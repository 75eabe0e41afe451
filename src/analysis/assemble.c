/* `sarrus assemble`: a consistent start, and what it took to get there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/audit/step_report.h"
#include "analysis/record/recorder.h"
#include "analysis/start/mirror.h"
#include "analysis/start/start.h"

#define MOVED 1e-9         /* in L and rad: more than rounding */
#define MOVED_A_LOT 0.01   /* in L and rad: worth a warning */
#define CHANGED_A_LOT 0.01 /* of the largest speed, over L, or angular velocity: worth a warning */

/* An assembly with the memory behind it. */
typedef struct Assembly {
  SarAssembly public;
  SarArena *arena;
} Assembly;

const char *sar_assembly_way_name(SarAssemblyWay way) {
  static const char *const names[] = {"direct", "damped", "staged", "restarted"};
  return names[way];
}

/* ---- what moved ---- */

/* A body's reference point and its motion. */
static SarKin reference(const SarSystem *s, int32_t body, const double *q, const double *v) {
  SarKin k = {.A = sar_quat_matrix(sar_quat_load(q + (size_t)7 * (size_t)body + 3))};
  SarVec3 arm = sar_mul(&k.A, s->bodies[body].com);
  k.w = sar_mul(&k.A, sar_vec3_load(v + (size_t)6 * (size_t)body + 3)); /* ground axes */
  k.r = sar_sub(sar_vec3_load(q + (size_t)7 * (size_t)body), arm);
  k.v = sar_sub(sar_vec3_load(v + (size_t)6 * (size_t)body), sar_cross(k.w, arm));
  return k;
}

SarMoved sar_start_moved(const SarStart *s, int32_t body) {
  const SarSystem *system = s->system;
  SarKin then = reference(system, body, system->q0, system->v0), now = reference(system, body, s->q, s->v);
  SarQuat before = sar_quat_load(system->q0 + (size_t)7 * (size_t)body + 3);
  SarQuat after = sar_quat_load(s->q + (size_t)7 * (size_t)body + 3);
  return (SarMoved){.body = system->bodies[body].name,
                    .distance = sar_norm(sar_sub(now.r, then.r)),
                    .angle = sar_norm(sar_quat_log(sar_quat_mul(sar_quat_conjugate(before), after))),
                    .velocity = sar_norm(sar_sub(now.v, then.v)),
                    .angular_velocity = sar_norm(sar_sub(now.w, then.w))};
}

static double extent(const SarMoved *moved, double L) { return fmax(moved->distance / L, moved->angle); }

static void warn_opposed(const SarStart *s) {
  const SarSystem *system = s->system;
  for (int32_t e = 0; e < system->model->nelements; e++) {
    const SarModelElement *element = &system->model->elements[e];
    if (!sar_joint_is_opposed(system, e, system->q0, s->q)) continue;
    sar_warn(s->context, element->source, element->name,
             "write poses in which the axes of its two sides point nearly the same way",
             "assembly closed `%s` with its axes opposed: a body has been turned over", element->name);
    return; /* what follows from it would only repeat it */
  }
}

void sar_start_warn_moved(const SarStart *s) {
  const SarUnits *units = &s->system->model->units;
  SarMoved most = {0};
  int32_t index = -1;
  warn_opposed(s);
  for (int32_t b = 0; b < s->system->nbodies; b++) {
    SarMoved moved = sar_start_moved(s, b);
    if (index < 0 || extent(&moved, s->system->length) > extent(&most, s->system->length)) most = moved, index = b;
  }
  if (index < 0 || extent(&most, s->system->length) <= MOVED_A_LOT) return;
  const SarModelElement *element = &s->system->model->elements[s->system->bodies[index].element];
  if (most.distance < MOVED * s->system->length) most.distance = 0;
  if (most.angle < MOVED) most.angle = 0;
  sar_warn(s->context, element->source, element->name, "`sarrus assemble` lists all bodies that were moved",
           "the written pose does not close the joints: assembly moved `%s` by %.3g %s and turned it by %.3g %s",
           element->name, most.distance / units->length, units->length_name, most.angle / units->angle,
           units->angle_name);
}

/* ---- velocities ---- */

/* A written velocity or angular velocity that the start does not keep. */
typedef struct Changed {
  int32_t body;
  bool rotation;
  double size; /* over L, 1/s */
  SarVec3 written, now;
} Changed;

static double speed_of(const SarKin *k, double L) { return fmax(sar_norm(k->v) / L, sar_norm(k->w)); }

static void look_at_field(const SarStart *s, Changed changed, const char *field, Changed *most) {
  const SarModelElement *body = &s->system->model->elements[s->system->bodies[changed.body].element];
  changed.size = sar_norm(sar_sub(changed.now, changed.written)) / (changed.rotation ? 1 : s->system->length);
  if (sar_model_value(body, field)->given && sar_norm(changed.written) > 0 && changed.size > most->size) {
    *most = changed;
  }
}

/* The largest change, and the largest speed of all. */
static Changed find_changed(const SarStart *s, double *speed) {
  const SarSystem *system = s->system;
  Changed most = {.body = -1};
  *speed = 0;
  for (int32_t b = 0; b < system->nbodies; b++) {
    SarKin then = reference(system, b, system->q0, system->v0), now = reference(system, b, s->q, s->v);
    *speed = fmax(*speed, fmax(speed_of(&then, system->length), speed_of(&now, system->length)));
    look_at_field(s, (Changed){.body = b, .written = then.v, .now = now.v}, "velocity", &most);
    look_at_field(s, (Changed){.body = b, .rotation = true, .written = then.w, .now = now.w}, "omega", &most);
  }
  return most;
}

/* The constraint on the body, or else anywhere, that the written velocities violate most. */
static SarStatus find_violated(const SarStart *s, int32_t body, SarCulpritName *out) {
  const SarProblem *p = &s->all->problem;
  int32_t rows = p->n.np + p->n.nn, worst = -1;
  double *rates = calloc((size_t)rows + 1, sizeof *rates), largest = 0;
  if (!rates) return sar_report_no_memory(s->context);
  SarStatus status = p->ops->velocity(p, &(SarPoint){.q = s->q, .v = s->system->v0, .x = s->x}, rates);
  for (int pass = 0; status == SAR_OK && pass < 2 && worst < 0; pass++) {
    for (int32_t i = 0; i < rows; i++) {
      int32_t element = sar_culprit_name(s->system, p->n.nv + i).index;
      const SarPlace *place = element >= 0 ? &s->system->places[element] : NULL;
      bool counts = pass || (place && (place->a.body == body || place->b.body == body));
      if (counts && fabs(rates[i]) > largest) largest = fabs(rates[i]), worst = i;
    }
  }
  free(rates);
  if (worst >= 0) *out = sar_culprit_name(s->system, p->n.nv + worst);
  return status;
}

SarStatus sar_start_warn_velocity(const SarStart *s) {
  const SarUnits *u = &s->system->model->units;
  double speed;
  Changed c = find_changed(s, &speed);
  SarCulpritName joint = {.index = -1};
  if (c.body < 0 || !(c.size > CHANGED_A_LOT * speed)) return SAR_OK;
  SAR_TRY(find_violated(s, c.body, &joint));
  if (joint.index < 0) return SAR_OK;
  const SarModelElement *body = &s->system->model->elements[s->system->bodies[c.body].element];
  double unit = (c.rotation ? u->angle : u->length) / u->time;
  SarVec3 written = sar_scale(1 / unit, c.written), now = sar_scale(1 / unit, c.now);
  sar_warn(
      s->context, sar_model_value(body, c.rotation ? "omega" : "velocity")->source, body->name,
      "write velocities of all bodies that the joints allow (`sarrus assemble` prints them), or `lock: velocity` on "
      "the body that shall keep its own",
      "`%s` (%s) does not allow the written %s of `%s`: it starts with [%.4g, %.4g, %.4g] instead of [%.4g, %.4g, "
      "%.4g] %s/%s",
      joint.element, joint.equation, c.rotation ? "angular velocity" : "velocity", body->name, now.x, now.y, now.z,
      written.x, written.y, written.z, c.rotation ? u->angle_name : u->length_name, u->time_name);
  return SAR_OK;
}

/* ---- the report ---- */

/* The order of the report; equal ones in the order of the file. */
typedef struct Ranked {
  double extent;
  int32_t body;
} Ranked;

static int compare(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->extent != y->extent) return x->extent < y->extent ? 1 : -1;
  return x->body < y->body ? -1 : x->body > y->body;
}

static SarStatus list_moved(Assembly *out, const SarStart *s) {
  int32_t n = s->system->nbodies;
  SarMoved *moved = SAR_NEW(out->arena, n + 1, SarMoved);
  Ranked *ranked = SAR_NEW(out->arena, n + 1, Ranked);
  if (!moved || !ranked) return sar_report_no_memory(s->context);
  for (int32_t b = 0; b < n; b++) {
    SarMoved one = sar_start_moved(s, b);
    ranked[b] = (Ranked){extent(&one, s->system->length), b};
    out->public.nmoved += ranked[b].extent > MOVED;
  }
  qsort(ranked, (size_t)n, sizeof *ranked, compare);
  for (int32_t i = 0; i < n; i++) moved[i] = sar_start_moved(s, ranked[i].body);
  out->public.moved = moved;
  out->public.nbodies = n;
  return SAR_OK;
}

static SarStatus fill(Assembly *out, SarStart *s) {
  SarAssembly *a = &out->public;
  a->length = s->system->length;
  a->position_error_written = s->position_error;
  a->position_error = s->position_left;
  a->velocity_error_written = s->velocity_error;
  a->velocity_error = s->velocity_left;
  a->way = s->work.way;
  a->iterations = s->work.iterations;
  a->stages = s->work.stages;
  a->restarts = s->work.restarts;
  SAR_TRY(list_moved(out, s));
  SAR_TRY(sar_mirror_find(s, out->arena, &a->mirrors, &a->nmirrors));
  for (int32_t i = 0; i < a->nmirrors; i++) sar_mirror_tell(s, &a->mirrors[i]);
  return SAR_OK;
}

static SarStatus make_report(SarStart *s, const SarAssembly **out) {
  SarArena *arena = sar_arena_create();
  Assembly *assembly = arena ? SAR_NEW(arena, 1, Assembly) : NULL;
  if (!assembly) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(s->context);
  }
  assembly->arena = arena;
  SarStatus status = fill(assembly, s);
  *out = &assembly->public;
  if (status != SAR_OK) sar_assembly_destroy(out);
  return status;
}

void sar_assembly_destroy(const SarAssembly **assembly) {
  if (!assembly || !*assembly) return;
  SarArena *arena = ((const Assembly *)(const void *)*assembly)->arena;
  sar_arena_destroy(&arena);
  *assembly = NULL;
}

/* ---- the analysis ---- */

static SarStatus record_assembled(SarStart *s, SarAudit *audit, SarTable *table) {
  SarRunOptions options = sar_run_options_default();
  options.table = table;
  SarRecorder *recorder = NULL;
  SarRecorderPlan plan = {.options = &options, .method = "assemble", .kinematic = true};
  SarStatus status = sar_recorder_create(s, &plan, &recorder);
  if (status == SAR_OK) status = sar_equations_least_norm(s->equations, 0, s->q, s->v, s->x, s->lambda, s->mu);
  SarPoint at = {.q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot};
  SarEnergyRecord energy = {0};
  if (status == SAR_OK) status = sar_audit_start(audit, s->m, &at);
  if (status == SAR_OK) status = sar_audit_energy(audit, s->m, &at, 0, 0, &energy);
  if (status == SAR_OK) status = sar_recorder_row(recorder, s->m, &at, &energy);
  if (status == SAR_OK) status = sar_recorder_finish(recorder);
  sar_recorder_destroy(&recorder);
  return status;
}

SarStatus sar_assemble_report(SarContext *context, const SarSystem *system, SarTable *table, const SarAssembly **out) {
  SarStart *start = NULL;
  SarAudit *audit = NULL;
  if (out) *out = NULL;
  SarStatus status = sar_start_create(context, system, &start);
  if (status == SAR_OK) sar_start_warn_redundant(start);
  if (status == SAR_OK) status = sar_start_warn_velocity(start);
  if (status == SAR_OK && out) status = make_report(start, out);
  if (status == SAR_OK && table) status = sar_audit_create(context, system, &audit);
  if (status == SAR_OK && table) status = record_assembled(start, audit, table);
  if (status != SAR_OK && out) sar_assembly_destroy(out);
  sar_audit_destroy(&audit);
  sar_start_destroy(&start);
  return status;
}

SarStatus sar_assemble(SarContext *context, const SarSystem *system, SarTable *table) {
  return sar_assemble_report(context, system, table, NULL);
}
