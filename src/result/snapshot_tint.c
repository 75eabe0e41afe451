#include "result/snapshot_tint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/markup.h"
#include "result/snapshot_pose.h"

#define UNKNOWN "#8d98a3"
#define BAR 180 /* pixels: length and height of the scale */
#define THICK 10
#define INK "#22303c"

enum { STOPS = 9, LEAST_ROOM = 16 };

/* From nothing to the most; and from the least over nothing to the most. */
static const char *const rising[STOPS] = {"#414487", "#355f8d", "#2a788e", "#21918c", "#22a884",
                                          "#44bf70", "#7ad151", "#bddf26", "#fde725"};
static const char *const with_sign[STOPS] = {"#2166ac", "#4393c3", "#92c5de", "#d1e5f0", "#f7f7f7",
                                             "#fddbc7", "#f4a582", "#d6604d", "#b2182b"};

static const struct {
  const char *name, *title;
  const char *columns[2]; /* of an element; two: the magnitude of a vector */
  bool has_sign;
} kinds[SAR_TINTS] = {
    [SAR_TINT_NONE] = {"", "", {NULL, NULL}, false},
    [SAR_TINT_MOMENT] = {"moment", "bending moment", {"m2", "m3"}, false},
    [SAR_TINT_AXIAL] = {"axial", "axial force", {"n1", NULL}, true},
    [SAR_TINT_TORSION] = {"torsion", "torsion", {"m1", NULL}, true},
    [SAR_TINT_SHEAR] = {"shear", "shear force", {"n2", "n3"}, false},
    [SAR_TINT_STRESS] = {"stress", "stress", {"stress", NULL}, false},
};

const char *sar_tint_name(SarTintKind kind) { return kinds[kind].name; }

/* ---- numbers ---- */

typedef struct Reading {
  SarContext *context;
  SarResults *results;
  const SarRowPlace *places;
  int32_t ntimes;
  double *values; /* two columns of all rows */
  SarTint *tint;
} Reading;

/* The columns of an element as one, in values; false: it has them not. */
static SarStatus read_element(const Reading *r, const SarSceneBeam *beam, int32_t e, bool *found) {
  int64_t rows = sar_results_rows(r->results);
  const char *const *columns = kinds[r->tint->kind].columns;
  *found = false;
  for (int k = 0; k < 2 && columns[k]; k++) {
    char name[512];
    snprintf(name, sizeof name, "%s.e%d.%s", beam->name, (int)e, columns[k]);
    int32_t column = sar_results_find(r->results, name);
    if (column < 0) return SAR_OK;
    SAR_TRY(sar_results_column(r->results, column, r->values + k * rows));
    r->tint->unit = sar_results_unit(r->results, column);
  }
  *found = true;
  for (int64_t i = 0; columns[1] && i < rows; i++) r->values[i] = hypot(r->values[i], r->values[rows + i]);
  return SAR_OK;
}

static void take_element(const Reading *r, int32_t element) {
  SarTint *tint = r->tint;
  int64_t rows = sar_results_rows(r->results);
  for (int64_t i = 0; i < rows; i++) {
    if (!isfinite(r->values[i])) continue;
    tint->low = fmin(tint->low, r->values[i]);
    tint->high = fmax(tint->high, r->values[i]);
  }
  for (int32_t t = 0; t < r->ntimes; t++) {
    const SarRowPlace *place = &r->places[t];
    double from = r->values[place->row], to = r->values[place->row + 1 < rows ? place->row + 1 : place->row];
    tint->values[(size_t)t * (size_t)tint->nelements + (size_t)element] =
        place->part == 0 ? from : (1 - place->part) * from + place->part * to;
  }
}

static SarStatus read_elements(const Reading *r, const SarScene *scene, int32_t *known) {
  int32_t element = 0;
  *known = 0;
  for (int32_t b = 0; b < scene->nbeams; b++) {
    for (int32_t e = 0; e < scene->beams[b].nelements; e++, element++) {
      bool found;
      SAR_TRY(read_element(r, &scene->beams[b], e, &found));
      if (found) take_element(r, element);
      *known += found;
    }
  }
  return SAR_OK;
}

static SarStatus refuse(SarContext *context, const SarScene *scene, SarTintKind kind) {
  const char *remedy = !scene->nbeams ? "leave out --colour: only beams are coloured"
                       : kind == SAR_TINT_STRESS
                           ? "stress is known where sections have a shape and a material; try moment"
                           : "record the beams: `output: {of: [...]}` names what is recorded";
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, remedy, "the results hold no %s of a beam",
                    kinds[kind].title);
}

