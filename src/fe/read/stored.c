/* A finite-element model in one HDF5 file: arrays as docs/howto/modal-bodies.md lists them. */
#include <inttypes.h>
#include <string.h>

#include "fe/read/deck.h"
#include "fe/read/entries.h"
#include "store/arrays.h"

#define REMEDY "see the list of arrays in docs/howto/modal-bodies.md"

typedef struct Stored {
  SarFeReading *reading;
  SarStore *store;
} Stored;

static SarStatus no_memory(const Stored *s) { return sar_report_no_memory(s->reading->context); }

static SarStatus get_ints(const Stored *s, SarArena *arena, const char *path, int64_t *count, const int64_t **out) {
  SarStored array = {.path = path, .type = SAR_STORE_INT64, .rank = 1, .extent = {*count}};
  const void *values = NULL;
  SAR_TRY(sar_store_read(s->store, &array, arena, &values));
  *count = array.extent[0];
  *out = values;
  return SAR_OK;
}

static SarStatus get_reals(const Stored *s, const char *path, int64_t *count, const double **out) {
  SarStored array = {.path = path, .type = SAR_STORE_REAL, .rank = 1, .extent = {*count}};
  const void *values = NULL;
  SAR_TRY(sar_store_read(s->store, &array, s->reading->arena, &values));
  *count = array.extent[0];
  *out = values;
  return SAR_OK;
}

static SarStatus check_count(const Stored *s, const char *path, int64_t count) {
  if (count >= 0 && count <= INT32_MAX / 8) return SAR_OK;
  return sar_store_wrong(s->store, "`%s` has %" PRId64 " entries", path, count);
}

/* ---- nodes and unknowns ---- */

static SarStatus read_nodes(Stored *s) {
  SarFeReading *r = s->reading;
  int64_t count = -1;
  const int64_t *numbers = NULL;
  const void *at = NULL;
  SAR_TRY(get_ints(s, r->scratch, "/nodes/number", &count, &numbers));
  SAR_TRY(check_count(s, "/nodes/number", count));
  SarStored array = {.path = "/nodes/at", .type = SAR_STORE_REAL, .rank = 2, .extent = {count, 3}};
  SAR_TRY(sar_store_read(s->store, &array, r->scratch, &at));
  _Static_assert(sizeof(SarVec3) == 3 * sizeof(double), "vectors are three numbers");
  SAR_TRY(sar_fe_set_nodes(r, (int32_t)count, numbers, at));
  if (r->out->nnodes == count && count > 0) return SAR_OK;
  return sar_store_wrong(s->store, "`/nodes/number` has %" PRId64 " numbers, %d of them different", count,
                         (int)r->out->nnodes);
}

static SarStatus node_of(const Stored *s, const char *path, int64_t number, int32_t *out) {
  *out = sar_fe_index(s->reading->out->numbers, s->reading->out->nnodes, number);
  return *out >= 0 ? SAR_OK : sar_store_wrong(s->store, "node %" PRId64 " in `%s` has no coordinates", number, path);
}

static SarStatus read_unknowns(Stored *s, const char *path) {
  SarFeReading *r = s->reading;
  int64_t count = -1;
  const int64_t *nodes = NULL, *directions = NULL;
  SAR_TRY(get_ints(s, r->scratch, "/unknowns/node", &count, &nodes));
  SAR_TRY(check_count(s, "/unknowns/node", count));
  SAR_TRY(get_ints(s, r->scratch, "/unknowns/direction", &count, &directions));
  SarFeUnknown *unknowns = SAR_NEW(r->arena, count, SarFeUnknown);
  if (!unknowns) return no_memory(s);
  for (int64_t i = 0; i < count; i++) {
    if (directions[i] < 1 || directions[i] > 6) {
      return sar_store_wrong(s->store, "`/unknowns/direction` has %" PRId64 "; 1 to 6 are possible", directions[i]);
    }
    unknowns[i].direction = (int32_t)directions[i] - 1;
    SAR_TRY(node_of(s, "/unknowns/node", nodes[i], &unknowns[i].node));
  }
  if (!count) return sar_store_wrong(s->store, "it has no unknowns");
  r->out->unknowns = unknowns;
  r->out->nunknowns = (int32_t)count;
  return sar_fe_check_unknowns(r, path);
}

/* ---- matrices ---- */

static SarStatus add_entries(const Stored *s, const char *name, int64_t count, const int64_t *rows,
                             const int64_t *columns, const double *values, SarFeEntries *entries) {
  int32_t n = s->reading->out->nunknowns;
  for (int64_t i = 0; i < count; i++) {
    if (rows[i] < 0 || rows[i] >= n || columns[i] < 0 || columns[i] >= n) {
      return sar_store_wrong(s->store,
                             "`/%s` has row %" PRId64 " and column %" PRId64 "; there are %d unknowns, from 0 on", name,
                             rows[i], columns[i], (int)n);
    }
    if (!sar_fe_entries_add(entries, (int32_t)rows[i], (int32_t)columns[i], values[i])) return no_memory(s);
  }
  return SAR_OK;
}

