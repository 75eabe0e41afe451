#include "system/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "element/contact/contact_part.h"
#include "system/crowding.h"
#include "system/crowding_margin.h"
#include "system/part_point.h"

#define SAME 1e-9 /* turns that differ by less are one: the first is named */

/* All parts, one after the other: those that are always there, then those that come and go. */
static int32_t count_parts(const SarWorkspace *m) {
  return m->system->nparts + (m->crowding ? m->crowding->nparts : 0);
}
static const SarPart *part_at(const SarWorkspace *m, int32_t k) {
  int32_t fixed = m->system->nparts;
  return k < fixed ? &m->system->parts[k] : &m->crowding->parts[k - fixed];
}

/* Those of an element, by their numbers above. */
static SarRange parts_of(const SarWorkspace *m, int32_t element) {
  const SarPlace *place = &m->system->places[element];
  if (!place->crowd) return place->parts;
  SarRange range = m->crowding->ranges[place->crowd - 1];
  return (SarRange){m->system->nparts + range.first, range.count};
}

static double factor_of(const SarWorkspace *m, const SarPart *part) { return part->class->outer ? m->loads : 1; }

/* The rows of a part, where its functions write them: zero. */
static double *no_rows(const SarWorkspace *m, const SarPart *part) {
  memset(m->part_scratch, 0, (size_t)sar_part_rows(part) * sizeof *m->part_scratch);
  return m->part_scratch;
}

/* f is laid out like m->force. */
static void scatter(const SarWorkspace *m, const SarPart *part, const double *rows, double *f) {
  double *coordinates = f + 6 * m->system->nbodies + 6 + part->coordinate;
  for (int32_t i = 0; i < part->nnodes; i++) {
    double *body = f + 6 * part->body[i];
    for (int k = 0; k < 6; k++) body[k] += rows[6 * i + k];
  }
  for (int32_t i = 0; i < part->ncoordinates; i++) coordinates[i] += rows[6 * part->nnodes + i];
}

static SarStatus evaluate(const SarWorkspace *m, const SarPoint *at, const SarPart *part, double **rows) {
  SarPlacedPart placed;
  sar_part_place(m, at, part, &placed);
  *rows = no_rows(m, part);
  SAR_TRY(part->class->residual(part->data, &placed.at, *rows));
  double factor = factor_of(m, part);
  for (int32_t i = 0; factor != 1 && i < sar_part_rows(part); i++) (*rows)[i] *= factor;
  return SAR_OK;
}

SarStatus sar_parts_add_residual(const SarWorkspace *m, const SarPoint *at, double *f) {
  *m->activity = 0;
  if (sar_crowding_is_left(m, at->q)) return SAR_RETRY;
  for (int32_t k = 0; k < count_parts(m); k++) {
    double *rows;
    SAR_TRY(evaluate(m, at, part_at(m, k), &rows));
    scatter(m, part_at(m, k), rows, f);
  }
  return SAR_OK;
}

void sar_parts_move_coordinates(const SarWorkspace *m, double *rows) {
  const SarSystem *s = m->system;
  const double *from = m->force + 6 * s->nbodies + 6;
  for (int32_t i = 0; s->nparts + s->nties > 0 && i < s->ncoords; i++) rows[6 * s->nbodies + i] += from[i];
}

/* Where the i-th row of a part stands among the nv of all; -1: on the ground. */
static int32_t row_of(const SarWorkspace *m, const SarPart *part, int32_t i) {
  int32_t ground = m->system->nbodies, nodes = 6 * part->nnodes;
  if (i >= nodes) return 6 * ground + part->coordinate + i - nodes;
  return part->body[i / 6] == ground ? -1 : 6 * part->body[i / 6] + i % 6;
}

static SarStatus add_action(const SarWorkspace *m, int32_t element, bool push, const SarPoint *at, double *force) {
  SarRange parts = parts_of(m, element);
  for (int32_t k = parts.first; k < parts.first + parts.count; k++) {
    const SarPart *part = part_at(m, k);
    double *rows;
    if (push && part->class->momentum) continue;
    SAR_TRY(evaluate(m, at, part, &rows));
    for (int32_t i = 0; i < sar_part_rows(part); i++) {
      int32_t row = row_of(m, part, i);
      if (row >= 0) force[row] -= rows[i];
    }
  }
  return SAR_OK;
}

