/* The part of the constraints in the iteration matrix, row by row and at the level that is asked for. */
#include "element/primitive/dot1.h"
#include "element/primitive/point.h"
#include "system/matrix_parts.h"
#include "system/tie.h"

/* The row of one side of a point: what stands at its translation, and at its rotation. */
typedef struct PointRow {
  double translation;
  SarMat3 rotation;
} PointRow;

/* Of A s, A (w x s) or A (alpha x s + w x (w x s)), by the level. j: the first one's derivative. */
static PointRow point_row(const SarAssembly *x, int32_t body, SarVec3 arm, const SarMat3 *j, const SarMat3 *n) {
  const SarMat3 *A = &x->m->kin[body].A;
  SarVec3 w = x->m->kin[body].w;
  if (x->w->rows == SAR_ROWS_POSITION) return (PointRow){1, sar_mat3_mul(j, n)};
  if (x->w->rows == SAR_ROWS_VELOCITY) {
    SarMat3 rate = sar_point_jacobian(A, sar_cross(w, arm));
    return (PointRow){0, sar_mat3_mul(&rate, n)};
  }
  if (!sar_assembly_of_state(x)) return (PointRow){x->w->a, sar_mat3_scale(x->w->a, j)};
  SarMat3 by_q = sar_point_second_by_rotation(A, arm, w, sar_vec3_load(x->at->a + 6 * body + 3));
  SarMat3 by_v = sar_point_second_by_velocity(A, arm, w);
  SarMat3 charted = sar_mat3_mul(&by_q, n), sum = sar_mat3_scale(x->w->q, &charted);
  sum = sar_mat3_axpy(x->w->v, &by_v, &sum);
  return (PointRow){x->w->a, sar_mat3_axpy(x->w->a, j, &sum)};
}

static void add_point_side(const SarAssembly *x, const SarPointRow *row, const SarPointSlots *slots, int side) {
  int32_t body = side ? row->b : row->a;
  if (body == x->m->system->nbodies) return;
  double sign = side ? 1 : -1, *values = x->values;
  SarVec3 arm = side ? row->sb : row->sa, lambda = sar_vec3_load(x->at->lambda + row->row);
  const SarMat3 *A = &x->m->kin[body].A;
  SarMat3 n = sar_assembly_chart(x, body), j = sar_point_jacobian(A, arm), jt = sar_mat3_transpose(&j);
  PointRow own = point_row(x, body, arm, &j, &n);
  for (int i = 0; i < 3; i++) {
    values[slots->side[side].row_t[i]] += sign * own.translation;
    values[slots->side[side].col_t[i]] += sign;
  }
  sar_assembly_add_block(values, slots->side[side].row_r, sign, &own.rotation);
  sar_assembly_add_block(values, slots->side[side].col_r, sign, &jt);
  if (x->w->q == 0) return;
  SarMat3 k = sar_point_stiffness(A, arm, lambda), kn = sar_mat3_mul(&k, &n);
  sar_assembly_add_block(values, slots->side[side].k, sign * x->w->q, &kn);
}

static void add_points(const SarAssembly *x) {
  const SarSystem *s = x->m->system;
  for (int32_t i = 0; i < s->npoints; i++) {
    add_point_side(x, &s->points[i], &x->m->point_slots[i], 0);
    add_point_side(x, &s->points[i], &x->m->point_slots[i], 1);
  }
}

static inline void add_run(double *values, int32_t slot, double factor, SarVec3 g) {
  values[slot] += factor * g.x;
  values[slot + 1] += factor * g.y;
  values[slot + 2] += factor * g.z;
}

