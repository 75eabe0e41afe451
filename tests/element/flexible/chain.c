#include "element/flexible/chain.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = SAR_PART_ROWS, MOST_ITERATIONS = 15 };

double order_of(double coarse, double fine) { return log2(fabs(coarse / fine)); }

static void *reserve(size_t count, size_t size) {
  void *memory = calloc(count, size);
  assert_non_null(memory);
  return memory;
}

static void place(Chain *c, int node, SarVec3 r, SarQuat q) {
  c->kin[node].r = r;
  c->kin[node].A = sar_quat_matrix(q);
  sar_quat_store(q, c->rotation + 4 * node);
}

static void prepare(Chain *c, int e, Curve *curve, const double stiffness[6]) {
  SarBeamSetup setup = sar_beam_setup(c->order);
  for (int i = 0; i <= c->order; i++) {
    curve((e + 0.5 * (1 + sar_beam_node(c->order, i))) / c->count, &setup.r[i], &setup.section[i]);
    place(c, e * c->order + i, setup.r[i], setup.section[i]);
  }
  for (int k = 0; k < 6; k++) setup.stiffness[k][k] = stiffness[k];
  assert_null(sar_beam_fault(&setup));
  assert_int_equal(sar_beam_prepare(&setup, &c->elements[e]), SAR_OK);
  for (int i = 0; i <= c->order; i++) {
    double length = sar_beam_weight(c->order, i) * sar_beam_metric(c->order, setup.r, sar_beam_node(c->order, i));
    c->mass[e * c->order + i] += length;
  }
}

void chain_create(int order, int count, Curve *curve, const double stiffness[6], Chain *out) {
  size_t nodes = (size_t)(order * count + 1);
  *out = (Chain){.order = order, .count = count, .nodes = (int)nodes};
  out->elements = reserve((size_t)count, sizeof *out->elements);
  out->kin = reserve(nodes, sizeof *out->kin);
  out->rotation = reserve(4 * nodes, sizeof *out->rotation);
  out->place = reserve(nodes, sizeof *out->place);
  out->mass = reserve(nodes, sizeof *out->mass);
  for (int e = 0; e < count; e++) prepare(out, e, curve, stiffness);
  for (size_t i = 0; i < nodes; i++)
    out->place[i] = (SarPartNode){.kin = &out->kin[i], .rotation = out->rotation + 4 * i};
}

void chain_destroy(Chain *c) {
  free(c->elements);
  free(c->kin);
  free(c->rotation);
  free(c->place);
  free(c->mass);
}

SarVec3 chain_tip(const Chain *c) { return c->kin[c->nodes - 1].r; }
SarQuat chain_tip_rotation(const Chain *c) { return sar_quat_load(c->rotation + 4 * (c->nodes - 1)); }

/* The matrix without its first six rows and columns, as LAPACK wants band matrices; and the rows. */
typedef struct Band {
  int n, width, stride;
  double *values, *rows;
  lapack_int *pivots;
} Band;

static SarStatus assemble(const Chain *c, Band *band) {
  int n = 6 * (c->order + 1);
  memset(band->values, 0, (size_t)(band->n * band->stride) * sizeof *band->values);
  memset(band->rows, 0, (size_t)band->n * sizeof *band->rows);
  for (int e = 0; e < c->count; e++) {
    SarPartPoint at = {.t = 0, .nodes = &c->place[e * c->order]};
    double rows[ROWS], position[ROWS * ROWS] = {0};
    SarPartMatrix out = {.position = position};
    SAR_TRY(sar_part_beam.residual(&c->elements[e], &at, rows));
    SAR_TRY(sar_part_beam.matrix(&c->elements[e], &at, &out));
    int first = 6 * (e * c->order - 1);
    for (int i = 0; i < n; i++) {
      if (first + i < 0) continue;
      band->rows[first + i] += rows[i];
      for (int j = 0; j < n; j++) {
        if (first + j < 0) continue;
        band->values[(first + j) * band->stride + 2 * band->width + i - j] += position[n * j + i];
      }
    }
  }
  return SAR_OK;
}

static void advance(Chain *c, const double *d) {
  for (int i = 1; i < c->nodes; i++) {
    const double *own = d + 6 * (i - 1);
    SarQuat turn = sar_quat_exp(sar_vec3_load(own + 3));
    SarQuat q = sar_quat_normalise(sar_quat_mul(sar_quat_load(c->rotation + 4 * i), turn));
    place(c, i, sar_add(c->kin[i].r, sar_vec3_load(own)), q);
  }
}

