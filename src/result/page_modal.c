/* Modal bodies of a page: the surface, shapes and stress shapes of the modes that are seen in this run, as whole
 * numbers of two bytes with a scale for each mode. The page makes places and stresses of them with the columns mode1,
 * mode2,
 * ..., at any moment. */
#include "result/page_modal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/stress.h"

#define SEEN 0.01     /* of what is left out, together, over the largest */
#define WIDEST 32767  /* whole numbers of two bytes */
#define MOST_WORK 2e9 /* products to find the largest stress: at all nodes, in as many rows as that allows ... */
#define FEW_ROWS 50   /* ... but no fewer than these */

/* What a mode does at most in this run. */
typedef struct Use {
  int32_t mode; /* from 0 */
  double moves, strains;
} Use;

typedef struct Maker {
  SarContext *context;
  const SarSceneModal *modal;
  SarStress stress;
  SarArena *arena;
  double *peak; /* of amplitudes, by mode */
  Use *uses;
  int32_t *modes; /* those that are kept, ascending */
  int32_t nmodes;
  /* looking for the largest stress: chosen rows, by mode, until there are enough of them */
  double *rows, *times, highest;
  int32_t nrows, node;
  double highest_time;
  int64_t every;
} Maker;

/* ---- which modes ---- */

static SarStatus look_for_peaks(void *self, const SarStressPiece *piece) {
  Maker *m = self;
  for (int32_t i = 0; i < m->stress.body->n; i++) {
    for (int32_t r = 0; r < piece->rows; r++) {
      double size = fabs(piece->amplitudes[(size_t)i * (size_t)piece->rows + (size_t)r]);
      if (size > m->peak[i]) m->peak[i] = size; /* false for nan */
    }
  }
  return SAR_OK;
}

/* The largest of a shape at the vertices: [node][width][n]. */
static double largest(const Maker *m, const float *values, int width, int32_t mode) {
  size_t n = (size_t)m->stress.body->n;
  double most = 0;
  for (int32_t v = 0; values && v < m->modal->nvertices; v++) {
    const float *at = values + (size_t)m->modal->nodes[v] * (size_t)width * n;
    for (size_t k = 0; k < (size_t)width; k++) most = fmax(most, fabs((double)at[k * n + (size_t)mode]));
  }
  return most;
}