/* The acceleration level of a dot-1 row over its scale: what stands at the rotations of both bodies. */
static void dot1_acceleration(const SarAssembly *x, const SarDot1Row *row, const SarMat3 *ab, const SarDot1Gradient *g,
                              const SarMat3 n[2], SarVec3 out[2]) {
  if (!sar_assembly_of_state(x)) {
    out[0] = sar_scale(x->w->a, g->a);
    out[1] = sar_scale(x->w->a, g->b);
    return;
  }
  SarVec3 alpha[2] = {{0, 0, 0}, {0, 0, 0}};
  if (row->a < x->m->system->nbodies) alpha[0] = sar_vec3_load(x->at->a + 6 * row->a + 3);
  if (row->b < x->m->system->nbodies) alpha[1] = sar_vec3_load(x->at->a + 6 * row->b + 3);
  SarDot1Motion motion = {x->m->kin[row->a].w, x->m->kin[row->b].w, alpha[0], alpha[1]};
  SarDot1Gradient by_q = sar_dot1_second_gradient(ab, row->u, row->w, &motion);
  SarDot1Gradient by_v = sar_dot1_second_by_velocity(ab, row->u, row->w, motion.wa, motion.wb);
  SarVec3 q[2] = {by_q.a, by_q.b}, v[2] = {by_v.a, by_v.b}, gradient[2] = {g->a, g->b};
  for (int p = 0; p < 2; p++) {
    out[p] = sar_axpy(x->w->v, v[p], sar_scale(x->w->q, sar_mul_t(&n[p], q[p])));
    out[p] = sar_axpy(x->w->a, gradient[p], out[p]);
  }
}

/* The level of velocities: the derivative of the gradient's product with the angular velocities. */
static void dot1_velocity(const SarAssembly *x, const SarDot1Row *row, const SarMat3 *ab, const SarMat3 n[2],
                          SarVec3 out[2]) {
  SarDot1Hessian h = sar_dot1_hessian(ab, row->u, row->w);
  SarVec3 wa = x->m->kin[row->a].w, wb = x->m->kin[row->b].w;
  out[0] = sar_mul_t(&n[0], sar_add(sar_mul_t(&h.aa, wa), sar_mul_t(&h.ba, wb)));
  out[1] = sar_mul_t(&n[1], sar_add(sar_mul_t(&h.ab, wa), sar_mul_t(&h.bb, wb)));
}

/* The row at a level above that of positions. */
static void add_dot1_level(const SarAssembly *x, const SarDot1Row *row, const SarDot1Slots *slots) {
  int32_t body[2] = {row->a, row->b}, ground = x->m->system->nbodies;
  SarMat3 ab = sar_mat3_tmul(&x->m->kin[row->a].A, &x->m->kin[row->b].A);
  SarDot1Gradient g = sar_dot1_gradient(&ab, row->u, row->w);
  SarMat3 n[2] = {sar_assembly_chart(x, row->a), sar_assembly_chart(x, row->b)};
  SarVec3 derivative[2];
  if (x->w->rows == SAR_ROWS_VELOCITY) {
    dot1_velocity(x, row, &ab, n, derivative);
  } else {
    dot1_acceleration(x, row, &ab, &g, n, derivative);
  }
  for (int p = 0; p < 2; p++) {
    if (body[p] == ground) continue;
    double components[3] = {derivative[p].x, derivative[p].y, derivative[p].z};
    for (int j = 0; j < 3; j++) x->values[slots->row[p][j]] += row->scale * components[j];
  }
}

static void add_dot1_stiffness(const SarAssembly *x, const SarDot1Row *row, const SarDot1Slots *slots,
                               const SarMat3 *ab, const SarMat3 n[2]) {
  int32_t body[2] = {row->a, row->b}, ground = x->m->system->nbodies;
  SarDot1Hessian h = sar_dot1_hessian(ab, row->u, row->w);
  const SarMat3 *hessian[2][2] = {{&h.aa, &h.ab}, {&h.ba, &h.bb}};
  double weight = x->w->q * row->scale * x->at->lambda[row->row];
  for (int p = 0; p < 2; p++) {
    for (int q = 0; q < 2; q++) {
      if (body[p] == ground || body[q] == ground) continue;
      SarMat3 hn = sar_mat3_mul(hessian[p][q], &n[q]);
      sar_assembly_add_block(x->values, slots->k[p][q], weight, &hn);
    }
  }
}

