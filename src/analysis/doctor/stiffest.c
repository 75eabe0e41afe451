/* What moves when a spring gives way is not only the bodies at its ends: the response of the whole mechanism, with its
 * joints, to a unit impulse along the spring tells the mass that it feels. */
#include "analysis/doctor/stiffest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Search {
  SarStart *start;
  double *row, *response; /* nv each */
  SarStiffest most;
} Search;

/* The row of a spring's rate: forces on two bodies. */
static void make_row(Search *s, int32_t a, int32_t b, const SarGradient *g) {
  int32_t n = sar_system_bodies(s->start->system);
  memset(s->row, 0, (size_t)s->start->m->problem.n.nv * sizeof *s->row);
  if (a < n) {
    sar_vec3_add_to(sar_neg(g->d), s->row + 6 * a);
    sar_vec3_add_to(g->a, s->row + 6 * a + 3);
  }
  if (b < n) {
    sar_vec3_add_to(g->d, s->row + 6 * b);
    sar_vec3_add_to(g->b, s->row + 6 * b + 3);
  }
}

/* The joints may leave no motion along the row: then it is not stiff. */
static SarStatus look(Search *s, const char *element, double stiffness, double damping) {
  double inverse = 0;
  if (!(stiffness > 0 || damping > 0)) return SAR_OK;
  SarStatus status = sar_equations_response(s->start->equations, s->row, s->response);
  if (status != SAR_OK) return status < 0 ? status : SAR_OK;
  for (int32_t i = 0; i < s->start->m->problem.n.nv; i++) inverse += s->row[i] * s->response[i];
  double vibrates = sqrt(fmax(stiffness, 0) * inverse), decays = damping * inverse;
  if (fmax(vibrates, decays) > s->most.rate) {
    s->most = (SarStiffest){element, fmax(vibrates, decays), decays > vibrates};
  }
  return SAR_OK;
}

static SarStatus look_at_laws(Search *s, int32_t element) {
  const SarSystem *system = s->start->system;
  const SarPlace *place = sar_system_place(system, element);
  for (int32_t i = place->laws.first; i < place->laws.first + place->laws.count; i++) {
    const SarLawForce *law = sar_system_law(system, i);
    const SarCoordinate *c = sar_system_coordinate(system, law->coordinate);
    if (!law->law.linear) continue;
    SarGradient g = sar_workspace_coordinate(s->start->m, law->coordinate, 0).g;
    make_row(s, c->a, c->b, &g);
    SAR_TRY(look(s, sar_system_element(system, element)->name, law->law.stiffness, law->law.damping));
  }
  return SAR_OK;
}

/* A bushing and the like: along the axes of its first side, at the points of both. */
static SarStatus look_at_axes(Search *s, int32_t element) {
  const SarModelElement *e = sar_system_element(s->start->system, element);
  const SarPlace *place = sar_system_place(s->start->system, element);
  const SarKin *a = &s->start->m->kin[place->a.body], *b = &s->start->m->kin[place->b.body];
  SarSprings springs;
  double value[4][3];
  e->class->force->springs(e->values, &springs);
  sar_vec3_store(springs.stiffness, value[0]), sar_vec3_store(springs.damping, value[1]);
  sar_vec3_store(springs.torsional_stiffness, value[2]), sar_vec3_store(springs.torsional_damping, value[3]);
  for (int i = 0; i < 3; i++) {
    SarVec3 axis = sar_mul(&a->A, sar_column(&place->a.axes, i)), none = sar_vec3(0, 0, 0);
    SarVec3 own = sar_mul_t(&a->A, axis), other = sar_mul_t(&b->A, axis);
    SarGradient along = {
        .d = axis, .a = sar_neg(sar_cross(place->a.point, own)), .b = sar_cross(place->b.point, other)};
    SarGradient about = {.d = none, .a = sar_neg(own), .b = other};
    make_row(s, place->a.body, place->b.body, &along);
    SAR_TRY(look(s, e->name, value[0][i], value[1][i]));
    make_row(s, place->a.body, place->b.body, &about);
    SAR_TRY(look(s, e->name, value[2][i], value[3][i]));
  }
  return SAR_OK;
}

static SarStatus search(Search *s) {
  const SarModel *model = sar_system_model(s->start->system);
  sar_workspace_place(s->start->m, s->start->q, s->start->v);
  for (int32_t i = 0; i < model->nelements; i++) {
    if (model->elements[i].class->section != SAR_SECTION_FORCES) continue;
    const SarForceClass *force = model->elements[i].class->force;
    SAR_TRY((force && force->springs ? look_at_axes : look_at_laws)(s, i));
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
  free(memory);
  *out = s.most;
  return status > 0 ? SAR_OK : status;
}
