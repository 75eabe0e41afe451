/* Results files of Adams, written from ours: the XML form of `.res`, and `.req`. */
#include <stdlib.h>
#include <string.h>

#include "result/markup.h"
#include "result/xrf.h"

#define CHUNK_BYTES ((int64_t)32 << 20)

/* Some rows of all entities, row by row. */
typedef struct Rows {
  const SarXrf *xrf;
  int64_t first, count, most;
  double *times;
  double *values;  /* count rows of ncomponents */
  double *scratch; /* of one entity */
} Rows;

static SarStatus open_rows(SarContext *context, const SarXrf *xrf, Rows *out) {
  int64_t most = CHUNK_BYTES / (8 * (int64_t)(xrf->ncomponents + 1)) + 1;
  *out = (Rows){.xrf = xrf, .most = most};
  out->times = malloc((size_t)most * sizeof *out->times);
  out->values = malloc((size_t)most * (size_t)(xrf->ncomponents + 1) * sizeof *out->values);
  out->scratch = malloc((size_t)most * 19 * sizeof *out->scratch);
  return out->times && out->values && out->scratch ? SAR_OK : sar_report_no_memory(context);
}

static void close_rows(Rows *rows) {
  free(rows->times);
  free(rows->values);
  free(rows->scratch);
}

/* The next rows; count 0: there are none. */
static SarStatus next_rows(SarContext *context, Rows *r) {
  const SarXrf *xrf = r->xrf;
  static const int32_t time[] = {0};
  r->first += r->count;
  r->count = sar_results_rows(xrf->results) - r->first;
  if (r->count > r->most) r->count = r->most;
  if (r->count <= 0) return SAR_OK;
  SAR_TRY(sar_results_read_rows(xrf->results, time, 1, r->first, r->count, r->times));
  for (int32_t i = 0; i < xrf->nentities; i++) {
    const SarXrfEntity *e = &xrf->entities[i];
    SAR_TRY(sar_xrf_entity_rows(context, xrf, e, r->first, r->count, r->scratch));
    for (int64_t row = 0; row < r->count; row++) {
      double *to = r->values + row * xrf->ncomponents + e->first;
      for (int32_t k = 0; k < e->count; k++) to[k] = r->scratch[k * r->count + row];
    }
  }
  return SAR_OK;
}

/* ---- .res ---- */

static void attribute(SarTextFile *file, const char *name, const char *value) {
  sar_text_file_put_char(file, ' ');
  sar_text_file_put(file, name);
  sar_text_file_put(file, "=\"");
  sar_markup_text(file, value);
  sar_text_file_put(file, "\"");
}

static void put_component(SarTextFile *file, const char *name, const char *unit, int64_t id) {
  sar_text_file_put(file, "<Component");
  attribute(file, "name", name);
  attribute(file, "unitsValue", unit);
  sar_text_file_put(file, " id=\"");
  sar_text_file_put_int(file, id);
  sar_text_file_put(file, "\"/>\n");
}

/* Component n is the n-th number of a step; the time is the first. */
static void put_map(SarTextFile *file, const SarXrf *xrf) {
  sar_text_file_put(file, "<StepMap name=\"map_001\">\n<Entity name=\"time\">\n");
  put_component(file, "TIME", xrf->model->units.time_name, 1);
  sar_text_file_put(file, "</Entity>\n");
  for (int32_t i = 0; i < xrf->nentities; i++) {
    const SarXrfEntity *e = &xrf->entities[i];
    sar_text_file_put(file, "<Entity");
    attribute(file, "name", e->name);
    attribute(file, "entity", e->element);
    attribute(file, "entType", e->type);
    sar_text_file_put(file, " objectId=\"");
    sar_text_file_put_int(file, e->id);
    sar_text_file_put(file, "\">\n");
    for (int32_t k = e->first; k < e->first + e->count; k++) {
      put_component(file, xrf->names[k], xrf->units[k], (int64_t)k + 2);
    }
    sar_text_file_put(file, "</Entity>\n");
  }
  sar_text_file_put(file, "</StepMap>\n");
}

