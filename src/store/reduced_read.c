/* A reduced body from its file: every array with the extents that fit the rest, and every number as it must be. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "store/arrays.h"
#include "store/reduced.h"
#include "store/reduced_file.h"

/* Symmetries hold up to rounding of what was summed. */
#define SYMMETRY 1e-9

#define REMEDY "give a file that `sarrus reduce` wrote"

typedef struct Reader {
  SarContext *context;
  SarStore *store;
  SarArena *arena;
  SarReduced *out;
  int64_t version; /* of the format */
} Reader;

static SarStatus get(Reader *r, const char *path, SarStoreType type, int32_t rank, int64_t a, int64_t b, int64_t c,
                     const void **out) {
  SarStored array = {.path = path, .type = type, .rank = rank, .extent = {a, b, c}};
  return sar_store_read(r->store, &array, r->arena, out);
}

static SarStatus get_reals(Reader *r, const char *path, int32_t rank, int64_t a, int64_t b, int64_t c,
                           const double **out) {
  const void *values = NULL;
  SAR_TRY(get(r, path, SAR_STORE_REAL, rank, a, b, c, &values));
  *out = values;
  return SAR_OK;
}

static SarStatus get_floats(Reader *r, const char *path, int32_t rank, int64_t a, int64_t b, int64_t c,
                            const float **out) {
  const void *values = NULL;
  SAR_TRY(get(r, path, SAR_STORE_FLOAT, rank, a, b, c, &values));
  *out = values;
  return SAR_OK;
}

static SarStatus get_real(Reader *r, const char *path, double *out) {
  const double *value = NULL;
  SAR_TRY(get_reals(r, path, 0, 0, 0, 0, &value));
  *out = *value;
  return SAR_OK;
}

/* From 0 to `most`. */
static SarStatus get_int(Reader *r, const char *path, int64_t most, int64_t *out) {
  const void *value = NULL;
  SAR_TRY(get(r, path, SAR_STORE_INT64, 0, 0, 0, 0, &value));
  *out = *(const int64_t *)value;
  return *out >= 0 && *out <= most ? SAR_OK : sar_store_wrong(r->store, "`%s` is %" PRId64, path, *out);
}

/* ---- what kind of file ---- */

static SarStatus check_format(Reader *r) {
  const char *format = NULL;
  if (!sar_store_text(r->store, "format", r->arena, &format) || strcmp(format, SAR_REDUCED_FORMAT) != 0) {
    return sar_store_wrong(r->store, "it is not the file of a reduced body");
  }
  bool told = sar_store_int(r->store, "version", &r->version);
  if (told && r->version >= 1 && r->version <= SAR_REDUCED_VERSION) return SAR_OK;
  return sar_store_wrong(r->store, "it has version %" PRId64 " of its format, and this program reads versions 1 to %d",
                         r->version, SAR_REDUCED_VERSION);
}

/* ---- invariants ---- */

static SarStatus check_rigid(const Reader *r) {
  const SarReduced *b = r->out;
  if (!(b->mass > 0)) return sar_store_wrong(r->store, "its mass is %g kg, which must be positive", b->mass);
  double largest = 0;
  for (int i = 0; i < 3; i++) {
    if (!(b->j0.m[i][i] > 0)) {
      return sar_store_wrong(r->store, "its moment of inertia about %c is %g kg m^2, which must be positive", "xyz"[i],
                             b -> j0.m[i][i]);
    }
    largest = fmax(largest, b->j0.m[i][i]);
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < i; j++) {
      if (!(fabs(b->j0.m[i][j] - b->j0.m[j][i]) <= SYMMETRY * largest)) {
        return sar_store_wrong(r->store, "`/invariants/j0` is not symmetric");
      }
    }
  }
  return SAR_OK;
}

static SarStatus check_shapes(const Reader *r) {
  const SarReduced *b = r->out;
  for (int32_t i = 0; i < b->n; i++) {
    if (b->stiffness[i] < 0) {
      return sar_store_wrong(r->store, "the stiffness of shape %d is negative, %g 1/s^2", (int)i + 1, b->stiffness[i]);
    }
    if (i && b->stiffness[i] < b->stiffness[i - 1]) {
      return sar_store_wrong(r->store, "the stiffness of shape %d is less than that of the shape before it",
                             (int)i + 1);
    }
    if (b->reach[i] < 0) return sar_store_wrong(r->store, "the reach of shape %d is negative", (int)i + 1);
  }
  return SAR_OK;
}

