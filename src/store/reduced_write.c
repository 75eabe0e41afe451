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

static void put_invariants(SarStoreWriter *w, const SarReduced *b) {
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
  put(w, "/invariants/j2", SAR_STORE_REAL, b->j2, "1", 3, 6, n, n);
  put(w, "/invariants/g1", SAR_STORE_REAL, b->g1, "1", 3, 3, n, n);
  put(w, "/invariants/reach", SAR_STORE_REAL, b->reach, "kg^(-1/2)", 1, n, 0, 0);
  if (b->preload) put(w, "/invariants/preload", SAR_STORE_REAL, b->preload, "N kg^(-1/2)", 1, n, 0, 0);
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

static void put_mesh(SarStoreWriter *w, const SarReducedMesh *m, int64_t n) {
  int64_t nodes = m->nnodes;
  if (!nodes) return;
  put(w, "/mesh/number", SAR_STORE_INT64, m->numbers, NULL, 1, nodes, 0, 0);
  put(w, "/mesh/at", SAR_STORE_FLOAT, m->at, "m", 2, nodes, 3, 0);
  put(w, "/mesh/triangle", SAR_STORE_INT32, m->triangle, NULL, 2, m->ntriangles, 3, 0);
  put(w, "/shapes/displacement", SAR_STORE_FLOAT, m->shapes, "kg^(-1/2)", 3, nodes, 3, n);
  if (m->stress) put(w, "/stress/shapes", SAR_STORE_FLOAT, m->stress, "Pa m^(-1) kg^(-1/2)", 3, nodes, 6, n);
  if (m->stress0) put(w, "/stress/preload", SAR_STORE_FLOAT, m->stress0, "Pa", 2, nodes, 6, 0);
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
  put_invariants(w, body);
  SAR_TRY(put_interfaces(w, context, arena, body));
  SAR_TRY(put_loads(w, context, arena, body));
  SAR_TRY(put_facts(w, context, arena, &body->facts));
  put_mesh(w, &body->mesh, body->n);
  return SAR_OK;
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
