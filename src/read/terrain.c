/* Shapes of ground that is not flat: `road:` flat, or {bump, sine or table}; `height_field:` {file, size}. */
#include "geometry/terrain.h"

#include <math.h>
#include <string.h>

#include "read/csv.h"
#include "read/values.h"

#define MOST_POINTS 100000 /* of a table in the model */

static const char remedy_road[] =
    "write `road: flat`, or {bump: {at: 5, length: 1, height: 0.1}}, {sine: {length: 2, height: 0.05}} or {table: [[0, "
    "0], "
    "[1, 0.1]]}";

static SarStatus refuse(SarFile *file, const SarNode *node, const char *remedy, const char *what) {
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "%s", what);
}

/* ---- tables in files ---- */

/* The file's numbers, column after column. */
static SarStatus read_file(SarFile *file, const SarNode *node, int32_t ncolumns, SarCsv *csv) {
  SarReader *reader = file->reader;
  SarCsvColumn columns[SAR_CSV_COLUMNS];
  int32_t index;
  SAR_TRY(sar_read_path(file, node, "name the file: hills.csv", &csv->path));
  SAR_TRY(sar_read_named_file(reader, csv->path, node->source, &csv->name, &csv->text, &csv->length));
  if (!ncolumns) ncolumns = sar_csv_columns(csv);
  if (ncolumns < 2 || ncolumns > SAR_CSV_COLUMNS) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element,
                      "give a height for each point along x in every line, 2 to 256 of them",
                      "`%s` has %d columns in its first line", csv->path, (int)ncolumns);
  }
  for (int32_t i = 0; i < ncolumns; i++) columns[i] = (SarCsvColumn){.index = i, .source = node->source};
  SAR_TRY(sar_csv_read(file, csv, columns, ncolumns));
  SAR_TRY(sar_read_keep_file(reader, csv->path, csv->text, &index));
  csv->ncolumns = ncolumns;
  if (csv->nrows >= 2) return SAR_OK;
  return sar_report(reader->context, SAR_INPUT, node->source, file->element, "give 2 lines of numbers at least",
                    "`%s` has %d", csv->path, (int)csv->nrows);
}

static SarStatus check_increasing(SarFile *file, const double *x, int32_t count, const SarSource *sources) {
  for (int32_t i = 1; i < count; i++) {
    if (x[i] > x[i - 1]) continue;
    return sar_report(file->reader->context, SAR_INPUT, sources[i], file->element,
                      "sort the points, and give each place once", "x does not increase: %g follows %g", x[i],
                      x[i - 1]);
  }
  return SAR_OK;
}

/* ---- roads ---- */

static SarStatus read_positive(SarFile *file, const SarNode *mapping, const char *key, double *out) {
  const SarNode *node = sar_node_get(mapping, key);
  if (!node) {
    return sar_report(file->reader->context, SAR_INPUT, mapping->source, file->element, remedy_road, "`%s` is missing",
                      key);
  }
  SAR_TRY(sar_read_number(file, node, key, "m", out));
  if (*out > 0) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give a positive length",
                    "`%s` must be positive, but is %g m", key, *out);
}

static SarStatus read_wave(SarFile *file, const SarNode *node, SarTerrain *out) {
  const SarNode *at, *height;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "road", "{at: .., length: .., height: ..}"));
  SAR_TRY(sar_read_check_keys(file, node, "a road", "at length height"));
  SAR_TRY(read_positive(file, node, "length", &out->length));
  if ((at = sar_node_get(node, "at"))) SAR_TRY(sar_read_number(file, at, "at", "m", &out->start));
  height = sar_node_get(node, "height");
  if (!height) return refuse(file, node, remedy_road, "`height` is missing");
  return sar_read_number(file, height, "height", "m", &out->height);
}

static SarStatus read_points(SarFile *file, const SarNode *node, double *x, double *z) {
  SarSource *sources = SAR_NEW(file->reader->arena, node->count, SarSource);
  if (!sources) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < node->count; i++) {
    double point[2];
    SAR_TRY(sar_read_numbers(file, node->items[i], "table", "m", 2, point));
    x[i] = point[0], z[i] = point[1];
    sources[i] = node->items[i]->source;
  }
  return check_increasing(file, x, node->count, sources);
}

