#include "element/flexible/beams.h"

#include <string.h>

#include "element/support.h"

static uint64_t seed = 20260917;

double random_number(void) { return random_real(&seed); }

SarVec3 random_within(double size) { return sar_scale(size, random_vector(&seed)); }

int beam_rows(const Beam *b) { return 6 * (b->setup.order + 1); }

void beam_at(Beam *b) {
  for (int i = 0; i < SAR_PART_NODES; i++) b->nodes[i] = (SarPartNode){.kin = &b->kin[i], .rotation = b->rotation[i]};
  b->at = (SarPartPoint){.nodes = b->nodes};
}

static void place(Beam *b, int i, SarVec3 r, SarQuat q) {
  b->kin[i].r = r;
  b->kin[i].A = sar_quat_matrix(q);
  sar_quat_store(q, b->rotation[i]);
}

/* The node whose section is at r, q. */
static void place_section(Beam *b, int i, SarVec3 r, SarQuat q) {
  SarQuat p = sar_quat_normalise(sar_quat_mul(q, sar_quat_conjugate(b->setup.frame[i])));
  SarMat3 A = sar_quat_matrix(p);
  place(b, i, sar_sub(r, sar_mul(&A, b->setup.offset[i])), p);
}

void beam_at_rest(Beam *b) {
  for (int i = 0; i <= b->setup.order; i++) {
    SarVec3 c = b->setup.offset[i];
    bool plain = sar_dot(c, c) == 0 && b->setup.frame[i].w == 1;
    (plain ? place : place_section)(b, i, b->setup.r[i], b->setup.section[i]);
    b->kin[i].v = b->kin[i].w = sar_vec3(0, 0, 0);
  }
}

/* A stiffness of a stocky beam; full: with couplings, positive definite since they are half of the smaller one. */
static void random_stiffness(const BeamKind *kind, double C[6][6]) {
  for (int i = 0; i < 6; i++) C[i][i] = (i < 3 ? 40 : 12) * (1.5 + random_number());
  for (int i = 0; i < 6; i++) {
    for (int j = i + 1; kind->full && j < 6; j++) {
      if (kind->cable && i == 0) continue;
      C[i][j] = C[j][i] = 0.15 * fmin(C[i][i], C[j][j]) * random_number();
    }
  }
}

static void make(const BeamKind *kind, Beam *b) {
  *b = (Beam){.setup = sar_beam_setup(kind->order)};
  beam_at(b);
  random_stiffness(kind, b->setup.stiffness);
  SarQuat q = sar_quat_exp(random_within(2));
  for (int i = 0; i <= kind->order; i++) {
    double s = sar_beam_node(kind->order, i);
    q = sar_quat_mul(q, sar_quat_exp(random_within(0.25)));
    b->setup.section[i] = q;
    b->setup.r[i] = sar_add(sar_vec3(3 + s, 2 + 0.3 * s, -1), random_within(0.06));
    if (kind->frames) {
      b->setup.frame[i] = sar_quat_exp(random_within(1.5));
      b->setup.offset[i] = random_within(0.3);
    }
    if (!kind->full) b->setup.prestrain[i] = 0.01 * random_number();
  }
  b->setup.damping = kind->damped ? 0.3 : 0;
  b->setup.tension_only = kind->cable;
  b->setup.slack = kind->cable ? 0.4 : 0;
  assert_null(sar_beam_fault(&b->setup));
  assert_int_equal(sar_beam_prepare(&b->setup, &b->element), SAR_OK);
  SarQuat turned = sar_quat_exp(random_within(2));
  for (int i = 0; i <= kind->order; i++) {
    turned = sar_quat_mul(turned, sar_quat_exp(random_within(kind->turn)));
    place_section(b, i, sar_add(b->setup.r[i], random_within(0.3)), turned);
    b->kin[i].v = random_within(1);
    b->kin[i].w = random_within(1);
  }
}

/* Whether differences would step over a strain where the law of a cable is not smooth. */
static bool near_a_kink(const Beam *b) {
  static const double gauss[3][3] = {
      {0}, {-0.577350269189626, 0.577350269189626}, {-0.774596669241483, 0, 0.774596669241483}};
  for (int k = 0; k < b->setup.order && b->setup.tension_only; k++) {
    SarBeamSection s;
    assert_true(sar_beam_section(&b->element, &b->at, gauss[b->setup.order - 1][k], &s));
    if (fabs(s.g.x) < 0.02 || fabs(s.g.x - b->setup.slack) < 0.02) return true;
  }
  return false;
}

void beam_random(const BeamKind *kind, Beam *b) {
  do {
    make(kind, b);
  } while (near_a_kink(b));
}

static double *component(SarVec3 *v, int k) { return k == 0 ? &v->x : k == 1 ? &v->y : &v->z; }

void beam_move(Beam *b, int row, double by) {
  int i = row / 6, k = row % 6;
  SarVec3 d = {0, 0, 0};
  *component(&d, k % 3) = by;
  if (k < 3) {
    b->kin[i].r = sar_add(b->kin[i].r, d);
  } else {
    place(b, i, b->kin[i].r, sar_quat_normalise(sar_quat_mul(sar_quat_load(b->rotation[i]), sar_quat_exp(d))));
  }
}

void beam_accelerate(Beam *b, int row, double by) {
  int i = row / 6, k = row % 6;
  *component(k < 3 ? &b->kin[i].v : &b->kin[i].w, k % 3) += by;
}

void beam_transform(Beam *b, SarQuat Q, SarVec3 d) {
  SarMat3 A = sar_quat_matrix(Q);
  for (int i = 0; i <= b->setup.order; i++) {
    place(b, i, sar_add(d, sar_mul(&A, b->kin[i].r)), sar_quat_mul(Q, sar_quat_load(b->rotation[i])));
    b->kin[i].v = sar_mul(&A, b->kin[i].v);
  }
}

void beam_residual(const Beam *b, double *rows) {
  assert_int_equal(sar_part_beam.residual(&b->element, &b->at, rows), SAR_OK);
}

void beam_matrix(const Beam *b, double *position, double *velocity) {
  size_t n = (size_t)beam_rows(b);
  memset(position, 0, n * n * sizeof *position);
  if (velocity) memset(velocity, 0, n * n * sizeof *velocity);
  SarPartMatrix out = {.position = position, .velocity = velocity};
  assert_int_equal(sar_part_beam.matrix(&b->element, &b->at, &out), SAR_OK);
}