static SarStatus read_matrix(Stored *s, const char *name, SarFeMatrix *out) {
  SarFeReading *r = s->reading;
  const int64_t *rows = NULL, *columns = NULL;
  const void *values = NULL;
  const char *row = sar_arena_printf(r->scratch, "/%s/row", name);
  const char *column = sar_arena_printf(r->scratch, "/%s/column", name);
  const char *value = sar_arena_printf(r->scratch, "/%s/value", name);
  int64_t count = -1;
  if (!row || !column || !value) return no_memory(s);
  SAR_TRY(get_ints(s, r->scratch, row, &count, &rows));
  SAR_TRY(check_count(s, row, count));
  SAR_TRY(get_ints(s, r->scratch, column, &count, &columns));
  SarStored array = {.path = value, .type = SAR_STORE_REAL, .rank = 1, .extent = {count}};
  SAR_TRY(sar_store_read(s->store, &array, r->scratch, &values));
  SarFeEntries entries = {0};
  int32_t repeated[2];
  SarStatus status = add_entries(s, name, count, rows, columns, values, &entries);
  if (status == SAR_OK) {
    status = sar_fe_entries_pack(&entries, r->out->nunknowns, false, r->arena, out, repeated);
    if (status != SAR_OK) status = no_memory(s);
  }
  sar_fe_entries_free(&entries);
  SAR_TRY(status);
  if (repeated[0] < 0) return SAR_OK;
  return sar_store_wrong(s->store, "the entry of `/%s` in row %d and column %d stands twice; give one triangle", name,
                         (int)repeated[0], (int)repeated[1]);
}

/* ---- elements and materials ---- */

static SarStatus read_materials(Stored *s) {
  SarFeReading *r = s->reading;
  const char *const *names = NULL;
  const double *young = NULL, *poisson = NULL, *density = NULL;
  int64_t count = -1;
  if (!sar_store_has(s->store, "/materials/name")) return SAR_OK;
  SAR_TRY(sar_store_texts(s->store, "/materials/name", &count, r->arena, &names));
  SAR_TRY(get_reals(s, "/materials/young", &count, &young));
  SAR_TRY(get_reals(s, "/materials/poisson", &count, &poisson));
  SAR_TRY(get_reals(s, "/materials/density", &count, &density));
  SarFeMaterial *materials = SAR_NEW(r->arena, count, SarFeMaterial);
  if (!materials) return no_memory(s);
  for (int64_t i = 0; i < count; i++) materials[i] = (SarFeMaterial){names[i], young[i], poisson[i], density[i]};
  r->out->materials = materials;
  r->out->nmaterials = (int32_t)count;
  return SAR_OK;
}

/* Nodes of element i, which begin at *used in the list of all. */
static SarStatus read_element(const Stored *s, SarFeElement *e, const char *type, const int64_t *nodes, int64_t total,
                              int32_t *connectivity, int32_t *used) {
  const SarFeType *t = sar_fe_type(type);
  if (!t || t->shell) return sar_store_wrong(s->store, "`%.20s` in `/elements/type` is no solid element", type);
  if (total - *used < t->nodes) return sar_store_wrong(s->store, "`/elements/node` has too few nodes, %" PRId64, total);
  e->kind = t->kind;
  e->variant = t->variant;
  e->first = *used;
  for (int32_t k = 0; k < t->nodes; k++, ++*used) {
    SAR_TRY(node_of(s, "/elements/node", nodes[*used], &connectivity[*used]));
  }
  return SAR_OK;
}

static SarStatus read_elements(Stored *s) {
  SarFeReading *r = s->reading;
  const int64_t *numbers = NULL, *materials = NULL, *nodes = NULL;
  const char *const *types = NULL;
  int64_t count = -1, total = -1;
  int32_t used = 0;
  if (!sar_store_has(s->store, "/elements/number")) return SAR_OK;
  SAR_TRY(get_ints(s, r->scratch, "/elements/number", &count, &numbers));
  SAR_TRY(check_count(s, "/elements/number", count));
  SAR_TRY(sar_store_texts(s->store, "/elements/type", &count, r->scratch, &types));
  SAR_TRY(get_ints(s, r->scratch, "/elements/material", &count, &materials));
  SAR_TRY(get_ints(s, r->scratch, "/elements/node", &total, &nodes));
  SAR_TRY(check_count(s, "/elements/node", total));
  SarFeElement *elements = SAR_NEW(r->arena, count, SarFeElement);
  int32_t *connectivity = SAR_NEW(r->arena, total, int32_t);
  if (!elements || !connectivity) return no_memory(s);
  for (int64_t i = 0; i < count; i++) {
    if (materials[i] < -1 || materials[i] >= r->out->nmaterials) {
      return sar_store_wrong(s->store, "`/elements/material` has %" PRId64 "; there are %d materials, from 0 on",
                             materials[i], (int)r->out->nmaterials);
    }
    elements[i].number = numbers[i];
    elements[i].material = (int32_t)materials[i];
    SAR_TRY(read_element(s, &elements[i], types[i], nodes, total, connectivity, &used));
  }
  if (used != total) return sar_store_wrong(s->store, "`/elements/node` has %" PRId64 " nodes too many", total - used);
  r->out->elements = elements;
  r->out->nelements = (int32_t)count;
  r->out->connectivity = connectivity;
  return SAR_OK;
}

