#include "system/wrench.h"

#include <string.h>

#include "element/force/law.h"
#include "element/primitive/dot1.h"
#include "element/primitive/point.h"
#include "system/parts.h"
#include "system/user/evaluate.h"
#include "system/user/user.h"

/* The dynamics rows hold + Phi_q^T lambda on the left, so a
 * joint acts on its bodies with - Phi_q^T lambda. No joint needs code of its own for this. */

/* Generalised forces on both sides: force at the centre of mass (ground axes), torque (body axes). */
typedef struct Action {
  SarVec3 force[2], torque[2];
} Action;

static void add(Action *action, int side, SarVec3 force, SarVec3 torque) {
  action->force[side] = sar_add(action->force[side], force);
  action->torque[side] = sar_add(action->torque[side], torque);
}

/* l times the gradient of something between bodies a and b, which may be named the other way round than the element's
 */
static void add_gradient(Action *action, const SarPlace *place, int32_t a, double l, const SarGradient *g) {
  int first = a == place->a.body ? 0 : 1;
  add(action, first, sar_scale(-l, g->d), sar_scale(l, g->a));
  add(action, 1 - first, sar_scale(l, g->d), sar_scale(l, g->b));
}

static void add_rows(Action *action, const SarWorkspace *m, const SarPlace *place, const double *lambda) {
  const SarSystem *s = m->system;
  for (int32_t i = place->points.first; i < place->points.first + place->points.count; i++) {
    const SarPointRow *row = &s->points[i];
    SarVec3 l = sar_vec3_load(lambda + row->row);
    add(action, 0, l, sar_point_torque(&m->kin[row->a].A, row->sa, l));
    add(action, 1, sar_neg(l), sar_neg(sar_point_torque(&m->kin[row->b].A, row->sb, l)));
  }
  for (int32_t i = place->dot1s.first; i < place->dot1s.first + place->dot1s.count; i++) {
    const SarDot1Row *row = &s->dot1s[i];
    SarMat3 ab = sar_mat3_tmul(&m->kin[row->a].A, &m->kin[row->b].A);
    SarDot1Gradient g = sar_dot1_gradient(&ab, row->u, row->w);
    double l = -row->scale * lambda[row->row];
    add(action, 0, sar_vec3(0, 0, 0), sar_scale(l, g.a));
    add(action, 1, sar_vec3(0, 0, 0), sar_scale(l, g.b));
  }
  for (int32_t i = place->scalars.first; i < place->scalars.first + place->scalars.count; i++) {
    const SarScalarRow *row = &s->scalars[i];
    SarGradient g;
    row->class->gradient(&row->data, &m->kin[row->a], &m->kin[row->b], &g);
    add_gradient(action, place, row->a, -row->scale * lambda[row->row], &g);
  }
}

static void add_relations(Action *action, const SarWorkspace *m, const SarPlace *place, const SarPoint *at) {
  const SarSystem *s = m->system;
  for (int32_t i = place->relations.first; i < place->relations.first + place->relations.count; i++) {
    const SarRelationRow *row = &s->relations[i];
    double l = -row->scale * (row->level == SAR_LEVEL_POSITION ? at->lambda[row->row] : at->mu[row->row]);
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      SarCoordinateValue value = sar_workspace_coordinate(m, s->terms[k].coordinate, at->t);
      add_gradient(action, place, s->coordinates[s->terms[k].coordinate].a, l * s->terms[k].coefficient, &value.g);
    }
  }
}

/* A relation acts through the coordinates of the joints it names. One term of it, as the given body feels it: the body
 * is the second one of that term's joint. */
static void add_term(Action *action, int side, int32_t body, const SarWorkspace *m, const SarRelationRow *row,
                     int32_t index, const SarPoint *at) {
  const SarSystem *s = m->system;
  const SarTerm *term = &s->terms[row->term + index];
  SarGradient g = sar_workspace_coordinate(m, term->coordinate, at->t).g;
  double l = -row->scale * at->lambda[row->row] * term->coefficient;
  bool turned = s->coordinates[term->coordinate].b != body;
  add(action, side, sar_scale(turned ? -l : l, g.d), sar_scale(l, turned ? g.a : g.b));
}

/* On each of a relation's two sides, which are the second sides of the first two of its joints, stands the part of that
 * joint's own coordinate. */