/* sign 1: symmetric in its last two indices; -1: antisymmetric */
static SarStatus check_symmetry(const Reader *r, const char *path, const double *values, int32_t first, double sign) {
  size_t n = (size_t)r->out->n, count = (size_t)first * n * n;
  double largest = 0;
  for (size_t k = 0; k < count; k++) largest = fmax(largest, fabs(values[k]));
  for (int32_t a = 0; a < first; a++) {
    const double *block = values + (size_t)a * n * n;
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j <= i; j++) {
        if (fabs(block[i * n + j] - sign * block[j * n + i]) <= SYMMETRY * largest) continue;
        return sar_store_wrong(r->store, "`%s` is not %s in shapes %zu and %zu", path,
                               sign > 0 ? "symmetric" : "antisymmetric", j + 1, i + 1);
      }
    }
  }
  return SAR_OK;
}

/* [count][n][n], of which the upper triangles are enough, but in version 1. sign: as above. */
static SarStatus get_square(Reader *r, const char *path, int32_t count, double sign, const double **out) {
  const void *values = NULL;
  size_t n = (size_t)r->out->n;
  SAR_TRY(get(r, path, SAR_STORE_REAL, 3, count, r->out->n, r->out->n, &values));
  double *all = SAR_NEW(r->arena, (size_t)count * n * n, double);
  if (!all) return sar_report_no_memory(r->context);
  memcpy(all, values, (size_t)count * n * n * sizeof *all);
  for (size_t row = 0; r->version > 1 && row < (size_t)count * n; row++) {
    size_t i = row % n, block = (row - i) * n;
    for (size_t j = 0; j < i; j++) {
      if (all[block + i * n + j] == 0) all[block + i * n + j] = sign * all[block + j * n + i];
    }
  }
  *out = all;
  return check_symmetry(r, path, all, count, sign);
}

static SarStatus read_invariants(Reader *r) {
  SarReduced *b = r->out;
  SarStored stiffness = {.path = "/invariants/stiffness", .type = SAR_STORE_REAL, .rank = 1, .extent = {-1}};
  SAR_TRY(sar_store_look(r->store, &stiffness));
  int64_t n = stiffness.extent[0];
  if (n < 1 || n > SAR_REDUCED_SHAPES) {
    return sar_store_wrong(r->store, "it has %" PRId64 " shapes; 1 to %d are possible", n, SAR_REDUCED_SHAPES);
  }
  b->n = (int32_t)n;
  const double *centre = NULL, *j0 = NULL;
  SAR_TRY(get_real(r, "/invariants/mass", &b->mass));
  SAR_TRY(get_reals(r, "/invariants/centre", 1, 3, 0, 0, &centre));
  SAR_TRY(get_reals(r, "/invariants/j0", 2, 3, 3, 0, &j0));
  SAR_TRY(get_reals(r, "/invariants/stiffness", 1, n, 0, 0, &b->stiffness));
  SAR_TRY(get_reals(r, "/invariants/psi", 2, 3, n, 0, &b->psi));
  SAR_TRY(get_reals(r, "/invariants/g0", 2, 3, n, 0, &b->g0));
  SAR_TRY(get_reals(r, "/invariants/j1", 2, 6, n, 0, &b->j1));
  SAR_TRY(get_square(r, "/invariants/j2", 6, 1, &b->j2));
  SAR_TRY(get_square(r, "/invariants/g1", 3, -1, &b->g1));
  SAR_TRY(get_reals(r, "/invariants/reach", 1, n, 0, 0, &b->reach));
  if (sar_store_has(r->store, "/invariants/preload")) {
    SAR_TRY(get_reals(r, "/invariants/preload", 1, n, 0, 0, &b->preload));
  }
  b->centre = sar_vec3_load(centre);
  memcpy(b->j0.m, j0, sizeof b->j0.m);
  SAR_TRY(check_rigid(r));
  SAR_TRY(check_shapes(r));
  const char *fault = sar_reduced_mass_fault(b);
  return fault ? sar_store_wrong(r->store, "%s", fault) : SAR_OK;
}