/* ---- sets, loads, units ---- */

static SarStatus read_sets(Stored *s) {
  SarFeReading *r = s->reading;
  const char *const *names = NULL;
  const int64_t *counts = NULL, *nodes = NULL;
  int64_t count = -1, total = -1, used = 0;
  if (!sar_store_has(s->store, "/sets/name")) return SAR_OK;
  SAR_TRY(sar_store_texts(s->store, "/sets/name", &count, r->arena, &names));
  SAR_TRY(get_ints(s, r->scratch, "/sets/count", &count, &counts));
  SAR_TRY(get_ints(s, r->scratch, "/sets/node", &total, &nodes));
  SarFeSet *sets = SAR_NEW(r->arena, count, SarFeSet);
  if (!sets) return no_memory(s);
  for (int64_t i = 0; i < count; i++) {
    if (counts[i] < 0 || counts[i] > total - used) {
      return sar_store_wrong(s->store, "`/sets/count` does not fit the %" PRId64 " nodes of `/sets/node`", total);
    }
    int32_t *indices = SAR_NEW(r->arena, counts[i], int32_t);
    if (!indices) return no_memory(s);
    for (int64_t k = 0; k < counts[i]; k++) SAR_TRY(node_of(s, "/sets/node", nodes[used + k], &indices[k]));
    sets[i] = (SarFeSet){.name = names[i], .count = sar_fe_sort_indices(indices, (int32_t)counts[i]), .nodes = indices};
    used += counts[i];
  }
  r->out->sets = sets;
  r->out->nsets = (int32_t)count;
  return SAR_OK;
}

static SarStatus read_loads(Stored *s) {
  SarFeReading *r = s->reading;
  const char *const *names = NULL;
  const void *forces = NULL;
  int64_t count = -1, n = r->out->nunknowns;
  if (sar_store_has(s->store, "/preload")) SAR_TRY(get_reals(s, "/preload", &n, &r->out->preload));
  if (!sar_store_has(s->store, "/loads/name")) return SAR_OK;
  SAR_TRY(sar_store_texts(s->store, "/loads/name", &count, r->arena, &names));
  SarStored array = {.path = "/loads/force", .type = SAR_STORE_REAL, .rank = 2, .extent = {count, n}};
  SAR_TRY(sar_store_read(s->store, &array, r->arena, &forces));
  SarFeLoad *loads = SAR_NEW(r->arena, count, SarFeLoad);
  if (!loads) return no_memory(s);
  for (int64_t i = 0; i < count; i++) loads[i] = (SarFeLoad){names[i], (const double *)forces + i * n};
  r->out->loads = loads;
  r->out->nloads = (int32_t)count;
  return SAR_OK;
}

static SarStatus read_unit(Stored *s, const char *path, double *unit) {
  SarStored array = {.path = path, .type = SAR_STORE_REAL, .rank = 0};
  const void *value = NULL;
  SAR_TRY(sar_store_read(s->store, &array, s->reading->scratch, &value));
  *unit = *(const double *)value;
  return *unit > 0 ? SAR_OK : sar_store_wrong(s->store, "`%s` is %g, which must be positive", path, *unit);
}

static SarStatus read_units(Stored *s) {
  SarFeUnits *units = &s->reading->units;
  if (!sar_store_has(s->store, "/units")) return SAR_OK;
  SAR_TRY(read_unit(s, "/units/length", &units->length));
  SAR_TRY(read_unit(s, "/units/mass", &units->mass));
  return read_unit(s, "/units/time", &units->time);
}

static SarStatus read_all(Stored *s, const char *path) {
  SAR_TRY(read_units(s));
  SAR_TRY(read_nodes(s));
  SAR_TRY(read_unknowns(s, path));
  SAR_TRY(read_materials(s));
  SAR_TRY(read_elements(s));
  SAR_TRY(read_sets(s));
  SAR_TRY(read_loads(s));
  SAR_TRY(read_matrix(s, "stiffness", &s->reading->out->stiffness));
  return read_matrix(s, "mass", &s->reading->out->mass);
}

SarStatus sar_fe_read_store(SarFeReading *reading, const char *path) {
  Stored s = {.reading = reading};
  SarStatus status =
      sar_store_open(reading->context, (SarSource){sar_intern(reading->context, path), 0, 0}, path, REMEDY, &s.store);
  if (status == SAR_OK) status = read_all(&s, path);
  sar_store_close(&s.store);
  return status;
}