SarStatus sar_parts_add_action(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force) {
  return add_action(m, element, false, at, force);
}

SarStatus sar_parts_add_push(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force) {
  return add_action(m, element, true, at, force);
}

SarStatus sar_parts_node_action(const SarWorkspace *m, int32_t element, int32_t node, const SarPoint *at,
                                double action[6]) {
  double *rows;
  SAR_TRY(evaluate(m, at, &m->system->parts[m->system->places[element].parts.first], &rows));
  for (int k = 0; k < 6; k++) action[k] = -rows[6 * node + k];
  return SAR_OK;
}

SarStatus sar_parts_work(const SarWorkspace *m, int32_t element, const SarPoint *at, const double *u, double *work) {
  SarRange parts = parts_of(m, element);
  *work = 0;
  for (int32_t k = parts.first; k < parts.first + parts.count; k++) {
    const SarPart *part = part_at(m, k);
    double *rows;
    SAR_TRY(evaluate(m, at, part, &rows));
    for (int32_t i = 0; i < sar_part_rows(part); i++) {
      int32_t row = row_of(m, part, i);
      if (row >= 0) *work -= rows[i] * u[row];
    }
  }
  return SAR_OK;
}

void sar_parts_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *f) {
  for (int32_t k = 0; k < count_parts(m); k++) {
    const SarPart *part = part_at(m, k);
    SarPlacedPart placed;
    sar_part_place(m, at, part, &placed);
    double *rows = no_rows(m, part);
    part->class->magnitude(part->data, &placed.at, rows);
    scatter(m, part, rows, f);
  }
}

SarStatus sar_parts_add_by_time(const SarWorkspace *m, const SarPoint *at, double *f) {
  for (int32_t k = 0; k < count_parts(m); k++) {
    const SarPart *part = part_at(m, k);
    if (!part->class->by_time) continue;
    SarPlacedPart placed;
    sar_part_place(m, at, part, &placed);
    double *rows = no_rows(m, part);
    SAR_TRY(part->class->by_time(part->data, &placed.at, rows));
    scatter(m, part, rows, f);
  }
  return SAR_OK;
}

void sar_parts_add_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *out) {
  for (int32_t k = 0; k < count_parts(m); k++) {
    const SarPart *part = part_at(m, k);
    SarPartEnergy energy = {0};
    SarPlacedPart placed;
    sar_part_place(m, at, part, &placed);
    part->class->energy(part->data, &placed.at, &energy);
    out->kinetic += energy.kinetic;
    out->potential += energy.potential;
    out->dissipation += energy.dissipation;
    out->work += energy.work;
    out->held += energy.held;
  }
}

void sar_parts_add_momentum(const SarWorkspace *m, const SarPoint *at, double *momentum) {
  int32_t ground = m->system->nbodies;
  for (int32_t k = 0; k < count_parts(m); k++) {
    const SarPart *part = part_at(m, k);
    if (!part->class->momentum) continue;
    SarPlacedPart placed;
    sar_part_place(m, at, part, &placed);
    double *rows = no_rows(m, part);
    part->class->momentum(part->data, &placed.at, rows);
    for (int32_t i = 0; i < 6 * part->nnodes; i++) {
      if (part->body[i / 6] < ground) momentum[6 * part->body[i / 6] + i % 6] += rows[i];
    }
  }
}

/* ---- the matrix ---- */

/* K -> K N in the three rotation columns of a node. */
static void chart_columns(int32_t n, const double *N, double *columns) {
  for (int32_t i = 0; i < n; i++) {
    double a = columns[i], b = columns[n + i], c = columns[2 * n + i];
    for (int j = 0; j < 3; j++) columns[j * n + i] = a * N[j] + b * N[3 + j] + c * N[6 + j];
  }
}

static void scatter_block(const SarPart *part, const int32_t *slots, const double *block, double *values) {
  int32_t n = sar_part_rows(part);
  const double *restrict from = block;
  for (int32_t c = 0; c < n; c++) {
    int32_t coordinates = part->diagonal && c >= 6 * part->nnodes ? 1 : part->ncoordinates;
    for (int32_t p = 0; p < part->nnodes; p++, slots++, from += 6) {
      if (*slots < 0) continue; /* the ground */
      double *restrict to = values + *slots;
      for (int k = 0; k < 6; k++) to[k] += from[k];
    }
    if (!coordinates) continue;
    for (int32_t k = 0; *slots >= 0 && k < coordinates; k++) values[*slots + k] += from[k];
    from += coordinates;
    slots++;
  }
}

