/* What moves when a spring gives way is not only the bodies at its ends: the response of the whole mechanism, with its
 * joints, to a unit impulse along the spring tells the mass that it feels. That takes a solution of the whole mechanism
 * for each. But joints only add to the mass of the two bodies alone: those that would be the stiffest without joints
 * are looked at first, and no more once the next one could not be stiffer than what was found. */
#include "analysis/doctor/stiffest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WORK 20000000 /* solutions times coordinates: of a large model only the first are looked at, */
#define LEAST_SOLUTIONS 100
#define CLEARLY (1 + 1e-9) /* what is stiffer by less is as stiff: the first of the file is named */

/* One direction of a force: a spring along a coordinate, or along or about an axis of a bushing. */
typedef struct Direction {
  int32_t element, part; /* part: the law, or 0 ... 2 along, 3 ... 5 about the axes of its first side */
  double bound;          /* 1/s: its rate if no joint held its bodies */
} Direction;

/* The row of its rate: forces on two bodies. */
typedef struct Row {
  int32_t a, b;
  SarGradient g;
  double stiffness, damping;
} Row;

typedef struct Search {
  SarStart *start;
  Direction *directions;
  int32_t count, room;
  double *row, *response; /* nv each */
  SarStiffest most;
} Search;

/* ---- rows ---- */

static bool has_axes(const SarModelElement *e) { return e->class->springs != NULL; }

/* Of a bushing and the like: at the points of both sides. */
static Row row_of_axis(const Search *s, const SarModelElement *e, const SarPlace *place, int32_t part) {
  const SarKin *a = &s->start->m->kin[place->a.body], *b = &s->start->m->kin[place->b.body];
  SarSprings springs;
  double stiffness[6], damping[6];
  e->class->springs(e->values, &springs);
  sar_vec3_store(springs.stiffness, stiffness), sar_vec3_store(springs.torsional_stiffness, stiffness + 3);
  sar_vec3_store(springs.damping, damping), sar_vec3_store(springs.torsional_damping, damping + 3);
  const SarSide *side = springs.of_second ? &place->b : &place->a;
  SarVec3 axis = sar_mul(&(springs.of_second ? b : a)->A, sar_column(&side->axes, part % 3));
  SarVec3 arm = place->b.point;
  if (springs.of_second) arm = sar_mul_t(&b->A, sar_sub(sar_kin_point(a, place->a.point), b->r));
  SarVec3 own = sar_mul_t(&a->A, axis), other = sar_mul_t(&b->A, axis);
  SarGradient along = {.d = axis, .a = sar_neg(sar_cross(place->a.point, own)), .b = sar_cross(arm, other)};
  SarGradient about = {.d = sar_vec3(0, 0, 0), .a = sar_neg(own), .b = other};
  return (Row){place->a.body, place->b.body, part < 3 ? along : about, stiffness[part], damping[part]};
}

static Row row_of(const Search *s, const Direction *d) {
  const SarSystem *system = s->start->system;
  const SarModelElement *e = sar_system_element(system, d->element);
  if (has_axes(e)) return row_of_axis(s, e, sar_system_place(system, d->element), d->part);
  const SarLawForce *law = sar_system_law(system, d->part);
  const SarCoordinate *c = sar_system_coordinate(system, law->coordinate);
  SarGradient g = sar_workspace_coordinate(s->start->m, law->coordinate, 0).g;
  return (Row){c->a, c->b, g, law->law.stiffness, law->law.damping};
}

/* The rate of a spring and a damper that feel a mass of 1/inverse. */
static SarStiffest rate_of(const Row *row, double inverse) {
  double vibrates = sqrt(fmax(row->stiffness, 0) * inverse), decays = row->damping * inverse;
  return (SarStiffest){.rate = fmax(vibrates, decays), .damps = decays > vibrates};
}

/* ---- without joints ---- */

/* What a unit impulse does to a body along itself. */
static double inverse_of(const SarSystem *system, int32_t body, SarVec3 force, SarVec3 torque) {
  if (body >= sar_system_bodies(system)) return 0;
  const SarBody *b = sar_system_body(system, body);
  if (!(b->mass > 0) || !(sar_mat3_determinant(&b->inertia) > 0)) return INFINITY; /* its joints know more */
  SarMat3 inverse = sar_mat3_inverse(&b->inertia);
  return sar_dot(force, force) / b->mass + sar_dot(torque, sar_mul(&inverse, torque));
}