static void add_dot1_row(const SarAssembly *x, const SarDot1Row *row, const SarDot1Slots *slots) {
  int32_t body[2] = {row->a, row->b}, ground = x->m->system->nbodies;
  SarMat3 ab = sar_mat3_tmul(&x->m->kin[row->a].A, &x->m->kin[row->b].A);
  SarDot1Gradient g = sar_dot1_gradient(&ab, row->u, row->w);
  SarVec3 gradient[2] = {g.a, g.b};
  SarMat3 n[2] = {sar_assembly_chart(x, row->a), sar_assembly_chart(x, row->b)};
  double own = x->w->rows == SAR_ROWS_POSITION ? row->scale : 0;
  for (int p = 0; p < 2; p++) {
    if (body[p] == ground) continue;
    SarVec3 gn = sar_mul_t(&n[p], gradient[p]);
    double components[3] = {gn.x, gn.y, gn.z};
    for (int j = 0; j < 3; j++) x->values[slots->row[p][j]] += own * components[j];
    add_run(x->values, slots->col[p], row->scale, gradient[p]);
  }
  if (x->w->q != 0) add_dot1_stiffness(x, row, slots, &ab, n);
}

static void add_dot1s(const SarAssembly *x) {
  const SarSystem *s = x->m->system;
  for (int32_t i = 0; i < s->ndot1s; i++) add_dot1_row(x, &s->dot1s[i], &x->m->dot1_slots[i]);
  for (int32_t i = 0; x->w->rows != SAR_ROWS_POSITION && i < s->ndot1s; i++) {
    add_dot1_level(x, &s->dot1s[i], &x->m->dot1_slots[i]);
  }
}

/* ---- everything else: dense 12 x 12 blocks ---- */

static bool needs_curvature(const SarAssembly *x) {
  return x->w->q != 0 || x->w->velocity_q != 0 || x->w->rows == SAR_ROWS_VELOCITY;
}

/* The gradient of something between two bodies as twelve numbers. */
static void spread_gradient(double sign, const SarGradient *g, double out[12]) {
  sar_vec3_store(sar_scale(-sign, g->d), out);
  sar_vec3_store(sar_scale(sign, g->a), out + 3);
  sar_vec3_store(sar_scale(sign, g->d), out + 6);
  sar_vec3_store(sar_scale(sign, g->b), out + 9);
}

static void put_block(double h[12][12], int row, int column, double sign, const SarMat3 *b) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) h[row + i][column + j] = sign * b->m[i][j];
  }
}

static void make_curvature(const SarAssemblyFunction *y, const SarKin *a, const SarKin *b, SarAssemblyPair *pair) {
  SarHessian h;
  y->class->hessian(y->data, a, b, &h);
  const struct {
    int row, column;
    double sign;
    const SarMat3 *block;
  } blocks[] = {{0, 0, 1, &h.dd},  {0, 3, -1, &h.da}, {0, 6, -1, &h.dd}, {0, 9, -1, &h.db},
                {3, 0, -1, &h.ad}, {3, 3, 1, &h.aa},  {3, 6, 1, &h.ad},  {3, 9, 1, &h.ab},
                {6, 0, -1, &h.dd}, {6, 3, 1, &h.da},  {6, 6, 1, &h.dd},  {6, 9, 1, &h.db},
                {9, 0, -1, &h.bd}, {9, 3, 1, &h.ba},  {9, 6, 1, &h.bd},  {9, 9, 1, &h.bb}};
  for (int k = 0; k < 16; k++)
    put_block(pair->h, blocks[k].row, blocks[k].column, y->sign * blocks[k].sign, blocks[k].block);
  double v[12];
  sar_vec3_store(a->v, v), sar_vec3_store(a->w, v + 3), sar_vec3_store(b->v, v + 6), sar_vec3_store(b->w, v + 9);
  for (int j = 0; j < 12; j++) {
    pair->rate_q[j] = 0;
    for (int i = 0; i < 12; i++) pair->rate_q[j] += v[i] * pair->h[i][j];
  }
}