/* ---- interfaces and loads ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static SarStatus check_names(Reader *r, const char *path, const char *const *names, int64_t count) {
  if (count > SAR_REDUCED_NAMES) return sar_store_wrong(r->store, "`%s` has %" PRId64 " names", path, count);
  const char **sorted = SAR_NEW(r->arena, count + 1, const char *);
  if (!sorted) return sar_report_no_memory(r->context);
  for (int64_t i = 0; i < count; i++) {
    sorted[i] = names[i];
    if (!sar_text_is_name(names[i])) {
      return sar_store_wrong(r->store, "`%.40s` in `%s` is no name: letters, digits and _ make one", names[i], path);
    }
  }
  qsort((void *)sorted, (size_t)count, sizeof *sorted, by_text);
  for (int64_t i = 1; i < count; i++) {
    if (strcmp(sorted[i - 1], sorted[i]) == 0) {
      return sar_store_wrong(r->store, "the name `%.40s` stands twice in `%s`", sorted[i], path);
    }
  }
  return SAR_OK;
}

static SarStatus read_interfaces(Reader *r) {
  const char *const *names = NULL;
  const void *nodes = NULL;
  const double *at = NULL, *phi = NULL, *theta = NULL;
  int64_t k = -1, n = r->out->n;
  SAR_TRY(sar_store_texts(r->store, "/interface/name", &k, r->arena, &names));
  SAR_TRY(check_names(r, "/interface/name", names, k));
  for (int64_t i = 0; i < k; i++) {
    if (!sar_reduced_is_reserved(names[i])) continue;
    return sar_store_wrong(r->store, "an interface cannot be called `%s`; " SAR_REDUCED_RESERVED, names[i]);
  }
  SAR_TRY(get(r, "/interface/node", SAR_STORE_INT64, 1, k, 0, 0, &nodes));
  SAR_TRY(get_reals(r, "/interface/at", 2, k, 3, 0, &at));
  SAR_TRY(get_reals(r, "/interface/phi", 3, k, 3, n, &phi));
  SAR_TRY(get_reals(r, "/interface/theta", 3, k, 3, n, &theta));
  SarReducedInterface *list = SAR_NEW(r->arena, k, SarReducedInterface);
  if (!list) return sar_report_no_memory(r->context);
  for (int64_t i = 0; i < k; i++) {
    list[i] = (SarReducedInterface){names[i], ((const int64_t *)nodes)[i], sar_vec3_load(at + 3 * i), phi + 3 * n * i,
                                    theta + 3 * n * i};
  }
  r->out->interfaces = list;
  r->out->ninterfaces = (int32_t)k;
  return SAR_OK;
}

static SarStatus read_loads(Reader *r) {
  const char *const *names = NULL;
  const double *force = NULL, *moment = NULL, *modal = NULL;
  int64_t k = -1, n = r->out->n;
  if (!sar_store_has(r->store, "/loads/name")) return SAR_OK;
  SAR_TRY(sar_store_texts(r->store, "/loads/name", &k, r->arena, &names));
  SAR_TRY(check_names(r, "/loads/name", names, k));
  SAR_TRY(get_reals(r, "/loads/force", 2, k, 3, 0, &force));
  SAR_TRY(get_reals(r, "/loads/moment", 2, k, 3, 0, &moment));
  SAR_TRY(get_reals(r, "/loads/modal", 2, k, n, 0, &modal));
  SarReducedLoad *list = SAR_NEW(r->arena, k, SarReducedLoad);
  if (!list) return sar_report_no_memory(r->context);
  for (int64_t i = 0; i < k; i++) {
    list[i] = (SarReducedLoad){names[i], sar_vec3_load(force + 3 * i), sar_vec3_load(moment + 3 * i), modal + n * i};
  }
  r->out->loads = list;
  r->out->nloads = (int32_t)k;
  return SAR_OK;
}

/* ---- the mesh ---- */

static SarStatus check_triangles(const Reader *r) {
  const SarReducedMesh *m = &r->out->mesh;
  for (int64_t i = 0; i < 3 * (int64_t)m->ntriangles; i++) {
    if (m->triangle[i] >= 0 && m->triangle[i] < m->nnodes) continue;
    return sar_store_wrong(r->store, "triangle %" PRId64 " of `/mesh/triangle` has node %d; there are %d, from 0 on",
                           i / 3 + 1, (int)m->triangle[i], (int)m->nnodes);
  }
  return SAR_OK;
}