static void add_terms(Action *action, const SarWorkspace *m, const SarPlace *place, const SarPoint *at) {
  const SarRelationRow *row = &m->system->relations[place->relations.first];
  for (int side = 0; side < 2 && side < row->nterms; side++) {
    add_term(action, side, (side == 0 ? place->a : place->b).body, m, row, side, at);
  }
}

static SarStatus add_forces(Action *action, const SarWorkspace *m, const SarPlace *place, double t) {
  const SarSystem *s = m->system;
  for (int32_t i = place->laws.first; i < place->laws.first + place->laws.count; i++) {
    SarCoordinateValue value = sar_workspace_coordinate(m, s->laws[i].coordinate, t);
    SarLawValue law = sar_law_evaluate(&s->laws[i].law, value.y, value.rate, t, m->scratch);
    if (s->laws[i].law.program) sar_workspace_note_stop(m, s->laws[i].law.program);
    add_gradient(action, place, place->a.body, -law.force, &value.g);
  }
  for (int32_t i = place->forces.first; i < place->forces.first + place->forces.count; i++) {
    const SarForce *force = &s->forces[i];
    SarLoad load;
    SAR_TRY(force->class->load(force->param, t, &m->kin[force->a], &m->kin[force->b], &load));
    add(action, 0, load.fa, load.ta);
    add(action, 1, load.fb, load.tb);
  }
  return SAR_OK;
}

/* User-defined equations act on coordinates; the ground has none, so what it feels follows from the other side. */
static void add_user(Action *action, const SarWorkspace *m, int32_t element, const SarPlace *place) {
  int32_t ground = sar_system_ground(m->system), body[2] = {place->a.body, place->b.body};
  double own[2][6] = {{0}};
  for (int side = 0; side < 2; side++) {
    if (body[side] != ground) sar_user_add_body_action(m, element, body[side], own[side]);
  }
  for (int side = 0; side < 2; side++) {
    int32_t b = body[side], other = body[1 - side];
    if (b != ground) {
      add(action, side, sar_vec3_load(own[side]), sar_vec3_load(own[side] + 3));
    } else if (other != ground) {
      const SarKin *k = &m->kin[other];
      SarVec3 force = sar_vec3_load(own[1 - side]), torque = sar_vec3_load(own[1 - side] + 3);
      SarVec3 about_origin = sar_add(sar_mul(&k->A, torque), sar_cross(k->r, force));
      add(action, side, sar_neg(force), sar_neg(about_origin));
    }
  }
}

/* From the centre of mass to the frame, from body to ground axes. */
static void store(const Action *action, int i, const SarWorkspace *m, const SarSide *side, double wrench[6]) {
  const SarKin *k = &m->kin[side->body];
  SarVec3 moment = sar_cross(sar_kin_arm(k, side->point), action->force[i]);
  sar_vec3_store(action->force[i], wrench);
  sar_vec3_store(sar_sub(sar_mul(&k->A, action->torque[i]), moment), wrench + 3);
}

void sar_workspace_prepare_wrenches(const SarWorkspace *m, const SarPoint *at) { sar_user_prepare(m, at); }

SarStatus sar_workspace_wrench(const SarWorkspace *m, int32_t element, const SarPoint *at, double wrench[12]) {
  const SarPlace *place = &m->system->places[element];
  const SarJointSpec *joint = m->system->model->elements[element].class->joint;
  const SarSide *sides[2] = {&place->a, &place->b};
  Action action = {0};
  add_rows(&action, m, place, at->lambda);
  if (joint && joint->relation) {
    if (place->relations.count) add_terms(&action, m, place, at);
  } else {
    add_relations(&action, m, place, at);
  }
  SAR_TRY(add_forces(&action, m, place, at->t));
  for (int32_t side = 0; place->parts.count && side < 2; side++) {
    double own[6];
    SAR_TRY(sar_parts_node_action(m, element, side, at, own));
    add(&action, side, sar_vec3_load(own), sar_vec3_load(own + 3));
  }
  if (m->system->user && m->system->user->acts[element]) add_user(&action, m, element, place);
  for (int i = 0; i < 2; i++) store(&action, i, m, sides[i], wrench + 6 * i);
  return SAR_OK;
}

void sar_workspace_term_wrench(const SarWorkspace *m, int32_t element, int32_t index, const SarSide *side,
                               const SarPoint *at, double wrench[6]) {
  Action action = {0};
  const SarRelationRow *row = &m->system->relations[m->system->places[element].relations.first];
  add_term(&action, 0, side->body, m, row, index, at);
  store(&action, 0, m, side, wrench);
}