void sar_assembly_pair(const SarAssembly *x, const SarAssemblyFunction *y, SarAssemblyPair *pair) {
  const SarKin *a = &x->m->kin[y->a], *b = &x->m->kin[y->b];
  SarGradient g;
  y->class->gradient(y->data, a, b, &g);
  spread_gradient(y->sign, &g, pair->g);
  if (needs_curvature(x)) make_curvature(y, a, b, pair);
}

void sar_assembly_chart_row(const SarMat3 n[2], double row[12]) {
  for (int p = 0; p < 2; p++) {
    SarVec3 turned = sar_mul_t(&n[p], sar_vec3_load(row + 6 * p + 3));
    sar_vec3_store(turned, row + 6 * p + 3);
  }
}

void sar_assembly_scatter(const SarAssembly *x, const SarPairSlots *slots, double k[12][12]) {
  for (int p = 0; p < 2; p++) {
    for (int q = 0; q < 2; q++) {
      if (slots->k[p][q][5] < 0) continue;
      for (int j = slots->from; j < 6; j++) {
        double *column = x->values + slots->k[p][q][j];
        for (int i = slots->from; i < 6; i++) column[i - slots->from] += k[6 * p + i][6 * q + j];
      }
    }
  }
}

/* The row and the column of a multiplier: `row` with N applied, `column` as it is. */
static void scatter_row(const SarAssembly *x, const SarPairSlots *slots, const double row[12], double factor,
                        const double column[12]) {
  for (int p = 0; p < 2; p++) {
    if (slots->col[p] < 0) continue;
    for (int j = slots->from; j < 6; j++) {
      x->values[slots->row[p][j]] += row[6 * p + j];
      x->values[slots->col[p] + j - slots->from] += factor * column[6 * p + j];
    }
  }
}

static void add_constraint_stiffness(const SarAssembly *x, const SarPairSlots *slots, const SarMat3 n[2], double weight,
                                     SarAssemblyPair *pair) {
  if (x->w->q == 0) return;
  for (int i = 0; i < 12; i++) {
    for (int j = 0; j < 12; j++) pair->h[i][j] *= weight;
    sar_assembly_chart_row(n, pair->h[i]);
  }
  sar_assembly_scatter(x, slots, pair->h);
}

/* y'' = g . a + bias: a g + v bias_v + q (a^T h + bias_q) N */
static void acceleration_row(const SarAssembly *x, const SarAssemblyFunction *y, const SarMat3 n[2], double factor,
                             const SarAssemblyPair *pair, double row[12]) {
  SarGradient by_position, by_velocity;
  double q[12], v[12], a[12] = {0};
  int32_t ground = x->m->system->nbodies;
  for (int j = 0; j < 12; j++) row[j] = factor * x->w->a * pair->g[j];
  if (!sar_assembly_of_state(x)) return;
  if (y->a < ground) memcpy(a, x->at->a + 6 * y->a, 6 * sizeof *a);
  if (y->b < ground) memcpy(a + 6, x->at->a + 6 * y->b, 6 * sizeof *a);
  y->class->bias_gradient(y->data, &x->m->kin[y->a], &x->m->kin[y->b], &by_position, &by_velocity);
  spread_gradient(y->sign, &by_position, q);
  spread_gradient(y->sign, &by_velocity, v);
  for (int j = 0; j < 12; j++) row[j] += factor * x->w->v * v[j];
  if (x->w->q == 0) return;
  for (int j = 0; j < 12; j++) {
    for (int i = 0; i < 12; i++) q[j] += a[i] * pair->h[i][j];
    q[j] *= factor * x->w->q;
  }
  sar_assembly_chart_row(n, q);
  for (int j = 0; j < 12; j++) row[j] += q[j];
}