SarStatus sar_tint_read(SarContext *context, SarArena *arena, const SarScene *scene, SarResults *results,
                        SarTintKind kind, const double *times, int32_t ntimes, SarTint *out) {
  SarRowPlace *places;
  int32_t known = 0;
  *out = (SarTint){.kind = kind, .unit = ""};
  for (int32_t b = 0; b < scene->nbeams; b++) out->nelements += scene->beams[b].nelements;
  SAR_TRY(sar_rows_find(context, arena, results, times, ntimes, &places));
  size_t count = (size_t)ntimes * (size_t)out->nelements;
  out->values = SAR_NEW(arena, count + 1, double);
  Reading r = {.context = context, .results = results, .places = places, .ntimes = ntimes, .tint = out};
  r.values = malloc(2 * (size_t)sar_results_rows(results) * sizeof *r.values);
  SarStatus status = out->values && r.values ? SAR_OK : sar_report_no_memory(context);
  for (size_t i = 0; status == SAR_OK && i < count; i++) out->values[i] = NAN;
  if (status == SAR_OK) status = read_elements(&r, scene, &known);
  free(r.values);
  SAR_TRY(status);
  if (!known) return refuse(context, scene, kind);
  if (kinds[kind].has_sign) out->high = fmax(out->high, -out->low), out->low = -out->high;
  return SAR_OK;
}

/* ---- colours ---- */

static const char *const *stops_of(const SarTint *tint) { return kinds[tint->kind].has_sign ? with_sign : rising; }

void sar_tint_colour(const SarTint *tint, double value, char out[8]) {
  const char *const *stops = stops_of(tint);
  double range = tint->high - tint->low;
  double place = (STOPS - 1) * (range > 0 ? fmin(1, fmax(0, (value - tint->low) / range)) : 0);
  if (!isfinite(value)) {
    memcpy(out, UNKNOWN, 8);
    return;
  }
  int first = place < STOPS - 2 ? (int)place : STOPS - 2;
  unsigned long a = strtoul(stops[first] + 1, NULL, 16), b = strtoul(stops[first + 1] + 1, NULL, 16);
  out[0] = '#';
  for (int k = 0; k < 3; k++) {
    double p = (double)(a >> (16 - 8 * k) & 0xff), q = (double)(b >> (16 - 8 * k) & 0xff);
    snprintf(out + 1 + 2 * k, 3, "%02x", (unsigned)lround(p + (place - first) * (q - p)) & 0xffU);
  }
}

/* ---- the scale ---- */

static void put_number(SarTextFile *file, double x, double y, const char *anchor, double value) {
  char text[32];
  snprintf(text, sizeof text, "%.4g", value);
  char *comma = strchr(text, ','); /* the host program's locale may have one */
  if (comma) *comma = '.';
  sar_text_file_put(file, "<text font-size=\"12\" fill=\"" INK "\" text-anchor=\"");
  sar_text_file_put(file, anchor);
  sar_text_file_put(file, "\"");
  sar_markup_attribute(file, "x", x);
  sar_markup_attribute(file, "y", y);
  sar_text_file_put(file, ">");
  sar_markup_text(file, text);
  sar_text_file_put(file, "</text>\n");
}

void sar_tint_draw(SarTextFile *file, const SarTint *tint, double x, double y) {
  sar_text_file_put(file, "<defs><linearGradient id=\"sar-tint\">");
  for (int i = 0; i < STOPS; i++) {
    sar_text_file_put(file, "<stop");
    sar_markup_attribute(file, "offset", (double)i / (STOPS - 1));
    sar_text_file_put(file, " stop-color=\"");
    sar_text_file_put(file, stops_of(tint)[i]);
    sar_text_file_put(file, "\"/>");
  }
  sar_text_file_put(file, "</linearGradient></defs>\n<g class=\"tint\"><rect fill=\"url(#sar-tint)\"");
  sar_markup_attribute(file, "x", x);
  sar_markup_attribute(file, "y", y - LEAST_ROOM - THICK);
  sar_markup_attribute(file, "width", BAR);
  sar_markup_attribute(file, "height", THICK);
  sar_text_file_put(file, "/>\n");
  put_number(file, x, y, "start", tint->low);
  if (kinds[tint->kind].has_sign) put_number(file, x + BAR / 2.0, y, "middle", 0);
  put_number(file, x + BAR, y, "end", tint->high);
  sar_text_file_put(file, "<text font-size=\"12\" fill=\"" INK "\"");
  sar_markup_attribute(file, "x", x);
  sar_markup_attribute(file, "y", y - LEAST_ROOM - THICK - 6);
  sar_text_file_put(file, ">");
  sar_markup_text(file, kinds[tint->kind].title);
  if (tint->unit[0]) sar_text_file_put(file, ", ");
  sar_markup_text(file, tint->unit);
  sar_text_file_put(file, "</text></g>\n");
}