/* The three matrices of a part in the scratch. Null: not asked for, or the part has none. */
static SarPartMatrix matrices(const SarWorkspace *m, const SarPart *part, const SarWeights *w) {
  size_t size = sar_part_size(part);
  bool damped = w->v != 0 && part->class->damped && part->class->damped(part->data);
  SarPartMatrix out = {.position = m->part_scratch + sar_part_rows(part)};
  if (damped) out.velocity = out.position + size;
  if (w->a != 0 && part->class->inertial) out.acceleration = out.position + 2 * size;
  memset(out.position, 0, size * sizeof *out.position);
  if (out.velocity) memset(out.velocity, 0, size * sizeof *out.velocity);
  if (out.acceleration) memset(out.acceleration, 0, size * sizeof *out.acceleration);
  return out;
}

/* With the stresses of the point, or of the one that is asked for. */
static SarStatus make_matrix(const SarWorkspace *m, const SarPart *part, const SarPlacedPart *placed,
                             SarPartMatrix *out) {
  if (!m->stress || !part->class->prestressed) return part->class->matrix(part->data, &placed->at, out);
  SarPlacedPart stressed = *placed;
  for (int32_t i = 0; i < part->nnodes; i++) {
    int32_t b = part->body[i];
    stressed.nodes[i].kin = &m->stressed[b];
    if (b < m->system->nbodies) stressed.nodes[i].rotation = m->stress + 7 * b + 3;
  }
  stressed.at.nodes = stressed.nodes;
  return part->class->prestressed(part->data, &placed->at, &stressed.at, out);
}

static SarStatus add_part(const SarWorkspace *m, const SarPoint *at, const SarWeights *w, const SarPart *part,
                          double *values) {
  int32_t n = sar_part_rows(part), ground = m->system->nbodies;
  size_t size = sar_part_size(part);
  SarPlacedPart placed;
  sar_part_place(m, at, part, &placed);
  if (part->class->acts && !part->class->acts(part->data, &placed.at)) return SAR_OK;
  SarPartMatrix out = matrices(m, part, w);
  double *position = out.position;
  SAR_TRY(make_matrix(m, part, &placed, &out));
  for (int32_t i = 0; w->rotation && i < part->nnodes; i++) {
    if (part->body[i] == ground) continue;
    chart_columns(n, w->rotation + 9 * part->body[i], position + (size_t)(6 * i + 3) * (size_t)n);
  }
  double factor = w->q * factor_of(m, part);
  for (size_t k = 0; k < size; k++) position[k] *= factor;
  for (size_t k = 0; out.velocity && k < size; k++) position[k] += w->v * out.velocity[k];
  for (size_t k = 0; out.acceleration && k < size; k++) position[k] += w->a * out.acceleration[k];
  scatter_block(part, (part->live ? m->crowding->slots : m->part_slots) + part->slots, position, values);
  return SAR_OK;
}

SarStatus sar_parts_add_jacobian(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values) {
  bool stiff = weights->q != 0 || weights->v != 0;
  for (int32_t k = 0; k < count_parts(m); k++) {
    if (!stiff && !part_at(m, k)->class->inertial) continue;
    SAR_TRY(add_part(m, at, weights, part_at(m, k), values));
  }
  return SAR_OK;
}

bool sar_parts_are_approximate(const SarSystem *s) {
  for (int32_t k = 0; k < s->nparts; k++) {
    const SarPart *part = &s->parts[k];
    if (part->class->approximate && part->class->approximate(part->data)) return true;
  }
  return false;
}

/* ---- touches ---- */

bool sar_parts_touch(const SarSystem *s) {
  for (int32_t k = 0; k < s->nparts; k++) {
    if (s->parts[k].class->foresee) return true;
  }
  return s->ncrowds > 0;
}

uint64_t sar_workspace_activity(const SarProblem *p) { return *sar_workspace_of(p)->activity; }