/* The row of factor * y at the level that is asked for. */
static void position_row(const SarAssembly *x, const SarAssemblyFunction *y, const SarMat3 n[2], double factor,
                         const SarAssemblyPair *pair, double row[12]) {
  if (x->w->rows == SAR_ROWS_ACCELERATION) {
    acceleration_row(x, y, n, factor, pair, row);
    return;
  }
  const double *derivative = x->w->rows == SAR_ROWS_VELOCITY ? pair->rate_q : pair->g;
  for (int j = 0; j < 12; j++) row[j] = factor * derivative[j];
  sar_assembly_chart_row(n, row);
}

static void add_scalars(const SarAssembly *x) {
  const SarSystem *s = x->m->system;
  for (int32_t i = 0; i < s->nscalars; i++) {
    const SarScalarRow *row = &s->scalars[i];
    const SarMat3 n[2] = {sar_assembly_chart(x, row->a), sar_assembly_chart(x, row->b)};
    const SarAssemblyFunction y = {row->class, &row->data, row->a, row->b, 1};
    SarAssemblyPair pair;
    sar_assembly_pair(x, &y, &pair);
    double charted[12];
    position_row(x, &y, n, row->scale, &pair, charted);
    scatter_row(x, &x->m->scalar_slots[i], charted, row->scale, pair.g);
    add_constraint_stiffness(x, &x->m->scalar_slots[i], n, x->w->q * row->scale * x->at->lambda[row->row], &pair);
  }
}

static void add_term(const SarAssembly *x, const SarRelationRow *row, int32_t k) {
  const SarSystem *s = x->m->system;
  const SarTerm *term = &s->terms[k];
  const SarAssemblyFunction y = sar_assembly_function(&s->coordinates[term->coordinate]);
  const SarMat3 n[2] = {sar_assembly_chart(x, y.a), sar_assembly_chart(x, y.b)};
  bool position = row->level == SAR_LEVEL_POSITION;
  double factor = row->scale * term->coefficient;
  double multiplier = position ? x->at->lambda[row->row] : x->at->mu[row->row];
  SarAssemblyPair pair;
  sar_assembly_pair(x, &y, &pair);
  double charted[12] = {0};
  if (position || x->w->rows == SAR_ROWS_ACCELERATION) {
    position_row(x, &y, n, factor, &pair, charted);
  } else {
    for (int j = 0; x->w->velocity_q != 0 && j < 12; j++) charted[j] = factor * x->w->velocity_q * pair.rate_q[j];
    sar_assembly_chart_row(n, charted);
    for (int j = 0; j < 12; j++) charted[j] += factor * pair.g[j];
  }
  scatter_row(x, &x->m->term_slots[k], charted, factor, pair.g);
  add_constraint_stiffness(x, &x->m->term_slots[k], n, x->w->q * factor * multiplier, &pair);
}

static void add_relations(const SarAssembly *x) {
  const SarSystem *s = x->m->system;
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *row = &s->relations[i];
    for (int32_t k = row->term; k < row->term + row->nterms; k++) add_term(x, row, k);
    if (row->state < 0 || x->w->rows == SAR_ROWS_ACCELERATION) continue; /* the state's rate is a function of time */
    x->values[x->m->velocity_state[i]] -= row->scale * x->w->velocity_x;
  }
  for (int32_t i = 0; i < s->nmotion_states; i++) x->values[x->m->state_slot[i]] += x->w->xdot;
}

void sar_assembly_add_constraints(const SarAssembly *x) {
  add_points(x);
  add_dot1s(x);
  add_scalars(x);
  sar_ties_add_jacobian(x->m, x->w, x->values);
  add_relations(x);
}
