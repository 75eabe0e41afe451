#include <math.h>
#include <string.h>

#include "store/arrays.h"
#include "store/reduced.h"
#include "store/reduced_file.h"

static void put(SarStoreWriter *w, const char *path, SarStoreType type, const void *values, const char *unit,
                int32_t rank, int64_t a, int64_t b, int64_t c) {
  sar_store_put(w, (SarStored){.path = path, .type = type, .rank = rank, .extent = {a, b, c}}, values, unit);
}

static void put_real(SarStoreWriter *w, const char *path, double value, const char *unit) {
  put(w, path, SAR_STORE_REAL, &value, unit, 0, 0, 0, 0);
}

static void put_int(SarStoreWriter *w, const char *path, int64_t value) {
  put(w, path, SAR_STORE_INT64, &value, NULL, 0, 0, 0, 0);
}

/* [count][n][n]: upper triangles alone (reduced_file.h). */
static SarStatus put_triangles(SarStoreWriter *w, SarContext *context, SarArena *arena, const char *path,
                               const double *values, size_t count, size_t n) {
  double *upper = SAR_NEW(arena, count * n * n, double);
  if (!upper) return sar_report_no_memory(context);
  for (size_t row = 0; row < count * n; row++) {
    size_t i = row % n;
    memcpy(upper + row * n + i, values + row * n + i, (n - i) * sizeof *upper);
  }
  put(w, path, SAR_STORE_REAL, upper, "1", 3, (int64_t)count, (int64_t)n, (int64_t)n);
  return SAR_OK;
}

static SarStatus put_invariants(SarStoreWriter *w, SarContext *context, SarArena *arena, const SarReduced *b) {
  int64_t n = b->n;
  double centre[3];
  sar_vec3_store(b->centre, centre);
  put_real(w, "/invariants/mass", b->mass, "kg");
  put(w, "/invariants/centre", SAR_STORE_REAL, centre, "m", 1, 3, 0, 0);
  put(w, "/invariants/j0", SAR_STORE_REAL, b->j0.m, "kg m^2", 2, 3, 3, 0);
  put(w, "/invariants/stiffness", SAR_STORE_REAL, b->stiffness, "1/s^2", 1, n, 0, 0);
  put(w, "/invariants/psi", SAR_STORE_REAL, b->psi, "kg^(1/2)", 2, 3, n, 0);
  put(w, "/invariants/g0", SAR_STORE_REAL, b->g0, "kg^(1/2) m", 2, 3, n, 0);
  put(w, "/invariants/j1", SAR_STORE_REAL, b->j1, "kg^(1/2) m", 2, 6, n, 0);
  SAR_TRY(put_triangles(w, context, arena, "/invariants/j2", b->j2, 6, (size_t)n));
  SAR_TRY(put_triangles(w, context, arena, "/invariants/g1", b->g1, 3, (size_t)n));
  put(w, "/invariants/reach", SAR_STORE_REAL, b->reach, "kg^(-1/2)", 1, n, 0, 0);
  if (b->preload) put(w, "/invariants/preload", SAR_STORE_REAL, b->preload, "N kg^(-1/2)", 1, n, 0, 0);
  return SAR_OK;
}

static SarStatus put_interfaces(SarStoreWriter *w, SarContext *context, SarArena *arena, const SarReduced *b) {
  int64_t k = b->ninterfaces, n = b->n;
  size_t block = 3 * (size_t)n;
  const char **names = SAR_NEW(arena, k + 1, const char *);
  int64_t *nodes = SAR_NEW(arena, k + 1, int64_t);
  double *at = SAR_NEW(arena, 3 * k + 1, double), *phi = SAR_NEW(arena, (size_t)k * block + 1, double);
  double *theta = SAR_NEW(arena, (size_t)k * block + 1, double);
  if (!names || !nodes || !at || !phi || !theta) return sar_report_no_memory(context);
  for (int64_t i = 0; i < k; i++) {
    const SarReducedInterface *f = &b->interfaces[i];
    names[i] = f->name;
    nodes[i] = f->node;
    sar_vec3_store(f->at, at + 3 * i);
    memcpy(phi + (size_t)i * block, f->phi, block * sizeof *phi);
    memcpy(theta + (size_t)i * block, f->theta, block * sizeof *theta);
  }
  sar_store_put_texts(w, "/interface/name", names, k);
  put(w, "/interface/node", SAR_STORE_INT64, nodes, NULL, 1, k, 0, 0);
  put(w, "/interface/at", SAR_STORE_REAL, at, "m", 2, k, 3, 0);
  put(w, "/interface/phi", SAR_STORE_REAL, phi, "kg^(-1/2)", 3, k, 3, n);
  put(w, "/interface/theta", SAR_STORE_REAL, theta, "rad m^(-1) kg^(-1/2)", 3, k, 3, n);
  return SAR_OK;
}