static void put_head(SarTextFile *file, const SarXrf *xrf) {
  const SarUnits *units = &xrf->model->units;
  const char *title = xrf->model->title ? xrf->model->title : "";
  sar_text_file_put(file,
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<Results xmlns=\"http://www.mscsoftware.com/:xrf10\">\n<Analysis name=\"Last_Run\"");
  attribute(file, "Solver", "Sarrus");
  sar_text_file_put(file, ">\n<ModelInfo");
  attribute(file, "title", title);
  sar_text_file_put(file, "/>\n<Units angle=\"rad\"");
  attribute(file, "length", units->length_name);
  attribute(file, "mass", units->mass_name);
  attribute(file, "time", units->time_name);
  attribute(file, "force", units->force_name);
  sar_text_file_put(file, "/>\n");
}

static void put_step(SarTextFile *file, const char *type, const Rows *r, int64_t row) {
  sar_text_file_put(file, "<Step type=\"");
  sar_text_file_put(file, type);
  sar_text_file_put(file, "\">\n");
  sar_text_file_put_real(file, r->times[row]);
  for (int32_t k = 0; k < r->xrf->ncomponents; k++) {
    sar_text_file_put_char(file, k % 8 == 7 ? '\n' : ' ');
    sar_text_file_put_real(file, r->values[row * r->xrf->ncomponents + k]);
  }
  sar_text_file_put(file, "\n</Step>\n");
}

/* Rows of one analysis after the other. */
typedef struct Blocks {
  const SarXrfRun *run;
  const char *plain; /* of rows that are of no phase that is known */
  int32_t phase;
  int64_t left; /* rows of this phase */
  const char *type;
  int32_t id, of_phase; /* the block that is open: its number from 1 on, and whose it is */
} Blocks;

/* What Adams calls an analysis. */
static const char *type_of(const char *analysis) {
  static const char *const types[][2] = {{"static", "static"},
                                         {"kinematics", "kinematic"},
                                         {"assemble", "initialConditions"},
                                         {"modes", "linear"},
                                         {"dynamics", "dynamic"}};
  for (int i = 0; i < SAR_COUNT(types); i++) {
    if (strcmp(types[i][0], analysis) == 0) return types[i][1];
  }
  return "dynamic";
}

/* The type of the next row. The first of all is what the initial conditions gave, unless it is an equilibrium. */
static const char *next_type(Blocks *b, bool first) {
  const SarXrfRun *run = b->run;
  while (run && b->phase < run->nphases && b->left == 0) {
    if (++b->phase < run->nphases) b->left = run->phases[b->phase].rows;
  }
  bool known = run && b->phase < run->nphases;
  if (known) b->left--;
  const char *type = known ? type_of(run->phases[b->phase].analysis) : b->plain;
  return first && strcmp(type, "static") != 0 ? "initialConditions" : type;
}

/* A block of its own for every analysis. */
static void open_block(SarTextFile *file, Blocks *b, const char *type) {
  char line[96];
  if (b->id && b->of_phase == b->phase && strcmp(b->type, type) == 0) return;
  if (b->id) sar_text_file_put(file, "</Data>\n");
  b->type = type;
  b->of_phase = b->phase;
  b->id++;
  snprintf(line, sizeof line, "<Data name=\"%s_%03d\" id=\"%d\">\n", type, (int)b->id, (int)b->id);
  sar_text_file_put(file, line);
}

static SarStatus put_rows(SarContext *context, SarTextFile *file, const SarXrfRun *run, Rows *r) {
  const SarSinkHeader *header = sar_results_header(r->xrf->results);
  Blocks blocks = {.run = run, .phase = -1, .plain = header && header->kinematic ? "kinematic" : "dynamic"};
  SAR_TRY(next_rows(context, r));
  while (r->count > 0 && file->status == SAR_OK) {
    for (int64_t row = 0; row < r->count; row++) {
      const char *type = next_type(&blocks, r->first + row == 0);
      open_block(file, &blocks, type);
      put_step(file, type, r, row);
    }
    SAR_TRY(next_rows(context, r));
  }
  if (blocks.id) sar_text_file_put(file, "</Data>\n");
  return file->status;
}

SarStatus sar_xrf_write(SarContext *context, const SarXrf *xrf, const SarXrfRun *run, const char *path) {
  Rows rows = {0};
  SarTextFile file = {0};
  SarStatus status = open_rows(context, xrf, &rows);
  if (status == SAR_OK) status = sar_text_file_open(context, path, &file);
  if (status == SAR_OK) {
    put_head(&file, xrf);
    put_map(&file, xrf);
    status = put_rows(context, &file, run, &rows);
    sar_text_file_put(&file, "<TerminationStatus runStatus=\"0\"/>\n</Analysis>\n</Results>\n");
  }
  SarStatus closed = sar_text_file_close(&file);
  close_rows(&rows);
  return status == SAR_OK ? closed : status;
}

