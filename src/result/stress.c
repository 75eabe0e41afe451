#include "result/stress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART 0.05 /* of the size of the body: how far hot spots are apart */

/* ---- columns ---- */

/* `frame.mode12` -> the length of `frame`, and 12; 0: no amplitude. */
static size_t amplitude_of(const char *column, int32_t *mode) {
  const char *dot = strrchr(column, '.');
  if (!dot || strncmp(dot, ".mode", 5) != 0) return 0;
  char *end;
  long number = strtol(dot + 5, &end, 10);
  if (*end || dot[5] < '1' || dot[5] > '9' || number > INT32_MAX) return 0;
  *mode = (int32_t)number;
  return (size_t)(dot - column);
}

static bool belongs(const char *column, const char *name, int32_t *mode) {
  size_t length = amplitude_of(column, mode);
  return length && length == strlen(name) && strncmp(column, name, length) == 0;
}

int32_t sar_stress_modes(const SarResults *results, const char *name) {
  int32_t count = 0, mode;
  for (int32_t i = 1; i < sar_results_columns(results); i++)
    count += belongs(sar_results_name(results, i), name, &mode);
  return count;
}

const char *sar_stress_bodies(const SarResults *results, SarArena *arena) {
  const char *names = "";
  for (int32_t i = 1; names && i < sar_results_columns(results); i++) {
    const char *column = sar_results_name(results, i);
    int32_t mode;
    size_t length = amplitude_of(column, &mode);
    if (!length || mode != 1) continue;
    names = sar_arena_printf(arena, "%s%s%.*s", names, *names ? ", " : "", (int)length, column);
  }
  return names;
}

/* Columns of the modes, by their numbers. */
static SarStatus find_modes(SarStress *s) {
  const SarResults *results = s->results;
  int32_t n = s->body->n, found = 0, mode;
  for (int32_t i = 0; i <= n; i++) s->columns[i] = i ? -1 : 0;
  for (int32_t i = 1; i < sar_results_columns(results); i++) {
    if (!belongs(sar_results_name(results, i), s->name, &mode)) continue;
    found++;
    if (mode <= n) s->columns[mode] = i;
  }
  bool all = found == n;
  for (int32_t i = 1; i <= n; i++) all = all && s->columns[i] > 0;
  if (all) return SAR_OK;
  return sar_report(s->context, SAR_INPUT, sar_nowhere(), s->name,
                    "give the body that the results were made with, and results of a run that recorded all amplitudes",
                    "the results have %d amplitudes of %s, and the reduced body has %d shapes", (int)found, s->name,
                    (int)n);
}