/* The accelerations that forces on bodies bring, those on the ground apart: weighted, root mean square. */
static double accelerations_of(const SarWorkspace *m, const double *f) {
  const SarSystem *s = m->system;
  const double *weight = m->problem.weight;
  double sum = 0;
  for (int32_t b = 0; b < s->nbodies; b++) {
    const SarBody *body = sar_system_heavy(s, b);
    SarVec3 force = sar_vec3_load(f + 6 * b), torque = sar_vec3_load(f + 6 * b + 3);
    double size = body->mass > 0 ? weight[6 * b] * sar_norm(force) / body->mass : 0;
    double turning = sar_norm(torque);
    if (turning > 0 && sar_mat3_determinant(&body->inertia) > 0) {
      SarMat3 inverse = sar_mat3_inverse(&body->inertia);
      turning = weight[6 * b + 3] * sar_norm(sar_mul(&inverse, torque));
      size = hypot(size, turning);
    }
    sum += size * size;
  }
  return m->problem.n.nv ? sqrt(sum / m->problem.n.nv) : 0;
}

/* The bodies at both ends, once for all parts: most bodies have many. */
static void place_both(const SarWorkspace *m, const SarPoint *from, const SarPoint *to) {
  sar_workspace_place(m, from->q, from->v);
  memcpy(m->before, m->kin, (size_t)(m->system->nbodies + 1) * sizeof *m->kin);
  sar_workspace_place(m, to->q, to->v);
}

double sar_workspace_foresee(const SarProblem *p, const SarPoint *from, const SarPoint *to, double *way) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarSystem *s = m->system;
  bool any = false;
  *way = 1;
  for (int32_t k = 0; k < count_parts(m); k++) {
    const SarPart *part = part_at(m, k);
    if (!part->class->foresee) continue;
    if (!any) {
      memset(m->force, 0, (size_t)(6 * s->nbodies + 6 + s->ncoords) * sizeof *m->force);
      place_both(m, from, to);
      any = true;
    }
    SarPlacedPart first, second;
    sar_part_place(m, from, part, &first);
    for (int32_t i = 0; i < part->nnodes; i++) first.nodes[i].kin = &m->before[part->body[i]];
    sar_part_place(m, to, part, &second);
    double *rows = no_rows(m, part);
    *way = fmin(*way, part->class->foresee(part->data, &first.at, &second.at, rows));
    scatter(m, part, rows, m->force);
  }
  return any ? accelerations_of(m, m->force) : 0;
}

/* ---- what is remembered ---- */

/* memory: the time, `count` numbers that are remembered now, and as many of the point before. near: the same of another
 * mechanism, or null. */
static void remember(SarWorkspace *m, const SarPoint *at, bool begin, SarRange parts, double *memory, int32_t count,
                     const double *near) {
  double *now = memory + 1, *before = now + count;
  size_t bytes = (size_t)count * sizeof *memory;
  if (!count) return;
  if (!begin) memcpy(before, now, bytes);
  for (int32_t k = parts.first; k < parts.first + parts.count; k++) {
    const SarPart *part = part_at(m, k);
    SarPlacedPart placed;
    if (!part->nmemory) continue;
    sar_part_place(m, at, part, &placed);
    placed.at.near = near ? near + 1 + part->memory : NULL;
    (begin ? part->class->reset : part->class->accept)(part->data, &placed.at, now + part->memory);
  }
  if (begin) memcpy(before, now, bytes);
  memory[0] = at->t;
}

void sar_parts_remember(SarWorkspace *m, const SarPoint *at, bool begin, const SarWorkspace *near) {
  const SarSystem *s = m->system;
  SarCrowding *c = m->crowding;
  const double *known = near && near->part_memory[0] == at->t ? near->part_memory : NULL;
  remember(m, at, begin, (SarRange){0, s->nparts}, m->part_memory, s->npart_memory, known);
  if (c) remember(m, at, begin, (SarRange){s->nparts, c->nparts}, c->memory, c->nmemory, NULL); /* lists may differ */
}

bool sar_parts_remembers(const SarWorkspace *m) {
  return m->system->npart_memory > 0 || (m->crowding && m->crowding->nmemory > 0);
}

/* ---- why not ---- */