static int by_moves(const void *a, const void *b) {
  const Use *x = a, *y = b;
  return x->moves != y->moves ? (x->moves > y->moves ? -1 : 1) : x->mode - y->mode;
}
static int by_strains(const void *a, const void *b) {
  const Use *x = a, *y = b;
  return x->strains != y->strains ? (x->strains > y->strains ? -1 : 1) : x->mode - y->mode;
}
static int by_number(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void keep(Maker *m, int32_t mode, int32_t most) {
  for (int32_t i = 0; i < m->nmodes; i++) {
    if (m->modes[i] == mode) return;
  }
  if (m->nmodes < most) m->modes[m->nmodes++] = mode;
}

/* From the largest on, until the rest together is not seen beside it. `sizes`: of one or of the other. */
static void keep_seen(Maker *m, int (*order)(const void *, const void *), int32_t most) {
  int32_t n = m->stress.body->n;
  bool moves = order == by_moves;
  double rest = 0;
  qsort(m->uses, (size_t)n, sizeof *m->uses, order);
  for (int32_t i = 0; i < n; i++) rest += moves ? m->uses[i].moves : m->uses[i].strains;
  double first = moves ? m->uses[0].moves : m->uses[0].strains;
  for (int32_t i = 0; i < n && first > 0 && rest > SEEN * first; i++) {
    keep(m, m->uses[i].mode, most);
    rest -= moves ? m->uses[i].moves : m->uses[i].strains;
  }
}

static SarStatus choose_modes(Maker *m, double bytes) {
  int32_t n = m->stress.body->n;
  const SarReducedMesh *mesh = &m->modal->reduced->mesh;
  double each = (mesh->stress ? 9 : 3) * 2 * (double)m->modal->nvertices * 4 / 3;
  int32_t most = (int32_t)fmin(n, fmax(1, bytes / each));
  m->peak = SAR_NEW(m->arena, n, double);
  m->uses = SAR_NEW(m->arena, n + 1, Use);
  m->modes = SAR_NEW(m->arena, n, int32_t);
  if (!m->peak || !m->uses || !m->modes) return sar_report_no_memory(m->context);
  SAR_TRY(sar_stress_each_piece(&m->stress, look_for_peaks, m));
  for (int32_t i = 0; i < n; i++) {
    m->uses[i] = (Use){i, m->peak[i] * largest(m, mesh->shapes, 3, i), m->peak[i] * largest(m, mesh->stress, 6, i)};
  }
  if (n) keep_seen(m, by_moves, most);
  if (n && mesh->stress) keep_seen(m, by_strains, most);
  qsort(m->modes, (size_t)m->nmodes, sizeof *m->modes, by_number);
  return SAR_OK;
}

/* ---- the largest stress ---- */

static void judge_rows(Maker *m) {
  double value[SAR_STRESS_ROWS];
  const SarReduced *body = m->modal->reduced;
  if (!m->nrows) return;
  for (int32_t i = 1; i < body->n; i++) { /* rows of a mode behind each other */
    memmove(m->rows + (size_t)i * (size_t)m->nrows, m->rows + (size_t)i * SAR_STRESS_ROWS,
            (size_t)m->nrows * sizeof *m->rows);
  }
  SarStressPiece piece = {0, m->nrows, m->times, m->rows};
  for (int32_t node = 0; node < body->mesh.nnodes; node++) { /* also those that others stand for */
    sar_stress_von_mises(body, node, &piece, value);
    for (int32_t r = 0; r < m->nrows; r++) {
      if (!(value[r] > m->highest)) continue;
      m->highest = value[r];
      m->highest_time = m->times[r];
      m->node = node;
    }
  }
  m->nrows = 0;
}

static SarStatus look_for_stress(void *self, const SarStressPiece *piece) {
  Maker *m = self;
  for (int32_t r = 0; r < piece->rows; r++) {
    if ((piece->first + r) % m->every != 0) continue;
    for (int32_t i = 0; i < m->stress.body->n; i++) {
      m->rows[(size_t)i * SAR_STRESS_ROWS + (size_t)m->nrows] =
          piece->amplitudes[(size_t)i * (size_t)piece->rows + (size_t)r];
    }
    m->times[m->nrows++] = piece->time[r];
    if (m->nrows == SAR_STRESS_ROWS) judge_rows(m);
  }
  return SAR_OK;
}

static SarStatus find_highest(Maker *m) {
  m->rows = SAR_NEW(m->arena, (size_t)m->stress.body->n * SAR_STRESS_ROWS + 1, double);
  m->times = SAR_NEW(m->arena, SAR_STRESS_ROWS, double);
  if (!m->rows || !m->times) return sar_report_no_memory(m->context);
  double most = MOST_WORK / (6.0 * m->stress.body->n * m->modal->reduced->mesh.nnodes + 1);
  m->every = sar_results_rows(m->stress.results) / (int64_t)fmax(FEW_ROWS, fmin(most, 1e9)) + 1;
  SAR_TRY(sar_stress_each_piece(&m->stress, look_for_stress, m));
  judge_rows(m);
  return SAR_OK;
}

/* ---- writing ---- */

static SarStatus put_packed(SarPack *pack, const char *key, SarStatus packed, SarJson *json) {
  if (packed != SAR_OK) return packed;
  sar_json_key(json, key);
  sar_json_plain(json, pack->text, pack->length);
  return SAR_OK;
}

static SarStatus put_surface(const Maker *m, const SarScene *scene, SarPack *pack, SarJson *json) {
  const SarSceneModal *modal = m->modal;
  const SarSceneShape *shape = NULL;
  for (int32_t i = 0; i < scene->bodies[modal->body].nshapes; i++) {
    if (scene->bodies[modal->body].shapes[i].bends) shape = &scene->bodies[modal->body].shapes[i];
  }
  if (!shape) return SAR_OK;
  SAR_TRY(put_packed(pack, "vertices", sar_pack_floats(m->context, pack, shape->vertices, 3 * (size_t)shape->nvertices),
                     json));
  return put_packed(pack, "triangles",
                    sar_pack_uint32(m->context, pack, shape->triangles, 3 * (size_t)shape->ntriangles), json);
}

/* [mode][vertex][width] as whole numbers, and what one of them means: in the unit of the page. */
static SarStatus put_shapes(const Maker *m, const char *key, const char *scales_key, const float *values, int width,
                            double unit, SarPack *pack, SarJson *json) {
  size_t n = (size_t)m->stress.body->n, count = (size_t)m->modal->nvertices * (size_t)width;
  int16_t *whole = malloc(((size_t)m->nmodes * count + 1) * sizeof *whole);
  double *scales = SAR_NEW(m->arena, m->nmodes + 1, double);
  if (!whole || !scales) {
    free(whole);
    return sar_report_no_memory(m->context);
  }
  for (int32_t i = 0; i < m->nmodes; i++) {
    double most = largest(m, values, width, m->modes[i]), scale = most > 0 ? most / WIDEST : 1;
    scales[i] = scale / unit;
    for (size_t k = 0; k < count; k++) {
      size_t node = (size_t)m->modal->nodes[k / (size_t)width];
      float value = values[(node * (size_t)width + k % (size_t)width) * n + (size_t)m->modes[i]];
      whole[(size_t)i * count + k] = (int16_t)lround((double)value / scale);
    }
  }
  sar_json_put_reals(json, scales_key, scales, m->nmodes);
  SarStatus status = put_packed(pack, key, sar_pack_int16(m->context, pack, whole, (size_t)m->nmodes * count), json);
  free(whole);
  return status;
}

static SarStatus put_stress(Maker *m, SarPack *pack, SarJson *json) {
  const SarReducedMesh *mesh = &m->modal->reduced->mesh;
  const SarSinkHeader *header = sar_results_header(m->stress.results);
  SarUnits units = header ? header->units : sar_units_si();
  double unit = sar_units_factor(&units, "N/m^2");
  char label[32];
  SAR_TRY(find_highest(m));
  SAR_TRY(put_shapes(m, "stress", "stressScales", mesh->stress, 6, unit, pack, json));
  if (mesh->stress0) {
    size_t count = 6 * (size_t)m->modal->nvertices;
    float *start = SAR_NEW(m->arena, count, float);
    if (!start) return sar_report_no_memory(m->context);
    for (size_t k = 0; k < count; k++) {
      start[k] = (float)((double)mesh->stress0[6 * (size_t)m->modal->nodes[k / 6] + k % 6] / unit);
    }
    SAR_TRY(put_packed(pack, "stress0", sar_pack_floats(m->context, pack, start, count), json));
  }
  sar_units_label(&units, "N/m^2", label, sizeof label);
  sar_json_put_text(json, "stressUnit", label);
  sar_json_put_real(json, "highest", m->highest / unit);
  sar_json_put_real(json, "highestTime", m->highest_time);
  sar_json_put_int(json, "highestNode", mesh->numbers[m->node]);
  return SAR_OK;
}

static SarStatus put_modal(Maker *m, const SarScene *scene, double bytes, SarPack *pack, SarJson *json) {
  const SarReducedMesh *mesh = &m->modal->reduced->mesh;
  SAR_TRY(choose_modes(m, bytes));
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", m->modal->name);
  SAR_TRY(put_surface(m, scene, pack, json));
  sar_json_key(json, "modes");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < m->nmodes; i++) sar_json_int(json, m->modes[i] + 1);
  sar_json_end_array(json);
  SAR_TRY(put_shapes(m, "shapes", "scales", mesh->shapes, 3, scene->length_unit, pack, json));
  if (mesh->stress) SAR_TRY(put_stress(m, pack, json));
  sar_json_end_object(json);
  return SAR_OK;
}