static SarStatus find_pose(SarStress *s, SarArena *arena) {
  static const char *const quantities[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
  s->posed = true;
  for (int32_t k = 0; k < 7; k++) {
    const char *column = sar_arena_printf(arena, "%s.%s", s->name, quantities[k]);
    if (!column) return sar_report_no_memory(s->context);
    int32_t found = sar_results_find(s->results, column);
    s->columns[1 + s->body->n + k] = found;
    if (found < 0) s->posed = false;
  }
  return SAR_OK;
}

SarStatus sar_stress_open(SarContext *context, SarResults *results, const char *name, const SarReduced *body,
                          SarArena *arena, SarStress *out) {
  size_t width = 1 + (size_t)body->n + 7;
  const SarSinkHeader *header = sar_results_header(results);
  *out = (SarStress){.context = context, .results = results, .name = name, .body = body};
  out->length = header ? header->units.length : 1;
  out->columns = SAR_NEW(arena, width, int32_t);
  out->values = SAR_NEW(arena, width * SAR_STRESS_ROWS, double);
  if (!out->columns || !out->values) return sar_report_no_memory(context);
  SAR_TRY(find_modes(out));
  return find_pose(out, arena);
}

SarStatus sar_stress_each_piece(SarStress *s, SarStressLook look, void *self) {
  int64_t all = sar_results_rows(s->results);
  for (int64_t first = 0; first < all; first += SAR_STRESS_ROWS) {
    int32_t rows = (int32_t)(all - first < SAR_STRESS_ROWS ? all - first : SAR_STRESS_ROWS);
    SAR_TRY(sar_results_read_rows(s->results, s->columns, 1 + s->body->n, first, rows, s->values));
    SAR_TRY(look(self, &(SarStressPiece){first, rows, s->values, s->values + rows}));
  }
  return SAR_OK;
}

/* ---- stresses ---- */

void sar_stress_von_mises(const SarReduced *body, int32_t node, const SarStressPiece *piece, double *out) {
  double s[6][SAR_STRESS_ROWS];
  int32_t rows = piece->rows, n = body->n;
  const SarReducedMesh *mesh = &body->mesh;
  for (int c = 0; c < 6; c++) {
    const float *shape = mesh->stress + ((size_t)node * 6 + (size_t)c) * (size_t)n;
    double start = mesh->stress0 ? (double)mesh->stress0[(size_t)node * 6 + (size_t)c] : 0;
    for (int32_t r = 0; r < rows; r++) s[c][r] = start;
    for (int32_t i = 0; i < n; i++) {
      const double *amplitude = piece->amplitudes + (size_t)i * (size_t)rows;
      double factor = (double)shape[i];
      for (int32_t r = 0; r < rows; r++) s[c][r] += factor * amplitude[r];
    }
  }
  for (int32_t r = 0; r < rows; r++) {
    double a = s[0][r] - s[1][r], b = s[1][r] - s[2][r], c = s[2][r] - s[0][r];
    double shear = s[3][r] * s[3][r] + s[4][r] * s[4][r] + s[5][r] * s[5][r];
    out[r] = sqrt(0.5 * (a * a + b * b + c * c) + 3 * shear);
  }
}

typedef struct Peaks {
  SarStress *stress;
  SarStressWatch watch;
  SarHotSpot *peaks;
} Peaks;

void sar_stress_raise_peaks(const SarReduced *body, const SarStressPiece *piece, SarHotSpot *peaks) {
  double value[SAR_STRESS_ROWS];
  for (int32_t i = 0; i < body->mesh.nnodes; i++) {
    sar_stress_von_mises(body, i, piece, value);
    for (int32_t r = 0; r < piece->rows; r++) {
      if (!(value[r] > peaks[i].value || (isnan(peaks[i].value) && !isnan(value[r])))) continue;
      peaks[i] = (SarHotSpot){i, value[r], piece->time[r], piece->first + r};
    }
  }
}

SarHotSpot *sar_stress_no_peaks(const SarReduced *body, SarArena *arena) {
  SarHotSpot *peaks = SAR_NEW(arena, body->mesh.nnodes, SarHotSpot);
  for (int32_t i = 0; peaks && i < body->mesh.nnodes; i++) peaks[i] = (SarHotSpot){i, NAN, NAN, -1};
  return peaks;
}

static SarStatus look_for_peaks(void *self, const SarStressPiece *piece) {
  Peaks *p = self;
  sar_stress_raise_peaks(p->stress->body, piece, p->peaks);
  double part = (double)(piece->first + piece->rows) / (double)sar_results_rows(p->stress->results);
  return p->watch.tell && p->watch.tell(p->watch.self, part) ? SAR_INTERRUPTED : SAR_OK;
}

SarStatus sar_stress_peaks(SarStress *stress, SarStressWatch watch, SarArena *arena, SarHotSpot **out) {
  Peaks p = {stress, watch, sar_stress_no_peaks(stress->body, arena)};
  if (!p.peaks) return sar_report_no_memory(stress->context);
  SAR_TRY(sar_stress_each_piece(stress, look_for_peaks, &p));
  *out = p.peaks;
  return SAR_OK;
}

/* ---- hot spots ---- */

/* The largest first, what is no number last; of equal ones the first node. */
static int hotter(const void *a, const void *b) {
  const SarHotSpot *x = a, *y = b;
  bool nx = isnan(x->value), ny = isnan(y->value);
  if (nx != ny) return nx ? 1 : -1;
  if (!nx && x->value != y->value) return x->value > y->value ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

static double distance(const SarReducedMesh *mesh, int32_t a, int32_t b) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double d = (double)mesh->at[3 * (size_t)a + (size_t)k] - (double)mesh->at[3 * (size_t)b + (size_t)k];
    sum += d * d;
  }
  return sqrt(sum);
}

double sar_stress_apart(const SarReducedMesh *mesh) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    const float *at = mesh->at + k;
    float least = at[0], most = at[0];
    for (int32_t i = 1; i < mesh->nnodes; i++) {
      float x = at[3 * (size_t)i];
      if (x < least) least = x;
      if (x > most) most = x;
    }
    sum += pow((double)most - (double)least, 2);
  }
  return PART * sqrt(sum);
}

int32_t sar_stress_hot_spots(const SarReduced *body, SarHotSpot *peaks, int32_t top, double apart, SarHotSpot *out) {
  int32_t nnodes = body->mesh.nnodes, count = 0;
  qsort(peaks, (size_t)nnodes, sizeof *peaks, hotter);
  for (int32_t i = 0; i < nnodes && count < top && !isnan(peaks[i].value); i++) {
    bool away = true;
    for (int32_t k = 0; k < count && away; k++) away = distance(&body->mesh, peaks[i].node, out[k].node) >= apart;
    if (away) out[count++] = peaks[i];
  }
  return count;
}
