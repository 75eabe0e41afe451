/* The iteration matrix (method/problem.h): exact derivatives of every row, scattered through precomputed positions.
 *
 * Rotation columns belong to the unknown angular acceleration; N maps it to the rotation of the body over c_q. Columns
 * of a multiplier hold the gradient as it is. */
#include <string.h>

#include "element/force/law.h"
#include "element/primitive/dot1.h"
#include "system/matrix_parts.h"
#include "system/parts.h"
#include "system/prestress.h"
#include "system/share.h"
#include "system/user/evaluate.h"

/* a M + v d(gyro)/dw: d(w x J w)/dw = w~ J - (J w)~ */
static void add_bodies(const SarAssembly *x) {
  const SarSystem *s = x->m->system;
  for (int32_t b = 0; b < s->nbodies; b++) {
    const SarBody *body = &s->bodies[b];
    const SarBodySlots *slots = &x->m->body_slots[b];
    SarVec3 w = x->m->kin[b].w;
    SarMat3 wj = sar_skew_mul(w, &body->inertia), jw = sar_skew(sar_mul(&body->inertia, w));
    SarMat3 gyro = sar_mat3_axpy(-1, &jw, &wj);
    for (int i = 0; i < 3; i++) x->values[slots->mass[i]] += x->w->a * body->mass;
    sar_assembly_add_block(x->values, slots->rotation, x->w->a, &body->inertia);
    sar_assembly_add_block(x->values, slots->rotation, x->w->v, &gyro);
  }
}

/* +F grad y: d/dq = F_y g g^T + F_rate g (dy'/dq)^T + F h; d/dv = F_rate g g^T */
static void add_law(const SarAssembly *x, const SarLawValue *law, const SarPairSlots *slots, const SarMat3 n[2],
                    SarAssemblyPair *pair) {
  for (int r = 0; r < 12; r++) {
    for (int c = 0; x->w->q != 0 && c < 12; c++) {
      double stiffness = law->by_value * pair->g[r] * pair->g[c] + law->by_rate * pair->g[r] * pair->rate_q[c];
      pair->h[r][c] = x->w->q * (stiffness + law->force * pair->h[r][c]);
    }
    if (x->w->q != 0)
      sar_assembly_chart_row(n, pair->h[r]);
    else
      memset(pair->h[r], 0, sizeof pair->h[r]);
    for (int c = 0; c < 12; c++) pair->h[r][c] += x->w->v * law->by_rate * pair->g[r] * pair->g[c];
  }
  sar_assembly_scatter(x, slots, pair->h);
}

static void add_laws(const SarAssembly *x) {
  const SarSystem *s = x->m->system;
  for (int32_t i = 0; sar_assembly_of_state(x) && i < s->nlaws; i++) {
    const SarAssemblyFunction y = sar_assembly_function(&s->coordinates[s->laws[i].coordinate]);
    const SarMat3 n[2] = {sar_assembly_chart(x, y.a), sar_assembly_chart(x, y.b)};
    SarCoordinateValue value = sar_prestress_coordinate(x->m, s->laws[i].coordinate, x->at->t);
    SarLawValue law = sar_law_evaluate(&s->laws[i].law, value.y, value.rate, x->at->t, x->m->scratch);
    SarAssemblyPair pair;
    sar_assembly_pair(x, &y, &pair);
    add_law(x, &law, &x->m->law_slots[i], n, &pair);
  }
}

static SarStatus add_forces(const SarAssembly *x) {
  const SarSystem *s = x->m->system;
  for (int32_t i = 0; sar_assembly_of_state(x) && i < s->nforces; i++) {
    const SarForce *force = &s->forces[i];
    const SarMat3 n[2] = {sar_assembly_chart(x, force->a), sar_assembly_chart(x, force->b)};
    SarLoadJacobian jacobian;
    double factor = force->class->outer ? -x->m->loads : -1;
    SAR_TRY(sar_prestress_force(x->m, force, x->at->t, &jacobian));
    for (int r = 0; r < 12; r++) {
      sar_assembly_chart_row(n, jacobian.q[r]);
      for (int c = 0; c < 12; c++) {
        jacobian.q[r][c] = factor * (x->w->q * jacobian.q[r][c] + x->w->v * jacobian.v[r][c]);
      }
    }
    sar_assembly_scatter(x, &x->m->force_slots[i], jacobian.q);
  }
  return SAR_OK;
}

SarStatus sar_workspace_jacobian_of_all(const SarProblem *p, const SarPoint *at, const SarWeights *weights,
                                        double *values) {
  const SarWorkspace *m = sar_workspace_of(p);
  SarAssembly x = {m, at, weights, values};
  sar_workspace_place(m, at->q, at->v);
  memset(values, 0, (size_t)p->pattern.column[p->pattern.ncolumns] * sizeof *values);
  add_bodies(&x);
  sar_assembly_add_constraints(&x);
  add_laws(&x);
  SAR_TRY(add_forces(&x));
  SAR_TRY(sar_parts_add_jacobian(m, at, weights, values));
  return sar_user_add_jacobian(m, at, weights, values);
}

void sar_workspace_drop_rows(const SarWorkspace *m, double *values) {
  for (int32_t i = 0; i < m->ndropped_entries; i++) values[m->dropped_entries[i]] = 0;
  for (int32_t i = 0; i < m->ndropped; i++) values[m->dropped_diagonal[i]] = 1;
}

SarStatus sar_workspace_jacobian(const SarProblem *p, const SarPoint *at, const SarWeights *weights, double *values) {
  const SarWorkspace *m = sar_workspace_of(p);
  SAR_TRY(sar_workspace_jacobian_of_all(p, at, weights, values));
  if (m->share) sar_share_matrix(m, at, weights, values);
  sar_workspace_drop_rows(m, values);
  return SAR_OK;
}