static SarStatus put_loads(SarStoreWriter *w, SarContext *context, SarArena *arena, const SarReduced *b) {
  int64_t k = b->nloads, n = b->n;
  const char **names = SAR_NEW(arena, k + 1, const char *);
  double *force = SAR_NEW(arena, 3 * k + 1, double), *moment = SAR_NEW(arena, 3 * k + 1, double);
  double *modal = SAR_NEW(arena, k * n + 1, double);
  if (!names || !force || !moment || !modal) return sar_report_no_memory(context);
  for (int64_t i = 0; i < k; i++) {
    const SarReducedLoad *f = &b->loads[i];
    names[i] = f->name;
    sar_vec3_store(f->force, force + 3 * i);
    sar_vec3_store(f->moment, moment + 3 * i);
    memcpy(modal + i * n, f->modal, (size_t)n * sizeof *modal);
  }
  sar_store_put_texts(w, "/loads/name", names, k);
  put(w, "/loads/force", SAR_STORE_REAL, force, "N", 2, k, 3, 0);
  put(w, "/loads/moment", SAR_STORE_REAL, moment, "N m", 2, k, 3, 0);
  put(w, "/loads/modal", SAR_STORE_REAL, modal, "N kg^(-1/2)", 2, k, n, 0);
  return SAR_OK;
}

/* [rows][n], the shapes being columns: to multiples of a power of two, so many digits below the largest number of the
 * shape. Null when memory is exhausted. */
static const float *rounded(SarArena *arena, const float *shapes, size_t rows, size_t n, int digits) {
  float *out = SAR_NEW(arena, rows * n, float);
  double *step = SAR_NEW(arena, n, double);
  if (!out || !step) return NULL;
  for (size_t k = 0; k < rows * n; k++) step[k % n] = fmax(step[k % n], fabs((double)shapes[k]));
  for (size_t i = 0; i < n; i++) {
    int exponent;
    frexp(step[i], &exponent);
    if (step[i] > 0) step[i] = ldexp(1, exponent - digits);
  }
  for (size_t k = 0; k < rows * n; k++) {
    double unit = step[k % n];
    out[k] = unit > 0 ? (float)(rint((double)shapes[k] / unit) * unit) : 0;
  }
  return out;
}

static SarStatus put_mesh(SarStoreWriter *w, SarContext *context, SarArena *arena, const SarReducedMesh *m, int64_t n) {
  int64_t nodes = m->nnodes;
  size_t all = (size_t)nodes;
  if (!nodes) return SAR_OK;
  const float *shapes = rounded(arena, m->shapes, 3 * all, (size_t)n, SAR_REDUCED_PICTURE_DIGITS);
  const float *stress = m->stress ? rounded(arena, m->stress, 6 * all, (size_t)n, SAR_REDUCED_STRESS_DIGITS) : NULL;
  if (!shapes || (m->stress && !stress)) return sar_report_no_memory(context);
  put(w, "/mesh/number", SAR_STORE_INT64, m->numbers, NULL, 1, nodes, 0, 0);
  put(w, "/mesh/at", SAR_STORE_FLOAT, m->at, "m", 2, nodes, 3, 0);
  put(w, "/mesh/triangle", SAR_STORE_INT32, m->triangle, NULL, 2, m->ntriangles, 3, 0);
  put(w, "/shapes/displacement", SAR_STORE_FLOAT, shapes, "kg^(-1/2)", 3, nodes, 3, n);
  if (stress) put(w, "/stress/shapes", SAR_STORE_FLOAT, stress, "Pa m^(-1) kg^(-1/2)", 3, nodes, 6, n);
  if (m->stress0) put(w, "/stress/preload", SAR_STORE_FLOAT, m->stress0, "Pa", 2, nodes, 6, 0);
  return SAR_OK;
}

static SarStatus put_facts(SarStoreWriter *w, SarContext *context, SarArena *arena, const SarReducedFacts *f) {
  const char *source = f->source ? f->source : "", *frame = f->frame ? f->frame : "free";
  if (strlen(source) > SAR_REDUCED_SOURCE) source = sar_arena_copy_text_n(arena, source, SAR_REDUCED_SOURCE);
  if (!source) return sar_report_no_memory(context);
  sar_store_put_texts(w, "/facts/source", &source, 1);
  sar_store_put_texts(w, "/facts/frame", &frame, 1);
  put_int(w, "/facts/unknowns", f->unknowns);
  put_int(w, "/facts/constraint", f->constraint);
  put_int(w, "/facts/fixed", f->fixed);
  put_real(w, "/facts/compliance_error", f->compliance_error, "1");
  put_real(w, "/facts/frequency_error", f->frequency_error, "1");
  return SAR_OK;
}

static SarStatus put_all(SarStoreWriter *w, SarContext *context, SarArena *arena, const SarReduced *body) {
  sar_store_put_text(w, "format", SAR_REDUCED_FORMAT);
  sar_store_put_int(w, "version", SAR_REDUCED_VERSION);
  SAR_TRY(put_invariants(w, context, arena, body));
  SAR_TRY(put_interfaces(w, context, arena, body));
  SAR_TRY(put_loads(w, context, arena, body));
  SAR_TRY(put_facts(w, context, arena, &body->facts));
  return put_mesh(w, context, arena, &body->mesh, body->n);
}

SarStatus sar_reduced_write(SarContext *context, const char *path, const SarReduced *body) {
  SarStoreWriter *w = NULL;
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  SarStatus status = sar_store_create(context, path, &w);
  if (status == SAR_OK) {
    status = put_all(w, context, arena, body);
    status = sar_store_finish(&w, status);
  }
  sar_arena_destroy(&arena);
  return status;
}