/* ---- .req ---- */

/* The numbers that Adams keeps of a request, six digits each: without the magnitudes, f1 and f5. */
static void put_request(SarTextFile *file, const SarXrfEntity *e, const double *values) {
  static const int32_t kept[] = {2, 3, 4, 6, 7, 8};
  for (int i = 0; i < 6; i++) {
    char text[32];
    double value = 0;
    for (int32_t k = e->first; k < e->first + e->count; k++) {
      if (e->slots[k - e->first] == kept[i]) value = values[k];
    }
    snprintf(text, sizeof text, "%13.5E", value);
    sar_text_file_put(file, text);
  }
  sar_text_file_put_char(file, '\n');
}

static bool is_request(const SarXrfEntity *e) { return strcmp(e->type, "Request") == 0; }

/* Two characters for each unit, as far as Adams has them: MMKGS_N_ */
static void put_unit(SarTextFile *file, const char *unit) {
  static const char *const codes[][2] = {{"m", "M_"},  {"mm", "MM"},  {"cm", "CM"},  {"km", "KM"}, {"in", "IN"},
                                         {"ft", "FT"}, {"kg", "KG"},  {"g", "GM"},   {"lb", "LB"}, {"slug", "SL"},
                                         {"s", "S_"},  {"ms", "MS"},  {"min", "MI"}, {"h", "HR"},  {"N", "N_"},
                                         {"kN", "KN"}, {"lbf", "PF"}, {"dyn", "DY"}, {"kgf", "KF"}};
  const char *code = "??";
  for (int i = 0; i < SAR_COUNT(codes); i++) {
    if (strcmp(codes[i][0], unit) == 0) code = codes[i][1];
  }
  sar_text_file_put(file, code);
}

static void put_request_head(SarTextFile *file, const SarXrf *xrf) {
  const SarUnits *units = &xrf->model->units;
  char line[160];
  int count = 0;
  for (int32_t i = 0; i < xrf->nentities; i++) count += is_request(&xrf->entities[i]);
  sar_text_file_put(file, " A.R3\n");
  sar_text_file_put(file, xrf->model->title ? xrf->model->title : "");
  snprintf(line, sizeof line, "\n%5d     ", count);
  sar_text_file_put(file, line);
  put_unit(file, units->length_name);
  put_unit(file, units->mass_name);
  put_unit(file, units->time_name);
  put_unit(file, units->force_name);
  snprintf(line, sizeof line, "RACA %22.15E\n", 1 / units->length);
  sar_text_file_put(file, line);
  for (int32_t i = 0; i < xrf->nentities; i++) {
    const SarXrfEntity *e = &xrf->entities[i];
    if (!is_request(e)) continue;
    snprintf(line, sizeof line, "%10lld%10d\n", (long long)e->id, (int)e->kind);
    sar_text_file_put(file, line);
    sar_text_file_put(file, e->name);
    sar_text_file_put_char(file, '\n');
  }
}

SarStatus sar_xrf_write_requests(SarContext *context, const SarXrf *xrf, const char *path) {
  Rows rows = {0};
  SarTextFile file = {0};
  SarStatus status = open_rows(context, xrf, &rows);
  if (status == SAR_OK) status = sar_text_file_open(context, path, &file);
  if (status == SAR_OK) {
    put_request_head(&file, xrf);
    status = next_rows(context, &rows);
    while (status == SAR_OK && rows.count > 0) {
      for (int64_t row = 0; row < rows.count; row++) {
        char time[32];
        snprintf(time, sizeof time, "%14.5E\n", rows.times[row]);
        sar_text_file_put(&file, time);
        for (int32_t i = 0; i < xrf->nentities; i++) {
          const SarXrfEntity *e = &xrf->entities[i];
          if (is_request(e)) put_request(&file, e, rows.values + row * xrf->ncomponents);
        }
      }
      status = next_rows(context, &rows);
    }
  }
  SarStatus closed = sar_text_file_close(&file);
  close_rows(&rows);
  return status == SAR_OK ? closed : status;
}