static SarStatus read_mesh(Reader *r) {
  SarReducedMesh *m = &r->out->mesh;
  SarStored at = {.path = "/mesh/at", .type = SAR_STORE_FLOAT, .rank = 2, .extent = {-1, 3}};
  SarStored triangle = {.path = "/mesh/triangle", .type = SAR_STORE_INT32, .rank = 2, .extent = {-1, 3}};
  const void *values = NULL;
  int64_t n = r->out->n;
  if (!sar_store_has(r->store, "/mesh/at")) return SAR_OK;
  SAR_TRY(sar_store_look(r->store, &at));
  SAR_TRY(sar_store_look(r->store, &triangle));
  int64_t nodes = at.extent[0];
  if (nodes > INT32_MAX / 8 || triangle.extent[0] > INT32_MAX / 8)
    return sar_store_wrong(r->store, "its mesh is too large");
  m->nnodes = (int32_t)nodes;
  m->ntriangles = (int32_t)triangle.extent[0];
  SAR_TRY(get_floats(r, "/mesh/at", 2, nodes, 3, 0, &m->at));
  SAR_TRY(get(r, "/mesh/number", SAR_STORE_INT64, 1, nodes, 0, 0, &values));
  m->numbers = values;
  SAR_TRY(get(r, "/mesh/triangle", SAR_STORE_INT32, 2, m->ntriangles, 3, 0, &values));
  m->triangle = values;
  SAR_TRY(check_triangles(r));
  SAR_TRY(get_floats(r, "/shapes/displacement", 3, nodes, 3, n, &m->shapes));
  if (sar_store_has(r->store, "/stress/shapes")) {
    SAR_TRY(get_floats(r, "/stress/shapes", 3, nodes, 6, n, &m->stress));
  }
  if (!sar_store_has(r->store, "/stress/preload")) return SAR_OK;
  return get_floats(r, "/stress/preload", 2, nodes, 6, 0, &m->stress0);
}

/* ---- facts ---- */

static SarStatus read_text(Reader *r, const char *path, const char **out) {
  const char *const *texts = NULL;
  int64_t one = 1;
  SAR_TRY(sar_store_texts(r->store, path, &one, r->arena, &texts));
  *out = texts[0];
  return SAR_OK;
}

static SarStatus read_facts(Reader *r) {
  SarReducedFacts *f = &r->out->facts;
  int64_t constraint = 0, fixed = 0;
  SAR_TRY(read_text(r, "/facts/source", &f->source));
  SAR_TRY(read_text(r, "/facts/frame", &f->frame));
  SAR_TRY(get_int(r, "/facts/unknowns", INT64_MAX, &f->unknowns));
  SAR_TRY(get_int(r, "/facts/constraint", INT32_MAX, &constraint));
  SAR_TRY(get_int(r, "/facts/fixed", INT32_MAX, &fixed));
  f->constraint = (int32_t)constraint;
  f->fixed = (int32_t)fixed;
  SAR_TRY(get_real(r, "/facts/compliance_error", &f->compliance_error));
  return get_real(r, "/facts/frequency_error", &f->frequency_error);
}

static SarStatus read_all(Reader *r, bool mesh) {
  SAR_TRY(check_format(r));
  SAR_TRY(read_invariants(r));
  SAR_TRY(read_interfaces(r));
  SAR_TRY(read_loads(r));
  SAR_TRY(read_facts(r));
  return mesh ? read_mesh(r) : SAR_OK;
}

/* opened: how that went. */
static SarStatus read_opened(Reader *r, SarStatus opened, bool mesh) {
  SarStatus status = opened == SAR_OK ? read_all(r, mesh) : opened;
  sar_store_close(&r->store);
  return status;
}

SarStatus sar_reduced_read(SarContext *context, SarSource source, const char *path, bool mesh, SarArena *arena,
                           SarReduced *out) {
  Reader r = {.context = context, .arena = arena, .out = out};
  *out = (SarReduced){0};
  return read_opened(&r, sar_store_open(context, source, path, REMEDY, &r.store), mesh);
}

SarStatus sar_reduced_read_asset(SarContext *context, SarSource source, const SarAsset *asset, bool mesh,
                                 SarArena *arena, SarReduced *out) {
  Reader r = {.context = context, .arena = arena, .out = out};
  *out = (SarReduced){0};
  SarStatus opened = sar_store_open_image(context, source, asset->name, asset->bytes, asset->size, REMEDY, &r.store);
  return read_opened(&r, opened, mesh);
}
