/* Which files, and their units. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <strings.h>

#include "fe/read/reading.h"

static bool ends_with(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

/* ---- units ---- */

static void scale(double *values, int64_t count, double factor) {
  for (int64_t i = 0; factor != 1 && i < count; i++) values[i] *= factor;
}

/* Rows and columns of rotations have a length more each than those of displacements. */
static void scale_matrix(SarFeMatrix *m, const SarFeUnknown *unknowns, double factor, double length) {
  for (int32_t j = 0; j < m->pattern.ncolumns; j++) {
    for (int32_t k = m->pattern.column[j]; k < m->pattern.column[j + 1]; k++) {
      int turns = (unknowns[j].direction > 2) + (unknowns[m->pattern.row[k]].direction > 2);
      m->values[k] *= factor * (turns == 2 ? length * length : turns == 1 ? length : 1);
    }
  }
}

static void scale_forces(double *forces, const SarFeModel *m, double force, double length) {
  for (int32_t i = 0; forces && i < m->nunknowns; i++)
    forces[i] *= m->unknowns[i].direction > 2 ? force * length : force;
}

/* The arrays are the reader's own until it gives the model away: what is const to others is written here. */
static void apply_units(SarFeModel *m, SarFeUnits u) {
  double force = u.mass * u.length / (u.time * u.time);
  scale((double *)(uintptr_t)m->at, 3 * (int64_t)m->nnodes, u.length);
  for (int32_t i = 0; i < m->nmaterials; i++) {
    SarFeMaterial *material = (SarFeMaterial *)(uintptr_t)&m->materials[i];
    material->young *= force / (u.length * u.length);
    material->density *= u.mass / (u.length * u.length * u.length);
  }
  scale_matrix(&m->stiffness, m->unknowns, force / u.length, u.length);
  scale_matrix(&m->mass, m->unknowns, u.mass, u.length);
  for (int32_t i = 0; i < m->nloads; i++) scale_forces((double *)(uintptr_t)m->loads[i].force, m, force, u.length);
  scale_forces((double *)(uintptr_t)m->preload, m, force, u.length);
}

/* ---- what is missing ---- */

/* Nodes of elements that lack an unknown. */
static SarStatus count_missing(SarFeReading *r) {
  SarFeModel *m = r->out;
  static const int32_t nodes[SAR_FE_KINDS] = {4, 10, 8, 20, 6, 15};
  uint8_t *found = SAR_NEW(r->scratch, m->nnodes, uint8_t);
  if (!found) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < m->nunknowns; i++) {
    if (m->unknowns[i].node >= 0) found[m->unknowns[i].node] |= (uint8_t)(1 << m->unknowns[i].direction);
  }
  for (int32_t e = 0; e < m->nelements; e++) {
    for (int32_t k = 0; k < nodes[m->elements[e].kind]; k++) {
      uint8_t *here = &found[m->connectivity[m->elements[e].first + k]];
      m->nmissing += (*here & 0x87) < 7;
      *here |= 0x80; /* counted */
    }
  }
  return SAR_OK;
}

/* ---- reading ---- */

/* Whether the name of a file says that it is a mass, or a stiffness: mass.mtx, frame_M.mtx, K.mtx. */
static bool says(const char *path, const char *word) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  size_t length = dot ? (size_t)(dot - name) : strlen(name), whole = strlen(word);
  for (size_t i = 0; i + whole <= length; i++) {
    if (strncasecmp(name + i, word, whole) == 0) return true;
  }
  bool last = length && strncasecmp(name + length - 1, word[0] == 's' ? "k" : "m", 1) == 0;
  return last && (length == 1 || name[length - 2] == '_' || name[length - 2] == '-' || name[length - 2] == '.');
}

/* Stiffness and mass as their names say, or in the order given; then the table of nodes, and that of unknowns. */
static SarStatus read_market(SarFeReading *r, const char *const *paths, int32_t npaths) {
  const char *matrices[2] = {NULL, NULL}, *tables[2] = {NULL, NULL};
  int32_t nmatrices = 0, ntables = 0;
  for (int32_t i = 0; i < npaths; i++) {
    bool matrix = ends_with(paths[i], ".mtx");
    if ((matrix ? nmatrices : ntables) == 2) break;
    if (matrix)
      matrices[nmatrices++] = paths[i];
    else
      tables[ntables++] = paths[i];
  }
  if (nmatrices != 2 || !ntables || nmatrices + ntables != npaths) {
    return sar_report(
        r->context, SAR_INPUT, sar_nowhere(), NULL, "give K.mtx M.mtx nodes.csv, and a table of unknowns if need be",
        "two matrices and one or two tables make a model; here are %d and %d", (int)nmatrices, (int)ntables);
  }
  bool swapped = (says(matrices[0], "mass") && !says(matrices[1], "mass")) ||
                 (says(matrices[1], "stiff") && !says(matrices[0], "stiff"));
  return sar_fe_read_market(r, (const char *const[4]){matrices[swapped], matrices[!swapped], tables[0], tables[1]});
}

static SarStatus read_any(SarFeReading *r, const char *const *paths, int32_t npaths) {
  bool matrix = false;
  for (int32_t i = 0; i < npaths; i++) matrix = matrix || ends_with(paths[i], ".mtx");
  if (matrix) return read_market(r, paths, npaths);
  if (npaths == 1 && ends_with(paths[0], ".inp")) return sar_fe_read_calculix(r, paths[0]);
  if (npaths == 1 && (ends_with(paths[0], ".h5") || ends_with(paths[0], ".hdf5")))
    return sar_fe_read_store(r, paths[0]);
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                    "give JOB.inp of CalculiX (with JOB.sti, JOB.mas and JOB.dof beside it), K.mtx M.mtx nodes.csv, or "
                    "one file MODEL.h5",
                    "no such kind of model is known: `%s`", npaths ? paths[0] : "");
}

static SarStatus set_source(SarFeReading *r, const char *const *paths, int32_t npaths) {
  const char *text = "";
  for (int32_t i = 0; text && i < npaths; i++)
    text = sar_arena_printf(r->arena, "%s%s%s", text, i ? " " : "", paths[i]);
  r->out->source = text;
  return text ? SAR_OK : sar_report_no_memory(r->context);
}

SarStatus sar_fe_read(SarContext *context, const char *const *paths, int32_t npaths, SarFeUnits units, SarArena *arena,
                      SarFeModel *out) {
  *out = (SarFeModel){0};
  SarFeReading r = {.context = context, .arena = arena, .scratch = sar_arena_create(), .out = out, .units = units};
  if (!r.scratch) return sar_report_no_memory(context);
  SarStatus status = set_source(&r, paths, npaths);
  if (status == SAR_OK) status = read_any(&r, paths, npaths);
  if (status == SAR_OK) status = count_missing(&r);
  if (status == SAR_OK) apply_units(out, r.units);
  sar_arena_destroy(&r.scratch);
  return status;
}