static SarStatus add(Search *s, int32_t element, int32_t part) {
  Direction d = {element, part, 0};
  Row row = row_of(s, &d);
  if (!(row.stiffness > 0 || row.damping > 0)) return SAR_OK;
  const SarSystem *system = s->start->system;
  double inverse = inverse_of(system, row.a, row.g.d, row.g.a) + inverse_of(system, row.b, row.g.d, row.g.b);
  d.bound = rate_of(&row, inverse).rate;
  if (s->count == s->room) {
    int32_t room = 2 * s->room + 16;
    Direction *more = realloc(s->directions, (size_t)room * sizeof *more);
    if (!more) return sar_report_no_memory(s->start->context);
    s->directions = more;
    s->room = room;
  }
  s->directions[s->count++] = d;
  return SAR_OK;
}

static SarStatus list_directions(Search *s) {
  const SarSystem *system = s->start->system;
  const SarModel *model = sar_system_model(system);
  for (int32_t i = 0; i < model->nelements; i++) {
    if (model->elements[i].class->section != SAR_SECTION_FORCES) continue;
    const SarPlace *place = sar_system_place(system, i);
    bool axes = has_axes(&model->elements[i]);
    int32_t first = axes ? 0 : place->laws.first, count = axes ? 6 : place->laws.count;
    for (int32_t k = first; k < first + count; k++) {
      if (axes || sar_system_law(system, k)->law.linear) SAR_TRY(add(s, i, k));
    }
  }
  return SAR_OK;
}

/* The stiffest first, then in the order of the file; a difference by rounding is none. */
static int compare(const void *x, const void *y) {
  const Direction *a = x, *b = y;
  float own = (float)a->bound, other = (float)b->bound;
  if (own != other) return own > other ? -1 : 1;
  if (a->element != b->element) return a->element < b->element ? -1 : 1;
  return (a->part > b->part) - (a->part < b->part);
}

/* ---- with joints ---- */

static void put_row(const Search *s, const Row *row) {
  int32_t n = sar_system_bodies(s->start->system);
  memset(s->row, 0, (size_t)s->start->m->problem.n.nv * sizeof *s->row);
  if (row->a < n) {
    sar_vec3_add_to(sar_neg(row->g.d), s->row + 6 * row->a);
    sar_vec3_add_to(row->g.a, s->row + 6 * row->a + 3);
  }
  if (row->b < n) {
    sar_vec3_add_to(row->g.d, s->row + 6 * row->b);
    sar_vec3_add_to(row->g.b, s->row + 6 * row->b + 3);
  }
}

/* The joints may leave no motion along the row: then it is not stiff. */
static SarStatus look(Search *s, const Direction *d) {
  double inverse = 0;
  Row row = row_of(s, d);
  put_row(s, &row);
  SarStatus status = sar_equations_response(s->start->equations, s->row, s->response);
  if (status != SAR_OK) return status < 0 ? status : SAR_OK;
  for (int32_t i = 0; i < s->start->m->problem.n.nv; i++) inverse += s->row[i] * s->response[i];
  SarStiffest found = rate_of(&row, inverse);
  found.element = sar_system_element(s->start->system, d->element)->name;
  if (found.rate > CLEARLY * s->most.rate) s->most = found;
  return SAR_OK;
}

static SarStatus search(Search *s) {
  int32_t most = MOST_WORK / (s->start->m->problem.n.nv + 1);
  sar_workspace_place(s->start->m, s->start->q, s->start->v);
  SAR_TRY(list_directions(s));
  if (s->count > 0) qsort(s->directions, (size_t)s->count, sizeof *s->directions, compare);
  if (most < LEAST_SOLUTIONS) most = LEAST_SOLUTIONS;
  for (int32_t i = 0; i < s->count && i < most; i++) {
    if (s->directions[i].bound <= CLEARLY * s->most.rate) break;
    SAR_TRY(look(s, &s->directions[i]));
  }
  return SAR_OK;
}

SarStatus sar_stiffest_force(SarStart *start, SarStiffest *out) {
  size_t nv = (size_t)start->m->problem.n.nv;
  double *memory = calloc(2 * nv + 1, sizeof *memory);
  Search s = {.start = start, .row = memory, .response = memory + nv, .most = {.element = ""}};
  *out = s.most;
  if (!memory) return sar_report_no_memory(start->context);
  SarStatus status = sar_equations_factor(start->equations, 0, start->q, start->v);
  if (status == SAR_OK) status = search(&s);
  free(s.directions);
  free(memory);
  *out = s.most;
  return status > 0 ? SAR_OK : status;
}