static double size_of(const double *d, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(d[i]));
  return largest;
}

/* Whether the equilibrium was found. Rounding in the axial stiffness of slender beams leaves steps of about 1e-12. */
static bool newton(Chain *c, Band *band, const double load[6], double factor) {
  for (int k = 0; k < MOST_ITERATIONS; k++) {
    if (assemble(c, band) != SAR_OK) return false;
    for (int i = 0; i < band->n; i++) {
      band->rows[i] = (i >= band->n - 6 ? factor * load[i - band->n + 6] : 0) - band->rows[i];
    }
    lapack_int info = LAPACKE_dgbsv(LAPACK_COL_MAJOR, band->n, band->width, band->width, 1, band->values, band->stride,
                                    band->pivots, band->rows, band->n);
    if (info != 0) return false;
    double step = size_of(band->rows, band->n), length = sar_norm(chain_tip(c)) + 1;
    if (!(step < length)) return false;
    advance(c, band->rows);
    if (step < 1e-11 * length) return true;
  }
  return false;
}

void chain_load(Chain *c, const double load[6]) {
  Band band = {.n = 6 * (c->nodes - 1), .width = 6 * (c->order + 1) - 1};
  band.stride = 3 * band.width + 1;
  band.values = reserve((size_t)(band.n * band.stride), sizeof *band.values);
  band.rows = reserve((size_t)band.n, sizeof *band.rows);
  band.pivots = reserve((size_t)band.n, sizeof *band.pivots);
  SarKin *kin = reserve((size_t)c->nodes, sizeof *kin);
  double *rotation = reserve(4 * (size_t)c->nodes, sizeof *rotation), done = 0, step = 0.25;
  while (done < 1) {
    memcpy(kin, c->kin, (size_t)c->nodes * sizeof *kin);
    memcpy(rotation, c->rotation, 4 * (size_t)c->nodes * sizeof *rotation);
    double next = fmin(1, done + step);
    if (newton(c, &band, load, next)) {
      done = next;
      continue;
    }
    memcpy(c->kin, kin, (size_t)c->nodes * sizeof *kin);
    memcpy(c->rotation, rotation, 4 * (size_t)c->nodes * sizeof *rotation);
    step /= 2;
    if (step < 1e-4) fail_msg("Newton's method fails at %g of the load", done);
  }
  free(band.values);
  free(band.rows);
  free(band.pivots);
  free(kin);
  free(rotation);
}

/* Deflection and rotation of each node, of its six coordinates. */
static const int plane[2] = {1, 5};

static void add_plane(const Chain *c, int e, int first, int n, double *K) {
  SarPartPoint at = {.t = 0, .nodes = &c->place[e * c->order]};
  double position[ROWS * ROWS] = {0};
  SarPartMatrix out = {.position = position};
  int own = 6 * (c->order + 1);
  assert_int_equal(sar_part_beam.matrix(&c->elements[e], &at, &out), SAR_OK);
  for (int i = 0; i < own / 3; i++) {
    for (int j = 0; j < own / 3; j++) {
      int row = 2 * e * c->order + i - first, column = 2 * e * c->order + j - first;
      int local_row = 6 * (i / 2) + plane[i % 2], local_column = 6 * (j / 2) + plane[j % 2];
      if (row >= 0 && column >= 0) K[n * column + row] += position[own * local_column + local_row];
    }
  }
}

/* M x = lambda (K + near^2 M) x: the frequencies looked for have the largest lambda = 1/(omega^2 + near^2), which
 * LAPACK finds to all digits, while those of the shear, 1e5 times higher, are left to rounding. */
double chain_frequency(const Chain *c, double density, double inertia, bool clamped, double near) {
  int first = clamped ? 2 : 0, n = 2 * c->nodes - first;
  double *K = reserve((size_t)(n * n), sizeof *K), *M = reserve((size_t)(n * n), sizeof *M);
  double *values = reserve((size_t)n, sizeof *values), best = INFINITY;
  for (int e = 0; e < c->count; e++) add_plane(c, e, first, n, K);
  for (int i = 0; i < n; i++) {
    M[n * i + i] = c->mass[(i + first) / 2] * (i % 2 ? inertia : density);
    K[n * i + i] += near * near * M[n * i + i];
  }
  assert_int_equal(LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'N', 'U', n, M, n, K, n, values), 0);
  for (int i = 0; i < n; i++) {
    double omega = sqrt(fmax(1 / values[i] - near * near, 0));
    if (fabs(omega - near) < fabs(best - near)) best = omega;
  }
  free(K);
  free(M);
  free(values);
  return best;
}