SarStatus sar_page_put_modal(SarContext *context, const SarPageRun *run, const SarScene *scene, double bytes,
                             SarJson *json) {
  SarPack pack = {0};
  SarStatus status = SAR_OK;
  sar_json_key(json, "bending");
  sar_json_begin_array(json);
  for (int32_t i = 0; status == SAR_OK && i < scene->nmodal; i++) {
    Maker m = {.context = context, .modal = &scene->modal[i], .arena = scene->arena};
    /* results that lack some amplitudes show the body as it is without bending */
    SarContext *own = sar_context_create();
    if (!own) status = sar_report_no_memory(context);
    if (own) status = sar_stress_open(own, run->results, m.modal->name, m.modal->reduced, scene->arena, &m.stress);
    SarReduced still = *m.modal->reduced;
    SarSceneModal unbent = *m.modal;
    if (status == SAR_INPUT) {
      still.n = 0;
      still.mesh.stress = NULL;
      unbent.reduced = m.stress.body = &still;
      m.modal = &unbent;
      status = SAR_OK;
    }
    m.stress.context = context;
    if (status == SAR_OK) status = put_modal(&m, scene, bytes / scene->nmodal, &pack, json);
    sar_context_destroy(&own);
  }
  sar_json_end_array(json);
  sar_pack_free(&pack);
  return status;
}