/* A step in which a body passes by what it might touch. */
static bool explain_runaway(const SarWorkspace *m, const SarPoint *at, SarFault *out) {
  double gone;
  int32_t body = sar_crowding_runaway(m, at->q, &gone);
  if (body < 0) return false;
  const SarModelElement *element = &m->system->model->elements[m->system->bodies[body].element];
  *out = (SarFault){.source = element->source, .element = element->name};
  snprintf(out->what, sizeof out->what,
           "it moves by %.3g m at once, farther than contacts look ahead: it would pass by what it might touch", gone);
  snprintf(out->remedy, sizeof out->remedy, "take smaller steps: `step:` or `max_step:`");
  return true;
}

bool sar_parts_explain(const SarWorkspace *m, const SarPoint *at, SarFault *out) {
  const SarSystem *s = m->system;
  sar_workspace_place(m, at->q, at->v);
  if (explain_runaway(m, at, out)) return true;
  for (int32_t k = 0; k < count_parts(m); k++) {
    const SarPart *part = part_at(m, k);
    const SarModelElement *element = &s->model->elements[part->element];
    SarPartFault fault = {0};
    SarPlacedPart placed;
    double *rows;
    if (!part->class->explain || evaluate(m, at, part, &rows) <= 0) continue;
    sar_part_place(m, at, part, &placed);
    part->class->explain(part->data, &placed.at, &fault);
    *out = (SarFault){.source = element->source, .element = element->name};
    snprintf(out->what, sizeof out->what, "%s", fault.what);
    snprintf(out->remedy, sizeof out->remedy, "%s", fault.remedy);
    return true;
  }
  return false;
}

/* ---- what is recorded ---- */

/* A contact, by a phase: then it has no parts. */
static bool is_taken_out(const SarSystem *s, int32_t element) {
  const SarModelElement *e = &s->model->elements[element];
  return e->inactive && e->class->section == SAR_SECTION_CONTACTS;
}

const SarPartClass *sar_parts_recorded(const SarSystem *s, int32_t element) {
  const SarPlace *place = &s->places[element];
  const SarPartClass *class = place->parts.count ? s->parts[place->parts.first].class : NULL;
  if (place->crowd) class = &sar_part_contact;
  if (is_taken_out(s, element)) class = &sar_part_contact;
  return class && class->record ? class : NULL;
}

void sar_parts_record(const SarWorkspace *m, int32_t element, const SarPoint *at, const double *like, double *values) {
  SarRange parts = parts_of(m, element);
  const SarPartClass *class = sar_parts_recorded(m->system, element);
  bool crowd = m->system->places[element].crowd > 0;
  if (is_taken_out(m->system, element)) {
    sar_contact_record_nothing(0, values);
    return;
  }
  if (crowd) sar_contact_record_nothing(m->crowding->far, values);
  for (int32_t k = 0; k < (class->merge ? parts.count : 1); k++) {
    const SarPart *part = part_at(m, parts.first + k);
    bool first = k == 0 && !crowd;
    double *own = first ? values : m->part_scratch;
    SarPlacedPart placed;
    sar_part_place(m, at, part, &placed);
    placed.at.like = like;
    class->record(part->data, &placed.at, own);
    if (!first) class->merge(own, like, values);
  }
}

SarMostTurned sar_system_most_turned(const SarSystem *s, const double *q) {
  SarMostTurned out = {.element = -1, .most = 1};
  for (int32_t k = 0; k < s->nparts; k++) {
    const SarPart *part = &s->parts[k];
    SarPartNode nodes[SAR_PART_NODES];
    double turn, most;
    if (!part->class->turn) continue;
    for (int32_t i = 0; i < part->nnodes; i++) nodes[i] = (SarPartNode){.rotation = q + 7 * part->body[i] + 3};
    part->class->turn(part->data, &(SarPartPoint){.nodes = nodes}, &turn, &most);
    if (turn / most > (1 + SAME) * out.turn / out.most) out = (SarMostTurned){part->element, turn, most};
  }
  return out;
}

/* ---- those who look on ---- */

void sar_parts_visit(const SarWorkspace *m, const SarPoint *at, const SarPartClass *class, SarPartVisit *visit,
                     void *self) {
  for (int32_t k = 0; k < count_parts(m); k++) {
    const SarPart *part = part_at(m, k);
    SarPlacedPart placed;
    if (part->class != class) continue;
    sar_part_place(m, at, part, &placed);
    visit(part, &placed.at, self);
  }
}