static SarStatus read_table(SarFile *file, const SarNode *node, SarTerrain *out) {
  SarArena *arena = file->reader->model->arena;
  SarCsv csv = {0};
  bool from_file = node->kind == SAR_NODE_SCALAR;
  if (from_file) {
    SAR_TRY(read_file(file, node, 2, &csv));
    SAR_TRY(check_increasing(file, csv.values, csv.nrows, csv.sources));
  } else {
    SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, "table", "a list of points [x, z], or the name of a file"));
    if (node->count < 2 || node->count > MOST_POINTS)
      return refuse(file, node, remedy_road, "a table has 2 points at least");
  }
  int32_t count = from_file ? csv.nrows : node->count;
  double *x = SAR_NEW(arena, count, double), *z = SAR_NEW(arena, count, double);
  if (!x || !z) return sar_read_no_memory(file->reader);
  double metre = sar_units_factor(&file->units, "m");
  for (int32_t i = 0; from_file && i < count; i++) x[i] = metre * csv.values[i], z[i] = metre * csv.values[count + i];
  if (!from_file) SAR_TRY(read_points(file, node, x, z));
  return sar_terrain_table(arena, x, z, count, out) ? SAR_OK : sar_read_no_memory(file->reader);
}

static SarStatus read_kind(SarFile *file, const SarNode *node, SarTerrain *out) {
  static const char *const kinds[] = {"flat", "bump", "sine", "table"};
  if (node->kind == SAR_NODE_SCALAR) {
    const char *text;
    SAR_TRY(sar_read_text(file, node, "road", &text));
    return strcmp(text, "flat") == 0 ? SAR_OK : refuse(file, node, remedy_road, "there is no road of this kind");
  }
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "road", "flat, or {bump, sine or table: ..}"));
  SAR_TRY(sar_read_check_keys(file, node, "a road", "flat bump sine table"));
  if (node->count != 1) return refuse(file, node, remedy_road, "a road is one of flat, bump, sine and table");
  for (int i = 0; i < SAR_COUNT(kinds); i++) {
    const SarNode *item = sar_node_get(node, kinds[i]);
    if (!item) continue;
    out->kind = (SarTerrainKind)i;
    if (i == SAR_TERRAIN_FLAT) return sar_read_number(file, item, "flat", "m", &out->height);
    return i == SAR_TERRAIN_TABLE ? read_table(file, item, out) : read_wave(file, item, out);
  }
  return SAR_OK;
}

static SarStatus keep(SarFile *file, const SarTerrain *terrain, SarShape *shape) {
  SarTerrain *kept = SAR_NEW(file->reader->model->arena, 1, SarTerrain);
  if (!kept) return sar_read_no_memory(file->reader);
  *kept = *terrain;
  shape->data = kept;
  return SAR_OK;
}

SarStatus sar_read_road(SarFile *file, const SarNode *node, SarShape *shape) {
  SarTerrain terrain = {.kind = SAR_TERRAIN_FLAT};
  SAR_TRY(read_kind(file, node, &terrain));
  return keep(file, &terrain, shape);
}

/* ---- height fields ---- */

/* As many places as numbers, evenly, the middle at zero. */
static double *spread(SarArena *arena, double size, int32_t count) {
  double *x = SAR_NEW(arena, count, double);
  for (int32_t i = 0; x && i < count; i++) x[i] = size * ((double)i / (count - 1) - 0.5);
  return x;
}

SarStatus sar_read_height_field(SarFile *file, const SarNode *node, SarShape *shape) {
  static const char remedy[] = "write {file: hills.csv, size: [20, 10]}";
  SarArena *arena = file->reader->model->arena;
  SarTerrain terrain;
  SarCsv csv = {0};
  double size[2];
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "height_field", "{file: hills.csv, size: [20, 10]}"));
  SAR_TRY(sar_read_check_keys(file, node, "a height field", "file size"));
  const SarNode *name = sar_node_get(node, "file"), *sizes = sar_node_get(node, "size");
  if (!name || !sizes) return refuse(file, node, remedy, name ? "`size` is missing" : "`file` is missing");
  SAR_TRY(sar_read_numbers(file, sizes, "size", "m", 2, size));
  if (!(size[0] > 0 && size[1] > 0)) {
    return refuse(file, sizes, "give the lengths along x and y that the table covers", "`size` must be positive");
  }
  SAR_TRY(read_file(file, name, 0, &csv));
  int32_t nx = csv.ncolumns, ny = csv.nrows;
  double metre = sar_units_factor(&file->units, "m"), *z = SAR_NEW(arena, (size_t)nx * (size_t)ny, double);
  double *x = spread(arena, size[0], nx), *y = spread(arena, size[1], ny);
  if (!x || !y || !z) return sar_read_no_memory(file->reader);
  for (int32_t k = 0; k < nx * ny; k++) z[k] = metre * csv.values[k % nx * ny + k / nx];
  if (!sar_terrain_field(arena, x, nx, y, ny, z, &terrain)) return sar_read_no_memory(file->reader);
  return keep(file, &terrain, shape);
}
